package insideinformer.apiserver.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import insideinformer.api.ApiException;
import insideinformer.api.ApiResource;
import insideinformer.api.GroupVersionResource;
import insideinformer.api.ListOptions;
import insideinformer.api.Unstructured;
import insideinformer.apiserver.ApiServer;
import insideinformer.client.ResourceClient;
import insideinformer.client.RestClient;
import insideinformer.json.Json;
import insideinformer.wait.Clock;
import insideinformer.wait.Context;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** The plugins before the quota, over HTTP, as users meet them. */
class AdmissionChainTest {

    private static final Map<String, String> KINDS = Map.of(
            "pods", "Pod", "serviceaccounts", "ServiceAccount", "limitranges", "LimitRange",
            "persistentvolumeclaims", "PersistentVolumeClaim", "resourcequotas", "ResourceQuota",
            "priorityclasses", "PriorityClass", "storageclasses", "StorageClass");

    private final ApiServer server = ApiServer.builder()
            .admission(AdmissionChain.before(new QuotaAdmission(Clock.system()))).build();
    private RestClient client;

    @BeforeEach
    void start() throws Exception {
        server.start();
        client = new RestClient(server.uri());
        create("v1/serviceaccounts", "{'metadata':{'name':'default'}}");
    }

    @AfterEach
    void stop() {
        client.close();
        server.close();
    }

    private ResourceClient<Unstructured> in(String place) {
        String[] parts = place.split("/");
        String group = parts.length == 2 ? "" : parts[0];
        boolean namespaced = !parts[parts.length - 1].endsWith("classes");
        return client.resource(ApiResource.unstructured(new GroupVersionResource(
                        group, parts[parts.length - 2], parts[parts.length - 1]),
                        KINDS.get(parts[parts.length - 1]), namespaced))
                .inNamespace(namespaced ? "default" : "");
    }

    private JsonNode create(String place, String json) throws IOException, InterruptedException {
        Unstructured object = Json.MAPPER.readValue(json.replace('\'', '"'), Unstructured.class);
        return tree(in(place).create(Context.background(), object));
    }

    private static JsonNode tree(Unstructured object) {
        return Json.MAPPER.readTree(Json.MAPPER.writeValueAsBytes(object));
    }

    private String refusal(String place, String json) {
        return catchThrowableOfType(ApiException.class, () -> create(place, json)).getMessage();
    }

    private static String pod(String spec) {
        return "{'metadata':{'name':'p'},'spec':{" + spec + "}}";
    }

    private static String pod(String requests, String limits) {
        return pod("'containers':[{'name':'c','image':'c','resources':{'requests':{" + requests + "},'limits':{" + limits
                + "}}}]");
    }

    private void limit(String limits) throws Exception {
        create("v1/limitranges", "{'metadata':{'name':'usual'},'spec':{'limits':[" + limits + "]}}");
    }

    // ---- LimitRanger

    @Test
    void what_containers_leave_open_is_filled_in_and_only_that() throws Exception {
        limit("{'type':'Container','default':{'cpu':'500m','memory':'256Mi'},'defaultRequest':{'cpu':'100m','memory':'128Mi'}}");

        JsonNode pod = create("v1/pods", pod("'initContainers':[{'name':'i','image':'c'}],"
                + "'containers':[{'name':'c','image':'c','resources':{'limits':{'cpu':'1'}}}]"));

        // the request for cpu comes from the limit that the pod gives, which Kubernetes does before any plugin
        assertThat(pod.at("/spec/containers/0/resources")).hasToString(
                "{\"limits\":{\"cpu\":\"1\",\"memory\":\"256Mi\"},\"requests\":{\"cpu\":\"1\",\"memory\":\"128Mi\"}}");
        assertThat(pod.at("/spec/initContainers/0/resources/requests/cpu").asString()).isEqualTo("100m");
        assertThat(pod.at("/metadata/annotations").path("kubernetes.io/limit-ranger").asString()).isEqualTo(
                "LimitRanger plugin set: memory request for container c; memory limit for container c; "
                        + "cpu, memory request for init container i; cpu, memory limit for init container i");
        assertThat(pod.at("/status/qosClass").asString()).isEqualTo("Burstable");
    }

    @Test
    void a_limit_range_fills_in_its_own_gaps_from_max_and_min() throws Exception {
        limit("{'type':'Container','max':{'cpu':'2'},'min':{'memory':'64Mi'}}");

        JsonNode limit = tree(in("v1/limitranges").list(Context.background(), ListOptions.EMPTY).items().getFirst()).at("/spec/limits/0");

        assertThat(limit.path("default")).hasToString("{\"cpu\":\"2\"}");
        assertThat(limit.path("defaultRequest")).hasToString("{\"cpu\":\"2\",\"memory\":\"64Mi\"}");
    }

    @Test
    void a_default_below_what_the_pod_asks_for_makes_the_pod_invalid() throws Exception {
        limit("{'type':'Container','default':{'cpu':'500m'}}");

        assertThat(refusal("v1/pods", pod("'cpu':'1'", ""))).isEqualTo("Pod \"p\" is invalid: "
                + "spec.containers[0].resources.requests: Invalid value: \"1\": must be less than or equal to cpu limit of 500m");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            Container | 'min':{'cpu':'200m'} | 'cpu':'100m'   |              | minimum cpu usage per Container is 200m, but request is 100m
            Container | 'min':{'cpu':'200m'},'defaultRequest':{'memory':'1'},'default':{'memory':'1'} | 'cpu':'0.1' | | minimum cpu usage per Container is 200m, but request is 100m
            Container | 'max':{'cpu':'1'}    | 'cpu':'100m'   | 'cpu':'1500m' | maximum cpu usage per Container is 1, but limit is 1500m
            Container | 'maxLimitRequestRatio':{'cpu':'2'} | 'cpu':'100m' | 'cpu':'300m' | cpu max limit to request ratio per Container is 2, but provided ratio is 3.000000
            Container | 'maxLimitRequestRatio':{'cpu':'2'} | 'memory':'1' | | cpu max limit to request ratio per Container is 2, but no request is specified or request is 0
            Pod       | 'max':{'memory':'1Gi'} | 'memory':'1Gi' |            | maximum memory usage per Pod is 1Gi.  No limit is specified
            Pod       | 'max':{'memory':'1Gi'} | 'memory':'1Gi' | 'memory':'2Gi' | maximum memory usage per Pod is 1Gi, but limit is 2Gi
            Pod       | 'min':{'memory':'1Gi'} | 'cpu':'1' |            | minimum memory usage per Pod is 1Gi.  No request is specified
            Pod       | 'min':{'memory':'1Gi','cpu':'2'} | 'cpu':'1' |  | [minimum cpu usage per Pod is 2, but request is 1, minimum memory usage per Pod is 1Gi.  No request is specified]
            """)
    void a_pod_beyond_its_limits_is_refused_with_every_reason(
            String type, String limit, String requests, String limits, String reason) throws Exception {
        limit("{'type':'" + type + "'," + limit + "}");

        assertThat(refusal("v1/pods", pod(requests, limits == null ? "" : limits)))
                .isEqualTo("pods \"p\" is forbidden: " + reason);
    }

    @Test
    void a_claim_beyond_its_limits_is_refused() throws Exception {
        limit("{'type':'PersistentVolumeClaim','min':{'storage':'1Gi'},'max':{'storage':'10Gi'}}");
        String claim = "{'metadata':{'name':'c'},'spec':{'resources':{'requests':{'storage':'SIZE'}}}}";

        assertThat(refusal("v1/persistentvolumeclaims", claim.replace("SIZE", "20Gi"))).isEqualTo(
                "persistentvolumeclaims \"c\" is forbidden: maximum storage usage per PersistentVolumeClaim is 10Gi,"
                        + " but request is 20Gi");
        assertThat(refusal("v1/persistentvolumeclaims", claim.replace("SIZE", "1Mi"))).endsWith(
                "minimum storage usage per PersistentVolumeClaim is 1Gi, but request is 1Mi");
        create("v1/persistentvolumeclaims", claim.replace("SIZE", "5Gi"));
    }

    @Test
    void the_quota_counts_what_was_filled_in() throws Exception {
        limit("{'type':'Container','default':{'cpu':'500m'}}");
        JsonNode quota = create("v1/resourcequotas", "{'metadata':{'name':'q'},'spec':{'hard':{'requests.cpu':'400m'}}}");
        Unstructured counted = Json.MAPPER.readValue(quota.toString().replace("\"status\":{}",
                "\"status\":{\"hard\":{\"requests.cpu\":\"400m\"},\"used\":{\"requests.cpu\":\"0\"}}"), Unstructured.class);
        in("v1/resourcequotas").updateStatus(Context.background(), counted);

        assertThat(refusal("v1/pods", pod("", "")))
                .contains("exceeded quota: q, requested: requests.cpu=500m, used: requests.cpu=0");
    }

    // ---- Priority

    @Test
    void a_pod_gets_the_number_of_its_class_and_the_default_class_if_it_names_none() throws Exception {
        assertThat(create("v1/pods", pod("'containers':[{'name':'c','image':'c'}]").replace("'p'", "'before'"))
                .at("/spec/priority").asInt(-1)).isZero();
        create("scheduling.k8s.io/v1/priorityclasses", "{'metadata':{'name':'usual'},'value':7,'globalDefault':true}");
        create("scheduling.k8s.io/v1/priorityclasses",
                "{'metadata':{'name':'rush'},'value':99,'preemptionPolicy':'Never'}");

        JsonNode usual = create("v1/pods", pod("'containers':[{'name':'c','image':'c'}]"));
        JsonNode rush = create("v1/pods", pod("'priorityClassName':'rush','containers':[{'name':'c','image':'c'}]")
                .replace("'p'", "'r'"));

        assertThat(usual.at("/spec/priorityClassName").asString()).isEqualTo("usual");
        assertThat(usual.at("/spec/priority").asInt()).isEqualTo(7);
        assertThat(rush.at("/spec/priority").asInt()).isEqualTo(99);
        assertThat(rush.at("/spec/preemptionPolicy").asString()).isEqualTo("Never");
    }

    @Test
    void an_unknown_class_a_number_of_ones_own_and_a_second_default_are_refused() throws Exception {
        create("scheduling.k8s.io/v1/priorityclasses", "{'metadata':{'name':'usual'},'value':7,'globalDefault':true}");

        assertThat(refusal("v1/pods", pod("'priorityClassName':'nosuch','containers':[{'name':'c','image':'c'}]")))
                .isEqualTo("pods \"p\" is forbidden: no PriorityClass with name nosuch was found");
        assertThat(refusal("v1/pods", pod("'priority':8,'containers':[{'name':'c','image':'c'}]")))
                .isEqualTo("pods \"p\" is forbidden: the integer value of priority (8) must not be provided in pod spec; "
                        + "priority admission controller computed 7 from the given PriorityClass name");
        assertThat(refusal("scheduling.k8s.io/v1/priorityclasses",
                "{'metadata':{'name':'other'},'value':1,'globalDefault':true}"))
                .isEqualTo("priorityclasses.scheduling.k8s.io \"other\" is forbidden: "
                        + "PriorityClass usual is already marked as default. Only one default can exist");
    }

    @Test
    void an_update_without_the_priority_keeps_it() throws Exception {
        create("scheduling.k8s.io/v1/priorityclasses", "{'metadata':{'name':'usual'},'value':7,'globalDefault':true}");
        JsonNode pod = create("v1/pods", pod("'containers':[{'name':'c','image':'c'}]"));
        var without = (tools.jackson.databind.node.ObjectNode) pod;
        without.withObject("/spec").remove("priority");

        Unstructured updated = in("v1/pods").update(Context.background(),
                Json.MAPPER.treeToValue(without, Unstructured.class));

        assertThat(updated.unknown().get("spec").tree().path("priority").asInt()).isEqualTo(7);
    }

    // ---- DefaultStorageClass

    @Test
    void a_claim_without_a_class_gets_the_default_one() throws Exception {
        String claims = "v1/persistentvolumeclaims";
        assertThat(create(claims, "{'metadata':{'name':'before'}}").at("/spec").has("storageClassName")).isFalse();
        create("storage.k8s.io/v1/storageclasses", "{'metadata':{'name':'slow'},'provisioner':'p'}");
        create("storage.k8s.io/v1/storageclasses", "{'metadata':{'name':'fast','annotations':"
                + "{'storageclass.kubernetes.io/is-default-class':'true'}},'provisioner':'p'}");

        assertThat(create(claims, "{'metadata':{'name':'none'}}").at("/spec/storageClassName").asString()).isEqualTo("fast");
        assertThat(create(claims, "{'metadata':{'name':'slow'},'spec':{'storageClassName':'slow'}}")
                .at("/spec/storageClassName").asString()).isEqualTo("slow");
        assertThat(create(claims, "{'metadata':{'name':'empty'},'spec':{'storageClassName':''}}")
                .at("/spec/storageClassName").asString("absent")).isEmpty();
        assertThat(create(claims, "{'metadata':{'name':'old','annotations':"
                + "{'volume.beta.kubernetes.io/storage-class':'slow'}}}").at("/spec").has("storageClassName")).isFalse();
    }

    // ---- ServiceAccount

    @Test
    void a_pod_gets_the_default_account_and_a_missing_one_is_refused() throws Exception {
        assertThat(create("v1/pods", pod("'containers':[{'name':'c','image':'c'}]")).at("/spec/serviceAccountName").asString())
                .isEqualTo("default");
        assertThat(refusal("v1/pods", pod("'serviceAccountName':'robot','containers':[{'name':'c','image':'c'}]")))
                .isEqualTo("pods \"p\" is forbidden: error looking up service account default/robot: "
                        + "serviceaccount \"robot\" not found");
    }
}
