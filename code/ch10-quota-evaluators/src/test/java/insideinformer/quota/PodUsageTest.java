package insideinformer.quota;

import static insideinformer.quota.TestObjects.brief;
import static insideinformer.quota.TestObjects.pod;
import static insideinformer.quota.TestObjects.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import insideinformer.api.Pod;
import insideinformer.quota.TestObjects.PodBuilder;
import insideinformer.testing.Spec;
import insideinformer.wait.FakeClock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class PodUsageTest {

    private static final String NOW = "2030-01-01T00:00:00Z";

    private final FakeClock clock = new FakeClock(Instant.parse(NOW));
    private final PodEvaluator evaluator = new PodEvaluator(ListFuncByNamespace.NONE, clock, QuotaFeatures.ALL);

    static Stream<Arguments> tableP() {
        return Stream.of(
                arguments("P01", pod().container("cpu=1m", "cpu=2m"), "cpu=1m,limits.cpu=2m"),
                arguments("P02", pod().container("memory=1m", "memory=2m"), "limits.memory=2m,memory=1m"),
                arguments(
                        "P03",
                        pod().container("ephemeral-storage=32Mi", "ephemeral-storage=64Mi"),
                        "ephemeral-storage=32Mi,limits.ephemeral-storage=64Mi"),
                arguments("P04", pod().container("hugepages-2Mi=100Mi", "hugepages-2Mi=100Mi"), "hugepages-2Mi=100Mi"),
                arguments(
                        "P05",
                        pod().container("example.com/dongle=3", "example.com/dongle=3"),
                        "requests.example.com/dongle=3"),
                arguments(
                        "P06",
                        pod().container("deviceclass.resource.kubernetes.io/dongle=3", ""),
                        "requests.deviceclass.resource.kubernetes.io/dongle=3"),
                arguments("P07", pod().init("cpu=1m", "cpu=2m"), "cpu=1m,limits.cpu=2m"),
                arguments("P08", pod().init("example.com/dongle=3", ""), "requests.example.com/dongle=3"),
                arguments(
                        "P09",
                        pod().init("cpu=4,memory=100M,example.com/dongle=4", "cpu=8,memory=200M")
                                .init("cpu=1,memory=50M,example.com/dongle=2", "cpu=2,memory=100M")
                                .container("cpu=1,memory=50M,example.com/dongle=1", "cpu=2,memory=100M")
                                .container("cpu=2,memory=25M,example.com/dongle=2", "cpu=5,memory=50M"),
                        "cpu=4,limits.cpu=8,limits.memory=200M,memory=100M,requests.example.com/dongle=4"),
                arguments("P10", pod().init("cpu=4", "").container("cpu=1", ""), "cpu=4"),
                arguments("P11", pod().init("cpu=2", "").container("cpu=2", "").container("cpu=3", ""), "cpu=5"),
                arguments("P12", pod().sidecar("cpu=1", "").container("cpu=1", ""), "cpu=2"),
                arguments(
                        "P13",
                        pod().init("cpu=5", "")
                                .sidecar("cpu=1", "")
                                .sidecar("cpu=2", "")
                                .sidecar("cpu=3", "")
                                .container("cpu=1", ""),
                        "cpu=7"),
                arguments(
                        "P14",
                        pod().init("cpu=5", "")
                                .sidecar("cpu=1", "")
                                .sidecar("cpu=2", "")
                                .init("cpu=5", "")
                                .sidecar("cpu=3", "")
                                .container("cpu=1", ""),
                        "cpu=8"),
                arguments("P15", pod().sidecar("cpu=10", "").init("cpu=200", "").container("cpu=100", ""), "cpu=210"),
                arguments(
                        "P16",
                        pod().container("cpu=100m,memory=1Gi", "").container("cpu=100m,memory=1Gi", ""),
                        "cpu=200m,memory=2Gi"),
                arguments("P18", pod().container("cpu=1", "").deleted(NOW, 30L), "cpu=1"),
                arguments("P20", pod().container("cpu=1", "cpu=2").overhead("cpu=1"), "cpu=2,limits.cpu=3"),
                arguments(
                        "P21",
                        pod().init("cpu=2", "")
                                .container("cpu=2", "")
                                .container("cpu=3", "")
                                .overhead("cpu=1,memory=1Gi"),
                        "cpu=6,memory=1Gi"),
                arguments("P22", pod().container("", ""), ""),
                arguments("P23", pod().container("", "").podLevel("cpu=1m", "cpu=2m"), "cpu=1m,limits.cpu=2m"),
                arguments(
                        "P24",
                        pod().container("ephemeral-storage=32Mi", "ephemeral-storage=64Mi")
                                .podLevel("memory=1Mi", "memory=2Mi"),
                        "ephemeral-storage=32Mi,limits.ephemeral-storage=64Mi,limits.memory=2Mi,memory=1Mi"),
                arguments(
                        "P25",
                        pod().container("memory=3Mi,cpu=2m", "").podLevel("memory=6Mi,cpu=8m", ""),
                        "cpu=8m,memory=6Mi"),
                arguments(
                        "P26",
                        pod().sidecar("memory=5Mi,cpu=4m", "")
                                .init("memory=6Mi,cpu=8m", "")
                                .container("memory=3Mi,cpu=2m", "")
                                .podLevel("memory=15Mi,cpu=18m", ""),
                        "cpu=18m,memory=15Mi"),
                arguments(
                        "P26 without the pod level",
                        pod().sidecar("memory=5Mi,cpu=4m", "")
                                .init("memory=6Mi,cpu=8m", "")
                                .container("memory=3Mi,cpu=2m", ""),
                        "cpu=12m,memory=11Mi"),
                arguments("P27", pod().container("memory=3Mi", "").podLevel("storage=2Mi", ""), "memory=3Mi"),
                arguments(
                        "P28",
                        pod().container("memory=200Mi", "")
                                .status("containerStatuses", "c1", null, "memory=150Mi", null),
                        "memory=200Mi"),
                arguments(
                        "P29",
                        pod().container("cpu=100m", "").status("containerStatuses", "c1", null, "cpu=150m", null),
                        "cpu=150m"),
                arguments(
                        "P30",
                        pod().container("cpu=100m,memory=200Mi", "")
                                .status("containerStatuses", "c1", null, null, null),
                        "cpu=100m,memory=200Mi"),
                arguments(
                        "P31",
                        pod().container("cpu=1", "")
                                .container("cpu=2", "")
                                .status("containerStatuses", "c1", "cpu=2", null, null)
                                .status("containerStatuses", "c2", "cpu=1", null, null),
                        "cpu=3"),
                arguments(
                        "P32",
                        pod().container("cpu=4", "")
                                .status("containerStatuses", "c1", null, "cpu=2", null)
                                .resizeInfeasible(),
                        "cpu=2"),
                arguments(
                        "P33",
                        pod().container("cpu=6", "")
                                .status("containerStatuses", "c1", "cpu=4", "cpu=2", null)
                                .resizeInfeasible(),
                        "cpu=4"),
                arguments(
                        "limits of cpu 1, actual 3",
                        pod().container("cpu=1", "cpu=1").status("containerStatuses", "c1", null, "cpu=1", "cpu=3"),
                        "cpu=1,limits.cpu=3"),
                arguments(
                        "infeasible, limits only in the spec",
                        pod().container("cpu=1", "cpu=1")
                                .status("containerStatuses", "c1", null, "cpu=1", null)
                                .resizeInfeasible(),
                        "cpu=1"),
                arguments(
                        "a sidecar between two init containers is charged once",
                        pod().init("cpu=250m", "")
                                .sidecar("cpu=50m", "")
                                .init("cpu=400m", "")
                                .container("cpu=100m", "")
                                .container("cpu=200m", "")
                                .overhead("cpu=10m"),
                        "cpu=460m"),
                arguments(
                        "a small pod level replaces a large sum",
                        pod().container("cpu=5", "").podLevel("cpu=1", ""),
                        "cpu=1"),
                arguments(
                        "overhead alone limits nothing",
                        pod().container("memory=1Mi", "memory=0").overhead("cpu=1,memory=1Mi"),
                        "cpu=1,limits.memory=0,memory=2Mi"));
    }

    @Spec({"QE-19", "QE-22", "QE-23", "QE-24", "QE-25", "QE-26"})
    @ParameterizedTest(name = "{0}")
    @MethodSource("tableP")
    void a_pod_costs_what_it_may_need_at_its_peak(String row, PodBuilder pod, String usage) throws QuotaException {
        String expected =
                Stream.of(usage.split(",")).filter(e -> !e.isEmpty()).reduce("count/pods=1", (a, b) -> a + "," + b)
                        + ",pods=1";

        assertThat(brief(evaluator.usage(pod.build()))).isEqualTo(sorted(expected));
    }

    @Spec({"QE-19", "QE-20"})
    @ParameterizedTest
    @ValueSource(strings = {"Succeeded", "Failed"})
    void a_pod_that_has_ended_costs_only_its_existence(String phase) throws QuotaException {
        Pod pod = pod().container("example.com/dongle=3,cpu=1", "").phase(phase).build();

        assertThat(text(evaluator.usage(pod))).isEqualTo("count/pods=1");
        assertThat(PodEvaluator.quotaV1Pod(pod, clock)).isFalse();
    }

    @Spec({"QE-20", "QE-21"})
    @ParameterizedTest(name = "{0} s after a deletion with grace {1}")
    @CsvSource({"0,30,true", "15,30,true", "30,30,true", "31,30,false", "60,30,false", "0,0,true", "1,0,false"})
    void a_deleted_pod_is_charged_until_its_grace_is_over(long secondsLater, long grace, boolean charged)
            throws QuotaException {
        Pod pod = pod().container("cpu=1", "").deleted(NOW, grace).build();

        clock.step(Duration.ofSeconds(secondsLater));

        assertThat(PodEvaluator.quotaV1Pod(pod, clock)).isEqualTo(charged);
        assertThat(text(evaluator.usage(pod)))
                .isEqualTo(charged ? "count/pods=1,cpu=1,pods=1,requests.cpu=1" : "count/pods=1"); // P19 when not
    }

    @Test
    @Spec("QE-20")
    void a_deleted_pod_without_a_grace_period_stays_charged() {
        Pod pod = pod().deleted(NOW, null).build();

        clock.step(Duration.ofDays(1));

        assertThat(PodEvaluator.quotaV1Pod(pod, clock)).isTrue();
    }

    @Test
    @Spec("QE-21")
    void since_the_server_sets_the_deletion_in_the_future_a_pod_is_charged_for_twice_its_grace() {
        Pod pod = pod().deleted("2030-01-01T00:00:30Z", 30L).build(); // asked for at 00:00:00

        clock.step(Duration.ofSeconds(59));
        assertThat(PodEvaluator.quotaV1Pod(pod, clock)).isTrue();
        clock.step(Duration.ofSeconds(2));
        assertThat(PodEvaluator.quotaV1Pod(pod, clock)).isFalse();
    }

    @Test
    @Spec({"QE-23", "QE-25"})
    void without_the_gates_only_the_containers_spec_counts() throws QuotaException {
        PodEvaluator plain = new PodEvaluator(ListFuncByNamespace.NONE, clock, new QuotaFeatures(false, false, false));

        assertThat(brief(plain.usage(
                        pod().container("cpu=1", "").podLevel("cpu=9", "").build())))
                .contains("cpu=1,");
        assertThat(brief(plain.usage(pod().container("cpu=1", "")
                        .status("containerStatuses", "c1", "cpu=3", "cpu=4", null)
                        .build())))
                .contains("cpu=1,");
    }

    @Test
    @Spec({"QE-17", "QE-18"})
    void a_pod_is_measured_by_fixed_names_hugepages_and_extended_resources() {
        List<String> asked = List.of(
                "requests.example.com/gpu",
                "pods",
                "hugepages-2Mi",
                "limits.cpu",
                "cpu",
                "services",
                "example.com/gpu",
                "requests.hugepages-1Gi",
                "limits.example.com/gpu",
                "requests.foo.kubernetes.io/x",
                "count/pods",
                "pods",
                "requests.deviceclass.resource.kubernetes.io/fast",
                "requests.storage",
                "limits.hugepages-2Mi",
                "requests.ephemeral-storage");

        assertThat(evaluator.matchingResources(asked))
                .containsExactly(
                        "count/pods",
                        "cpu",
                        "limits.cpu",
                        "pods",
                        "requests.ephemeral-storage",
                        "requests.example.com/gpu",
                        "hugepages-2Mi",
                        "requests.hugepages-1Gi",
                        "requests.deviceclass.resource.kubernetes.io/fast");
    }

    @Spec("QE-17")
    @ParameterizedTest
    @ValueSource(
            strings = {
                "count/pods",
                "pods",
                "cpu",
                "memory",
                "ephemeral-storage",
                "requests.cpu",
                "requests.memory",
                "requests.ephemeral-storage",
                "limits.cpu",
                "limits.memory",
                "limits.ephemeral-storage"
            })
    void each_fixed_name_is_measured(String name) {
        assertThat(evaluator.matchingResources(List.of(name))).containsExactly(name);
    }

    @Test
    @Spec("QE-26")
    void limits_of_hugepages_and_extended_resources_cost_nothing() throws QuotaException {
        Pod pod = pod().container("foo.kubernetes.io/x=1", "hugepages-2Mi=4Mi,example.com/dongle=2,cpu=1")
                .build();

        assertThat(text(evaluator.usage(pod))).isEqualTo("count/pods=1,limits.cpu=1,pods=1");
    }

    @Spec("QE-27")
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "memory | must specify memory for: c1,c2", "cpu,memory | must specify cpu for: c1; memory for: c1,c2",
                "limits.cpu | must specify limits.cpu for: c1,c2,i1",
                        "requests.cpu,pods | must specify requests.cpu for: c1"
            })
    void what_a_quota_limits_every_container_must_say(String required, String message) {
        Pod pod = pod().container("", "")
                .container("cpu=1", "")
                .init("cpu=1,memory=1", "memory=1")
                .build();

        QuotaException refusal = catchThrowableOfType(
                QuotaException.class, () -> evaluator.constraints(List.of(required.split(",")), pod));

        assertThat(refusal).hasMessage(message);
        assertThat(refusal.kind()).isEqualTo(QuotaException.Kind.CONSTRAINTS);
    }

    @Test
    @Spec({"QE-27", "QE-28"})
    void other_names_and_pods_with_amounts_of_their_own_are_not_asked() throws QuotaException {
        evaluator.constraints(
                List.of("ephemeral-storage", "pods", "requests.example.com/gpu"),
                pod().container("", "").build());
        evaluator.constraints(
                List.of("memory"), pod().container("", "").podLevel("cpu=1", "").build());

        assertThat(catchThrowableOfType(
                        QuotaException.class,
                        () -> evaluator.constraints(
                                List.of("memory"),
                                pod().container("", "")
                                        .podLevel("storage=1", "")
                                        .build())))
                .isNotNull();
        PodEvaluator noPodLevel =
                new PodEvaluator(ListFuncByNamespace.NONE, clock, new QuotaFeatures(false, true, true));
        assertThat(catchThrowableOfType(
                        QuotaException.class,
                        () -> noPodLevel.constraints(
                                List.of("memory"),
                                pod().container("", "").podLevel("cpu=1", "").build())))
                .isNotNull();
    }

    @Test
    @Spec("QE-36")
    void an_object_of_another_type_is_an_error_and_not_a_zero() {
        QuotaException refusal = catchThrowableOfType(
                QuotaException.class, () -> evaluator.usage(TestObjects.service("{'metadata':{}}")));

        assertThat(refusal).hasMessageContaining("expect Pod").hasMessageContaining("got Service");
        assertThat(refusal.kind()).isEqualTo(QuotaException.Kind.WRONG_TYPE);
    }

    @Test
    void an_amount_that_is_no_quantity_is_reported_with_its_text() {
        QuotaException refusal = catchThrowableOfType(
                QuotaException.class,
                () -> evaluator.usage(pod().container("cpu=many", "").build()));

        assertThat(refusal).hasMessageContaining("many");
        assertThat(refusal.kind()).isEqualTo(QuotaException.Kind.BAD_QUANTITY);
    }

    private static String sorted(String list) {
        return String.join(",", Stream.of(list.split(",")).sorted().toList());
    }
}
