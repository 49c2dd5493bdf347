package insideinformer.quota;

import static insideinformer.quota.TestObjects.claim;
import static insideinformer.quota.TestObjects.configMap;
import static insideinformer.quota.TestObjects.pod;
import static insideinformer.quota.TestObjects.service;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import insideinformer.api.GroupVersionResource;
import insideinformer.api.KubernetesObject;
import insideinformer.quota.TestObjects.PodBuilder;
import insideinformer.testing.Spec;
import insideinformer.wait.FakeClock;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class UpdateFilterTest {

    private static final String NOW = "2030-01-01T00:00:00Z";

    private final FakeClock clock = new FakeClock(Instant.parse(NOW));
    private final UpdateFilter filter = QuotaInstall.defaultUpdateFilter(clock, QuotaFeatures.ALL);

    static Stream<Arguments> tableFOfPods() {
        PodBuilder reported = status("cpu=2");
        return Stream.of(
                arguments("Running → Succeeded", pod().phase("Running"), pod().phase("Succeeded"), true),
                arguments("Running → Failed", pod().phase("Running"), pod().phase("Failed"), true),
                arguments("Pending → Running", pod().phase("Pending"), pod().phase("Running"), false),
                arguments(
                        "Failed → Failed with a label",
                        pod().phase("Failed"),
                        pod().phase("Failed").label("a", "b"),
                        false),
                arguments("deleted, grace not over", pod(), pod().deleted(NOW, 30L), false),
                arguments("deleted, grace over", pod(), pod().deleted("2029-12-31T23:59:00Z", 30L), true),
                arguments(
                        "deleted before and after, grace over",
                        pod().deleted("2029-12-31T23:59:00Z", 30L),
                        pod().deleted("2029-12-31T23:59:00Z", 30L).label("a", "b"),
                        false),
                arguments("deadline appears", pod(), pod().deadline(5), true),
                arguments("deadline vanishes", pod().deadline(5), pod(), true),
                arguments("deadline moves", pod().deadline(5), pod().deadline(10), false),
                arguments("resources 2 → 3", status("cpu=2"), status("cpu=3"), true),
                arguments("resources written otherwise", status("cpu=2"), status("cpu=2000m"), false),
                arguments("first report of a container", pod(), reported, true),
                arguments(
                        "first report of an init container",
                        pod(),
                        pod().status("initContainerStatuses", "i1", null, "cpu=2", null),
                        true),
                arguments(
                        "first status without resources",
                        pod(),
                        pod().status("containerStatuses", "c1", null, null, null),
                        false),
                arguments(
                        "resources vanish",
                        status("cpu=2"),
                        pod().status("containerStatuses", "c1", null, null, null),
                        true),
                arguments("the status vanishes", status("cpu=2"), pod(), false),
                arguments(
                        "extended resource unchanged",
                        status("example.com/gpu=1"),
                        status("example.com/gpu=1").label("a", "b"),
                        false));
    }

    private static PodBuilder status(String requests) {
        return pod().status("containerStatuses", "c1", null, requests, null);
    }

    @Spec({"QM-23", "QM-25"})
    @ParameterizedTest(name = "{0}")
    @MethodSource("tableFOfPods")
    void an_update_of_a_pod_is_queued_if_it_may_free_something(
            String what, PodBuilder old, PodBuilder now, boolean queued) {
        assertThat(test("pods", old.build(), now.build())).isEqualTo(queued);
    }

    @Spec({"QM-23", "QM-24", "QM-26"})
    @ParameterizedTest(name = "{0}: {1} → {2}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "services | ClusterIP | NodePort | true", "services | NodePort | LoadBalancer | true",
                "services | LoadBalancer | ClusterIP | true", "services | ClusterIP | ExternalName | false",
                "services | NodePort','ports':[{}],'x':' | NodePort','ports':[{},{}],'x':' | false"
            })
    void an_update_of_a_service_is_queued_if_its_type_changed(String resource, String old, String now, boolean queued) {
        assertThat(test(
                        resource,
                        service("{'spec':{'type':'" + old + "'}}"),
                        service("{'spec':{'type':'" + now + "'}}")))
                .isEqualTo(queued);
    }

    @Spec({"QM-23", "QM-24"})
    @ParameterizedTest(name = "{0} → {1}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "'allocatedResources':{'storage':'5Gi'} | 'allocatedResources':{'storage':'10Gi'} | true",
                "'allocatedResources':{'storage':'5Gi'} | 'allocatedResources':{'storage':'5120Mi'} | false",
                "'phase':'Pending' | 'allocatedResources':{'storage':'10Gi'} | true",
                "'currentVolumeAttributesClassName':'c1' | 'currentVolumeAttributesClassName':'c2' | true",
                "'phase':'Pending' | 'phase':'Bound' | false"
            })
    void an_update_of_a_claim_is_queued_if_its_charge_changed(String old, String now, boolean queued) {
        assertThat(test("persistentvolumeclaims", claim("{'status':{" + old + "}}"), claim("{'status':{" + now + "}}")))
                .isEqualTo(queued);
    }

    @Test
    @Spec("QM-23")
    void other_kinds_are_never_queued() {
        assertThat(test("secrets", configMap(), configMap())).isFalse();
        assertThat(test(
                        "replicationcontrollers",
                        pod().build(),
                        pod().deadline(1).build()))
                .isFalse();
    }

    @Test
    @Spec("QM-23")
    void without_the_gate_reports_of_resources_do_not_matter() {
        UpdateFilter plain = QuotaInstall.defaultUpdateFilter(clock, new QuotaFeatures(true, false, false));
        GroupVersionResource pods = new GroupVersionResource("", "v1", "pods");

        assertThat(plain.test(pods, status("cpu=2").build(), status("cpu=3").build()))
                .isFalse();
    }

    @Test
    @Spec("QM-25")
    void time_alone_queues_nothing() {
        KubernetesObject deleted = pod().deleted(NOW, 30L).build();
        KubernetesObject later = pod().deleted(NOW, 30L).label("a", "b").build();

        clock.step(Duration.ofMinutes(5));

        assertThat(test("pods", deleted, later)).isFalse(); // both sides are over by now
    }

    private boolean test(String resource, KubernetesObject old, KubernetesObject now) {
        return filter.test(new GroupVersionResource("", "v1", resource), old, now);
    }
}
