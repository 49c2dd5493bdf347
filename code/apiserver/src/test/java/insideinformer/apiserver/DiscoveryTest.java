package insideinformer.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import insideinformer.apiserver.faults.Failure;
import insideinformer.apiserver.faults.LastingFault;
import insideinformer.testing.Spec;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** What a client learns before it asks for an object. */
class DiscoveryTest {

    private static final String AGGREGATED = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";

    @RegisterExtension
    final TestServer server = new TestServer();

    @Test
    @Spec("AP-98")
    void the_version_is_a_bare_object() throws Exception {
        JsonNode version = server.client().get("/version").body();

        assertThat(version.propertyNames()).containsExactlyInAnyOrder("major", "minor", "gitVersion", "gitCommit",
                "gitTreeState", "buildDate", "goVersion", "compiler", "platform");
        assertThat(version.path("minor").asString()).isEqualTo("37");
    }

    @ParameterizedTest
    @Spec("AP-99")
    @ValueSource(strings = {"/healthz", "/livez", "/readyz", "/readyz/ping", "/livez/etcd"})
    void a_healthy_server_says_ok(String path) throws Exception {
        TestClient.Answer answer = server.client().get(path);

        assertThat(answer.code()).isEqualTo(200);
        assertThat(answer.text()).isEqualTo("ok");
        assertThat(answer.headers().firstValue("Content-Type")).contains("text/plain; charset=utf-8");
    }

    @Test
    @Spec("AP-99")
    void a_failing_check_is_named_and_can_be_excluded() throws Exception {
        try (LastingFault failing = server.server().faults().failHealthCheck("etcd")) {
            TestClient.Answer answer = server.client().get("/readyz");

            assertThat(answer.code()).isEqualTo(500);
            assertThat(answer.text()).isEqualTo(
                    "[+]ping ok\n[+]log ok\n[-]etcd failed: reason withheld\n[+]shutdown ok\nreadyz check failed\n");
            assertThat(server.client().get("/readyz/ping").code()).isEqualTo(200);
            assertThat(server.client().get("/readyz/etcd").code()).isEqualTo(500);
            assertThat(server.client().get("/readyz?exclude=etcd").code()).isEqualTo(200);
        }
        assertThat(server.client().get("/livez?verbose").text())
                .isEqualTo("[+]ping ok\n[+]log ok\n[+]etcd ok\nlivez check passed\n");
    }

    @Test
    @Spec("AP-99")
    void during_a_shutdown_readiness_fails_and_life_goes_on() throws Exception {
        try (LastingFault failing = server.server().faults().failHealthCheck("shutdown")) {
            assertThat(server.client().get("/readyz").code()).isEqualTo(500);
            assertThat(server.client().get("/livez").code()).isEqualTo(200);
        }
    }

    @Test
    @Spec("AP-100")
    void the_root_lists_paths_that_are_served() throws Exception {
        JsonNode paths = server.client().get("/").body().path("paths");

        assertThat(paths.valueStream().map(JsonNode::asString))
                .contains("/api", "/api/v1", "/apis", "/apis/apps", "/apis/apps/v1", "/healthz", "/readyz/ping",
                "/version");
        for (JsonNode path : paths) {
            assertThat(server.client().get(path.asString()).code()).as(path.asString()).isEqualTo(200);
        }
    }

    @Test
    @Spec("AP-100")
    void groups_and_versions_are_listed_in_the_old_form() throws Exception {
        JsonNode core = server.client().get("/api").body();
        JsonNode groups = server.client().get("/apis").body();
        JsonNode apps = server.client().get("/apis/apps").body();

        assertThat(core.path("kind").asString()).isEqualTo("APIVersions");
        assertThat(core.has("apiVersion")).isFalse();
        assertThat(core.path("versions").toString()).isEqualTo("[\"v1\"]");
        assertThat(groups.path("kind").asString()).isEqualTo("APIGroupList");
        assertThat(groups.path("apiVersion").asString()).isEqualTo("v1");
        assertThat(groups.path("groups").valueStream().map(g -> g.path("name").asString()))
                .contains("apps", "batch", "coordination.k8s.io").doesNotContain("");
        assertThat(apps.toString())
                .isEqualTo("{\"kind\":\"APIGroup\",\"apiVersion\":\"v1\",\"name\":\"apps\",\"versions\":"
                + "[{\"groupVersion\":\"apps/v1\",\"version\":\"v1\"}],\"preferredVersion\":{\"groupVersion\":\"apps/v1\","
                + "\"version\":\"v1\"}}");
    }

    @Test
    @Spec({"AP-100", "AP-101"})
    void resources_say_what_can_be_done_with_them() throws Exception {
        JsonNode core = server.client().get("/api/v1").body();

        assertThat(core.path("kind").asString()).isEqualTo("APIResourceList");
        assertThat(core.has("apiVersion")).isFalse();
        JsonNode pods = resource(core, "pods");
        assertThat(pods.path("singularName").asString()).isEqualTo("pod");
        assertThat(pods.path("namespaced").asBoolean()).isTrue();
        assertThat(pods.path("kind").asString()).isEqualTo("Pod");
        assertThat(pods.path("shortNames").toString()).isEqualTo("[\"po\"]");
        assertThat(pods.path("categories").toString()).isEqualTo("[\"all\"]");
        assertThat(pods.path("verbs").valueStream().map(JsonNode::asString)).containsExactly(
                "create", "delete", "deletecollection", "get", "list", "patch", "update", "watch");
        assertThat(resource(core, "pods/status").path("verbs").toString()).isEqualTo("[\"get\",\"patch\",\"update\"]");
        assertThat(resource(core, "namespaces").path("verbs").toString()).doesNotContain("deletecollection");
        assertThat(resource(core, "namespaces/finalize").path("verbs").toString()).isEqualTo("[\"update\"]");
        assertThat(server.client().get("/apis/apps/v1").body().path("apiVersion").asString()).isEqualTo("v1");
    }

    @Test
    @Spec("AP-102")
    void the_aggregated_form_comes_to_those_who_ask_for_it_on_both_paths() throws Exception {
        for (String path : List.of("/api", "/apis")) {
            TestClient.Answer answer = server.client().get(path, "Accept", AGGREGATED + ",application/json");

            assertThat(answer.headers().firstValue("Content-Type")).contains(AGGREGATED);
            assertThat(answer.headers().firstValue("Cache-Control")).contains("public");
            assertThat(answer.headers().firstValue("Vary")).contains("Accept");
            assertThat(answer.body().path("kind").asString()).isEqualTo("APIGroupDiscoveryList");
            String tag = answer.headers().firstValue("ETag").orElseThrow();
            TestClient.Answer again = server.client().get(path, "Accept", AGGREGATED, "If-None-Match", tag);
            assertThat(again.code()).isEqualTo(304);
            assertThat(again.headers().firstValue("Cache-Control")).contains("public");
        }
        assertThat(server.client().get("/apis", "Accept", AGGREGATED.replace("v=v2", "v=v3") + ",application/json")
                .body().path("kind").asString()).isEqualTo("APIGroupList");
    }

    @Test
    @Spec("AP-102")
    void both_forms_tell_the_same() throws Exception {
        JsonNode apps = server.client().get("/apis", "Accept", AGGREGATED).body().path("items").valueStream()
                .filter(i -> i.at("/metadata/name").asString("").equals("apps")).findFirst().orElseThrow();
        JsonNode deployments = apps.at("/versions/0/resources").valueStream()
                .filter(r -> r.path("resource").asString().equals("deployments")).findFirst().orElseThrow();

        assertThat(deployments.toString()).isEqualTo("{\"resource\":\"deployments\",\"responseKind\":{\"group\":\"\","
                + "\"version\":\"\",\"kind\":\"Deployment\"},\"scope\":\"Namespaced\",\"singularResource\":\"deployment\","
                + "\"verbs\":[\"create\",\"delete\",\"deletecollection\",\"get\",\"list\",\"patch\",\"update\",\"watch\"],"
                + "\"shortNames\":[\"deploy\"],\"categories\":[\"all\"],\"subresources\":[{\"subresource\":\"scale\","
                + "\"responseKind\":{\"group\":\"autoscaling\",\"version\":\"v1\",\"kind\":\"Scale\"},"
                + "\"verbs\":[\"get\",\"patch\",\"update\"]},{\"subresource\":\"status\","
                + "\"responseKind\":{\"group\":\"\",\"version\":\"\",\"kind\":\"Deployment\"},"
                + "\"verbs\":[\"get\",\"patch\",\"update\"]}]}");
    }

    @Test
    @Spec("AP-103")
    void a_single_group_can_fail_alone() throws Exception {
        server.server().faults()
                .fail(r -> r.path().equals("/apis/batch/v1"), Failure.status(503, "ServiceUnavailable", "down"));

        assertThat(server.client().get("/apis/batch/v1").code()).isEqualTo(503);
        assertThat(server.client().get("/apis/apps/v1").code()).isEqualTo(200);
    }

    @Test
    @Spec("AP-105")
    void openapi_names_the_kinds_and_that_writes_validate_fields() throws Exception {
        TestClient.Answer index = server.client().get("/openapi/v3");
        assertThat(index.headers().firstValue("Content-Type")).contains("text/plain; charset=utf-8");
        assertThat(index.headers().firstValue("Last-Modified")).isPresent();
        assertThat(index.headers().firstValue("ETag")).isEmpty();
        String path = TestObjects.parse(index.text()).at("/paths/api~1v1/serverRelativeURL").asString();
        assertThat(path).startsWith("/openapi/v3/api/v1?hash=");

        TestClient.Answer document = server.client().get(path);

        assertThat(document.headers().firstValue("Content-Type")).contains("application/json");
        assertThat(document.headers().firstValue("ETag")).isPresent();
        JsonNode patch = document.body().path("paths").path("/api/v1/namespaces/{namespace}/configmaps/{name}")
                .path("patch");
        assertThat(patch.path("x-kubernetes-group-version-kind").toString())
                .isEqualTo("{\"group\":\"\",\"version\":\"v1\",\"kind\":\"ConfigMap\"}");
        assertThat(patch.path("parameters").valueStream().map(p -> p.path("name").asString()))
                .contains("fieldValidation");
    }

    private static JsonNode resource(JsonNode list, String name) {
        return list.path("resources").valueStream()
                .filter(r -> r.path("name").asString().equals(name)).findFirst().orElseThrow();
    }
}
