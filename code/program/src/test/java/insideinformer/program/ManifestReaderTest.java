package insideinformer.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ManifestReaderTest {

    private static final String POD = "apiVersion: v1\nkind: Pod\nmetadata: {name: cart, namespace: lantern}\n";

    @TempDir
    Path folder;

    private Path write(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    private List<Manifest> readAndCheck(Path path) throws UserError {
        List<Manifest> manifests = ManifestReader.read(path);
        ManifestChecks.check(manifests);
        return manifests;
    }

    @Test
    void every_document_of_every_file_in_a_folder_is_read_in_order_of_path() throws Exception {
        write("b.yaml", "# only a comment\n---\n" + POD.replace("cart", "search") + "---\n---\n" + POD.replace("cart",
                "checkout"));
        write("a.yml", POD);
        write("c.json", "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"settings\"}}");
        write("notes.txt", "no manifest");

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
                Arguments.of(POD + "---\n" + POD, ":7: ",
                        "Pod lantern/cart stands here a second time; the first is at "),
                Arguments.of(quota + "two\n", ":7: ",
                        "requests.cpu of ResourceQuota lantern/q: `two` is not a quantity"),
                Arguments.of(quota + "\"-1\"\n", ":7: ", "`-1` is negative"),
                Arguments.of(pod + "1GiB\n", ":9: ", "memory of Pod lantern/cart: `1GiB` is not a quantity"),
                Arguments.of(pod + "[1]\n", ":9: ", "is not an amount"),
                Arguments.of("a: &x 1\nb: *x\n", ":2: ", "alias"));
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

        assertThatThrownBy(() -> ManifestReader.read(folder.resolve("none")))
                .hasMessageContaining("there is no such file or folder");
        assertThatThrownBy(() -> ManifestReader.read(Files.createDirectory(folder.resolve("empty"))))
                .hasMessageContaining("holds no .yaml");
        assertThatThrownBy(() -> ManifestReader.read(binary)).hasMessageContaining("not UTF-8");
    }

    @Test
    void numbers_texts_and_unknown_fields_arrive_as_they_were_written() throws Exception {
        Path file = write("n.yaml", POD
                + "spec: {a: 1, b: \"1\", c: 1.50, d: true, e: null, g: '', h: 12345678901234567890, i: Grüße}\n");

        assertThat(readAndCheck(file).getFirst().object().get("spec").toString())
                .isEqualTo("{\"a\":1,\"b\":\"1\",\"c\":1.50,\"d\":true,\"e\":null,\"g\":\"\",\"h\":12345678901234567890,\"i\":\"Grüße\"}");
    }
}
