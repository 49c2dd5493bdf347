package insideinformer.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import insideinformer.testing.Spec;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Defaults and rules of single kinds. */
class RulesTest {

    private static final String PODS = "/api/v1/namespaces/default/pods";
    private static final String QUOTAS = "/api/v1/namespaces/default/resourcequotas";

    @RegisterExtension
    final TestServer server = new TestServer();

    @Test
    void a_pod_gets_what_it_does_not_say() throws Exception {
        JsonNode pod = server.client().post(PODS, TestObjects.pod("p")).body();

        assertThat(pod.path("spec")).isEqualTo(TestObjects.parse("""
                {"containers":[{"name":"main","image":"lantern/cart:1","resources":{},
                  "terminationMessagePath":"/dev/termination-log","terminationMessagePolicy":"File",
                  "imagePullPolicy":"IfNotPresent"}],
                 "restartPolicy":"Always","terminationGracePeriodSeconds":30,"dnsPolicy":"ClusterFirst","securityContext":{},
                 "schedulerName":"default-scheduler",
                 "tolerations":[
                  {"key":"node.kubernetes.io/not-ready","operator":"Exists","effect":"NoExecute","tolerationSeconds":300},
                  {"key":"node.kubernetes.io/unreachable","operator":"Exists","effect":"NoExecute","tolerationSeconds":300}],
                 "priority":0,"enableServiceLinks":true,"preemptionPolicy":"PreemptLowerPriority"}"""));
        assertThat(pod.path("status").toString()).isEqualTo("{\"phase\":\"Pending\",\"qosClass\":\"BestEffort\"}");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "{\"limits\":{\"cpu\":\"1\",\"memory\":\"1Gi\"}}                                | {\"cpu\":\"1\",\"memory\":\"1Gi\"} | Guaranteed",
        "{\"limits\":{\"cpu\":\"1\"},\"requests\":{\"cpu\":\"500m\",\"memory\":\"1Mi\"}} | {\"cpu\":\"500m\",\"memory\":\"1Mi\"} | Burstable",
        "{\"limits\":{\"cpu\":\"1000m\"}}                                              | {\"cpu\":\"1000m\"} | Burstable"
    })
    void requests_default_to_limits_in_the_words_of_the_sender(String resources, String requests, String quality)
            throws Exception {
        JsonNode pod = server.client().post(PODS, withResources(resources)).body();

        assertThat(pod.at("/spec/containers/0/resources/requests").toString()).isEqualTo(requests);
        assertThat(pod.at("/status/qosClass").asString()).isEqualTo(quality);
    }

    @ParameterizedTest
    @CsvSource({"a/b, Always", "a/b:latest, Always", "a/b:1, IfNotPresent", "r:5000/b, Always",
            "a@sha256:0, IfNotPresent"})
    void images_that_may_change_are_pulled_always(String image, String policy) throws Exception {
        JsonNode pod = server.client().post(PODS, TestObjects.pod("p").replace("lantern/cart:1", image)).body();

        assertThat(pod.at("/spec/containers/0/imagePullPolicy").asString()).isEqualTo(policy);
    }

    @Test
    @Spec("AP-29")
    void an_invalid_pod_says_all_that_is_wrong() throws Exception {
        TestClient.Answer answer = server.client().post(PODS, """
                {"apiVersion":"v1","kind":"Pod","metadata":{"name":"bad"},"spec":{"containers":[],"restartPolicy":"Sometimes"}}""");

        assertThat(answer.code()).isEqualTo(422);
        assertThat(answer.message())
                .isEqualTo("Pod \"bad\" is invalid: [spec.containers: Required value, spec.restartPolicy:"
                + " Unsupported value: \"Sometimes\": supported values: \"Always\", \"OnFailure\", \"Never\"]");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "[{\"image\":\"i\"}]                                           | spec.containers[0].name: Required value",
        "[{\"name\":\"a\"}]                                            | spec.containers[0].image: Required value",
        "[{\"name\":\"a\",\"image\":\"i\"},{\"name\":\"a\",\"image\":\"i\"}] | spec.containers[1].name: Duplicate value: \"a\"",
        "[{\"name\":\"a\",\"image\":\"i\",\"resources\":{\"requests\":{\"cpu\":\"2\"},\"limits\":{\"cpu\":\"1\"}}}] | spec.containers[0].resources.requests: Invalid value: \"2\": must be less than or equal to cpu limit of 1",
        "[{\"name\":\"a\",\"image\":\"i\",\"resources\":{\"requests\":{\"cpu\":\"-1\"}}}] | spec.containers[0].resources.requests[cpu]: Invalid value: \"-1\": must be greater than or equal to 0"
    })
    void containers_have_rules(String containers, String problem) throws Exception {
        TestClient.Answer answer = server.client().post(PODS,
                "{\"metadata\":{\"name\":\"p\"},\"spec\":{\"containers\":" + containers + "}}");

        assertThat(answer.message()).isEqualTo("Pod \"p\" is invalid: " + problem);
    }

    @Test
    @Spec("AP-14")
    void a_quantity_that_is_none_is_a_bad_request() throws Exception {
        TestClient.Answer answer = server.client().post(PODS, withResources("{\"requests\":{\"cpu\":\"many\"}}"));

        assertThat(answer.code()).isEqualTo(400);
        assertThat(answer.message())
                .isEqualTo("Pod in version \"v1\" cannot be handled as a Pod: quantities must match the"
                + " regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'");
    }

    @Test
    void an_amount_that_is_null_is_as_absent() throws Exception {
        TestClient.Answer answer = server.client().post(PODS, withResources(
                "{\"requests\":{\"cpu\":\"1\",\"memory\":null},\"limits\":{\"memory\":null}}"));

        assertThat(answer.code()).isEqualTo(201);
        assertThat(answer.body().at("/spec/containers/0/resources").toString())
                .isEqualTo("{\"requests\":{\"cpu\":\"1\"}}");
    }

    @Test
    @Spec("AP-29")
    void of_a_pods_spec_only_few_fields_can_change() throws Exception {
        server.client().post(PODS, TestObjects.pod("p"));

        TestClient.Answer renamed = server.client().patch(PODS + "/p", "json", """
                [{"op":"replace","path":"/spec/containers/0/name","value":"other"}]""");
        TestClient.Answer image = server.client().patch(PODS + "/p", "json", """
                [{"op":"replace","path":"/spec/containers/0/image","value":"lantern/cart:2"},
                 {"op":"add","path":"/spec/activeDeadlineSeconds","value":60},
                 {"op":"add","path":"/spec/tolerations/-","value":{"key":"k","operator":"Exists"}}]""");
        TestClient.Answer less = server.client().patch(PODS + "/p", "json", """
                [{"op":"remove","path":"/spec/tolerations/0"}]""");

        for (TestClient.Answer answer : List.of(renamed, less)) {
            assertThat(answer.code()).isEqualTo(422);
            assertThat(answer.body().at("/details/causes/0/field").asString()).isEqualTo("spec");
            assertThat(answer.message())
                    .startsWith("Pod \"p\" is invalid: spec: Forbidden: pod updates may not change fields"
                    + " other than `spec.containers[*].image`");
        }
        assertThat(image.code()).isEqualTo(200);
    }

    @Test
    void services_claims_secrets_and_workloads_have_defaults() throws Exception {
        JsonNode service = server.client().post("/api/v1/namespaces/default/services",
                "{\"metadata\":{\"name\":\"s\"},\"spec\":{\"ports\":[{\"port\":80}]}}").body();
        JsonNode claim = server.client().post("/api/v1/namespaces/default/persistentvolumeclaims",
                "{\"metadata\":{\"name\":\"c\"},\"spec\":{\"resources\":{\"requests\":{\"storage\":\"1Gi\"}}}}").body();
        JsonNode secret = server.client().post("/api/v1/namespaces/default/secrets",
                "{\"metadata\":{\"name\":\"s\"},\"type\":\"\",\"stringData\":{\"k\":\"v\"}}").body();
        JsonNode deployment = server.client().post("/apis/apps/v1/namespaces/default/deployments",
                TestObjects.deployment("d")).body();

        assertThat(service.at("/spec/type").asString()).isEqualTo("ClusterIP");
        assertThat(service.at("/spec/ports/0").toString())
                .isEqualTo("{\"port\":80,\"protocol\":\"TCP\",\"targetPort\":80}");
        assertThat(claim.at("/status/phase").asString()).isEqualTo("Pending");
        assertThat(secret.path("data").toString()).isEqualTo("{\"k\":\"dg==\"}");
        assertThat(secret.has("stringData")).isFalse();
        assertThat(secret.path("type").asString()).isEqualTo("Opaque");
        assertThat(deployment.at("/spec/replicas").asInt()).isEqualTo(1);
        assertThat(deployment.at("/spec/template/spec/restartPolicy").asString()).isEqualTo("Always");
    }

    @Test
    @Spec("QA-28")
    void a_quotas_status_is_the_controllers_and_its_spec_the_users() throws Exception {
        JsonNode created = server.client().post(QUOTAS, """
                {"metadata":{"name":"q"},"spec":{"hard":{"pods":"2"}},"status":{"hard":{"pods":"9"}}}""").body();
        JsonNode viaStatus = server.client().put(QUOTAS + "/q/status", """
                {"metadata":{"name":"q"},"spec":{"hard":{"pods":"7"}},"status":{"hard":{"pods":"2"},"used":{"pods":"1"}}}""").body();
        JsonNode viaObject = server.client().put(QUOTAS + "/q", """
                {"metadata":{"name":"q"},"spec":{"hard":{"pods":"3"}},"status":{"used":{"pods":"5"}}}""").body();

        assertThat(created.path("status").toString()).isEqualTo("{}");
        assertThat(viaStatus.at("/spec/hard/pods").asString()).isEqualTo("2");
        assertThat(viaStatus.at("/status/used/pods").asString()).isEqualTo("1");
        assertThat(viaObject.at("/spec/hard/pods").asString()).isEqualTo("3");
        assertThat(viaObject.at("/status/used/pods").asString()).isEqualTo("1");
        assertThat(server.client().put(QUOTAS + "/none", TestObjects.quota("none", "{}")).code()).isEqualTo(404);
    }

    @ParameterizedTest
    @Spec("QA-29")
    @CsvSource(delimiter = '|', value = {
        "{\"foo\":\"1\"}            | [spec.hard[foo]: Invalid value: \"foo\": must be a standard resource type or fully qualified, spec.hard[foo]: Invalid value: \"foo\": must be a standard resource for quota]",
        "{\"storage\":\"1\"}        | spec.hard[storage]: Invalid value: \"storage\": must be a standard resource for quota",
        "{\"pods\":\"1500m\"}       | spec.hard[pods]: Invalid value: \"1500m\": must be an integer",
        "{\"count/pods\":\"1500m\"} | spec.hard[count/pods]: Invalid value: \"1500m\": must be an integer",
        "{\"services\":\"-1\"}      | spec.hard[services]: Invalid value: \"-1\": must be greater than or equal to 0"
    })
    void a_quota_limits_what_quotas_can_limit(String hard, String problem) throws Exception {
        assertThat(server.client().post(QUOTAS, TestObjects.quota("q", hard)).message())
                .isEqualTo("ResourceQuota \"q\" is invalid: " + problem);
    }

    @Test
    @Spec("QA-29")
    void these_names_and_amounts_are_fine() throws Exception {
        assertThat(server.client().post(QUOTAS, TestObjects.quota("q", """
                {"pods":"1k","cpu":"1500m","requests.memory":"1.5Gi","hugepages-2Mi":"4Mi","services.nodeports":"0",
                 "requests.example.com/gpu":"1500m","count/deployments.apps":"3",
                 "gold.storageclass.storage.k8s.io/requests.storage":"1Gi"}""")).code()).isEqualTo(201);
    }

    @Test
    @Spec("QA-29")
    void a_quotas_status_has_the_same_rules() throws Exception {
        server.client().post(QUOTAS, TestObjects.quota("q", "{\"pods\":\"1\"}"));

        TestClient.Answer answer = server.client()
                .patch(QUOTAS + "/q/status", "merge", "{\"status\":{\"used\":{\"pods\":\"0.5\"}}}");

        assertThat(answer.message())
                .isEqualTo("ResourceQuota \"q\" is invalid: status.used[pods]: Invalid value: \"0.5\":"
                + " must be an integer");
    }

    @ParameterizedTest
    @Spec("QA-30")
    @CsvSource(delimiter = '|', value = {
        "{\"pods\":\"1\"} | \"scopes\":[\"BestEffort\",\"NotBestEffort\"]    | spec.scopes | conflicting scopes",
        "{\"pods\":\"1\"} | \"scopes\":[\"Terminating\",\"NotTerminating\"]  | spec.scopes | conflicting scopes",
        "{}               | \"scopes\":[\"Sometimes\"]                       | spec.scopes | unsupported scope",
        "{\"cpu\":\"1\"}  | \"scopes\":[\"BestEffort\"]                      | spec.scopes | unsupported scope applied to resource",
        "{\"services\":\"1\"} | \"scopes\":[\"Terminating\"]                 | spec.scopes | unsupported scope applied to resource",
        "{\"pods\":\"1\"} | \"scopeSelector\":{\"matchExpressions\":[{\"scopeName\":\"BestEffort\",\"operator\":\"In\",\"values\":[\"x\"]}]} | spec.scopeSelector.matchExpressions.operator | must be 'Exist' when scope is any of",
        "{\"pods\":\"1\"} | \"scopeSelector\":{\"matchExpressions\":[{\"scopeName\":\"PriorityClass\",\"operator\":\"In\"}]} | spec.scopeSelector.matchExpressions.values | must be at least one value",
        "{\"pods\":\"1\"} | \"scopeSelector\":{\"matchExpressions\":[{\"scopeName\":\"PriorityClass\",\"operator\":\"Exists\",\"values\":[\"x\"]}]} | spec.scopeSelector.matchExpressions.values | must be no value",
        "{\"pods\":\"1\"} | \"scopeSelector\":{\"matchExpressions\":[{\"scopeName\":\"PriorityClass\",\"operator\":\"Like\"}]} | spec.scopeSelector.matchExpressions.operator | not a valid selector operator"
    })
    void a_quotas_scopes_must_fit(String hard, String scopes, String field, String problem) throws Exception {
        TestClient.Answer answer = server.client().post(QUOTAS,
                "{\"metadata\":{\"name\":\"q\"},\"spec\":{\"hard\":" + hard + "," + scopes + "}}");

        assertThat(answer.code()).isEqualTo(422);
        assertThat(answer.body().at("/details/causes/0/field").asString()).isEqualTo(field);
        assertThat(answer.body().at("/details/causes/0/message").asString()).contains(problem);
    }

    @Test
    @Spec("QA-30")
    void scopes_that_fit_are_fine_and_cannot_be_changed() throws Exception {
        assertThat(server.client().post(QUOTAS, """
                {"metadata":{"name":"q"},"spec":{"hard":{"pods":"1","requests.cpu":"1"},"scopes":["NotBestEffort"],
                 "scopeSelector":{"matchExpressions":[{"scopeName":"PriorityClass","operator":"In","values":["high"]}]}}}""").code())
                .isEqualTo(201);

        TestClient.Answer answer = server.client()
                .patch(QUOTAS + "/q", "merge", "{\"spec\":{\"scopes\":[\"Terminating\"]}}");

        assertThat(answer.code()).isEqualTo(422);
        assertThat(answer.message()).contains("spec.scopes: Invalid value: [\"Terminating\"]: field is immutable");
    }

    private static String withResources(String resources) {
        return TestObjects.pod("p").replace("\"image\":\"lantern/cart:1\"",
                "\"image\":\"lantern/cart:1\",\"resources\":" + resources);
    }
}
