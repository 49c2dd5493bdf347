package insideinformer.quota;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import insideinformer.api.ObjectMeta;
import insideinformer.api.Pod;
import insideinformer.api.Unstructured;
import insideinformer.json.Json;
import insideinformer.testing.Spec;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Spec("QE-47")
class ResourceClaimEvaluatorTest {

    private static final String COUNT = "count/resourceclaims.resource.k8s.io";

    private final ResourceClaimEvaluator evaluator = new ResourceClaimEvaluator(namespace -> List.of());

    private static Unstructured claim(String requests) {
        return Json.MAPPER.readValue("""
                {'apiVersion':'resource.k8s.io/v1','kind':'ResourceClaim','metadata':{'name':'c','namespace':'lantern'},
                 'spec':{'devices':{'requests':[%s]}}}""".formatted(requests).replace('\'', '"'), Unstructured.class);
    }

    private Map<String, String> usage(Unstructured claim) throws Exception {
        return evaluator.usage(claim).entrySet().stream().collect(Collectors.toMap(
                e -> e.getKey()
                        .replace(".deviceclass.resource.k8s.io/devices", "")
                        .replace("requests.deviceclass.resource.kubernetes.io/", "requests."),
                e -> e.getValue().toString(),
                (a, b) -> a, TreeMap::new));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {'exactly':{'deviceClassName':'gpu','allocationMode':'ExactCount','count':3}}                              | {gpu=3, requests.gpu=3}
            {'exactly':{'deviceClassName':'gpu'}}                                                                      | {gpu=1, requests.gpu=1}
            {'exactly':{'deviceClassName':'gpu','allocationMode':'All'}}                                               | {gpu=32, requests.gpu=32}
            {'exactly':{'deviceClassName':'gpu','allocationMode':'Most','count':9}}                                    | {gpu=0}
            {'exactly':{'deviceClassName':'gpu','count':1}},{'exactly':{'deviceClassName':'gpu','count':2}}            | {gpu=3, requests.gpu=3}
            {'exactly':{'deviceClassName':'gpu','count':1}},{'exactly':{'deviceClassName':'nic','count':2}}            | {gpu=1, nic=2, requests.gpu=1, requests.nic=2}
            {'firstAvailable':[{'deviceClassName':'gpu','count':1},{'deviceClassName':'gpu','count':4}]}               | {gpu=4, requests.gpu=4}
            {'firstAvailable':[{'deviceClassName':'gpu','count':1},{'deviceClassName':'nic','count':4}]}               | {gpu=1, nic=4, requests.gpu=1, requests.nic=4}
            {'firstAvailable':[{'deviceClassName':'gpu','count':0},{'deviceClassName':'nic','allocationMode':'Most'}]} | {}
            {'firstAvailable':[{'deviceClassName':'gpu','count':2}]},{'exactly':{'deviceClassName':'gpu'}}             | {gpu=3, requests.gpu=3}
            {'firstAvailable':[{'deviceClassName':'gpu','count':2}],'exactly':{'deviceClassName':'nic'}}               | {gpu=2, requests.gpu=2}
            {'exactly':{'deviceClassName':''}}                                                                         | {=1}
            """)
    void devices_are_charged_by_class(String requests, String expected) throws Exception {
        Map<String, String> usage = usage(claim(requests));

        assertThat(usage.remove(COUNT)).isEqualTo("1");
        assertThat(usage).hasToString(expected);
    }

    @Test
    void a_claim_without_requests_is_one_claim() throws Exception {
        assertThat(usage(new Unstructured("resource.k8s.io/v1", "ResourceClaim", ObjectMeta.named("lantern", "c"), Map.of())))
                .isEqualTo(Map.of(COUNT, "1"));
    }

    @Test
    void it_measures_the_count_and_the_devices_of_any_class() {
        assertThat(evaluator.matchingResources(List.of(COUNT, "gpu.deviceclass.resource.k8s.io/devices", "pods",
                "count/resourceclaims", "requests.deviceclass.resource.kubernetes.io/gpu")))
                .containsExactly(COUNT, "gpu.deviceclass.resource.k8s.io/devices");
    }

    @ParameterizedTest
    @CsvSource({"CREATE, '', true", "UPDATE, '', true", "DELETE, '', false", "UPDATE, status, false"})
    void it_judges_creates_and_updates_of_the_claim_itself(
            AdmissionRequest.Operation operation, String subresource, boolean handles) {
        assertThat(evaluator.handles(new AdmissionRequest(operation, ResourceClaimEvaluator.RESOURCE_CLAIMS, subresource,
                "lantern", "c", null, null, false))).isEqualTo(handles);
    }

    @Test
    void anything_else_is_refused() {
        assertThatThrownBy(() -> evaluator.usage(new Pod("v1", "Pod", ObjectMeta.named("lantern", "p"), null, null, Map.of())))
                .isInstanceOf(QuotaException.class);
        assertThatThrownBy(() -> evaluator.usage(
                        new Unstructured("example.com/v1", "Widget", ObjectMeta.named("lantern", "w"), Map.of())))
                .isInstanceOfSatisfying(QuotaException.class, e ->
                        assertThat(e.kind()).isEqualTo(QuotaException.Kind.WRONG_TYPE));
    }

    @Test
    void a_claim_from_a_list_need_not_say_that_it_is_one() throws Exception {
        assertThat(usage(new Unstructured(null, null, ObjectMeta.named("lantern", "c"), Map.of())))
                .isEqualTo(Map.of(COUNT, "1"));
    }

    @Test
    void it_is_among_the_evaluators_of_a_cluster_and_looks_for_its_lister_only_when_it_counts() throws Exception {
        Evaluator claims = QuotaInstall.forControllers(resource -> {
            if (resource.group().equals("resource.k8s.io")) {
                throw new IllegalStateException("nobody has counted yet");
            }
            return namespace -> List.of();
        }, insideinformer.wait.Clock.system(), QuotaFeatures.ALL).evaluators().stream()
                .filter(e -> e.groupResource().equals(ResourceClaimEvaluator.RESOURCE_CLAIMS)).findFirst().orElseThrow();

        assertThatThrownBy(() -> claims.usageStats(new UsageStatsOptions("lantern", List.of(), List.of(COUNT), null)))
                .isInstanceOf(UsageStatsException.class).hasMessageContaining("nobody has counted yet");
    }
}
