package insideinformer.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import insideinformer.api.GroupResource;
import insideinformer.apiserver.admission.Admission;
import insideinformer.apiserver.admission.AdmissionAttributes;
import insideinformer.testing.CapturedLog;
import insideinformer.testing.Spec;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class NamespaceTest {

    private static final String NAMESPACES = "/api/v1/namespaces";
    private static final String MAPS = "/api/v1/namespaces/lantern/configmaps";

    @RegisterExtension
    final TestServer server = new TestServer();

    @Test
    @Spec("AP-95")
    void a_new_namespace_is_active_and_held_by_the_server() throws Exception {
        TestClient.Answer created = create();

        assertThat(created.code()).isEqualTo(201);
        assertThat(created.body().at("/spec/finalizers").toString()).isEqualTo("[\"kubernetes\"]");
        assertThat(created.body().at("/status/phase").asString()).isEqualTo("Active");
        assertThat(created.body().at("/metadata/labels").toString())
                .isEqualTo("{\"kubernetes.io/metadata.name\":\"lantern\"}");
    }

    @Test
    void the_namespaces_of_the_system_are_there_from_the_start() throws Exception {
        assertThat(server.client().get(NAMESPACES).body().path("items").valueStream()
                .map(o -> o.at("/metadata/name").asString()).toList())
                .containsExactly("default", "kube-node-lease", "kube-public", "kube-system");
    }

    @Test
    @Spec("AP-40")
    void nothing_can_be_created_in_a_namespace_that_is_missing() throws Exception {
        assertThat(server.client().post(MAPS, TestObjects.map("a")).text().strip()).isEqualTo("""
                {"apiVersion":"v1","kind":"Status","metadata":{},"status":"Failure",\
                "message":"namespaces \\"lantern\\" not found","reason":"NotFound",\
                "details":{"name":"lantern","kind":"namespaces"},"code":404}""");
    }

    @Test
    @Spec({"AP-95", "AP-40"})
    void a_terminating_namespace_takes_nothing_new_but_hinders_nothing_else() throws Exception {
        create();
        server.client().post(MAPS, TestObjects.map("held", "{}", "{\"finalizers\":[\"example.org/f\"]}"));

        TestClient.Answer first = server.client().delete(NAMESPACES + "/lantern");
        TestClient.Answer again = server.client().delete(NAMESPACES + "/lantern");
        TestClient.Answer refused = server.client().post(MAPS, TestObjects.map("a"));
        TestClient.Answer replaced = server.client().put(
                MAPS + "/held", TestObjects.map("held", "{\"k\":\"v\"}", "{\"finalizers\":[\"example.org/f\"]}"));

        assertThat(first.code()).isEqualTo(200);
        assertThat(first.body().path("kind").asString()).isEqualTo("Namespace");
        assertThat(first.body().at("/status/phase").asString()).isEqualTo("Terminating");
        assertThat(first.body().path("metadata").has("deletionTimestamp")).isTrue();
        assertThat(again.object()).isEqualTo(first.object());
        assertThat(refused.code()).isEqualTo(403);
        assertThat(refused.message())
                .isEqualTo("configmaps \"a\" is forbidden: unable to create new content in namespace"
                + " lantern because it is being terminated");
        assertThat(refused.body().at("/details/causes").toString()).isEqualTo("[{\"reason\":\"NamespaceTerminating\","
                + "\"message\":\"namespace lantern is being terminated\",\"field\":\"metadata.namespace\"}]");
        assertThat(replaced.code()).isEqualTo(200);
    }

    @Test
    @Spec("AP-96")
    void a_deleted_namespace_takes_its_contents_along() throws Exception {
        String start = create().version();
        server.client().post(MAPS, TestObjects.map("a"));
        server.client().post("/api/v1/namespaces/lantern/pods", TestObjects.podOnNode("running", "n1"));
        server.client().post("/apis/apps/v1/namespaces/lantern/deployments", TestObjects.deployment("d"));
        try (TestClient.Stream watch = server.client().watch(NAMESPACES + "?watch=1&resourceVersion=" + start)) {
            server.client().delete(NAMESPACES + "/lantern");

            assertThat(List.of(watch.nextAsText(), watch.nextAsText()))
                    .containsExactly("MODIFIED lantern", "DELETED lantern");
        }
        assertThat(server.client().get(NAMESPACES + "/lantern").code()).isEqualTo(404);
        for (String resource : List.of("configmaps", "pods")) {
            assertThat(server.store().list(new GroupResource("", resource), "lantern").items()).as(resource).isEmpty();
        }
        assertThat(server.store().list(new GroupResource("apps", "deployments"), "lantern").items()).isEmpty();
    }

    @Test
    @Spec("AP-96")
    void contents_that_wait_for_a_finalizer_hold_the_namespace_up() throws Exception {
        create();
        String held = server.client().post(MAPS, TestObjects.map("held", "{}", "{\"finalizers\":[\"example.org/f\"]}"))
                .version();
        String start = server.client().delete(NAMESPACES + "/lantern").version();
        try (TestClient.Stream maps = server.client().watch(MAPS + "?watch=1&resourceVersion=" + held)) {
            assertThat(maps.nextAsText()).isEqualTo("MODIFIED held"); // marked for deletion
        }
        assertThat(server.client().get(NAMESPACES + "/lantern").body().at("/status/phase").asString())
                .isEqualTo("Terminating");

        try (TestClient.Stream watch = server.client().watch(NAMESPACES + "?watch=1&resourceVersion=" + start)) {
            server.client().patch(MAPS + "/held", "merge", "{\"metadata\":{\"finalizers\":null}}");

            assertThat(watch.nextAsText()).isEqualTo("DELETED lantern");
        }
    }

    @Test
    @Spec("AP-96")
    void finalize_lets_a_namespace_go_whatever_is_left() throws Exception {
        create();
        server.client().post(MAPS, TestObjects.map("held", "{}", "{\"finalizers\":[\"example.org/f\"]}"));
        server.client().put(NAMESPACES + "/lantern/finalize",
                "{\"metadata\":{\"name\":\"lantern\"},\"spec\":{\"finalizers\":[\"kubernetes\",\"example.org/g\"]}}");
        JsonNode deleted = server.client().delete(NAMESPACES + "/lantern").body();
        assertThat(deleted.at("/spec/finalizers").toString()).isEqualTo("[\"kubernetes\",\"example.org/g\"]");

        TestClient.Answer answer = server.client().put(NAMESPACES + "/lantern/finalize",
                "{\"metadata\":{\"name\":\"lantern\"},\"spec\":{\"finalizers\":[]}}");

        assertThat(answer.code()).isEqualTo(200);
        assertThat(answer.body().path("spec").toString()).isEqualTo("{}");
        assertThat(server.client().get(NAMESPACES + "/lantern").code()).isEqualTo(404);
    }

    @Test
    void an_ordinary_update_does_not_touch_what_holds_a_namespace() throws Exception {
        create();

        TestClient.Answer answer = server.client().patch(NAMESPACES + "/lantern", "merge",
                "{\"spec\":{\"finalizers\":null},\"metadata\":{\"labels\":{\"kubernetes.io/metadata.name\":\"other\"}}}");

        assertThat(answer.body().at("/spec/finalizers").toString()).isEqualTo("[\"kubernetes\"]");
        assertThat(answer.body().at("/metadata/labels/kubernetes.io~1metadata.name").asString()).isEqualTo("lantern");
    }

    @ParameterizedTest
    @Spec("AP-97")
    @ValueSource(strings = {"default", "kube-system", "kube-public"})
    void the_system_keeps_its_namespaces(String name) throws Exception {
        TestClient.Answer answer = server.client().delete(NAMESPACES + "/" + name);

        assertThat(answer.code()).isEqualTo(403);
        assertThat(answer.message())
                .isEqualTo("namespaces \"" + name + "\" is forbidden: this namespace may not be deleted");
    }

    @Test
    @Spec("AP-96")
    void a_failure_while_one_namespace_is_emptied_leaves_the_controller_at_work() throws Exception {
        AtomicInteger failures = new AtomicInteger(1);
        Admission failing = attributes -> {
            if (attributes.operation() == AdmissionAttributes.Operation.DELETE
                    && attributes.resource().resource().equals("configmaps") && failures.getAndDecrement() > 0) {
                throw new IllegalStateException("a planned failure");
            }
        };
        try (ApiServer other = ApiServer.builder().admission(failing).build().start();
                TestClient client = new TestClient(other);
                CapturedLog log = new CapturedLog()) {
            for (String name : List.of("lantern", "staging")) {
                client.post(NAMESPACES, TestObjects.namespace(name));
            }
            client.post(MAPS, TestObjects.map("a"));
            String start = Long.toString(other.store().revision());
            try (TestClient.Stream watch = client.watch(NAMESPACES + "?watch=1&resourceVersion=" + start)) {
                client.delete(NAMESPACES + "/lantern");
                client.delete(NAMESPACES + "/staging"); // the change after which the controller tries again

                Set<String> gone = new TreeSet<>();
                while (gone.size() < 2) {
                    String event = watch.nextAsText();
                    if (event.startsWith("DELETED")) {
                        gone.add(event);
                    }
                }
                assertThat(gone).containsExactly("DELETED lantern", "DELETED staging");
            }
            assertThat(log.linesWith("emptying namespace lantern failed")).hasSize(1);
        }
    }

    private TestClient.Answer create() throws Exception {
        return server.client().post(NAMESPACES, TestObjects.namespace("lantern"));
    }
}
