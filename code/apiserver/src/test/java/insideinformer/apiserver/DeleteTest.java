package insideinformer.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import insideinformer.testing.Spec;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class DeleteTest {

    private static final String MAPS = "/api/v1/namespaces/default/configmaps";
    private static final String PODS = "/api/v1/namespaces/default/pods";
    private static final String HELD = "{\"finalizers\":[\"example.org/f\"]}";

    @RegisterExtension
    final TestServer server = new TestServer();

    @ParameterizedTest
    @Spec("AP-58")
    @CsvSource(delimiter = '|', value = {
        "/api/v1/namespaces/default/configmaps                       | ConfigMap   | configmaps",
        "/api/v1/namespaces/default/secrets                          | Secret      | secrets",
        "/api/v1/namespaces/default/events                           | Event       | events",
        "/apis/coordination.k8s.io/v1/namespaces/default/leases      | Lease       | leases",
        "/apis/storage.k8s.io/v1/storageclasses                      | StorageClass | storageclasses"
    })
    void most_kinds_answer_with_a_Status_that_has_no_code(String path, String kind, String resource) throws Exception {
        TestClient.Answer created = server.client().post(path, "{\"metadata\":{\"name\":\"x\"}}");

        TestClient.Answer answer = server.client().delete(path + "/x");

        assertThat(created.body().path("kind").asString()).isEqualTo(kind);
        assertThat(answer.code()).isEqualTo(200);
        assertThat(answer.body().path("kind").asString()).isEqualTo("Status");
        assertThat(answer.body().path("status").asString()).isEqualTo("Success");
        assertThat(answer.body().has("code")).isFalse();
        assertThat(answer.body().at("/details/name").asString()).isEqualTo("x");
        assertThat(answer.body().at("/details/kind").asString()).isEqualTo(resource);
        assertThat(answer.body().at("/details/uid")).isEqualTo(created.body().at("/metadata/uid"));
        assertThat(server.client().get(path + "/x").code()).isEqualTo(404);
    }

    @ParameterizedTest
    @Spec({"AP-58", "AP-63"})
    @CsvSource(delimiter = '|', value = {
        "/api/v1/namespaces/default/pods                   | Pod",
        "/api/v1/namespaces/default/services               | Service",
        "/api/v1/namespaces/default/serviceaccounts        | ServiceAccount",
        "/api/v1/namespaces/default/persistentvolumeclaims | PersistentVolumeClaim",
        "/api/v1/persistentvolumes                         | PersistentVolume",
        "/api/v1/namespaces/default/resourcequotas         | ResourceQuota"
    })
    void some_kinds_answer_with_the_object_at_the_version_of_its_delete(String path, String kind) throws Exception {
        String body = kind.equals("Pod") ? TestObjects.pod("x") : "{\"metadata\":{\"name\":\"x\"}}";
        String start = server.client().post(path, body).version();

        TestClient.Answer answer = server.client().delete(path + "/x");

        assertThat(answer.body().path("kind").asString()).isEqualTo(kind);
        try (TestClient.Stream watch = server.client().watch(path + "?watch=1&resourceVersion=" + start)) {
            JsonNode frame = watch.next();
            while (!frame.path("type").asString().equals("DELETED")) {
                frame = watch.next();
            }
            assertThat(frame.at("/object/metadata/resourceVersion").asString()).isEqualTo(answer.version());
        }
    }

    @Test
    @Spec({"AP-63", "L3"})
    void the_last_event_carries_the_version_of_the_delete() throws Exception {
        String created = server.client().post(MAPS, TestObjects.map("a")).version();
        server.client().delete(MAPS + "/a");

        try (TestClient.Stream watch = server.client().watch(MAPS + "?watch=1&resourceVersion=" + created)) {
            JsonNode deleted = watch.next();
            assertThat(deleted.path("type").asString()).isEqualTo("DELETED");
            assertThat(deleted.at("/object/metadata/resourceVersion").asLong()).isGreaterThan(Long.parseLong(created));
        }
    }

    @Test
    @Spec("AP-57")
    void preconditions_name_the_kind_and_leave_the_object() throws Exception {
        TestClient.Answer created = server.client().post(MAPS, TestObjects.map("a"));
        String uid = created.body().at("/metadata/uid").asString();

        TestClient.Answer wrongUid = delete(MAPS + "/a", "{\"preconditions\":{\"uid\":\"other\"}}");
        TestClient.Answer wrongVersion = delete(MAPS + "/a", "{\"preconditions\":{\"resourceVersion\":\"1\"}}");

        assertThat(wrongUid.code()).isEqualTo(409);
        assertThat(wrongUid.body().path("details").toString()).isEqualTo("{\"name\":\"a\",\"kind\":\"ConfigMap\"}");
        assertThat(wrongUid.message())
                .isEqualTo("Operation cannot be fulfilled on ConfigMap \"a\": the UID in the precondition"
                + " (other) does not match the UID in record (" + uid
                + "). The object might have been deleted and then recreated");
        assertThat(wrongVersion.message())
                .isEqualTo("Operation cannot be fulfilled on ConfigMap \"a\": the ResourceVersion in"
                + " the precondition (1) does not match the ResourceVersion in record (" + created.version()
                + "). The object might have been modified");
        assertThat(server.client().get(MAPS + "/a").version()).isEqualTo(created.version());
        assertThat(delete(MAPS + "/a",
                "{\"preconditions\":{\"uid\":\"" + uid + "\",\"resourceVersion\":\"" + created.version()
                        + "\"}}").code()).isEqualTo(200);
    }

    @Test
    @Spec("AP-56")
    void options_come_from_the_body_or_the_query_and_are_checked() throws Exception {
        server.client().post(MAPS, TestObjects.map("a"));

        assertThat(server.client().delete(MAPS + "/a?propagationPolicy=Sometimes").message()).isEqualTo(
                "DeleteOptions.meta.k8s.io \"\" is invalid: propagationPolicy: Unsupported value: \"Sometimes\":"
                        + " supported values: \"Foreground\", \"Background\", \"Orphan\", \"nil\"");
        assertThat(delete(MAPS + "/a", "{\"orphanDependents\":true,\"propagationPolicy\":\"Background\"}").code())
                .isEqualTo(422);
        assertThat(delete(MAPS + "/a", TestObjects.map("a")).code()).isEqualTo(400);
        assertThat(delete(MAPS + "/a", "{").code()).isEqualTo(400);
        assertThat(server.client().delete(MAPS + "/a?gracePeriodSeconds=x").code()).isEqualTo(400);
        assertThat(delete(MAPS + "/a?dryRun=All&gracePeriodSeconds=x", "{\"dryRun\":[\"All\"]}").code())
                .isEqualTo(200); // with a body the query does not count
        assertThat(server.client().get(MAPS + "/a").code()).isEqualTo(200);
    }

    @Test
    @Spec("AP-59")
    void a_finalizer_turns_the_delete_into_an_announcement() throws Exception {
        String created = server.client().post(MAPS, TestObjects.map("a", "{}", HELD)).version();

        TestClient.Answer first = server.client().delete(MAPS + "/a");
        TestClient.Answer again = server.client().delete(MAPS + "/a");
        TestClient.Answer accepted = delete(MAPS + "/a", "{\"orphanDependents\":false}");

        assertThat(first.code()).isEqualTo(200);
        assertThat(first.body().path("kind").asString()).isEqualTo("ConfigMap");
        assertThat(first.body().at("/metadata/deletionTimestamp").asString("")).isNotEmpty();
        assertThat(first.body().at("/metadata/deletionGracePeriodSeconds").asInt(-1)).isZero();
        assertThat(again.object()).isEqualTo(first.object());
        assertThat(accepted.code()).isEqualTo(202);
        try (TestClient.Stream watch = server.client()
                .watch(MAPS + "?watch=1&resourceVersion=" + created)) {
            server.client().post(MAPS, TestObjects.map("end"));
            assertThat(watch.upTo("ADDED end")).containsExactly("MODIFIED a");
        }
    }

    @Test
    @Spec("AP-59")
    void the_announcement_counts_as_a_generation_where_they_are_counted() throws Exception {
        server.client().post("/apis/apps/v1/namespaces/default/deployments",
                TestObjects.deployment("d")
                        .replace("\"name\":\"d\"", "\"name\":\"d\",\"finalizers\":[\"example.org/f\"]"));

        TestClient.Answer answer = server.client().delete("/apis/apps/v1/namespaces/default/deployments/d");

        assertThat(answer.body().at("/metadata/generation").asInt()).isEqualTo(2);
    }

    @Test
    @Spec("AP-55")
    void the_object_goes_with_its_last_finalizer() throws Exception {
        String created = server.client().post(MAPS, TestObjects.map("a", "{}", HELD)).version();
        String announced = server.client().delete(MAPS + "/a").version();

        TestClient.Answer last = server.client().patch(MAPS + "/a", "merge", "{\"metadata\":{\"finalizers\":null}}");

        assertThat(last.code()).isEqualTo(200);
        assertThat(last.version()).isEqualTo(announced);
        assertThat(last.body().path("metadata").has("finalizers")).isFalse();
        assertThat(server.client().get(MAPS + "/a").code()).isEqualTo(404);
        try (TestClient.Stream watch = server.client()
                .watch(MAPS + "?watch=1&resourceVersion=" + created)) {
            assertThat(watch.next().path("type").asString()).isEqualTo("MODIFIED");
            JsonNode deleted = watch.next();
            assertThat(deleted.path("type").asString()).isEqualTo("DELETED");
            assertThat(deleted.at("/object/metadata/finalizers")).hasSize(1); // as it was stored last
            assertThat(deleted.at("/object/metadata/resourceVersion").asLong())
                    .isGreaterThan(Long.parseLong(announced));
            server.client().post(MAPS, TestObjects.map("end"));
            assertThat(watch.upTo("ADDED end")).isEmpty();
        }
    }

    @ParameterizedTest
    @Spec("AP-60")
    @CsvSource({"Foreground, foregroundDeletion", "Orphan, orphan"})
    void these_policies_leave_the_work_to_a_collector(String policy, String finalizer) throws Exception {
        server.client().post(MAPS, TestObjects.map("a"));

        TestClient.Answer answer = server.client().delete(MAPS + "/a?propagationPolicy=" + policy);

        assertThat(answer.body().at("/metadata/finalizers").toString()).isEqualTo("[\"" + finalizer + "\"]");
        assertThat(answer.body().path("metadata").has("deletionTimestamp")).isTrue();
        assertThat(server.client().get(MAPS + "/a").code()).isEqualTo(200);
    }

    @Test
    @Spec("AP-60")
    void background_takes_the_collectors_finalizers_away() throws Exception {
        server.client().post(MAPS, TestObjects.map("a", "{}", "{\"finalizers\":[\"orphan\",\"foregroundDeletion\"]}"));

        server.client().delete(MAPS + "/a?propagationPolicy=Background");

        assertThat(server.client().get(MAPS + "/a").code()).isEqualTo(404);
    }

    @Test
    @Spec("AP-60")
    void without_a_policy_the_collectors_finalizers_stay() throws Exception {
        server.client().post(MAPS, TestObjects.map("a", "{}", "{\"finalizers\":[\"orphan\",\"example.org/f\"]}"));

        assertThat(server.client().delete(MAPS + "/a").body().at("/metadata/finalizers").toString())
                .isEqualTo("[\"orphan\",\"example.org/f\"]");
    }

    @Test
    @Spec("AP-61")
    void a_pod_that_no_node_runs_goes_at_once_in_two_steps() throws Exception {
        String created = server.client().post(PODS, TestObjects.pod("p")).version();

        TestClient.Answer answer = server.client().delete(PODS + "/p?gracePeriodSeconds=30");

        assertThat(answer.body().at("/metadata/deletionGracePeriodSeconds").asInt(-1)).isZero();
        assertThat(server.client().get(PODS + "/p").code()).isEqualTo(404);
        try (TestClient.Stream watch = server.client()
                .watch(PODS + "?watch=1&resourceVersion=" + created)) {
            server.client().post(PODS, TestObjects.pod("end"));
            assertThat(watch.upTo("ADDED end")).containsExactly("MODIFIED p", "DELETED p");
        }
    }

    @Test
    @Spec("AP-61")
    void a_running_pods_time_can_only_be_shortened() throws Exception {
        server.client().post(PODS, TestObjects.podOnNode("p", "n1"));

        JsonNode thirty = server.client().delete(PODS + "/p?gracePeriodSeconds=30").body();
        JsonNode longer = server.client().delete(PODS + "/p?gracePeriodSeconds=60").body();
        JsonNode unsaid = server.client().delete(PODS + "/p").body();
        JsonNode ten = server.client().delete(PODS + "/p?gracePeriodSeconds=10").body();
        JsonNode negative = server.client().delete(PODS + "/p?gracePeriodSeconds=-5").body();
        JsonNode none = server.client().delete(PODS + "/p?gracePeriodSeconds=0").body();

        assertThat(thirty.at("/metadata/deletionGracePeriodSeconds").asInt()).isEqualTo(30);
        assertThat(longer).isEqualTo(thirty);
        assertThat(unsaid).isEqualTo(thirty);
        assertThat(Duration.between(end(ten), end(thirty))).isEqualTo(Duration.ofSeconds(20));
        assertThat(Duration.between(end(negative), end(thirty))).isEqualTo(Duration.ofSeconds(29));
        assertThat(negative.at("/metadata/deletionGracePeriodSeconds").asInt()).isEqualTo(1);
        assertThat(none.at("/metadata/generation").asInt()).isEqualTo(2);
        assertThat(server.client().get(PODS + "/p").code()).isEqualTo(404);
    }

    @Test
    @Spec("AP-61")
    void a_running_pods_own_grace_period_counts_if_nothing_is_said() throws Exception {
        server.client().post(PODS, TestObjects.podOnNode("p", "n1"));

        assertThat(server.client().delete(PODS + "/p").body().at("/metadata/deletionGracePeriodSeconds").asInt())
                .isEqualTo(30);
    }

    @ParameterizedTest
    @Spec("AP-61")
    @ValueSource(strings = {"Succeeded", "Failed"})
    void a_pod_that_has_ended_goes_at_once(String phase) throws Exception {
        server.client().post(PODS, TestObjects.podOnNode("p", "n1"));
        server.client().patch(PODS + "/p/status", "merge", "{\"status\":{\"phase\":\"" + phase + "\"}}");

        server.client().delete(PODS + "/p");

        assertThat(server.client().get(PODS + "/p").code()).isEqualTo(404);
    }

    @Test
    @Spec({"AP-62", "AP-63"})
    void bulk_delete_takes_what_the_selector_takes_and_answers_with_it() throws Exception {
        String one = server.client().post(MAPS, TestObjects.map("a", "{}", "{\"labels\":{\"bulk\":\"1\"}}")).version();
        server.client().post(MAPS, TestObjects.map("b", "{}", "{\"labels\":{\"bulk\":\"0\"}}"));
        String three = server.client().post(MAPS, TestObjects.map("c", "{}", "{\"labels\":{\"bulk\":\"1\"}}"))
                .version();

        TestClient.Answer answer = server.client().delete(MAPS + "?labelSelector=bulk%3D1");

        assertThat(answer.body().path("kind").asString()).isEqualTo("ConfigMapList");
        assertThat(answer.version()).isEqualTo(three);
        assertThat(answer.body().path("items").valueStream().map(i -> i.at("/metadata/resourceVersion").asString())
                .toList())
                .isEqualTo(List.of(one, three));
        assertThat(server.client().get(MAPS).body().path("items")).hasSize(1);
        try (TestClient.Stream watch = server.client()
                .watch(MAPS + "?watch=1&resourceVersion=" + three)) {
            server.client().post(MAPS, TestObjects.map("end"));
            assertThat(watch.upTo("ADDED end")).containsExactly("DELETED a", "DELETED c");
        }
    }

    @Test
    @Spec("AP-62")
    void bulk_delete_honours_a_limit() throws Exception {
        for (String name : List.of("a", "b", "c")) {
            server.client().post(MAPS, TestObjects.map(name));
        }

        assertThat(server.client().delete(MAPS + "?limit=2").body().path("items")).hasSize(2);
        assertThat(server.client().get(MAPS).body().path("items")).hasSize(1);
    }

    private TestClient.Answer delete(String path, String options) throws Exception {
        return server.client().send("DELETE", path, options);
    }

    private static Instant end(JsonNode pod) {
        return Instant.parse(pod.at("/metadata/deletionTimestamp").asString());
    }
}
