package insideinformer.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import insideinformer.api.GroupResource;
import insideinformer.apiserver.errors.Errors;
import insideinformer.apiserver.faults.Failure;
import insideinformer.testing.Spec;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

class CreateTest {

    private static final String MAPS = "/api/v1/namespaces/default/configmaps";
    private static final String PODS = "/api/v1/namespaces/default/pods";
    private static final String DEPLOYMENTS = "/apis/apps/v1/namespaces/default/deployments";

    @RegisterExtension
    final TestServer server = new TestServer();

    @Test
    @Spec("AP-35")
    void the_server_writes_what_identifies_an_object() throws Exception {
        TestClient.Answer first = server.client().post(MAPS, TestObjects.map("a", "{}", """
                {"uid":"11111111-1111-4111-8111-111111111111","creationTimestamp":"2001-01-01T00:00:00Z",
                 "deletionTimestamp":"2001-01-01T00:00:00Z","deletionGracePeriodSeconds":5,"selfLink":"/x"}"""));

        JsonNode metadata = first.body().path("metadata");
        assertThat(first.code()).isEqualTo(201);
        assertThat(metadata.path("uid").asString())
                .matches("[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}");
        assertThat(metadata.path("uid").asString()).isNotEqualTo("11111111-1111-4111-8111-111111111111");
        assertThat(metadata.path("creationTimestamp").asString())
                .matches("20[2-9]\\d-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ");
        assertThat(metadata.has("deletionTimestamp")).isFalse();
        assertThat(metadata.has("deletionGracePeriodSeconds")).isFalse();
        assertThat(metadata.has("selfLink")).isFalse();
        assertThat(first.body()).isEqualTo(server.client().get(MAPS + "/a").body());
    }

    @Test
    @Spec("AP-35")
    void two_lives_of_a_name_have_different_uids() throws Exception {
        String first = server.client().post(MAPS, TestObjects.map("a")).body().at("/metadata/uid").asString();
        server.client().delete(MAPS + "/a");
        String second = server.client().post(MAPS, TestObjects.map("a")).body().at("/metadata/uid").asString();

        assertThat(second).isNotEqualTo(first);
    }

    @Test
    @Spec("AP-36")
    void a_resourceVersion_is_refused_on_create_but_an_empty_one_is_fine() throws Exception {
        TestClient.Answer refused = server.client()
                .post(MAPS, TestObjects.map("a", "{}", "{\"resourceVersion\":\"5\"}"));

        assertThat(refused.code()).isEqualTo(500);
        assertThat(refused.message()).isEqualTo("resourceVersion should not be set on objects to be created");
        assertThat(refused.body().has("reason")).isFalse();
        assertThat(refused.body().has("details")).isFalse();
        assertThat(server.client().post(MAPS, TestObjects.map("a", "{}", "{\"resourceVersion\":\"\"}")).code())
                .isEqualTo(201);
    }

    @Test
    @Spec("AP-37")
    void generated_names_are_all_different() throws Exception {
        Set<String> names = new HashSet<>();
        for (int i = 0; i < 200; i++) {
            TestClient.Answer answer = server.client().post(MAPS, "{\"metadata\":{\"generateName\":\"gen-\"}}");
            assertThat(answer.code()).isEqualTo(201);
            names.add(answer.body().at("/metadata/name").asString());
        }

        assertThat(names).hasSize(200).allMatch(name -> name.matches("gen-[bcdfghjklmnpqrstvwxz2456789]{5}"));
    }

    @Test
    @Spec("AP-37")
    void a_long_prefix_is_cut_and_a_given_name_wins() throws Exception {
        TestClient.Answer cut = server.client()
                .post(MAPS, "{\"metadata\":{\"generateName\":\"" + "x".repeat(70) + "\"}}");
        TestClient.Answer given = server.client()
                .post(MAPS, "{\"metadata\":{\"generateName\":\"gen-\",\"name\":\"a\"}}");

        assertThat(cut.body().at("/metadata/name").asString()).hasSize(63).startsWith("x".repeat(58));
        assertThat(given.body().at("/metadata/name").asString()).isEqualTo("a");
        assertThat(given.body().at("/metadata/generateName").asString()).isEqualTo("gen-");
    }

    @Test
    @Spec("AP-37")
    void after_eight_names_that_are_taken_the_server_gives_up() throws Exception {
        Random alwaysTheSame = new Random() {
            @Override
            public int nextInt(int bound) {
                return 0;
            }
        };
        try (ApiServer unlucky = ApiServer.builder().random(alwaysTheSame).build().start();
                TestClient client = new TestClient(unlucky)) {
            assertThat(client.post(MAPS, "{\"metadata\":{\"generateName\":\"gen-\"}}").code()).isEqualTo(201);

            TestClient.Answer answer = client.post(MAPS, "{\"metadata\":{\"generateName\":\"gen-\"}}");

            assertThat(answer.code()).isEqualTo(409);
            assertThat(answer.reason()).isEqualTo("AlreadyExists");
            assertThat(answer.headers().firstValue("Retry-After")).contains("1");
        }
    }

    @Test
    @Spec("AP-38")
    void kinds_that_count_generations_start_with_one() throws Exception {
        assertThat(server.client().post(DEPLOYMENTS, TestObjects.deployment("d")).body().at("/metadata/generation")
                .asInt())
                .isEqualTo(1);
        assertThat(server.client().post(PODS, TestObjects.pod("p")).body().at("/metadata/generation").asInt())
                .isEqualTo(1);
    }

    @Test
    @Spec("AP-38")
    void other_kinds_store_the_generation_they_were_created_with() throws Exception {
        assertThat(server.client().post(MAPS, TestObjects.map("a")).body().path("metadata").has("generation"))
                .isFalse();
        server.client().post(MAPS, TestObjects.map("b", "{}", "{\"generation\":7}"));

        TestClient.Answer replaced =
                server.client().put(MAPS + "/b", TestObjects.map("b", "{\"k\":\"v\"}", "{\"generation\":9}"));

        assertThat(replaced.body().at("/metadata/generation").asInt()).isEqualTo(7);
    }

    @Test
    @Spec({"AP-16", "AP-64"})
    void a_dry_run_answers_like_the_real_thing_and_leaves_nothing() throws Exception {
        server.client().post(MAPS, TestObjects.map("old", "{}", "{\"finalizers\":[\"example.org/f\"]}"));
        long before = server.store().revision();
        try (TestClient.Stream watch = server.client()
                .watch(MAPS + "?watch=1&timeoutSeconds=1&resourceVersion=" + before)) {
            TestClient.Answer created = server.client()
                    .post(MAPS + "?dryRun=All", "{\"metadata\":{\"generateName\":\"dry-\"}}");
            TestClient.Answer taken = server.client().post(MAPS + "?dryRun=All", TestObjects.map("old"));
            TestClient.Answer replaced = server.client()
                    .put(MAPS + "/old?dryRun=All", TestObjects.map("old", "{\"k\":\"v\"}"));
            TestClient.Answer patched = server.client()
                    .patch(MAPS + "/old?dryRun=All", "merge", "{\"data\":{\"k\":\"w\"}}");
            TestClient.Answer deleted = server.client().delete(MAPS + "/old?dryRun=All");

            assertThat(created.code()).isEqualTo(201);
            assertThat(created.body().at("/metadata/name").asString()).startsWith("dry-");
            assertThat(created.body().path("metadata").has("resourceVersion")).isFalse();
            assertThat(taken.reason()).isEqualTo("AlreadyExists");
            assertThat(replaced.body().at("/data/k").asString()).isEqualTo("v");
            assertThat(patched.body().at("/data/k").asString()).isEqualTo("w");
            assertThat(deleted.body().at("/metadata/deletionTimestamp").asString("")).isNotEmpty();
            assertThat(watch.rest()).isEmpty();
        }
        assertThat(server.store().revision()).isEqualTo(before);
        assertThat(server.client().get(MAPS + "/old").body().path("metadata").has("deletionTimestamp")).isFalse();
    }

    @Test
    @Spec("AP-16")
    void another_dry_run_is_invalid() throws Exception {
        TestClient.Answer answer = server.client().post(MAPS + "?dryRun=Some", TestObjects.map("a"));

        assertThat(answer.code()).isEqualTo(422);
        assertThat(answer.message()).isEqualTo("CreateOptions.meta.k8s.io \"\" is invalid: dryRun: Unsupported value:"
                + " [\"Some\"]: supported values: \"All\"");
    }

    @Test
    @Spec({"AP-20", "AP-26"})
    void a_taken_name_is_a_conflict_of_its_own_kind() throws Exception {
        server.client().post(MAPS, TestObjects.map("a"));

        assertThat(server.client().post(MAPS, TestObjects.map("a")).text().strip()).isEqualTo("""
                {"apiVersion":"v1","kind":"Status","metadata":{},"status":"Failure",\
                "message":"configmaps \\"a\\" already exists","reason":"AlreadyExists",\
                "details":{"name":"a","kind":"configmaps"},"code":409}""");
    }

    @Test
    @Spec("AP-26")
    void a_name_that_is_about_to_go_is_still_taken() throws Exception {
        server.client().post(MAPS, TestObjects.map("a", "{}", "{\"finalizers\":[\"example.org/f\"]}"));
        server.client().delete(MAPS + "/a");

        assertThat(server.client().post(MAPS, TestObjects.map("a")).message())
                .isEqualTo("object is being deleted: configmaps \"a\" already exists");
    }

    @Test
    @Spec({"AP-20", "AP-24"})
    void a_missing_object_is_named_with_its_group() throws Exception {
        for (String method : new String[] {"GET", "DELETE", "PATCH"}) {
            TestClient.Answer answer = server.client().send(method, DEPLOYMENTS + "/d",
                    method.equals("PATCH") ? "{}" : null, "Content-Type", "application/merge-patch+json");

            assertThat(answer.text().strip()).as(method).isEqualTo("""
                    {"apiVersion":"v1","kind":"Status","metadata":{},"status":"Failure",\
                    "message":"deployments.apps \\"d\\" not found","reason":"NotFound",\
                    "details":{"name":"d","group":"apps","kind":"deployments"},"code":404}""");
        }
        assertThat(server.client().get(MAPS + "/a").body().path("details").has("group")).isFalse();
    }

    @Test
    @Spec({"AP-20", "AP-29"})
    void an_invalid_object_names_its_kind_and_each_field() throws Exception {
        TestClient.Answer answer = server.client().post(MAPS, "{\"metadata\":{}}");

        assertThat(answer.text().strip()).isEqualTo("""
                {"apiVersion":"v1","kind":"Status","metadata":{},"status":"Failure",\
                "message":"ConfigMap \\"\\" is invalid: metadata.name: Required value: name or generateName is required",\
                "reason":"Invalid","details":{"kind":"ConfigMap","causes":[{"reason":"FieldValueRequired",\
                "message":"Required value: name or generateName is required","field":"metadata.name"}]},"code":422}""");
    }

    @Test
    @Spec("AP-29")
    void several_causes_stand_in_brackets() throws Exception {
        TestClient.Answer answer = server.client()
                .post(MAPS, TestObjects.map("a", "{}", "{\"labels\":{\"-x\":\"a b\"}}"));

        assertThat(answer.code()).isEqualTo(422);
        assertThat(answer.message())
                .startsWith("ConfigMap \"a\" is invalid: [metadata.labels: Invalid value: \"-x\": name part"
                + " must consist of").contains(", metadata.labels: Invalid value: \"a b\": a valid label must be");
        assertThat(answer.body().at("/details/causes")).hasSize(2);
    }

    @ParameterizedTest
    @Spec("AP-29")
    @CsvSource({
        "/api/v1/namespaces/default/configmaps, Bad_Name",
        "/api/v1/namespaces/default/configmaps, -a",
        "/api/v1/namespaces,                    a.b",
        "/api/v1/namespaces/default/services,   1abc"
    })
    void names_have_the_form_that_their_kind_wants(String path, String name) throws Exception {
        TestClient.Answer answer = server.client().post(path, "{\"metadata\":{\"name\":\"" + name + "\"}}");

        assertThat(answer.code()).isEqualTo(422);
        assertThat(answer.body().at("/details/causes/0/field").asString()).isEqualTo("metadata.name");
        assertThat(answer.body().at("/details/causes/0/reason").asString()).isEqualTo("FieldValueInvalid");
    }

    @Test
    @Spec("AP-39")
    void no_object_has_managed_fields() throws Exception {
        assertThat(server.client().post(MAPS, TestObjects.map("a")).body().path("metadata").has("managedFields"))
                .isFalse();
    }

    @Test
    @Spec({"AP-22", "AP-23"})
    void refusals_of_who_one_is_and_what_one_may_look_as_they_do_elsewhere() throws Exception {
        Faults faults = server.server().faults();
        faults.failNext(r -> r.is("list", "pods"), 1,
                Failure.status(Errors.status(401, "Unauthorized", "Unauthorized", null)));
        faults.failNext(r -> r.is("get", "pods"), 1, Failure.status(Errors.forbidden(
                new GroupResource("", "pods"), "x",
                "User \"plain\" cannot get resource \"pods\" in API group \"\" in the namespace \"default\"")));

        assertThat(server.client().get("/api/v1/pods").text().strip()).isEqualTo("""
                {"apiVersion":"v1","kind":"Status","metadata":{},"status":"Failure","message":"Unauthorized",\
                "reason":"Unauthorized","code":401}""");
        TestClient.Answer forbidden = server.client().get(PODS + "/x");
        assertThat(forbidden.message())
                .isEqualTo("pods \"x\" is forbidden: User \"plain\" cannot get resource \"pods\" in API"
                + " group \"\" in the namespace \"default\"");
        assertThat(forbidden.body().path("details").toString()).isEqualTo("{\"name\":\"x\",\"kind\":\"pods\"}");
    }
}
