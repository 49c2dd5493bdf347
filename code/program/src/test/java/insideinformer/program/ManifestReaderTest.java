package insideinformer.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ManifestReaderTest {

    private static final String POD = "apiVersion: v1\nkind: Pod\nmetadata: {name: cart, namespace: lantern}\n";

    @TempDir
    Path folder;

    private Path write(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    private final List<String> reports = new ArrayList<>();

    private List<Manifest> readAndCheck(Path path) throws UserError {
        List<Manifest> manifests = ManifestChecks.check(ManifestReader.read(path, reports::add), reports::add);
        for (Manifest manifest : manifests) {
            ManifestChecks.checkName(manifest);
        }
        return manifests;
    }

    private List<String> reports() {
        return reports.stream().map(report -> report.replace(folder + "/", "")).toList();
    }

    @Test
    void every_document_of_every_file_in_a_folder_is_read_in_order_of_path() throws Exception {
        write("b.yaml", "# only a comment\n---\n" + POD.replace("cart", "search") + "---\n---\n" + POD.replace("cart",
                "checkout"));
        write("a.yml", POD);
        write("c.json", "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"settings\"}}");

        assertThat(readAndCheck(folder)).extracting(Manifest::title)
                .containsExactly("Pod lantern/cart", "Pod lantern/search", "Pod lantern/checkout",
                        "ConfigMap settings");
    }

    @Test
    void a_list_stands_for_its_items_and_each_keeps_its_line() throws Exception {
        Path file = write("list.yaml", """
                apiVersion: v1
                kind: List
                items:
                  - apiVersion: v1
                    kind: Pod
                    metadata: {name: cart}
                  - apiVersion: v1
                    kind: Pod
                    metadata:
                      name: search
                """);

        List<Manifest> manifests = readAndCheck(file);

        assertThat(manifests).extracting(Manifest::name).containsExactly("cart", "search");
        assertThat(manifests.get(1).place("/metadata/name")).isEqualTo(file + ":10");
    }

    private static final String MAP = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: settings\n";

    static List<Arguments> wrong() {
        String quota =
                "apiVersion: v1\nkind: ResourceQuota\nmetadata: {name: q, namespace: lantern}\nspec:\n  hard:\n    pods: \"3\"\n    requests.cpu: ";
        String pod = POD
                + "spec:\n  containers:\n    - name: c\n      resources:\n        requests:\n          memory: ";
        return List.of(
                Arguments.of("a: [1, 2\nb: 3\n", ":2: ", "not valid YAML"),
                Arguments.of("apiVersion: v1\nkind: Pod\nkind: Service\n", ":3: ", "`kind` stands here twice"),
                Arguments.of("apiVersion: v1\nmetadata: {name: x}\n", ":1: ", "has no kind"),
                Arguments.of(POD + "---\napiVersion: v1\nkind: Pod\nmetadata: {}\n", ":5: ", "has no metadata.name"),
                Arguments.of("- 1\n- 2\n", ":1: ", "not an object"),
                Arguments.of(POD + "---\n" + POD + "spec: {}\n", ":7: ",
                        "Pod lantern/cart occurs here a second time and differs; the first is at "),
                Arguments.of(quota + "two\n", ":7: ",
                        "requests.cpu of ResourceQuota lantern/q: `two` is not a quantity"),
                Arguments.of(quota + "\"-1\"\n", ":7: ", "`-1` is negative"),
                Arguments.of(pod + "1GiB\n", ":9: ", "memory of Pod lantern/cart: `1GiB` is not a quantity"),
                Arguments.of(pod + "[1]\n", ":9: ", "is not an amount"),
                Arguments.of(POD + "---\napiVersion: v1\nkind: List\nitems: [5]\n", ":7: ", "item 0 of this list is not an object"),
                Arguments.of("just a text\n", ":1: ", "not an object"),
                Arguments.of("42", ":1: ", "not an object"),
                Arguments.of("kind: [Pod]\napiVersion: v1\n", ":1: ", "has no kind"),
                Arguments.of("apiVersion: v1\nkind: Pod\nmetadata: cart\n", ":3: ",
                        "metadata of Pod is `cart` here and must be a mapping"),
                Arguments.of("apiVersion: v1\nkind: Pod\nmetadata:\n  name: 0123\n", ":4: ",
                        "metadata.name of this Pod must be a text, but is 83; write it in quotes"),
                Arguments.of(MAP + "  namespace: yes\n", ":5: ", "must be a text, but is true"),
                Arguments.of(MAP + "  labels: [app, shop]\n", ":5: ",
                        "metadata.labels of ConfigMap settings is a list here and must be a mapping"),
                Arguments.of(MAP + "  labels:\n    app: {name: shop}\n", ":6: ",
                        "metadata.labels.app of ConfigMap settings is a mapping here and must be a single value"),
                Arguments.of(MAP + "  labels:\n    app: shop\n    fresh: true\n", ":7: ",
                        "metadata.labels.fresh of ConfigMap settings is `true` here and must be a text; write it in quotes"),
                Arguments.of(MAP + "  annotations:\n    commit: 72225e2\n", ":6: ",
                        "metadata.annotations.commit of ConfigMap settings is `"),
                Arguments.of("apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: d}\nspec:\n  template:\n"
                        + "    metadata:\n      labels: {build: 58467965}\n", ":7: ",
                        "spec.template.metadata.labels.build of Deployment d is `58467965` here and must be a text"),
                Arguments.of(MAP + "  ownerReferences: {uid: x}\n", ":5: ", "must be a list"),
                Arguments.of(POD + "spec:\n  containers:\n    name: c\n", ":6: ",
                        "spec.containers of Pod lantern/cart is a mapping here and must be a list"),
                Arguments.of(POD + "spec:\n  containers:\n    - c\n", ":6: ",
                        "spec.containers.0 of Pod lantern/cart is `c` here and must be a mapping"),
                Arguments.of(POD + "spec: [c]\n", ":4: ", "spec of Pod lantern/cart is a list"),
                Arguments.of("apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: d}\nspec:\n  template:\n    spec:\n"
                        + "      containers: {name: c}\n", ":7: ",
                        "spec.template.spec.containers of Deployment d is a mapping"),
                Arguments.of("apiVersion: v1\nkind: Pod\nmetadata:\n\tname: cart\n", ":4: ",
                        "line 4: found character that cannot start any token"),
                Arguments.of("apiVersion: v1\nkind: Pod\nmetadata:\n  name: \"cart\n  namespace: lantern\n", ":4: ",
                        "found unexpected end of stream"),
                Arguments.of("apiVersion: v1\nkind: {{ .Values.kind }}\n", ":2: ", "Load what `helm template` prints"),
                Arguments.of("# nothing\n", ": ", "there is no object in here"),
                Arguments.of("", ": ", "there is no object in here"),
                Arguments.of("apiVersion: v1\nkind: List\nitems:\n", ": ", "there is no object in here"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"kind: ResourceQuota\nmetadata: {name: q}\nspec: {hard: {pods: \"LONG\"}}",
            "kind: Pod\nmetadata: {name: [\"LONG0\"]}", "kind: ConfigMap\nmetadata: \"LONG0\""})
    void a_refused_value_is_cut_however_long_it_is(String manifest) throws Exception {
        Path file = write("long.yaml", "apiVersion: v1\n" + manifest.replace("LONG", "7".repeat(100_000)) + "\n");

        assertThatThrownBy(() -> readAndCheck(file)).isInstanceOf(UserError.class)
                .hasMessageContaining("7".repeat(95)).hasMessageContaining(" characters)")
                .satisfies(e -> assertThat(e.getMessage().replace(folder.toString(), "")).hasSizeLessThan(400));
    }

    @ParameterizedTest
    @MethodSource("wrong")
    void a_wrong_manifest_is_named_with_file_and_line(String text, String line, String problem) throws Exception {
        Path file = write("wrong.yaml", text);

        assertThatThrownBy(() -> readAndCheck(file))
                .isInstanceOf(UserError.class)
                .hasMessageStartingWith(file + line)
                .hasMessageContaining(problem);
    }

    @Test
    void a_path_that_is_not_there_an_empty_folder_and_a_file_that_is_no_text_are_named() throws Exception {
        Path binary = Files.write(folder.resolve("x.yaml"), new byte[] {(byte) 0xff, (byte) 0xfe, 0, 1});

        assertThatThrownBy(() -> readAndCheck(folder.resolve("none")))
                .hasMessageContaining("there is no such file or folder");
        assertThatThrownBy(() -> readAndCheck(Files.createDirectory(folder.resolve("empty"))))
                .hasMessageContaining("holds no .yaml");
        assertThatThrownBy(() -> readAndCheck(binary)).hasMessageContaining("not UTF-8");
    }

    @Test
    void numbers_texts_and_unknown_fields_arrive_as_go_reads_them() throws Exception {
        Path file = write("n.yaml", POD
                + "spec: {a: 1, b: \"1\", c: 1.50, d: on, e: ~, g: '', h: 12345678901234567890, i: Grüße, j: 0555}\n");

        assertThat(readAndCheck(file).getFirst().object().get("spec").toString())
                .isEqualTo("{\"a\":1,\"b\":\"1\",\"c\":1.5,\"d\":true,\"e\":null,\"g\":\"\",\"h\":12345678901234567890,"
                        + "\"i\":\"Grüße\",\"j\":365}");
    }

    // ---- what else lies in a folder

    @Test
    void what_is_no_manifest_is_skipped_with_a_line_each() throws Exception {
        write("app.yaml", POD);
        write("kustomization.yaml", "resources: [app.yaml]\n");
        write("Chart.yaml", "apiVersion: v2\nname: shop\n");
        write("values.yaml", "replicas: 3\n");
        write("prices.yml", "- lamp: 5\n");
        write("package.json", "{\"name\": \"shop\", \"version\": \"1.0.0\"}\n");
        write("NOTES.txt", "Thank you for installing {{ .Chart.Name }}.\n");
        write("app.yaml~", "apiVersion: [");
        write(".app.yaml.swp", "b0VIM");
        Files.createDirectory(folder.resolve(".git"));
        write(".git/config.yaml", "apiVersion: [");

        assertThat(readAndCheck(folder)).extracting(Manifest::title).containsExactly("Pod lantern/cart");

        assertThat(reports()).containsExactly(
                ".app.yaml.swp: skipped: a hidden file",
                ".git: skipped: a hidden folder",
                "Chart.yaml: skipped: for Helm; load what `helm template` prints",
                "NOTES.txt: skipped: no .yaml, .yml or .json file",
                "app.yaml~: skipped: no .yaml, .yml or .json file",
                "kustomization.yaml: skipped: for kustomize; load what `kustomize build` prints",
                "values.yaml: skipped: for Helm; load what `helm template` prints",
                "package.json: skipped: it holds no object with apiVersion or kind",
                "prices.yml: skipped: it holds no object with apiVersion or kind");
    }

    @Test
    void the_settings_of_another_tool_need_no_name() throws Exception {
        Path file = write("skaffold.yaml", "apiVersion: tools.example/v1\nkind: Settings\nbuild: {}\n---\n" + POD);

        assertThat(ManifestChecks.check(ManifestReader.read(file, reports::add), reports::add)).hasSize(2);
    }

    @Test
    void loops_of_links_end_and_a_folder_may_be_a_link_itself() throws Exception {
        Path inner = Files.createDirectories(folder.resolve("real/inner"));
        Files.writeString(inner.resolve("app.yaml"), POD);
        Files.createSymbolicLink(inner.resolve("around"), folder.resolve("real"));
        Files.createSymbolicLink(inner.resolve("broken.yaml"), folder.resolve("nowhere.yaml"));
        Path link = Files.createSymbolicLink(folder.resolve("link"), folder.resolve("real"));

        assertThat(readAndCheck(link)).hasSize(1);

        assertThat(reports()).containsExactly(
                "link/inner/around: skipped: a link to a folder around it",
                "link/inner/broken.yaml: skipped: no regular file");
    }

    @Test
    void a_folder_of_foreign_files_alone_says_so() throws Exception {
        write("values.yaml", "replicas: 3\n");
        write("prices.yaml", "lamp: 5\n");

        assertThatThrownBy(() -> readAndCheck(folder)).isInstanceOf(UserError.class)
                .hasMessageContaining("there is no object in here");
    }

    // ---- what stands twice

    @Test
    void a_namespace_in_two_files_is_one_and_so_is_an_object_that_is_the_same() throws Exception {
        String namespace = "apiVersion: v1\nkind: Namespace\nmetadata: {name: lantern";
        write("a.yaml", namespace + "}\n---\n" + POD);
        write("b.yaml", namespace + ", labels: {team: shop}}\n---\n" + POD);

        assertThat(readAndCheck(folder)).extracting(Manifest::title).containsExactly("Namespace lantern", "Pod lantern/cart");

        assertThat(reports).hasSize(2).allMatch(report -> report.contains("b.yaml:")).last().asString()
                .contains("skipped Pod lantern/cart: it occurs already at ").endsWith("a.yaml:5");
    }

    @Test
    void objects_whose_names_the_server_makes_up_are_never_the_same() throws Exception {
        String job = "apiVersion: batch/v1\nkind: Job\nmetadata: {generateName: migrate-}\n";

        assertThat(readAndCheck(write("jobs.yaml", job + "---\n" + job))).extracting(Manifest::title)
                .containsExactly("Job migrate-", "Job migrate-");
    }

    @Test
    void the_items_of_a_typed_list_take_over_what_they_are() throws Exception {
        Path file = write("pods.yaml", "apiVersion: v1\nkind: PodList\nitems:\n- metadata: {name: cart}\n");

        assertThat(readAndCheck(file)).extracting(m -> m.apiVersion() + " " + m.title()).containsExactly("v1 Pod cart");
    }
}
