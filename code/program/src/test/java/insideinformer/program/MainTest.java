package insideinformer.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import insideinformer.api.ApiResource;
import insideinformer.api.Namespace;
import insideinformer.api.ObjectMeta;
import insideinformer.api.ResourceQuota;
import insideinformer.apiserver.ApiServer;
import insideinformer.client.RestClient;
import insideinformer.json.Json;
import insideinformer.wait.Cancellable;
import insideinformer.wait.Clock;
import insideinformer.wait.Context;
import insideinformer.wait.Wait;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The whole program, as {@code make run} calls it, within this process. */
class MainTest {

    private static final String LANTERN = "../ch14-controller-manager/manifests";
    private static final String POD_SPEC =
            "spec: {containers: [{name: c, image: c, resources: {requests: {cpu: 100m}}}]}\n";

    @TempDir
    Path folder;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private int run(String... args) {
        return Main.execute(
                new PrintStream(out, true, StandardCharsets.UTF_8), new PrintStream(err, true,
                        StandardCharsets.UTF_8), args);
    }

    private int once(Path manifests, String... more) {
        List<String> args = new ArrayList<>(List.of("--port", "0", "--once", "--manifests", manifests.toString()));
        args.addAll(List.of(more));
        return run(args.toArray(String[]::new));
    }

    private String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private String err() {
        return err.toString(StandardCharsets.UTF_8);
    }

    private Path write(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    /** The rows of the last table, their cells parted by one blank. */
    private List<String> quotaTable() {
        String text = out();
        return text.substring(text.lastIndexOf("NAMESPACE")).lines().skip(1).map(row -> row.replaceAll(" +", " "))
                .toList();
    }

    @Test
    void the_lantern_shop_settles_and_its_quotas_are_what_one_adds_up_by_hand() {
        int code = once(Path.of(LANTERN));

        assertThat(err()).isEmpty();
        assertThat(quotaTable()).containsExactly(
                "lantern batch pods 1 2",
                "lantern batch requests.cpu 250m 1",
                "lantern best-effort pods 0 1",
                "lantern compute limits.cpu 5900m 8",
                "lantern compute limits.memory 5888Mi 8Gi",
                "lantern compute pods 9 12",
                "lantern compute requests.cpu 2950m 4",
                "lantern compute requests.memory 5Gi 6Gi",
                "lantern objects configmaps 3 5",
                "lantern objects count/deployments.apps 3 5",
                "lantern objects count/jobs.batch 1 3",
                "lantern objects fast.storageclass.storage.k8s.io/requests.storage 10Gi 20Gi",
                "lantern objects persistentvolumeclaims 2 4",
                "lantern objects requests.storage 30Gi 50Gi",
                "lantern objects services 3 6",
                "lantern objects services.loadbalancers 1 1",
                "lantern objects services.nodeports 1 2",
                "lantern-staging tight pods 3 3",
                "lantern-staging tight requests.cpu 300m 500m",
                "lantern-staging tight services 1 1",
                "lantern-staging urgent pods 0 0");
        assertThat(code).isZero();
    }

    @Test
    void the_first_pod_is_followed_through_every_stage_to_its_end() {
        once(Path.of(LANTERN));

        assertThat(out().lines().filter(line -> line.contains(" ms ")).map(line -> line.replaceAll(" *\\d+ ms +", "")
                .replaceAll("@\\d+", "@N")))
                .containsSubsequence(
                        "quota admission       charges quota compute: limits.cpu 5900m -> 6300m, limits.memory 5888Mi -> 6Gi,"
                                + " pods 9 -> 10, requests.cpu 2950m -> 3150m, requests.memory 5Gi -> 5376Mi",
                        "Reflector             hears ADDED checkout-canary@N",
                        "DeltaFIFO             queues Added checkout-canary@N",
                        "SharedIndexInformer   pops [Added checkout-canary@N]: into the store, then to the listeners",
                        "ProcessorListener     calls the handlers' onAdd with checkout-canary@N",
                        "client                DELETE the pod",
                        "Reflector             hears DELETED checkout-canary@N",
                        "DeltaFIFO             queues Deleted checkout-canary@N",
                        "ProcessorListener     calls the handlers' onDelete with checkout-canary@N");
        assertThat(out())
                .containsPattern("quota controller +quota lantern/compute: wrote the status: used \\{limits.cpu=5900m");
    }

    @Test
    void what_does_not_settle_in_time_is_named_and_gives_1() throws Exception {
        Path manifests = write("shop.yaml", """
                apiVersion: v1
                kind: ResourceQuota
                metadata: {name: q, namespace: shop}
                spec: {hard: {pods: 5}}
                ---
                apiVersion: apps/v1
                kind: StatefulSet
                metadata: {name: cart, namespace: shop}
                spec:
                  replicas: 1
                  serviceName: cart
                  selector: {matchLabels: {app: cart}}
                  template:
                    metadata: {labels: {app: cart}}
                    spec: {containers: [{name: c, image: c}]}
                  volumeClaimTemplates: [{metadata: {name: "Not A Name"}, spec: {accessModes: [ReadWriteOnce]}}]
                """);

        int code = once(manifests, "--timeout", "10");

        assertThat(code).isEqualTo(1);
        assertThat(out()).contains("It has not settled in time. Still missing:\n  StatefulSet shop/cart lacks pods: ");
        assertThat(err()).isEmpty();
    }

    @Test
    void nothing_to_load_settles_at_once() {
        assertThat(run("--port", "0", "--once", "--manifests", "none")).isZero();

        assertThat(quotaTable()).isEmpty();
    }

    @Test
    void what_helm_writes_is_loaded_as_far_as_this_server_goes() throws Exception {
        Path manifests = write("chart.yaml", """
                ---
                # Source: shop/templates/crd.yaml
                apiVersion: apiextensions.k8s.io/v1
                kind: CustomResourceDefinition
                metadata: {name: lamps.shop.example}
                ---
                # Source: shop/templates/empty.yaml
                ---
                # Source: shop/templates/list.yaml
                apiVersion: v1
                kind: List
                items:
                  - apiVersion: v1
                    kind: ResourceQuota
                    metadata: {name: q, namespace: shop}
                    spec: {hard: {pods: "3", configmaps: "2"}}
                  - apiVersion: v1
                    kind: ConfigMap
                    metadata: {name: settings, namespace: shop, annotations: {"helm.sh/hook": pre-install}}
                ---
                # Source: shop/templates/lamp.yaml
                apiVersion: shop.example/v1
                kind: Lamp
                metadata: {name: red, namespace: shop}
                """);

        int code = once(manifests);

        assertThat(code).isZero();
        assertThat(out())
                .contains("chart.yaml:3: skipped CustomResourceDefinition lamps.shop.example: this server serves no kind")
                .contains("chart.yaml:22: skipped Lamp shop/red")
                .contains("namespace shop is named but not in the manifests: created");
        assertThat(quotaTable()).containsExactly("shop q configmaps 2 2", "shop q pods 0 3");
    }

    @Test
    void an_object_that_a_quota_refuses_is_reported_with_its_place() throws Exception {
        Path manifests = write("shop.yaml", """
                apiVersion: v1
                kind: ResourceQuota
                metadata: {name: q, namespace: shop}
                spec: {hard: {configmaps: "2"}}
                ---
                apiVersion: v1
                kind: ConfigMap
                metadata: {name: one, namespace: shop}
                ---
                apiVersion: v1
                kind: ConfigMap
                metadata: {name: two, namespace: shop}
                """);

        assertThat(once(manifests)).isZero();

        assertThat(out()).contains("shop.yaml:10: refused: ").contains("exceeded quota: q");
    }

    // ---- manifests as people write them

    private static final String TALLY = "{apiVersion: v1, kind: ResourceQuota, metadata: {name: tally, namespace: shop},"
            + " spec: {hard: {pods: 9, requests.cpu: 4, configmaps: 9, count/jobs.batch: 9}}}\n---\n";

    private void tallies(String... rows) {
        assertThat(err()).isEmpty();
        assertThat(quotaTable()).contains(rows);
    }

    @Test
    void aliases_and_merge_keys_make_whole_workloads() throws Exception {
        once(write("m.yaml", TALLY + """
                apiVersion: apps/v1
                kind: Deployment
                metadata: {name: &name lamps, namespace: shop, labels: &labels {app: *name, tier: front}}
                spec:
                  replicas: 2
                  selector: {matchLabels: *labels}
                  template:
                    metadata: {labels: *labels}
                    spec:
                      containers:
                        - &lamp {name: *name, image: lamps, resources: &cost {requests: {cpu: 200m}}}
                        - {<<: *lamp, name: second}
                        - {name: third, image: c, resources: {<<: [*cost, {claims: []}]}}
                """));

        tallies("shop tally pods 2 9", "shop tally requests.cpu 1200m 4");
    }

    @Test
    void nulls_are_as_absent_whatever_they_are_written_like() throws Exception {
        once(write("m.yaml", TALLY + """
                apiVersion: apps/v1
                kind: Deployment
                metadata: {name: lamps, namespace: shop, labels: , annotations: ~}
                spec:
                  replicas: Null
                  selector: {matchLabels: {app: lamps}}
                  template:
                    metadata: {labels: {app: lamps}, annotations: NULL}
                    spec:
                      nodeSelector:
                      overhead: ~
                      volumes: null
                      containers:
                        - {name: c, image: c, env: , resources: {requests: {cpu: 100m, memory: null}, limits: ~}}
                        - {name: d, image: c, resources: {requests: {cpu: 50m, memory: }}}
                ---
                {apiVersion: v1, kind: Pod, metadata: {name: one, namespace: shop, labels: ~},
                 spec: {volumes: ~, containers: [{name: c, image: c, resources: {requests: {cpu: 100m, memory: }, limits: ~}}]}}
                """));

        tallies("shop tally pods 2 9", "shop tally requests.cpu 250m 4");
    }

    @Test
    void objects_without_names_get_some() throws Exception {
        String job = "{apiVersion: batch/v1, kind: Job, metadata: {generateName: move-, namespace: shop}, "
                + "spec: {template: {spec: {restartPolicy: Never, containers: [{name: c, image: c, resources: {requests: {cpu: 1m}}}]}}}}\n---\n";
        String pod = "{apiVersion: v1, kind: Pod, metadata: {generateName: p-, namespace: shop}, "
                + POD_SPEC.strip() + "}\n";

        once(write("m.yaml", TALLY + job + job + pod));

        tallies("shop tally count/jobs.batch 2 9", "shop tally pods 3 9");
    }

    @Test
    void marks_of_byte_order_and_json_one_after_the_other_are_read() throws Exception {
        String map = "{\"apiVersion\": \"v1\", \"kind\": \"ConfigMap\",\n\t\"metadata\": {\"name\": \"%s\", \"namespace\": \"shop\"}}\n";
        write("a.yaml", "\uFEFF" + TALLY + "\uFEFFapiVersion: v1\r\nkind: ConfigMap\r\nmetadata: {name: one, namespace: shop}\r\n");
        write("b.json", map.formatted("two") + map.formatted("three"));

        once(folder);

        tallies("shop tally configmaps 4 9");
    }

    @Test
    void a_namespace_in_two_files_and_foreign_files_are_no_hindrance() throws Exception {
        String namespace = "apiVersion: v1\nkind: Namespace\nmetadata: {name: shop}\n---\n";
        write("a.yaml", namespace + TALLY + "{apiVersion: v1, kind: ConfigMap, metadata: {name: one, namespace: shop}}\n");
        write("b.yaml", namespace + "{apiVersion: v1, kind: ConfigMap, metadata: {name: two, namespace: shop}}\n");
        write("kustomization.yaml", "apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nresources: [a.yaml]\n");

        once(folder);

        tallies("shop tally configmaps 3 9");
        assertThat(out()).contains("kustomization.yaml: skipped: for kustomize");
    }

    @Test
    void a_lone_pod_is_followed_in_a_namespace_that_is_made_for_it_and_stays() throws Exception {
        int code = once(write("pod.yaml", "apiVersion: v1\nkind: Pod\nmetadata: {name: cart, namespace: shop}\n" + POD_SPEC));

        assertThat(err()).isEmpty();
        assertThat(code).isZero();
        assertThat(out()).containsSubsequence(
                "loading    1 objects from ", "namespace shop is named but not in the manifests: created",
                "following  pod shop/cart of ",
                "ProcessorListener     calls the handlers' onAdd with cart@", "NAMESPACE")
                .doesNotContain("DELETE");
    }

    @Test
    void a_followed_pod_is_counted_and_takes_its_turn() throws Exception {
        String pod = "---\napiVersion: v1\nkind: Pod\nmetadata: {name: NAME, namespace: shop}\n" + POD_SPEC;

        once(write("pods.yaml", TALLY.replace("pods: 9", "pods: 2") + pod.replace("NAME", "one").substring(4)
                + pod.replace("NAME", "two").replace("100m", "200m") + pod.replace("NAME", "three").replace("100m", "400m")));

        tallies("shop tally pods 2 2", "shop tally requests.cpu 300m 4");
        assertThat(out()).contains("following  pod shop/one").containsPattern("pods.yaml:13: refused: .*\"three\" is forbidden");
    }

    @Test
    void a_followed_pod_that_a_quota_refuses_ends_its_story_and_nothing_else() throws Exception {
        int code = once(write("pods.yaml", TALLY.replace("pods: 9", "pods: 0")
                + "apiVersion: v1\nkind: Pod\nmetadata: {name: one, namespace: shop}\n" + POD_SPEC
                + "---\n{apiVersion: v1, kind: ConfigMap, metadata: {name: two, namespace: shop}}\n"));

        assertThat(code).isZero();
        tallies("shop tally pods 0 0", "shop tally configmaps 2 9");
        assertThat(out()).contains("the pod was refused, so its way ends here");
    }

    // ---- the end

    private static Process start(String... args) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp", System.getProperty("java.class.path"), Main.class.getName(), "--port", "0", "--manifests"));
        command.addAll(List.of(args));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        assumeThat(process.supportsNormalTermination()).as("this system can ask a process to end").isTrue();
        return process;
    }

    /** @return all that it printed */
    private static String stopAfter(String line, Process process) throws Exception {
        try (BufferedReader lines = process.inputReader()) {
            StringBuilder printed = new StringBuilder();
            for (String read = lines.readLine(); read != null; read = lines.readLine()) {
                printed.append(read).append('\n');
                if (read.startsWith(line)) {
                    process.toHandle().destroy(); // process.destroy() would close what it still prints
                }
            }
            process.waitFor();
            return printed.toString();
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    @Timeout(value = 5, unit = TimeUnit.MINUTES) // most of it is the start of a JVM, which is slow on a busy machine
    void told_to_stop_it_ends_in_order_and_gives_0() throws Exception {
        Process process = start("none");

        String printed = stopAfter("Ctrl-C ends it.", process);

        assertThat(printed).endsWith("stopping\n");
        assertThat(process.exitValue()).isZero();
    }

    @Test
    @Timeout(value = 5, unit = TimeUnit.MINUTES) // as above
    void broken_off_before_it_has_settled_once_gives_no_0() throws Exception {
        Process process = start(LANTERN, "--once");

        stopAfter("API server", process);

        assertThat(process.exitValue()).isNotZero();
    }

    // ---- what the user can correct

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            a: [1, 2                                                                              | not valid YAML
            {apiVersion: v1, kind: ResourceQuota, metadata: {name: q}, spec: {hard: {cpu: two}}}  | `two` is not a quantity
            {apiVersion: v1, kind: Pod, metadata: {name: Not A Name}, spec: {containers: []}}     | the server does not take Pod Not A Name
            {apiVersion: v1, kind: ConfigMap, metadata: {name: c, labels: [a, b]}}                | metadata.labels of ConfigMap c is a list
            {apiVersion: v1, kind: ConfigMap, metadata: {name: c, creationTimestamp: soon}}       | ConfigMap c
            {apiVersion: v1, kind: ConfigMap, metadata: {name: c, namespace: Not A Name}}         | does not take the namespace Not A Name
            {apiVersion: v1, kind: ConfigMap, metadata: {namespace: shop}}                        | has no metadata.name
            {apiVersion: v1, kind: ConfigMap, metadata: {name: c}, data: [1]}                     | ConfigMap c
            {apiVersion: v1, kind: ResourceQuota, metadata: {name: c}, spec: {hard: [pods]}}      | spec.hard of ResourceQuota c is a list
            {apiVersion: apps/v1, kind: Deployment, metadata: {name: c}, spec: []}                | Deployment c
            {apiVersion: apps/v1, kind: Deployment, metadata: {name: c}, spec: {template: x}}     | spec.template of Deployment c is `x`
            {apiVersion: v1, kind: Pod, metadata: {name: c}, spec: {containers: {name: c}}}       | spec.containers of Pod c is a mapping
            {apiVersion: v1, kind: Pod, metadata: {name: c}, spec: {overhead: {cpu: []}}}         | is not an amount
            - just\u0020a list                                                                   | not an object
            a: *b                                                                                 | the alias *b has no anchor
            """)
    void a_wrong_manifest_gives_2_and_one_sentence(String text, String problem) throws Exception {
        // the first pod is followed and not just created, so another one comes first
        Path manifests = write("wrong.yaml", text.contains("Not A Name")
                ? "{apiVersion: v1, kind: Pod, metadata: {name: followed}, spec: {containers: [{name: c, image: c}]}}\\n---\\n".translateEscapes() + text
                : text + "\n");

        int code = once(manifests);

        assertThat(err()).contains("wrong.yaml:").contains(problem).doesNotContain("\tat ");
        assertThat(err().lines()).hasSize(1);
        assertThat(code).isEqualTo(2);
    }

    @Test
    void a_first_pod_that_the_server_does_not_take_gives_2_with_its_place() throws Exception {
        Path manifests = write("wrong.yaml",
                "{apiVersion: v1, kind: Pod, metadata: {name: Not A Name}, spec: {containers: []}}\n");

        assertThat(once(manifests)).isEqualTo(2);

        assertThat(err()).contains("wrong.yaml:1: the server does not take Pod Not A Name").doesNotContain("\tat ");
    }

    @Test
    void twins_give_2() throws Exception {
        String pod = "apiVersion: v1\nkind: Pod\nmetadata: {name: cart}\n" + POD_SPEC;

        assertThat(once(write("twins.yaml", pod + "---\n" + pod.replace("100m", "200m")))).isEqualTo(2);

        assertThat(err()).contains("Pod cart occurs here a second time").doesNotContain("\tat ");
    }

    @Test
    void a_path_that_is_not_there_gives_2() {
        assertThat(once(folder.resolve("none.yaml"))).isEqualTo(2);

        assertThat(err()).contains("there is no such file or folder").doesNotContain("\tat ");
    }

    @Test
    void a_used_port_gives_2_and_says_what_to_do() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            int port = taken.getLocalPort();

            assertThat(run("--port", String.valueOf(port), "--once", "--manifests", "none")).isEqualTo(2);
            assertThat(err())
                    .isEqualToIgnoringNewLines("port %d is taken by another program; choose another one: make run PORT=%d".formatted(port, port + 1));
        }
    }

    @Test
    void a_used_site_port_gives_2_and_says_what_to_do() throws Exception {
        write("index.html", "<p>");
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            int port = taken.getLocalPort();

            assertThat(run("--port", "0", "--site", folder.toString(), "--site-port", String.valueOf(port),
                    "--manifests", "none")).isEqualTo(2);
            assertThat(err()).contains("make run SITE_PORT=" + (port + 1)).doesNotContain("\tat ");
        }
    }

    @ParameterizedTest
    @CsvSource({"--port,-1,PORT is -1", "--port,70000,PORT is 70000", "--site-port,70000,SITE_PORT is 70000",
            "--timeout,0,TIMEOUT is 0",
        "--timeout,soon,soon", "--port,x,x"})
    void a_wrong_setting_gives_2(String option, String value, String message) {
        assertThat(run(option, value, "--once", "--manifests", "none")).isEqualTo(2);

        assertThat(err()).contains(message).doesNotContain("\tat ");
        assertThat(err().lines()).hasSize(1);
    }

    // ---- audits

    private Path kubeconfig(String server) throws IOException {
        return write("kubeconfig", """
                apiVersion: v1
                kind: Config
                current-context: test
                contexts: [{name: test, context: {cluster: test, user: test}}]
                clusters: [{name: test, cluster: {server: "%s"}}]
                users: [{name: test, user: {}}]
                """.formatted(server));
    }

    @Test
    void an_audit_gives_0_if_all_is_right_and_3_if_an_amount_differs_and_writes_nothing() throws Exception {
        try (ApiServer server = ApiServer.builder().build().start();
                RestClient client = new RestClient(server.uri())) {
            Context context = Context.background();
            client.resource(ApiResource.NAMESPACES).create(context, new Namespace("v1", "Namespace",
                    ObjectMeta.named("", "shop"), null, Map.of()));
            var quotas = client.resource(ApiResource.RESOURCE_QUOTAS).inNamespace("shop");
            ResourceQuota quota = quotas.create(context, read("""
                    {"metadata":{"name":"q"},"spec":{"hard":{"configmaps":"5"}}}"""));
            quotas.updateStatus(context, quota.withStatus(read("""
                    {"status":{"hard":{"configmaps":"5"},"used":{"configmaps":"0"}}}""").status()));
            Path kubeconfig = kubeconfig(server.uri().toString());
            server.faults().forgetRequests();

            assertThat(run("--audit", "--kubeconfig", kubeconfig.toString())).isZero();
            assertThat(out()).contains("1 amounts in all, none differs");
            client.resource(ApiResource.CONFIG_MAPS).inNamespace("shop").create(context, Json.MAPPER.readValue(
                    "{\"metadata\":{\"name\":\"c\"}}", insideinformer.api.ConfigMap.class));
            assertThat(run("--audit", "--kubeconfig", kubeconfig.toString())).isEqualTo(3);

            assertThat(out()).containsPattern("shop +q +configmaps +0 +1 +5 +differs").contains("1 differ");
            assertThat(server.faults().requests()).filteredOn(r -> !r.method().equals("GET"))
                    .extracting(r -> r.verb()).as("writes").containsExactly("create"); // the test's own
        }
    }

    private static ResourceQuota read(String json) {
        return Json.MAPPER.readValue(json, ResourceQuota.class);
    }

    @Test
    void an_audit_of_a_server_that_cannot_be_reached_or_without_a_server_gives_2() throws Exception {
        assertThat(run("--audit", "--kubeconfig", kubeconfig("http://127.0.0.1:1").toString())).isEqualTo(2);
        assertThat(err()).contains("cannot be asked").doesNotContain("\tat ");

        assertThat(run("--audit")).isEqualTo(2);
        assertThat(err()).contains("make run AUDIT=1 KUBECONFIG=file");
        assertThat(run("--write")).isEqualTo(2);
        assertThat(err()).contains("make run WRITE=1 KUBECONFIG=file");
        assertThat(run("--write", "--audit", "--kubeconfig", "x")).isEqualTo(2);
        assertThat(err()).contains("choose one of them");
        assertThat(run("--write", "--kubeconfig", kubeconfig("http://127.0.0.1:1").toString())).isEqualTo(2);

        assertThat(run("--audit", "--kubeconfig", folder.resolve("none").toString())).isEqualTo(2);
        assertThat(run("--audit", "--kubeconfig", write("bad", "a: [").toString())).isEqualTo(2);
        assertThat(err()).doesNotContain("\tat ");
    }

    @Test
    void a_controller_on_another_server_writes_what_is_wrong_until_it_is_told_to_stop() throws Exception {
        try (ApiServer server = ApiServer.builder().build().start();
                RestClient client = new RestClient(server.uri());
                Cancellable context = Context.background().withCancel()) {
            client.resource(ApiResource.NAMESPACES).create(context, new Namespace("v1", "Namespace",
                    ObjectMeta.named("", "shop"), null, Map.of()));
            var quotas = client.resource(ApiResource.RESOURCE_QUOTAS).inNamespace("shop");
            quotas.create(context, read("""
                    {"metadata":{"name":"q"},"spec":{"hard":{"configmaps":"5"}}}"""));
            Path kubeconfig = kubeconfig(server.uri().toString());
            ByteArrayOutputStream said = new ByteArrayOutputStream();
            CompletableFuture<Integer> code = new CompletableFuture<>();
            Thread.ofVirtual().start(() -> {
                try {
                    QuotaController.run(client, kubeconfig, new PrintStream(said, true), context);
                    code.complete(0);
                } catch (Throwable e) {
                    code.completeExceptionally(e);
                }
            });

            Wait.pollImmediateUntil(Context.background(), Clock.system(), Duration.ofMillis(5), c -> {
                ResourceQuota quota = quotas.get(c, "q");
                return quota.status() != null && quota.status().used().equals(Map.of("configmaps", "0"));
            });
            context.cancel();

            assertThat(code.get()).isZero();
            assertThat(said.toString()).contains("Ctrl-C ends it").contains("shop/q wrote the status: used {configmaps=0}");
        }
    }
}
