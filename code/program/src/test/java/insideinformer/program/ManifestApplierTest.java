package insideinformer.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import insideinformer.api.ApiResource;
import insideinformer.api.ListOptions;
import insideinformer.api.ResourceQuota;
import insideinformer.api.ResourceQuotaStatus;
import insideinformer.apiserver.ApiServer;
import insideinformer.apiserver.admission.QuotaAdmission;
import insideinformer.apiserver.faults.SeenRequest;
import insideinformer.client.ResourceClient;
import insideinformer.client.RestClient;
import insideinformer.json.Json;
import insideinformer.wait.Cancellable;
import insideinformer.wait.Clock;
import insideinformer.wait.Context;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

class ManifestApplierTest {

    private static final String QUOTA =
            "{apiVersion: v1, kind: ResourceQuota, metadata: {name: q, namespace: shop}, spec: {hard: {configmaps: 1}}}\n";
    private static final String MAP = "{apiVersion: v1, kind: ConfigMap, metadata: {name: NAME, namespace: shop}}\n";

    @TempDir
    Path folder;

    private final Cancellable context = Context.background().withCancel();
    private final List<String> reports = new ArrayList<>();
    private ApiServer server;
    private RestClient client;

    @BeforeEach
    void start() throws Exception {
        server = ApiServer.builder().admission(new QuotaAdmission(Clock.system())).build().start();
        client = new RestClient(server.uri());
    }

    @AfterEach
    void stop() {
        context.cancel();
        client.close();
        server.close();
    }

    private boolean apply(Context until, String... documents) throws Exception {
        Path file = Files.writeString(folder.resolve("m.yaml"), String.join("---\n", documents));
        return new ManifestApplier(client, Clock.system(), reports::add).apply(until, ManifestReader.read(file, reports::add),
                manifest -> Optional.empty());
    }

    private static CompletableFuture<Boolean> inBackground(Callable<Boolean> work) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return work.call();
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        });
    }

    /** What the quota controller does with a new quota. */
    private void count(String namespace, String name, String resource) throws Exception {
        ResourceClient<ResourceQuota> quotas = client.resource(ApiResource.RESOURCE_QUOTAS).inNamespace(namespace);
        ResourceQuota quota = quotas.get(context, name);
        quotas.updateStatus(context, quota.withStatus(
                new ResourceQuotaStatus(quota.spec().hard(), Map.of(resource, "0"), Map.of())));
    }

    private List<String> creates() {
        return server.faults().requests().stream().filter(r -> r.verb().equals("create"))
                .map(SeenRequest::resource).map(Object::toString).toList();
    }

    @Test
    void namespaces_come_first_then_quotas_then_the_rest_in_its_order() throws Exception {
        boolean all = apply(context, MAP.replace("NAME", "one"),
                "{apiVersion: v1, kind: ResourceQuota, metadata: {name: q, namespace: shop}, spec: {}}\n",
                "{apiVersion: apps/v1, kind: Deployment, metadata: {name: d, namespace: shop}, spec: {selector: {matchLabels: {a: b}},"
                        + " template: {metadata: {labels: {a: b}}, spec: {containers: [{name: c, image: c}]}}}}\n",
                "{apiVersion: v1, kind: Namespace, metadata: {name: shop}}\n");

        assertThat(all).isTrue();
        assertThat(creates()).containsExactly("namespaces", "resourcequotas", "configmaps", "deployments.apps");
        assertThat(reports).isEmpty();
    }

    @Test
    void a_namespace_that_is_only_named_is_created_and_one_that_is_there_is_none_of_its_business() throws Exception {
        apply(context, MAP.replace("NAME", "one"));
        apply(context, MAP.replace("NAME", "two"), "{apiVersion: v1, kind: Namespace, metadata: {name: shop}}\n");

        assertThat(reports).containsExactly("namespace shop is named but not in the manifests: created");
        assertThat(client.resource(ApiResource.CONFIG_MAPS).inNamespace("shop").list(context, ListOptions.EMPTY)
                .items()).hasSize(2);
    }

    @Test
    void an_object_without_a_namespace_goes_to_the_default_one() throws Exception {
        apply(context, "{apiVersion: v1, kind: ConfigMap, metadata: {name: one}}\n");

        assertThat(client.resource(ApiResource.CONFIG_MAPS).inNamespace("default").get(context, "one").metadata()
                .name()).isEqualTo("one");
    }

    @Test
    void a_kind_that_is_not_served_is_skipped_with_its_place() throws Exception {
        assertThat(apply(context, MAP.replace("NAME", "one"),
                "{apiVersion: shop.example/v1, kind: Lamp, metadata: {name: red}}\n")).isTrue();

        assertThat(reports).anySatisfy(report -> assertThat(report)
                .endsWith("m.yaml:3: skipped Lamp red: this server serves no kind Lamp of shop.example/v1"));
    }

    @Test
    void what_yaml_writes_in_many_ways_is_stored_as_json_has_it() throws Exception {
        apply(context, """
                apiVersion: v1
                kind: Pod
                metadata: {name: lamp, labels: &labels {app: lamp}, annotations: ~}
                spec:
                  hostNetwork: No
                  enableServiceLinks: off
                  nodeSelector: *labels
                  containers:
                    - &first
                      name: bulb
                      image: lamp:1
                      tty: TRUE
                      resources: {requests: {cpu: 100m, memory: }, limits: NULL}
                    - <<: *first
                      name: shade
                  volumes:
                    - {name: v, configMap: {name: c, defaultMode: 0555}}
                    - {name: w, secret: {secretName: s, defaultMode: 0o400}}
                """);

        JsonNode spec = Json.MAPPER.readTree(Json.MAPPER.writeValueAsString(
                client.resource(ApiResource.PODS).inNamespace("default").get(context, "lamp").spec()));
        assertThat(spec.at("/hostNetwork").toString() + spec.at("/enableServiceLinks")).isEqualTo("falsefalse");
        assertThat(spec.at("/nodeSelector/app").asString()).isEqualTo("lamp");
        assertThat(spec.at("/containers/1").toString()).contains("\"name\":\"shade\"", "\"image\":\"lamp:1\"", "\"tty\":true",
                "\"requests\":{\"cpu\":\"100m\"}");
        assertThat(spec.at("/volumes/0/configMap/defaultMode").isNumber()).isTrue();
        assertThat(spec.at("/volumes/0/configMap/defaultMode").asInt()).isEqualTo(365);
        assertThat(spec.at("/volumes/1/secret/defaultMode").asInt()).isEqualTo(256);
    }

    @Test
    void a_quota_whose_name_the_server_makes_up_is_waited_for_as_well() throws Exception {
        CompletableFuture<Boolean> applied = inBackground(
                () -> apply(context, QUOTA.replace("name: q", "generateName: q-"), MAP.replace("NAME", "one")));
        server.faults().awaitRequests(r -> r.is("get", "resourcequotas"), 3);
        assertThat(creates()).doesNotContain("configmaps");
        String name = client.resource(ApiResource.RESOURCE_QUOTAS).inNamespace("shop").list(context, ListOptions.EMPTY)
                .items().getFirst().metadata().name();

        count("shop", name, "configmaps");

        assertThat(applied.get(20, TimeUnit.SECONDS)).isTrue();
        assertThat(name).startsWith("q-");
        assertThat(creates()).contains("configmaps");
    }

    @Test
    void a_namespace_on_an_object_of_a_kind_without_namespaces_is_nothing() throws Exception {
        apply(context, "{apiVersion: scheduling.k8s.io/v1, kind: PriorityClass, metadata: {name: high, namespace: shop}, value: 5}\n");

        assertThat(creates()).contains("priorityclasses.scheduling.k8s.io");
        assertThat(reports).isEmpty();
    }

    @Test
    void a_namespace_that_no_server_takes_is_refused_with_its_place() {
        assertThatThrownBy(() -> apply(context, MAP.replace("NAME", "one"),
                MAP.replace("NAME", "two").replace("shop", "Not A Name")))
                .isInstanceOf(UserError.class)
                .hasMessageContaining("m.yaml:3: the server does not take the namespace Not A Name: ");
    }

    @Test
    void an_invalid_object_is_refused_with_its_place() {
        assertThatThrownBy(() -> apply(context, MAP.replace("NAME", "one"),
                "{apiVersion: v1, kind: ConfigMap, metadata: {name: Not A Name, namespace: shop}}\n"))
                .isInstanceOf(UserError.class)
                .hasMessageContaining("m.yaml:3: the server does not take ConfigMap shop/Not A Name: ");
    }

    /** Each time one value of a good manifest becomes another, of any type. */
    @Test
    void whatever_stands_in_a_manifest_it_is_taken_or_refused_in_one_sentence() throws Exception {
        Random random = new Random(43);
        List<String> good = List.of("""
                {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "NAME", "labels": {"a": "b"}, "ownerReferences": []},
                 "spec": {"containers": [{"name": "c", "image": "c", "env": [{"name": "A", "value": "b"}], "ports": [{"containerPort": 80}],
                  "resources": {"requests": {"cpu": 1}, "limits": {"cpu": "2"}}}], "volumes": [{"name": "v", "emptyDir": {}}],
                  "tolerations": [{"key": "k"}], "nodeSelector": {"a": "b"}, "overhead": {"cpu": "1m"}, "priority": 5}}""", """
                {"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "NAME", "annotations": {"a": "b"}},
                 "spec": {"replicas": 1, "selector": {"matchLabels": {"a": "b"}}, "template": {"metadata": {"labels": {"a": "b"}},
                  "spec": {"containers": [{"name": "c", "image": "c"}]}}}}""", """
                {"apiVersion": "v1", "kind": "Service", "metadata": {"name": "NAME", "finalizers": ["a/b"]},
                 "spec": {"type": "NodePort", "ports": [{"port": 80, "nodePort": 30080, "name": "http"}], "selector": {"a": "b"}}}""", """
                {"apiVersion": "v1", "kind": "PersistentVolumeClaim", "metadata": {"generateName": "NAME", "namespace": "default"},
                 "spec": {"accessModes": ["ReadWriteOnce"], "resources": {"requests": {"storage": "1Gi"}}, "storageClassName": "s"}}""", """
                {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "NAME", "creationTimestamp": null}, "data": {"a": "b"}}""");
        List<String> values = List.of("null", "true", "7", "-1", "1.5", "1e400", "99999999999999999999", "\"\"", "\"text\"", "[]", "{}",
                "[null]", "{\"a\": null}", "[[1]]", "{\"a\": {\"b\": []}}", "\"\\u0000\"", "\"2026-13-45T00:00:00Z\"");
        for (int i = 0; i < 600; i++) {
            ObjectNode object = (ObjectNode) Json.MAPPER.readTree(good.get(i % good.size()).replace("NAME", "n" + i));
            List<JsonNode> parents = new ArrayList<>();
            collect(object, parents);
            JsonNode parent = parents.get(random.nextInt(parents.size()));
            JsonNode value = Json.MAPPER.readTree(values.get(random.nextInt(values.size())));
            if (parent instanceof ObjectNode map && !map.isEmpty()) {
                map.set(new ArrayList<>(map.propertyNames()).get(random.nextInt(map.size())), value);
            } else if (parent instanceof ArrayNode array && !array.isEmpty()) {
                array.set(random.nextInt(array.size()), value);
            }
            Path file = Files.writeString(folder.resolve("m.yaml"), object.toString());
            try {
                List<Manifest> manifests = ManifestChecks.check(ManifestReader.read(file, reports::add), reports::add);
                new ManifestApplier(client, Clock.system(), reports::add)
                        .apply(context, manifests, manifest -> Optional.empty());
            } catch (UserError e) {
                assertThat(e.getMessage()).startsWith(file + ":").hasLineCount(1);
            } catch (RuntimeException e) {
                throw new AssertionError(object.toString(), e);
            }
        }
    }

    private static void collect(JsonNode node, List<JsonNode> containers) {
        if (node.isContainer()) {
            containers.add(node);
            node.forEach(child -> collect(child, containers));
        }
    }

    @Test
    void an_object_that_is_there_already_is_named() throws Exception {
        apply(context, MAP.replace("NAME", "one"));

        assertThatThrownBy(() -> apply(context, MAP.replace("NAME", "one")))
                .isInstanceOf(UserError.class)
                        .hasMessageContaining("m.yaml:1: the server does not take ConfigMap shop/one: ")
                        .hasMessageContaining("already exists");
    }

    @Test
    void nothing_is_created_before_the_quotas_have_been_counted() throws Exception {
        CompletableFuture<Boolean> applied = inBackground(
                () -> apply(context, QUOTA, MAP.replace("NAME", "one"), MAP.replace("NAME", "two")));
        server.faults().awaitRequests(r -> r.is("get", "resourcequotas"), 3);
        assertThat(creates()).doesNotContain("configmaps");

        count("shop", "q", "configmaps");

        assertThat(applied.get(20, TimeUnit.SECONDS)).isTrue();
        assertThat(reports).last().asString().contains("m.yaml:5: refused: ").contains("exceeded quota: q");
    }

    @Test
    void a_quota_that_nobody_counts_in_time_is_named() throws Exception {
        Cancellable limited = context.withCancel();
        CompletableFuture<Boolean> applied = inBackground(
                () -> apply(limited, QUOTA, MAP.replace("NAME", "one")));
        server.faults().awaitRequests(r -> r.is("get", "resourcequotas"), 3);

        limited.cancel();

        assertThat(applied.get(20, TimeUnit.SECONDS)).isFalse();

        assertThat(reports).last().asString().endsWith("m.yaml:1: ResourceQuota shop/q was not counted in time");
        assertThat(creates()).doesNotContain("configmaps");
    }

    @Test
    void the_controller_is_at_work_when_it_has_counted_a_quota_which_is_gone_then() throws Exception {
        CompletableFuture<Boolean> atWork = inBackground(
                () -> new ManifestApplier(client, Clock.system(), reports::add).awaitController(context));
        server.faults().awaitRequests(r -> r.is("get", "resourcequotas"), 3);
        assertThat(atWork).isNotDone();

        count("default", "is-the-controller-at-work", "services");

        assertThat(atWork.get(20, TimeUnit.SECONDS)).isTrue();
        assertThat(client.resource(ApiResource.RESOURCE_QUOTAS).list(context, ListOptions.EMPTY).items()).isEmpty();
        assertThat(reports).isEmpty();
    }
}
