package insideinformer.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import insideinformer.apiserver.store.Meta;
import insideinformer.apiserver.store.Trees;
import insideinformer.testing.Spec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.node.ObjectNode;

class UpdateTest {

    private static final String MAPS = "/api/v1/namespaces/default/configmaps";
    private static final String PODS = "/api/v1/namespaces/default/pods";
    private static final String LEASES = "/apis/coordination.k8s.io/v1/namespaces/default/leases";
    private static final String DEPLOYMENTS = "/apis/apps/v1/namespaces/default/deployments";

    @RegisterExtension
    final TestServer server = new TestServer();

    @Test
    @Spec({"AP-27", "AP-42", "L1"})
    void only_the_current_version_can_be_replaced() throws Exception {
        ObjectNode seen = server.client().post(MAPS, TestObjects.map("a", "{\"k\":\"1\"}")).object();
        ObjectNode mine = seen.deepCopy();
        Trees.object(mine, "data").put("k", "2");
        ObjectNode late = seen.deepCopy();
        Trees.object(late, "data").put("k", "3");

        TestClient.Answer first = server.client().put(MAPS + "/a", mine.toString());
        TestClient.Answer second = server.client().put(MAPS + "/a", late.toString());

        assertThat(first.code()).isEqualTo(200);
        assertThat(Long.parseLong(first.version())).isGreaterThan(Long.parseLong(Meta.resourceVersion(seen)));
        assertThat(second.text().strip()).isEqualTo("""
                {"apiVersion":"v1","kind":"Status","metadata":{},"status":"Failure","message":"Operation cannot be fulfilled on\
                 configmaps \\"a\\": the object has been modified; please apply your changes to the latest version and try again",\
                "reason":"Conflict","details":{"name":"a","kind":"configmaps"},"code":409}""");
        assertThat(server.client().get(MAPS + "/a").body().at("/data/k").asString()).isEqualTo("2");
    }

    @Test
    @Spec({"AP-48", "L4"})
    void a_stale_version_is_a_conflict_at_either_endpoint_and_the_answers_version_is_not() throws Exception {
        ObjectNode old = server.client().post(DEPLOYMENTS, TestObjects.deployment("d")).object();
        TestClient.Answer status = server.client().put(DEPLOYMENTS + "/d/status", old.toString()
                .replace("\"status\":{}", "\"status\":{\"replicas\":1}"));
        assertThat(status.code()).isEqualTo(200);
        assertThat(status.version()).isNotEqualTo(Meta.resourceVersion(old));
        ObjectNode late = old.deepCopy();
        Trees.object(late, "spec").put("replicas", 3);

        assertThat(server.client().put(DEPLOYMENTS + "/d", late.toString()).reason()).isEqualTo("Conflict");
        assertThat(server.client().put(DEPLOYMENTS + "/d/status", late.toString()).reason()).isEqualTo("Conflict");
        ObjectNode current = status.object();
        Trees.object(current, "spec").put("replicas", 3);
        TestClient.Answer spec = server.client().put(DEPLOYMENTS + "/d", current.toString());

        assertThat(spec.code()).isEqualTo(200);
        assertThat(server.client().put(DEPLOYMENTS + "/d/status", spec.text()).code()).isEqualTo(200);
    }

    @Test
    @Spec("AP-43")
    void most_kinds_can_be_replaced_without_a_version() throws Exception {
        server.client().post(MAPS, TestObjects.map("a"));

        assertThat(server.client().put(MAPS + "/a", TestObjects.map("a", "{\"k\":\"v\"}")).code()).isEqualTo(200);
    }

    @Test
    @Spec({"AP-29", "AP-43"})
    void a_lease_needs_its_version_and_the_refusal_names_the_resource() throws Exception {
        server.client().post(LEASES, TestObjects.lease("lock", "a"));

        assertThat(server.client().put(LEASES + "/lock", TestObjects.lease("lock", "b")).text().strip()).isEqualTo("""
                {"apiVersion":"v1","kind":"Status","metadata":{},"status":"Failure",\
                "message":"leases.coordination.k8s.io \\"lock\\" is invalid: metadata.resourceVersion: Invalid value: 0: must be\
                 specified for an update","reason":"Invalid","details":{"name":"lock","group":"coordination.k8s.io",\
                "kind":"leases","causes":[{"reason":"FieldValueInvalid","message":"Invalid value: 0: must be specified for an\
                 update","field":"metadata.resourceVersion"}]},"code":422}""");
    }

    @Test
    @Spec("AP-44")
    void replacing_what_is_missing_creates_a_lease_and_no_ConfigMap() throws Exception {
        assertThat(server.client().put(LEASES + "/lock", TestObjects.lease("lock", "a")).code()).isEqualTo(201);
        assertThat(server.client().put(MAPS + "/a", TestObjects.map("a")).reason()).isEqualTo("NotFound");
        assertThat(server.client().put(MAPS + "/a", TestObjects.map("a", "{}", "{\"resourceVersion\":\"5\"}")).reason())
                .isEqualTo("NotFound");
    }

    @Test
    @Spec({"AP-45", "L1"})
    void a_write_that_changes_nothing_keeps_the_version_and_sends_no_event() throws Exception {
        TestClient.Answer created = server.client().post(MAPS, TestObjects.map("a", "{\"k\":\"v\"}"));
        long before = server.store().revision();

        TestClient.Answer put = server.client().put(MAPS + "/a", created.text());
        TestClient.Answer bare = server.client().put(MAPS + "/a", TestObjects.map("a", "{\"k\":\"v\"}"));
        TestClient.Answer patched = server.client()
                .patch(MAPS + "/a", "merge", "{\"data\":{\"k\":\"v\",\"none\":null}}");

        assertThat(put.code()).isEqualTo(200);
        assertThat(put.version()).isEqualTo(created.version());
        assertThat(bare.version()).isEqualTo(created.version());
        assertThat(patched.version()).isEqualTo(created.version());
        assertThat(server.store().revision()).isEqualTo(before);
    }

    @Test
    @Spec("AP-45")
    void a_status_that_is_written_again_is_no_news() throws Exception {
        server.client().post(PODS, TestObjects.pod("p"));
        String running = "{\"metadata\":{\"name\":\"p\"},\"spec\":{\"containers\":[]},\"status\":{\"phase\":\"Running\",\"startTime\":null}}";

        TestClient.Answer first = server.client().put(PODS + "/p/status", running);
        TestClient.Answer again = server.client().put(PODS + "/p/status", running);

        assertThat(again.version()).isEqualTo(first.version());
    }

    @Test
    @Spec("AP-46")
    void what_a_client_cannot_change_stays() throws Exception {
        TestClient.Answer created = server.client().post(MAPS, TestObjects.map("a"));

        TestClient.Answer replaced = server.client().put(MAPS + "/a", TestObjects.map("a", "{\"k\":\"v\"}", """
                {"generation":9,"creationTimestamp":"2001-01-01T00:00:00Z","selfLink":"/x"}"""));

        assertThat(replaced.code()).isEqualTo(200);
        ObjectNode expected = created.object().deepCopy();
        Meta.of(expected).put("resourceVersion", replaced.version());
        Trees.object(expected, "data").put("k", "v");
        assertThat(replaced.object()).isEqualTo(expected);
    }

    @Test
    @Spec("AP-46")
    void another_uid_is_a_failed_precondition() throws Exception {
        String uid = Meta.uid(server.client().post(MAPS, TestObjects.map("a")).object());
        String other = "11111111-1111-4111-8111-111111111111";

        TestClient.Answer answer = server.client()
                .put(MAPS + "/a", TestObjects.map("a", "{}", "{\"uid\":\"" + other + "\"}"));

        assertThat(answer.code()).isEqualTo(409);
        assertThat(answer.reason()).isEqualTo("Conflict");
        assertThat(answer.message())
                .isEqualTo("Operation cannot be fulfilled on configmaps \"a\": StorageError: invalid object,"
                + " Code: 4, Key: /registry/configmaps/default/a, ResourceVersion: 0, AdditionalErrorMsg:"
                + " Precondition failed: UID in precondition: " + other + ", UID in object meta: " + uid);
    }

    @Test
    @Spec("AP-46")
    void a_deletion_cannot_be_invented() throws Exception {
        server.client().post(MAPS, TestObjects.map("a"));

        TestClient.Answer answer = server.client().put(
                MAPS + "/a", TestObjects.map("a", "{}", "{\"deletionTimestamp\":\"2030-01-01T00:00:00Z\"}"));

        assertThat(answer.code()).isEqualTo(422);
        assertThat(answer.message()).isEqualTo("ConfigMap \"a\" is invalid: metadata.deletionTimestamp: Invalid value:"
                + " \"2030-01-01T00:00:00Z\": field is immutable");
    }

    @Test
    @Spec("AP-68")
    void a_version_that_is_no_number_is_an_error_of_the_server() throws Exception {
        server.client().post(MAPS, TestObjects.map("a"));

        TestClient.Answer answer = server.client()
                .put(MAPS + "/a", TestObjects.map("a", "{}", "{\"resourceVersion\":\"abc\"}"));

        assertThat(answer.code()).isEqualTo(500);
        assertThat(answer.message()).isEqualTo("strconv.ParseUint: parsing \"abc\": invalid syntax");
        assertThat(answer.body().has("reason")).isFalse();
    }

    @Test
    @Spec("AP-47")
    void a_terminating_object_takes_no_new_finalizers() throws Exception {
        server.client().post(MAPS, TestObjects.map("a", "{}", "{\"finalizers\":[\"example.org/f\"]}"));
        server.client().delete(MAPS + "/a");

        TestClient.Answer answer = server.client().patch(
                MAPS + "/a", "merge", "{\"metadata\":{\"finalizers\":[\"example.org/f\",\"example.org/g\"]}}");

        assertThat(answer.code()).isEqualTo(422);
        assertThat(answer.body().at("/details/causes/0/reason").asString()).isEqualTo("FieldValueForbidden");
        assertThat(answer.body().at("/details/causes/0/field").asString()).isEqualTo("metadata.finalizers");
        assertThat(answer.message()).endsWith("found new finalizers []string{\"example.org/g\"}");
    }

    @Test
    @Spec("AP-48")
    void status_and_the_rest_are_written_apart() throws Exception {
        ObjectNode pod = server.client().post(PODS, TestObjects.pod("p", "{\"labels\":{\"app\":\"cart\"}}")).object();
        ObjectNode both = pod.deepCopy();
        Trees.object(both, "status").put("phase", "Running");
        ((ObjectNode) both.at("/spec/containers/0")).put("image", "lantern/cart:2");
        Trees.object(Meta.of(both), "labels").put("app", "via-status");

        ObjectNode viaStatus = server.client().put(PODS + "/p/status", both.toString()).object();

        assertThat(viaStatus.at("/status/phase").asString()).isEqualTo("Running");
        assertThat(viaStatus.path("spec")).isEqualTo(pod.path("spec"));
        assertThat(viaStatus.at("/metadata/labels/app").asString()).isEqualTo("via-status");
        assertThat(viaStatus.at("/metadata/generation").asInt()).isEqualTo(1);

        ObjectNode again = viaStatus.deepCopy();
        Trees.object(again, "status").put("phase", "Failed");
        ((ObjectNode) again.at("/spec/containers/0")).put("image", "lantern/cart:2");
        ObjectNode viaObject = server.client().put(PODS + "/p", again.toString()).object();

        assertThat(viaObject.at("/status/phase").asString()).isEqualTo("Running");
        assertThat(viaObject.at("/spec/containers/0/image").asString()).isEqualTo("lantern/cart:2");
        assertThat(viaObject.at("/metadata/generation").asInt()).isEqualTo(2);
        assertThat(server.client().get(PODS + "/p/status").body()).isEqualTo(viaObject);
    }

    @Test
    @Spec("AP-48")
    void both_ways_share_versions_and_produce_the_same_event() throws Exception {
        String start = server.client().post(DEPLOYMENTS, TestObjects.deployment("d")).version();
        String status = server.client()
                .patch(DEPLOYMENTS + "/d/status", "merge", "{\"status\":{\"replicas\":1},\"spec\":{\"replicas\":9}}")
                .version();
        String spec = server.client()
                .patch(DEPLOYMENTS + "/d", "merge", "{\"spec\":{\"replicas\":2},\"status\":{\"replicas\":9}}")
                .version();

        try (TestClient.Stream watch = server.client().watch(DEPLOYMENTS + "?watch=1&resourceVersion=" + start)) {
            var first = watch.next();
            var second = watch.next();
            assertThat(first.path("type").asString()).isEqualTo("MODIFIED");
            assertThat(first.at("/object/metadata/resourceVersion").asString()).isEqualTo(status);
            assertThat(first.at("/object/status/replicas").asInt()).isEqualTo(1);
            assertThat(first.at("/object/spec/replicas").asInt()).isEqualTo(1);
            assertThat(second.at("/object/metadata/resourceVersion").asString()).isEqualTo(spec);
            assertThat(second.at("/object/spec/replicas").asInt()).isEqualTo(2);
            assertThat(second.at("/object/status/replicas").asInt()).isEqualTo(1);
        }
    }

    @Test
    @Spec("AP-38")
    void generation_counts_changes_of_the_spec_alone() throws Exception {
        server.client().post(DEPLOYMENTS, TestObjects.deployment("d"));

        int afterSpec = generation(server.client().patch(DEPLOYMENTS + "/d", "merge", "{\"spec\":{\"replicas\":2}}"));
        int afterStatus =
                generation(server.client().patch(DEPLOYMENTS + "/d/status", "merge", "{\"status\":{\"replicas\":2}}"));
        int afterLabel = generation(
                server.client().patch(DEPLOYMENTS + "/d", "merge", "{\"metadata\":{\"labels\":{\"a\":\"b\"}}}"));

        assertThat(new int[] {afterSpec, afterStatus, afterLabel}).containsExactly(2, 2, 2);
    }

    private static int generation(TestClient.Answer answer) {
        return answer.body().at("/metadata/generation").asInt();
    }
}
