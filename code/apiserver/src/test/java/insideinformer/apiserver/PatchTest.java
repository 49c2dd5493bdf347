package insideinformer.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import insideinformer.testing.Spec;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

class PatchTest {

    private static final String MAPS = "/api/v1/namespaces/default/configmaps";
    private static final String PODS = "/api/v1/namespaces/default/pods";

    @RegisterExtension
    final TestServer server = new TestServer();

    @BeforeEach
    void createOne() throws Exception {
        server.client().post(MAPS, TestObjects.map("a", "{\"k\":\"1\"}"));
    }

    @Test
    @Spec({"AP-49", "AP-54"})
    void other_patch_types_are_not_supported() throws Exception {
        for (String type : List.of("application/json", "application/apply-patch+yaml")) {
            assertThat(server.client().patch(MAPS + "/a", type, "{}").text().strip()).as(type).isEqualTo("""
                    {"apiVersion":"v1","kind":"Status","metadata":{},"status":"Failure",\
                    "message":"415: Unsupported Media Type","reason":"UnsupportedMediaType","details":{},"code":415}""");
        }
    }

    @Test
    @Spec("AP-50")
    void a_merge_patch_over_HTTP() throws Exception {
        TestClient.Answer answer = server.client().patch(
                MAPS + "/a", "merge", "{\"data\":{\"k\":null,\"m\":\"2\"},\"metadata\":{\"labels\":{\"l\":\"1\"}}}");

        assertThat(answer.code()).isEqualTo(200);
        assertThat(answer.body().path("data").toString()).isEqualTo("{\"m\":\"2\"}");
        assertThat(answer.body().at("/metadata/labels").toString()).isEqualTo("{\"l\":\"1\"}");
        assertThat(server.client().patch(MAPS + "/a", "merge", "{\"data\":").code()).isEqualTo(400);
    }

    @Test
    @Spec("AP-51")
    void a_JSON_patch_applies_as_a_whole_or_not_at_all() throws Exception {
        TestClient.Answer applied = server.client().patch(MAPS + "/a", "json", """
                [{"op":"test","path":"/data/k","value":"1"},{"op":"add","path":"/data/j","value":"2"}]""");
        TestClient.Answer failed = server.client().patch(MAPS + "/a", "json", """
                [{"op":"add","path":"/data/x","value":"3"},{"op":"test","path":"/data/k","value":"9"}]""");
        TestClient.Answer nowhere = server.client().patch(MAPS + "/a", "json", """
                [{"op":"remove","path":"/data/none"}]""");
        TestClient.Answer malformed = server.client().patch(MAPS + "/a", "json", "{\"op\":\"add\"}");

        assertThat(applied.body().path("data").toString()).isEqualTo("{\"k\":\"1\",\"j\":\"2\"}");
        for (TestClient.Answer answer : List.of(failed, nowhere)) {
            assertThat(answer.code()).isEqualTo(422);
            assertThat(answer.reason()).isEqualTo("Invalid");
            assertThat(answer.body().get("details")).isNotNull().isEmpty();
        }
        assertThat(malformed.code()).isEqualTo(400);
        assertThat(server.client().get(MAPS + "/a").body().path("data").has("x")).isFalse();
    }

    @Test
    @Spec("AP-52")
    void a_strategic_patch_merges_containers_by_name() throws Exception {
        server.client().post(PODS, TestObjects.pod("p"));

        TestClient.Answer answer = server.client().patch(PODS + "/p", "strategic", """
                {"spec":{"containers":[{"name":"main","image":"lantern/cart:2"}]},"metadata":{"finalizers":["example.org/f"]}}""");

        assertThat(answer.code()).isEqualTo(200);
        JsonNode containers = answer.body().at("/spec/containers");
        assertThat(containers).hasSize(1);
        assertThat(containers.get(0).path("image").asString()).isEqualTo("lantern/cart:2");
        assertThat(containers.get(0).path("terminationMessagePolicy").asString()).isEqualTo("File");
    }

    @Test
    @Spec("AP-53")
    void a_patch_with_a_version_is_conditional_on_it() throws Exception {
        assertThat(server.client()
                .patch(MAPS + "/a", "merge", "{\"metadata\":{\"resourceVersion\":\"1\"},\"data\":{\"m\":\"2\"}}")
                .reason()).isEqualTo("Conflict");
        String current = server.client().get(MAPS + "/a").version();
        assertThat(server.client().patch(MAPS + "/a", "merge",
                "{\"metadata\":{\"resourceVersion\":\"" + current + "\"},\"data\":{\"m\":\"2\"}}").code())
                .isEqualTo(200);
    }

    @Test
    @Spec("AP-53")
    void patches_without_a_version_never_conflict() throws Exception {
        int patches = 50;
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<TestClient.Answer>> answers = new ArrayList<>();
            for (int i = 0; i < patches; i++) {
                String patch = "{\"data\":{\"key" + i + "\":\"v\"}}";
                answers.add(threads.submit(() -> server.client().patch(MAPS + "/a", "merge", patch)));
            }
            for (Future<TestClient.Answer> answer : answers) {
                assertThat(answer.get().code()).isEqualTo(200);
            }
        }

        assertThat(server.client().get(MAPS + "/a").body().path("data")).hasSize(patches + 1);
    }

    @Test
    @Spec("AP-54")
    void patching_what_is_missing_is_not_found_and_force_is_for_server_side_apply() throws Exception {
        assertThat(server.client().patch(MAPS + "/none", "merge", "{}").reason()).isEqualTo("NotFound");
        assertThat(server.client().patch(MAPS + "/a?force=true", "merge", "{}").message()).isEqualTo(
                "PatchOptions.meta.k8s.io \"\" is invalid: force: Forbidden: may not be specified for non-apply patch");
    }

    @Test
    void a_patch_cannot_make_another_kind() throws Exception {
        assertThat(server.client().patch(MAPS + "/a", "merge", "{\"kind\":\"Secret\"}").code()).isEqualTo(400);
    }
}
