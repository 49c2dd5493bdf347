package insideinformer.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import insideinformer.testing.Spec;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is stored can be read, listed and watched by everybody, and a write that is refused leaves no trace. */
class StoredObjectsTest {

    private static final String MAPS = "/api/v1/namespaces/default/configmaps";
    private static final String PODS = "/api/v1/namespaces/default/pods";
    private static final String TABLE = "application/json;as=Table;v=v1;g=meta.k8s.io";

    @RegisterExtension
    final TestServer server = new TestServer();

    private long before;

    @BeforeEach
    void oneOfEach() throws Exception {
        server.client().post(MAPS, TestObjects.map("a"));
        server.client().post(PODS, TestObjects.pod("a"));
        before = server.store().revision();
    }

    @Test
    @Spec({"AP-15", "AP-42"})
    void a_create_that_nests_too_deep_is_refused() throws Exception {
        TestClient.Answer answer =
                server.client().post(PODS, TestObjects.pod("b").replace("\"spec\":{",
                        "\"spec\":{\"deep\":" + nested(450) + ","));

        assertRefused(answer, 422, "nests 452 levels deep; at most 400 are allowed");
    }

    @Test
    @Spec({"AP-15", "AP-42"})
    void an_update_that_nests_too_deep_is_refused() throws Exception {
        String body = TestObjects.pod("a").replace("}]}", "}]},\"status\":{\"deep\":" + nested(450) + "}");

        assertRefused(server.client().put(PODS + "/a/status", body), 422, "levels deep");
    }

    @ParameterizedTest
    @Spec({"AP-50", "AP-51", "AP-52"})
    @ValueSource(strings = {"merge", "strategic"})
    void a_patch_whose_result_nests_too_deep_is_refused(String type) throws Exception {
        String patch = "{\"status\":{\"deep\":" + nested(450) + "}}";

        assertRefused(server.client().patch(PODS + "/a/status", type, patch), 422, "levels deep");
        assertRefused(server.client().patch(PODS + "/a/status?dryRun=All", type, patch), 422, "levels deep");
    }

    @Test
    @Spec("AP-51")
    void a_json_patch_that_builds_depth_step_by_step_is_refused() throws Exception {
        StringBuilder patch = new StringBuilder("[{\"op\":\"add\",\"path\":\"/status/d\",\"value\":1}");
        for (int i = 0; i < 500; i++) {
            patch.append(",{\"op\":\"add\",\"path\":\"/status/e\",\"value\":").append(nested(390)).append('}');
            patch.append(",{\"op\":\"move\",\"from\":\"/status/d\",\"path\":\"/status/e");
            patch.append("/x".repeat(390)).append("\"},{\"op\":\"move\",\"from\":\"/status/e\",\"path\":\"/status/d\"}");
        }

        assertRefused(server.client().patch(PODS + "/a/status", "json", patch + "]"), 422, "levels deep");
    }

    @Test
    @Spec("AP-51")
    void a_pointer_of_a_million_steps_is_refused() throws Exception {
        String patch = "[{\"op\":\"add\",\"path\":\"" + "/x".repeat(1_000_000) + "\",\"value\":1}]";

        assertRefused(server.client().patch(PODS + "/a/status", "json", patch), 422, "");
    }

    @Test
    @Spec({"AP-15", "AP-50"})
    void patches_cannot_make_an_object_larger_than_a_body_may_be() throws Exception {
        String half = "x".repeat(2 * 1024 * 1024);

        assertThat(server.client().patch(MAPS + "/a", "merge",
                "{\"data\":{\"one\":\"" + half + "\"}}").code()).isEqualTo(200);
        before = server.store().revision();
        TestClient.Answer answer = server.client().patch(MAPS + "/a", "merge", "{\"data\":{\"two\":\"" + half + "\"}}");

        assertRefused(answer, 413, "Request entity too large: limit is 3145728");
    }

    @Test
    @Spec("AP-51")
    void copies_that_double_are_stopped_before_they_fill_the_memory() throws Exception {
        StringBuilder patch = new StringBuilder("[{\"op\":\"add\",\"path\":\"/data\",\"value\":{\"a\":\"xxxxxxxxxxxxxxxx\"}}");
        for (int i = 0; i < 40; i++) {
            patch.append(",{\"op\":\"copy\",\"from\":\"/data\",\"path\":\"/data/c").append(i).append("\"}");
        }

        assertRefused(server.client().patch(MAPS + "/a", "json", patch + "]"), 422, "in all; at most 3145728");
    }

    @ParameterizedTest
    @Spec("AP-51")
    @ValueSource(strings = {
        "[{'op':'remove','path':''}]",
        "[{'op':'move','from':'','path':'/data'}]",
        "[{'op':'replace','path':'','value':'text'}]",
        "[{'op':'replace','path':'','value':null}]",
        "[{'op':'add','path':'','value':[1]}]",
        "[{'op':'move','from':'/data','path':''}]"
    })
    void a_json_patch_that_leaves_no_object_does_not_apply(String patch) throws Exception {
        server.client().patch(MAPS + "/a", "merge", "{\"data\":null}");
        before = server.store().revision();

        TestClient.Answer answer = server.client().patch(MAPS + "/a", "json", patch.replace('\'', '"'));

        assertRefused(answer, 422, "");
    }

    @Test
    @Spec("AP-52")
    @Timeout(300)
    void a_list_of_a_hundred_thousand_elements_is_merged_at_once() throws Exception {
        StringBuilder list = new StringBuilder("{\"spec\":{\"$setElementOrder/containers\":[{\"name\":\"a\"}],\"containers\":[");
        for (int i = 0; i < 150_000; i++) {
            list.append("{\"name\":\"a").append(i).append("\"},");
        }

        TestClient.Answer answer = server.client().patch(PODS + "/a", "strategic", list + "{\"name\":\"main\"}]}}");

        assertRefused(answer, 422, "");
    }

    @Test
    @Spec("AP-29")
    @Timeout(300)
    void thousands_of_errors_are_collected_at_once() throws Exception {
        StringBuilder scopes = new StringBuilder("{\"hard\":{\"pods\":\"1\"}},\"x\":[");
        StringBuilder labels = new StringBuilder("{\"labels\":{");
        for (int i = 0; i < 100_000; i++) {
            labels.append(i % 5 == 0 ? "\"-" + i + "\":\"a\"," : "");
            scopes.append("\"s").append(i).append("\",");
        }
        TestClient.Answer wrongLabels =
                server.client().post(MAPS, TestObjects.map("b", "{}", labels + "\"a\":\"b\"}}"));
        TestClient.Answer wrongScopes = server.client().post("/api/v1/namespaces/default/resourcequotas",
                "{\"metadata\":{\"name\":\"q\"},\"spec\":" + scopes.toString().replace("},\"x\"", ",\"scopes\"")
                        + "\"x\"]}}");

        assertRefused(wrongLabels, 422, "metadata.labels: Invalid value: \"-99995\"");
        assertRefused(wrongScopes, 422, "unsupported scope");
    }

    @Test
    @Spec({"AP-80", "AP-106"})
    void the_deepest_object_goes_into_every_answer() throws Exception {
        String body = TestObjects.pod("deep").replace("\"spec\":{", "\"spec\":{\"deep\":" + nested(398) + ",");

        assertThat(server.client().post(PODS, body).code()).isEqualTo(201);

        assertThat(server.client().get(PODS + "/deep").code()).isEqualTo(200);
        assertThat(server.client().get(PODS).code()).isEqualTo(200);
        assertThat(server.client().get(PODS + "?includeObject=Object", "Accept", TABLE).code()).isEqualTo(200);
        try (TestClient.Stream watch =
                server.client().watch(PODS + "?watch=1&includeObject=Object&timeoutSeconds=1", "Accept", TABLE)) {
            assertThat(watch.next()).isNotNull();
        }
    }

    @Test
    @Spec({"AP-110", "AP-42"})
    void a_write_whose_answer_cannot_have_the_form_that_is_asked_for_stores_nothing() throws Exception {
        String form = "application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io";

        assertRefused(server.client().post(MAPS, TestObjects.map("b"), "Accept", form), 406, "is not a list");
        assertRefused(server.client().put(MAPS + "/a", TestObjects.map("a", "{\"k\":\"v\"}"), "Accept", form), 406, "");
    }

    private void assertRefused(TestClient.Answer answer, int code, String part) throws Exception {
        assertThat(answer.code()).as(answer.text()).isEqualTo(code);
        assertThat(answer.body().path("kind").asString("")).isEqualTo("Status");
        assertThat(answer.message()).contains(part);
        assertThat(server.store().revision()).as("revision").isEqualTo(before);
        assertThat(server.client().get(MAPS).code()).isEqualTo(200);
        assertThat(server.client().get(PODS).code()).isEqualTo(200);
    }

    /** So many objects, one within the other. */
    private static String nested(int levels) {
        return "{\"x\":".repeat(levels) + "1" + "}".repeat(levels);
    }
}
