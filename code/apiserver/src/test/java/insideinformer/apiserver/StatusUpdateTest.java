package insideinformer.apiserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import insideinformer.api.GroupVersionResource;
import insideinformer.apiserver.kinds.ServedTypes;
import insideinformer.apiserver.kinds.ResourceType;
import insideinformer.apiserver.store.Meta;
import insideinformer.testing.Spec;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What a write to a kind's status keeps of the stored object, and what it takes from the client. */
class StatusUpdateTest {

    private static final List<String> METADATA = List.of("labels", "annotations", "finalizers", "ownerReferences");

    /** Beside the spec, which all keep. */
    private static final Map<String, List<String>> KEPT = Map.of(
            "Deployment", List.of("labels"),
            "Pod", List.of("ownerReferences"),
            "Thing", METADATA);

    private static final ResourceType THINGS =
            ResourceType.namespaced(new GroupVersionResource("example.com", "v1", "things"), "Thing").custom().build();

    @RegisterExtension
    final TestServer server = new TestServer();

    static Stream<Arguments> kindsWithStatus() {
        return Stream.concat(new ServedTypes().all().stream(), Stream.of(THINGS)).filter(ResourceType::hasStatus)
                .map(type -> arguments(type.kind(), type));
    }

    @ParameterizedTest(name = "{0}")
    @Spec("AP-48")
    @MethodSource("kindsWithStatus")
    void a_status_write_keeps_the_spec_and_what_the_strategy_of_the_kind_keeps(String kind, ResourceType type)
            throws Exception {
        server.server().serve(THINGS);
        ObjectNode stored = server.store().create(type.groupResource(), object(type, "old"));

        ObjectNode sent = object(type, "new");
        TestClient.Answer put = server.client().put(path(type) + "/status", sent.toString());
        assertThat(put.code()).as(put.text()).isEqualTo(200);
        assertStatusOf(type, put.object(), stored);

        ObjectNode again = server.store().update(type.groupResource(), withVersion(object(type, "old"), put.version()));
        ObjectNode changes = object(type, "new");
        Meta.of(changes).remove("resourceVersion");
        TestClient.Answer patch = server.client().patch(path(type) + "/status", "merge", changes.toString());
        assertThat(patch.code()).as(patch.text()).isEqualTo(200);
        assertStatusOf(type, patch.object(), again);
    }

    private void assertStatusOf(ResourceType type, ObjectNode written, ObjectNode stored) {
        assertThat(written.path("status").path("message").asString("")).isEqualTo("new");
        assertThat(written.path("spec")).isEqualTo(stored.path("spec"));
        for (String field : METADATA) {
            boolean kept = KEPT.getOrDefault(type.kind(), List.of()).contains(field);
            assertThat(written.path("metadata").path(field).toString()).as(field).contains(kept ? "old" : "new");
        }
    }

    @Test
    @Spec("AP-48")
    void a_pods_status_keeps_its_class_of_service_and_what_was_observed() throws Exception {
        String pods = "/api/v1/namespaces/default/pods";
        server.client().post(pods, TestObjects.pod("a"));
        server.client().patch(pods + "/a/status", "merge", """
                {"status":{"observedGeneration":3,"conditions":[{"type":"Ready","status":"False","observedGeneration":2}]}}""");

        TestClient.Answer answer = server.client().patch(pods + "/a/status", "merge", """
                {"metadata":{"deletionTimestamp":"2030-01-01T00:00:00Z"},
                 "status":{"qosClass":null,"observedGeneration":null,
                 "conditions":[{"type":"Ready","status":"True"},{"type":"Held","status":"True"}]}}""");

        assertThat(answer.code()).as(answer.text()).isEqualTo(200);
        JsonNode status = answer.body().path("status");
        assertThat(status.path("qosClass").asString("")).isEqualTo("BestEffort");
        assertThat(status.path("observedGeneration").asInt(0)).isEqualTo(3);
        assertThat(status.at("/conditions/0/observedGeneration").asInt(0)).isEqualTo(2);
        assertThat(status.at("/conditions/0/status").asString("")).isEqualTo("True");
        assertThat(status.at("/conditions/1").has("observedGeneration")).isFalse();
        assertThat(answer.body().path("metadata").has("deletionTimestamp")).isFalse();
    }

    @Test
    @Spec("AP-48")
    void a_volumes_status_keeps_the_time_of_its_phase() throws Exception {
        String volumes = "/api/v1/persistentvolumes";
        server.client().post(volumes, """
                {"apiVersion":"v1","kind":"PersistentVolume","metadata":{"name":"v"},"spec":{}}""");
        String status = "{\"status\":{\"phase\":\"Bound\",\"lastPhaseTransitionTime\":\"2030-01-01T00:00:00Z\"}}";
        server.client().patch(volumes + "/v/status", "merge", status);

        TestClient.Answer answer = server.client().patch(volumes + "/v/status", "merge",
                "{\"status\":{\"message\":\"m\",\"lastPhaseTransitionTime\":null}}");

        assertThat(answer.body().at("/status/lastPhaseTransitionTime").asString("")).isEqualTo("2030-01-01T00:00:00Z");
    }

    private String path(ResourceType type) {
        String root = type.gvr().group().isEmpty() ? "/api/v1" : "/apis/" + type.gvr().apiVersion();
        return root + (type.namespaced() ? "/namespaces/default/" : "/") + type.gvr().resource() + "/o";
    }

    private ObjectNode object(ResourceType type, String mark) {
        ObjectNode object = TestObjects.parse("""
                {"metadata":{"name":"o","labels":{"mark":"MARK"},"annotations":{"mark":"MARK"},"finalizers":["example.com/MARK"],
                 "ownerReferences":[{"apiVersion":"v1","kind":"Pod","name":"MARK","uid":"MARK"}]},
                 "spec":{"mark":"MARK","selector":{"matchLabels":{"mark":"MARK"}},
                 "template":{"metadata":{"labels":{"mark":"MARK"}},"spec":{}},"restartPolicy":"Always",
                 "containers":[{"name":"c","image":"c:1"}]},
                 "status":{"message":"MARK"}}""".replace("MARK", mark));
        object.put("kind", type.kind()).put("apiVersion", type.gvr().apiVersion());
        if (List.of("ReplicationController", "Service").contains(type.kind())) { // no object, but plain labels
            ((ObjectNode) object.path("spec")).putObject("selector").put("mark", mark);
        }
        ((ObjectNode) object.at("/spec/template/spec")).put("restartPolicy", "Always")
                .putArray("containers").addObject().put("name", "c").put("image", "c:1");
        if (type.namespaced()) {
            Meta.of(object).put("namespace", "default");
        }
        ObjectNode present = server.store().get(type.groupResource(), type.namespaced() ? "default" : "", "o");
        return present == null ? object : withVersion(object, Meta.resourceVersion(present));
    }

    private static ObjectNode withVersion(ObjectNode object, String version) {
        Meta.of(object).put("resourceVersion", version);
        return object;
    }
}
