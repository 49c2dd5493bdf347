package insideinformer.apiserver.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import insideinformer.api.ApiException;
import insideinformer.api.ApiResource;
import insideinformer.api.ConfigMap;
import insideinformer.api.GroupVersionKind;
import insideinformer.api.GroupVersionResource;
import insideinformer.api.ListOptions;
import insideinformer.api.Pod;
import insideinformer.api.ResourceQuota;
import insideinformer.api.ResourceQuotaStatus;
import insideinformer.apiserver.ApiServer;
import insideinformer.apiserver.admission.AdmissionAttributes.Operation;
import insideinformer.client.ResourceClient;
import insideinformer.client.RestClient;
import insideinformer.json.Json;
import insideinformer.quota.QuotaFeatures;
import insideinformer.quota.QuotaInstall;
import insideinformer.testing.Spec;
import insideinformer.wait.Clock;
import insideinformer.wait.Context;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/** Through the API server, over HTTP, as users meet it. */
class QuotaAdmissionTest {

    private final QuotaAdmission admission = new QuotaAdmission(Clock.system());
    private final ApiServer server = ApiServer.builder().admission(admission).build();
    private RestClient client;
    private ResourceClient<Pod> pods;
    private ResourceClient<ResourceQuota> quotas;
    private ResourceClient<ConfigMap> configMaps;

    @BeforeEach
    void start() throws IOException {
        server.start();
        client = new RestClient(server.uri());
        pods = client.resource(ApiResource.PODS).inNamespace("default");
        quotas = client.resource(ApiResource.RESOURCE_QUOTAS).inNamespace("default");
        configMaps = client.resource(ApiResource.CONFIG_MAPS).inNamespace("default");
    }

    @AfterEach
    void stop() {
        client.close();
        server.close();
    }

    private static Context context() {
        return Context.background();
    }

    /** Creates a quota and writes the status that its controller would. */
    private void quota(String name, Map<String, String> hard, Map<String, String> used) throws Exception {
        String json = "{'apiVersion':'v1','kind':'ResourceQuota','metadata':{'name':'" + name + "'},'spec':{'hard':"
                + Json.MAPPER.writeValueAsString(hard) + "}}";
        ResourceQuota created = quotas.create(context(), Given.read(ResourceQuota.class, json));
        quotas.updateStatus(context(), created.withStatus(new ResourceQuotaStatus(hard, used, Map.of())));
    }

    private Map<String, String> used(String name) throws Exception {
        return quotas.get(context(), name).status().used();
    }

    private static Pod pod(String name, String cpu) {
        return Given.read(
                Pod.class,
                "{'apiVersion':'v1','kind':'Pod','metadata':{'name':'" + name + "'},'spec':{'containers':"
                        + "[{'name':'c','image':'img:1','resources':{'requests':{'cpu':'" + cpu + "'}}}]}}");
    }

    private static ConfigMap configMap(String name) {
        return Given.read(ConfigMap.class, "{'apiVersion':'v1','kind':'ConfigMap','metadata':{'name':'" + name + "'}}");
    }

    private static String refusal(ThrowingCallable call) {
        ApiException refusal = catchThrowableOfType(ApiException.class, call);
        assertThat(refusal.status().code()).isEqualTo(403);
        return refusal.getMessage();
    }

    @Test
    @Spec({"QA-06", "QA-07"})
    void each_request_starts_from_what_the_one_before_has_written() throws Exception {
        quota("q", Map.of("pods", "9"), Map.of("pods", "0"));
        server.faults().forgetRequests();

        for (int i = 1; i <= 5; i++) {
            pods.create(context(), pod("p" + i, "1"));
            assertThat(used("q")).isEqualTo(Map.of("pods", String.valueOf(i)));
        }
        assertThat(server.faults().requests()).as("it lists and watches nothing over HTTP")
                .noneMatch(request -> request.verb().equals("list") || request.verb().equals("watch"));
    }

    @Test
    @Spec({"QA-12", "QA-22", "QA-27"})
    void a_create_is_charged_before_it_is_stored_and_refused_when_it_does_not_fit() throws Exception {
        quota("q", Map.of("pods", "2", "requests.cpu", "1"), Map.of("pods", "0", "requests.cpu", "0"));

        pods.create(context(), pod("a", "600m"));

        assertThat(used("q")).isEqualTo(Map.of("pods", "1", "requests.cpu", "600m"));
        assertThat(refusal(() -> pods.create(context(), pod("b", "600m"))))
                .isEqualTo("pods \"b\" is forbidden: exceeded quota: q, "
                        + "requested: requests.cpu=600m, used: requests.cpu=600m, limited: requests.cpu=1");
        assertThat(used("q")).isEqualTo(Map.of("pods", "1", "requests.cpu", "600m"));
        assertThat(pods.list(context(), ListOptions.EMPTY).items()).hasSize(1);
    }

    @Test
    @Spec("QA-27")
    void a_generated_name_is_the_one_that_the_refusal_shows() throws Exception {
        quota("q", Map.of("pods", "0"), Map.of("pods", "0"));
        Pod unnamed = Given.read(
                Pod.class,
                "{'apiVersion':'v1','kind':'Pod','metadata':{'generateName':'gn-'},"
                        + "'spec':{'containers':[{'name':'c','image':'img:1'}]}}");

        assertThat(refusal(() -> pods.create(context(), unnamed)))
                .matches("pods \"gn-[a-z0-9]{5}\" is forbidden: exceeded quota: q, .*");
    }

    @Test
    @Spec("QA-16")
    void a_quota_bites_from_the_moment_its_controller_has_written_the_status() throws Exception {
        ResourceQuota fresh = quotas.create(
                context(),
                Given.read(
                        ResourceQuota.class,
                        "{'apiVersion':'v1','kind':'ResourceQuota','metadata':{'name':'q'},"
                                + "'spec':{'hard':{'pods':'1'}}}"));
        pods.create(context(), pod("before", "1"));

        ResourceQuota halfway = quotas.updateStatus(
                context(), fresh.withStatus(new ResourceQuotaStatus(Map.of("pods", "1"), Map.of(), Map.of())));
        assertThat(refusal(() -> pods.create(context(), pod("between", "1"))))
                .isEqualTo("pods \"between\" is forbidden: status unknown for quota: q, resources: pods");

        quotas.updateStatus(
                context(),
                halfway.withStatus(new ResourceQuotaStatus(Map.of("pods", "1"), Map.of("pods", "1"), Map.of())));
        assertThat(refusal(() -> pods.create(context(), pod("after", "1")))).contains("exceeded quota: q");
    }

    @Test
    @Spec({"QA-02", "QA-01"})
    void anything_can_be_counted_and_deleting_costs_nothing() throws Exception {
        quota("q", Map.of("count/configmaps", "1"), Map.of("count/configmaps", "0"));

        configMaps.create(context(), configMap("first"));
        assertThat(refusal(() -> configMaps.create(context(), configMap("second"))))
                .contains("requested: count/configmaps=1");
        configMaps.delete(context(), "first");

        assertThat(used("q")).isEqualTo(Map.of("count/configmaps", "1")); // the controller takes it back
    }

    @Test
    @Spec({"QA-12", "QA-26"})
    void a_create_that_fails_after_admission_stays_charged_until_somebody_recounts() throws Exception {
        quota("q", Map.of("pods", "3"), Map.of("pods", "0"));
        pods.create(context(), pod("ada", "1"));

        ApiException taken = catchThrowableOfType(ApiException.class, () -> pods.create(context(), pod("ada", "1")));

        assertThat(taken.status().reason()).isEqualTo("AlreadyExists");
        assertThat(used("q")).isEqualTo(Map.of("pods", "2"));
    }

    @Test
    @Spec("QA-12")
    void a_charge_keeps_what_our_types_do_not_know() throws Exception {
        quota("q", Map.of("pods", "2"), Map.of("pods", "0"));
        ObjectNode stored = server.store()
                .get(quotaResource().groupResource(), "default", "q")
                .deepCopy();
        stored.withObject("/status").put("mood", "calm");
        server.store().update(quotaResource().groupResource(), stored);

        pods.create(context(), pod("a", "1"));

        ObjectNode charged = server.store().get(quotaResource().groupResource(), "default", "q");
        assertThat(charged.path("status").path("mood").asString()).isEqualTo("calm");
        assertThat(charged.path("status").path("used").path("pods").asString()).isEqualTo("1");
        assertThat(charged.path("metadata").path("resourceVersion"))
                .isNotEqualTo(stored.path("metadata").path("resourceVersion"));
    }

    @Test
    @Spec({"QA-12", "QA-13"})
    void a_charge_onto_an_outdated_quota_is_a_conflict() throws Exception {
        quota("q", Map.of("pods", "2"), Map.of("pods", "0"));
        StoreQuotaAccessor accessor = new StoreQuotaAccessor(server.store());
        MeasuredQuota read = accessor.getQuotas("default").getFirst();
        pods.create(context(), pod("a", "1"));

        assertThat(catchThrowableOfType(ApiException.class, () -> accessor.updateQuotaStatus(read))
                        .status()
                        .code())
                .isEqualTo(409);
        quotas.delete(context(), "q");
        assertThat(catchThrowableOfType(ApiException.class, () -> accessor.updateQuotaStatus(read))
                        .status()
                        .code())
                .isEqualTo(404);
    }

    @Test
    @Spec("QA-01")
    void requests_outside_namespaces_and_new_namespaces_pass() throws Exception {
        QuotaAdmission never = new QuotaAdmission(Clock.system()); // would fail if it were to look at anything
        ObjectNode object = Json.MAPPER.createObjectNode();

        never.admit(attributes(Operation.CREATE, new GroupVersionResource("", "v1", "nodes"), "Node", "", object));
        never.admit(attributes(
                Operation.CREATE, new GroupVersionResource("", "v1", "namespaces"), "Namespace", "lantern", object));
        never.admit(attributes(Operation.DELETE, new GroupVersionResource("", "v1", "pods"), "Pod", "lantern", null));

        assertThatThrownBy(() -> never.admit(attributes(
                        Operation.CREATE, new GroupVersionResource("", "v1", "pods"), "Pod", "lantern", object)))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    @Spec("QA-04")
    void an_object_without_a_namespace_gets_that_of_the_request() throws Exception {
        ObjectNode without = Json.MAPPER.createObjectNode();
        ObjectNode with = Json.MAPPER.createObjectNode();
        with.putObject("metadata").put("namespace", "lantern");

        admission.admit(
                attributes(Operation.CREATE, new GroupVersionResource("", "v1", "pods"), "Pod", "lantern", without));
        admission.admit(
                attributes(Operation.CREATE, new GroupVersionResource("", "v1", "pods"), "Pod", "lantern", with));

        assertThat(without.path("metadata").path("namespace").asString()).isEqualTo("lantern");
        assertThat(with.path("metadata").path("namespace").asString()).isEqualTo("lantern");
    }

    @Test
    @Spec("QA-21")
    void a_scope_that_no_quota_covers_is_an_error_of_the_server_and_no_403() throws Exception {
        QuotaAdmission strict = new QuotaAdmission(
                QuotaInstall.forAdmission(Clock.system(), QuotaFeatures.ALL),
                List.of(new LimitedResource(Given.PODS, List.of(), List.of(Given.term("Exists BestEffort")))),
                Clock.system());
        strict.start(server.store());
        ObjectNode pod = Json.MAPPER.createObjectNode();

        ApiException refusal = catchThrowableOfType(
                ApiException.class,
                () -> strict.admit(attributes(
                        Operation.CREATE, new GroupVersionResource("", "v1", "pods"), "Pod", "lantern", pod)));

        assertThat(refusal.status().code()).isEqualTo(500);
        assertThat(refusal).hasMessageContaining("insufficient quota to match these scopes: [{BestEffort Exists []}]");
        strict.close();
    }

    @Test
    @Spec({"QA-08", "QA-11", "QA-12"})
    void concurrent_creates_over_http_fill_a_quota_to_the_last_place_and_no_further() throws Exception {
        quota("q", Map.of("configmaps", "100"), Map.of("configmaps", "0"));
        AtomicInteger passed = new AtomicInteger();
        List<Future<?>> clients = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int c = 0; c < 20; c++) {
                String prefix = "c" + c + "-";
                clients.add(threads.submit(() -> {
                    for (int i = 0; i < 20; i++) {
                        try {
                            configMaps.create(context(), configMap(prefix + i));
                            passed.incrementAndGet();
                        } catch (ApiException refusal) {
                            assertThat(refusal.status().code()).isEqualTo(403);
                        }
                    }
                    return null;
                }));
            }
        }
        for (Future<?> finished : clients) {
            finished.get();
        }

        assertThat(passed).hasValue(100);
        assertThat(used("q")).isEqualTo(Map.of("configmaps", "100"));
        assertThat(configMaps.list(context(), ListOptions.EMPTY).items()).hasSize(100);
    }

    private static GroupVersionResource quotaResource() {
        return ApiResource.RESOURCE_QUOTAS.gvr();
    }

    private static AdmissionAttributes attributes(
            Operation operation, GroupVersionResource resource, String kind, String namespace, ObjectNode object) {
        return new AdmissionAttributes(
                operation,
                resource,
                new GroupVersionKind(resource.group(), resource.version(), kind),
                "",
                namespace,
                "it",
                object,
                null,
                false);
    }
}
