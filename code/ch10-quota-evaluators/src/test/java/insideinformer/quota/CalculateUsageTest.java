package insideinformer.quota;

import static insideinformer.quota.TestObjects.list;
import static insideinformer.quota.TestObjects.pod;
import static insideinformer.quota.TestObjects.text;
import static org.assertj.core.api.Assertions.assertThat;

import insideinformer.api.GroupResource;
import insideinformer.api.KubernetesObject;
import insideinformer.api.ResourceQuota;
import insideinformer.api.ScopeSelector;
import insideinformer.api.ScopedResourceSelectorRequirement;
import insideinformer.testing.Spec;
import insideinformer.wait.FakeClock;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CalculateUsageTest {

    /** Measures some names, at one each, and remembers what it was asked. */
    private static final class Fake implements Evaluator {

        private final String resource;
        private final List<String> names;
        private final boolean fails;
        private final List<UsageStatsOptions> asked = new ArrayList<>();
        private String amount = "1"; // of each name

        Fake(String resource, List<String> names, boolean fails) {
            this.resource = resource;
            this.names = names;
            this.fails = fails;
        }

        @Override
        public GroupResource groupResource() {
            return new GroupResource("", resource);
        }

        @Override
        public List<String> matchingResources(Collection<String> input) {
            return ResourceLists.intersection(input, names);
        }

        @Override
        public UsageStats usageStats(UsageStatsOptions options) throws UsageStatsException {
            asked.add(options);
            if (fails) {
                QuotaException why = new QuotaException(QuotaException.Kind.LIST_FAILED, resource + " is down");
                throw new UsageStatsException(why, Map.of());
            }
            String mine = String.join("=" + amount + ",", options.resources()) + "=" + amount;
            return new UsageStats(list(mine + ",side-result=7"));
        }

        @Override
        public void constraints(Collection<String> required, KubernetesObject item) {}

        @Override
        public boolean handles(AdmissionRequest request) {
            return true;
        }

        @Override
        public boolean matches(ResourceQuota quota, KubernetesObject item) {
            return true;
        }

        @Override
        public List<ScopedResourceSelectorRequirement> matchingScopes(
                KubernetesObject item, List<ScopedResourceSelectorRequirement> scopes) {
            return scopes;
        }

        @Override
        public List<ScopedResourceSelectorRequirement> uncoveredQuotaScopes(
                List<ScopedResourceSelectorRequirement> limited, List<ScopedResourceSelectorRequirement> matched) {
            return List.of();
        }

        @Override
        public Map<String, Quantity> usage(KubernetesObject item) {
            return Map.of();
        }
    }

    private static CalculatedUsage calculate(String hard, Evaluator... evaluators) {
        return ResourceLists.calculateUsage(
                "lantern", List.of(), list(hard), new SimpleRegistry(List.of(evaluators)), null);
    }

    @Test
    @Spec({"RL-17", "RL-18", "RL-20"})
    void each_evaluator_counts_once_and_only_what_it_can_measure() {
        Fake carts = new Fake("carts", List.of("x", "y"), false);
        Fake baskets = new Fake("baskets", List.of("y", "z"), false);
        Fake idle = new Fake("idle", List.of("w"), false);
        ScopeSelector selector = new ScopeSelector(List.of(TestObjects.term("Exists PriorityClass")), Map.of());

        CalculatedUsage usage = ResourceLists.calculateUsage(
                "lantern",
                List.of("BestEffort"),
                list("z=1,y=1,x=1,unknown=1"),
                new SimpleRegistry(List.of(carts, baskets, idle)),
                selector);

        assertThat(carts.asked)
                .containsExactly(new UsageStatsOptions("lantern", List.of("BestEffort"), List.of("x", "y"), selector));
        assertThat(baskets.asked).hasSize(1);
        assertThat(idle.asked).isEmpty();
        assertThat(usage.used().keySet()).containsExactly("x", "y", "z");
        assertThat(usage.error()).isEmpty();
    }

    @Test
    @Spec("RL-19")
    void two_evaluators_of_one_name_are_summed() {
        CalculatedUsage usage =
                calculate("x=9", new Fake("carts", List.of("x"), false), new Fake("baskets", List.of("x"), false));

        assertThat(text(usage.used())).isEqualTo("x=2");
    }

    @Test
    @Spec("RL-20")
    void what_was_not_asked_for_is_left_out_of_the_answer() {
        PodEvaluator pods = new PodEvaluator(
                namespace -> List.of(pod().container("cpu=1", "").build()), new FakeClock(), QuotaFeatures.ALL);

        assertThat(text(calculate("pods=5", pods).used())).isEqualTo("pods=1");
    }

    @Test
    @Spec("RL-21")
    void a_failing_evaluator_loses_its_names_and_stops_nobody() {
        Evaluator pods = new PodEvaluator(
                namespace -> {
                    throw new IOException("the pods are away");
                },
                new FakeClock(),
                QuotaFeatures.ALL);
        Evaluator configMaps =
                new ObjectCountEvaluator(new GroupResource("", "configmaps"), namespace -> List.of(), "configmaps");

        CalculatedUsage usage = calculate("pods=5,configmaps=5", pods, configMaps);

        assertThat(text(usage.used())).isEqualTo("configmaps=0");
        assertThat(usage.error().orElseThrow()).hasMessageContaining("the pods are away");
    }

    @Test
    @Spec("RL-21")
    void several_failures_are_reported_as_one() {
        CalculatedUsage usage =
                calculate("x=1,y=1", new Fake("carts", List.of("x"), true), new Fake("baskets", List.of("y"), true));

        assertThat(usage.used()).isEmpty();
        assertThat(usage.error().orElseThrow().errors()).hasSize(2);
        assertThat(usage.error().orElseThrow()).hasMessage("[baskets is down, carts is down]");
    }

    @Test
    @Spec({"RL-21", "QT-11"})
    void a_sum_of_two_evaluators_that_cannot_be_computed_loses_its_names_and_stops_nobody() {
        Fake carts = new Fake("carts", List.of("x"), false);
        Fake planets = new Fake("planets", List.of("x"), false);
        planets.amount = "1e2000000001";

        CalculatedUsage usage = calculate("x=9,y=9", carts, planets, new Fake("quiet", List.of("y"), false));

        assertThat(text(usage.used())).isEqualTo("y=1");
        assertThat(usage.error().orElseThrow()).hasMessageContaining("1 and 1e2000000001");
    }

    @Test
    @Spec("RL-22")
    void evaluators_are_asked_in_the_order_of_their_resources() {
        Fake broken = new Fake("a-broken", List.of("x", "y"), true);
        Fake whole = new Fake("b-whole", List.of("y", "z"), false);

        CalculatedUsage usage = calculate("x=1,y=1,z=1", whole, broken);

        assertThat(text(usage.used())).isEqualTo("z=1"); // y went with the one that failed first
        assertThat(whole.asked.getFirst().resources()).containsExactly("z");
        assertThat(calculate("x=1,y=1,z=1", broken, whole).used()).isEqualTo(usage.used());
    }

    @Test
    @Spec("RL-23")
    void a_name_that_nobody_knows_is_absent_and_not_zero() {
        assertThat(calculate("foobars.example.com=4", new Fake("carts", List.of("x"), false))
                        .used())
                .isEmpty();
    }
}
