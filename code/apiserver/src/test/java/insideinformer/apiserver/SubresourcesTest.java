package insideinformer.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/** The scale of workloads, the resources of running pods, and questions about rights. */
class SubresourcesTest {

    private static final String DEPLOYMENTS = "/apis/apps/v1/namespaces/default/deployments";
    private static final String PODS = "/api/v1/namespaces/default/pods";

    @RegisterExtension
    final TestServer server = new TestServer();

    @Test
    void the_scale_of_a_deployment_says_how_many_it_wants_and_which_pods_are_its() throws Exception {
        deployment();

        TestClient.Answer scale = server.client().get(DEPLOYMENTS + "/web/scale");

        assertThat(scale.body().path("kind").asString()).isEqualTo("Scale");
        assertThat(scale.body().path("apiVersion").asString()).isEqualTo("autoscaling/v1");
        assertThat(scale.body().path("spec")).isEqualTo(TestObjects.parse("{\"replicas\":3}"));
        assertThat(scale.body().path("status")).isEqualTo(TestObjects.parse(
                "{\"replicas\":0,\"selector\":\"app=web,tier in (a,b)\"}"));
        assertThat(scale.version()).isEqualTo(server.client().get(DEPLOYMENTS + "/web").version());
    }

    @Test
    void who_writes_the_scale_writes_the_deployment() throws Exception {
        deployment();

        TestClient.Answer put = server.client().put(DEPLOYMENTS + "/web/scale", """
                {"kind":"Scale","apiVersion":"autoscaling/v1","metadata":{"name":"web","namespace":"default"},
                 "spec":{"replicas":5}}""");
        TestClient.Answer patched = server.client().patch(DEPLOYMENTS + "/web/scale", "merge", """
                {"spec":{"replicas":0}}""");
        JsonNode deployment = server.client().get(DEPLOYMENTS + "/web").body();

        assertThat(put.code()).isEqualTo(200);
        assertThat(put.body().path("spec").path("replicas").asInt()).isEqualTo(5);
        assertThat(patched.body().path("kind").asString()).isEqualTo("Scale");
        assertThat(deployment.path("spec").path("replicas").asInt()).isZero();
        assertThat(deployment.path("spec").path("template").path("spec").path("containers").size()).isOne();
        assertThat(deployment.path("metadata").path("generation").asInt()).isEqualTo(3);
    }

    @Test
    void a_scale_of_an_older_version_is_a_conflict_and_one_below_zero_is_invalid() throws Exception {
        deployment();

        TestClient.Answer old = server.client().put(DEPLOYMENTS + "/web/scale", """
                {"metadata":{"name":"web","resourceVersion":"1"},"spec":{"replicas":5}}""");
        TestClient.Answer negative = server.client().patch(DEPLOYMENTS + "/web/scale", "merge", """
                {"spec":{"replicas":-1}}""");
        TestClient.Answer text = server.client().patch(DEPLOYMENTS + "/web/scale", "merge", """
                {"spec":{"replicas":"3"}}""");

        assertThat(old.code()).isEqualTo(409);
        assertThat(negative.code()).isEqualTo(422);
        assertThat(negative.message()).isEqualTo(
                "Scale.autoscaling \"web\" is invalid: spec.replicas: Invalid value: -1:"
                + " must be greater than or equal to 0");
        assertThat(text.code()).isEqualTo(400);
        assertThat(server.client().get(DEPLOYMENTS + "/none/scale").code()).isEqualTo(404);
    }

    @Test
    void discovery_names_the_kind_of_a_scale() throws Exception {
        JsonNode list = server.client().get("/apis/apps/v1").body().path("resources");

        assertThat(list.valueStream().filter(r -> r.path("name").asString().equals("deployments/scale")).toList())
                .containsExactly(TestObjects.parse("""
                        {"name":"deployments/scale","singularName":"","namespaced":true,"group":"autoscaling",
                         "version":"v1","kind":"Scale","verbs":["get","patch","update"]}"""));
    }

    @Test
    void a_resize_changes_the_resources_of_a_pod_and_nothing_else() throws Exception {
        pod();

        TestClient.Answer resized = server.client().patch(PODS + "/p/resize", "strategic", """
                {"metadata":{"labels":{"a":"b"}},
                 "spec":{"priority":7,"containers":[{"name":"c","image":"other","resources":{"requests":{"cpu":"2"}}}]}}
                """);
        JsonNode container = resized.body().path("spec").path("containers").get(0);

        assertThat(resized.code()).isEqualTo(200);
        assertThat(container.path("resources").path("requests").path("cpu").asString()).isEqualTo("2");
        assertThat(container.path("image").asString()).isEqualTo("i");
        assertThat(resized.body().path("metadata").has("labels")).isFalse();
        assertThat(resized.body().path("metadata").path("generation").asInt()).isEqualTo(2);
    }

    @Test
    void a_resize_may_not_change_other_resources_or_the_quality_of_service() throws Exception {
        pod();

        TestClient.Answer other = server.client().patch(PODS + "/p/resize", "strategic", """
                {"spec":{"containers":[{"name":"c","resources":{"requests":{"ephemeral-storage":"1Gi"}}}]}}""");
        TestClient.Answer gone = server.client().patch(PODS + "/p/resize", "strategic", """
                {"spec":{"containers":[{"name":"c","resources":{"requests":{"cpu":null}}}]}}""");

        assertThat(other.code()).isEqualTo(422);
        assertThat(other.message()).contains("spec: Forbidden: only cpu and memory resources are mutable");
        assertThat(gone.code()).isEqualTo(422);
        assertThat(gone.message()).contains("Pod QOS Class may not change as a result of resizing");
    }

    @Test
    void everybody_may_do_everything() throws Exception {
        TestClient.Answer access = server.client().post("/apis/authorization.k8s.io/v1/selfsubjectaccessreviews", """
                {"kind":"SelfSubjectAccessReview","apiVersion":"authorization.k8s.io/v1","metadata":{},
                 "spec":{"resourceAttributes":{"verb":"list","resource":"pods"}}}""");
        TestClient.Answer nothing =
                server.client().post("/apis/authorization.k8s.io/v1/selfsubjectaccessreviews", "{}");
        TestClient.Answer rules = server.client().post("/apis/authorization.k8s.io/v1/selfsubjectrulesreviews", """
                {"spec":{"namespace":"default"}}""");

        assertThat(access.code()).isEqualTo(201);
        assertThat(access.body().path("status").path("allowed").asBoolean()).isTrue();
        assertThat(nothing.code()).isEqualTo(422);
        assertThat(rules.body().path("status").path("resourceRules").get(0).path("verbs").get(0).asString())
                .isEqualTo("*");
        assertThat(server.client().get("/apis/authorization.k8s.io/v1").body().path("resources").get(0).path("name")
                .asString()).isEqualTo("selfsubjectaccessreviews");
    }

    private void deployment() throws Exception {
        server.client().post(DEPLOYMENTS, """
                {"metadata":{"name":"web"},"spec":{"replicas":3,
                 "selector":{"matchLabels":{"app":"web"},
                  "matchExpressions":[{"key":"tier","operator":"In","values":["b","a"]}]},
                 "template":{"metadata":{"labels":{"app":"web","tier":"a"}},
                  "spec":{"containers":[{"name":"c","image":"i"}]}}}}""");
    }

    private void pod() throws Exception {
        server.client().post(PODS, """
                {"metadata":{"name":"p"},"spec":{"containers":[
                 {"name":"c","image":"i","resources":{"requests":{"cpu":"1"}}}]}}""");
    }
}
