package insideinformer.quota.controller;

import static insideinformer.quota.controller.QuotaRig.list;
import static insideinformer.quota.controller.QuotaRig.pod;
import static insideinformer.quota.controller.QuotaRig.quota;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import insideinformer.api.ApiResource;
import insideinformer.api.Pod;
import insideinformer.api.ResourceQuota;
import insideinformer.json.Json;
import insideinformer.quota.AggregateException;
import insideinformer.quota.ResourceLists;
import insideinformer.testing.Spec;
import insideinformer.testing.informers.FakeCluster;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.node.ObjectNode;

/** One count of one quota. */
class QuotaSyncTest {

    private static final String KEY = "lantern/q";

    private final QuotaRig rig = new QuotaRig();

    @AfterEach
    void stop() {
        rig.close();
    }

    private void count(ResourceQuota quota, Pod... pods) throws Exception {
        rig.cluster.source(ApiResource.RESOURCE_QUOTAS).add(quota);
        for (Pod pod : pods) {
            rig.cluster.source(ApiResource.PODS).add(pod);
        }
        rig.build().synced();
        rig.controller().syncResourceQuotaFromKey(rig.context, KEY);
    }

    private ResourceQuota theOnlyWrite() {
        assertThat(rig.written()).hasSize(1);
        return rig.written().getFirst();
    }

    private static Pod standard(String letter) {
        return switch (letter) {
            case "A", "B" -> pod(letter, "Running", "cpu=100m,memory=1Gi", null);
            case "F" -> pod(letter, "Failed", "cpu=100m,memory=1Gi", null);
            case "H" -> pod(letter, "Running", "cpu=500m,memory=50Gi", "high");
            case "L" -> pod(letter, "Running", "cpu=100m,memory=1Gi", "low");
            default -> pod(letter, "Running", "", null); // best effort
        };
    }

    @ParameterizedTest
    @Spec({"RQ-18", "RQ-19", "W31"})
    @CsvSource(delimiter = '|', textBlock = """
            U01  |                                      | A B F | cpu=200m,memory=2Gi,pods=2
            U02  | BestEffort                           | A B F | cpu=0,memory=0,pods=0
            U03  | BestEffort                           | X Y F | cpu=0,memory=0,pods=2
            U04a | PriorityClass Exists                 | A B F | cpu=0,memory=0,pods=0
            U04b | PriorityClass Exists                 | H L F | cpu=600m,memory=51Gi,pods=2
            U05a | PriorityClass In high low            | H L F | cpu=600m,memory=51Gi,pods=2
            U05b | PriorityClass In high                | H L F | cpu=500m,memory=50Gi,pods=1
            U05c | PriorityClass In low                 | H L F | cpu=100m,memory=1Gi,pods=1
            U06a | PriorityClass NotIn high             | H L F | cpu=100m,memory=1Gi,pods=1
            U06b | PriorityClass In random              | H L F | cpu=0,memory=0,pods=0
            U06c | PriorityClass NotIn random           | A B F | cpu=200m,memory=2Gi,pods=2
            U06d | PriorityClass DoesNotExist           | A B F | cpu=200m,memory=2Gi,pods=2
            """)
    void what_runs_within_the_scope_is_counted(String row, @Nullable String scope, String pods,
            String used) throws Exception {
        count(scoped(quota("q", "cpu=3,memory=100Gi,pods=5", null, ""), scope),
                List.of(pods.split(" ")).stream().map(QuotaSyncTest::standard).toArray(Pod[]::new));

        ResourceQuota written = theOnlyWrite();
        assertThat(written.status().hard()).isEqualTo(list("cpu=3,memory=100Gi,pods=5"));
        assertThat(ResourceLists.parse(written.status().used())).isEqualTo(ResourceLists.parse(list(used)));
    }

    private static ResourceQuota scoped(ResourceQuota quota, @Nullable String scope) {
        if (scope == null) {
            return quota;
        }
        ObjectNode tree = Json.MAPPER.valueToTree(quota);
        String[] words = scope.split(" ");
        if (words.length == 1) {
            tree.withArray("/spec/scopes").add(scope);
        } else {
            ObjectNode term = tree.withArray("/spec/scopeSelector/matchExpressions").addObject()
                    .put("scopeName", words[0]).put("operator", words[1]);
            for (int i = 2; i < words.length; i++) {
                term.withArray("/values").add(words[i]);
            }
        }
        return Json.MAPPER.treeToValue(tree, ResourceQuota.class);
    }

    @ParameterizedTest
    @Spec({"RQ-18", "RQ-19", "RQ-20"})
    @CsvSource(delimiter = '|', textBlock = """
            U07 | cpu=4 | cpu=3            | cpu=0
            U08 | cpu=4 | cpu=3,memory=1Gi | cpu=0,memory=0
            """)
    void changed_limits_are_taken_over_and_nothing_else_stays(String row, String hard, String oldHard, String oldUsed)
            throws Exception {
        count(quota("q", hard, oldHard, oldUsed));

        assertThat(theOnlyWrite().status().hard()).isEqualTo(list("cpu=4"));
        assertThat(theOnlyWrite().status().used()).isEqualTo(list("cpu=0"));
    }

    @Test
    @Spec({"RQ-18", "RQ-21"})
    void U09_what_is_right_is_not_written_again() throws Exception {
        count(quota("q", "cpu=4", "cpu=4", "cpu=0"));

        assertThat(rig.written()).isEmpty();
    }

    @Test
    @Spec("RQ-21")
    void amounts_that_are_only_written_differently_are_right() throws Exception {
        count(quota("q", "cpu=4", "cpu=4000m", "cpu=0.1"), pod("A", "Running", "cpu=100m", null));

        assertThat(rig.written()).isEmpty();
    }

    @Test
    @Spec({"RQ-21", "K2"})
    void a_changed_count_is_written_and_finished_pods_count_as_objects_only() throws Exception {
        count(quota("q", "pods=5,count/pods=5", "pods=5,count/pods=5", "pods=0,count/pods=0"),
                pod("running", "Running", "", null), pod("done", "Succeeded", "", null), pod("failed", "Failed", "",
                        null));

        assertThat(theOnlyWrite().status().used()).isEqualTo(list("pods=1,count/pods=3"));
    }

    @Test
    @Spec({"RQ-20", "RQ-23"})
    void U10_a_count_that_failed_is_reported_and_the_limits_are_written() throws Exception {
        rig.failingPodLists();

        assertThatThrownBy(() -> count(quota("q", "pods=1", null, "")))
                .isInstanceOf(AggregateException.class).hasMessageContaining("error listing");

        assertThat(theOnlyWrite().status().hard()).isEqualTo(list("pods=1"));
        assertThat(theOnlyWrite().status().used()).isEmpty();
    }

    @Test
    @Spec({"RQ-20", "RQ-23"})
    void U11_what_could_be_counted_is_written() throws Exception {
        rig.failingPodLists();

        assertThatThrownBy(() -> count(quota("q", "pods=1,configmaps=1", null, "")))
                .hasMessageContaining("error listing");

        assertThat(theOnlyWrite().status().used()).isEqualTo(list("configmaps=0"));
    }

    @Test
    @Spec({"RQ-20", "RQ-23"})
    void U12_what_could_not_be_counted_keeps_its_number() throws Exception {
        rig.failingPodLists();

        assertThatThrownBy(() -> count(quota("q", "pods=5", "pods=5", "pods=3"))).hasMessageContaining("error listing");

        assertThat(rig.written()).isEmpty();
    }

    @Test
    @Spec("RQ-20")
    void what_could_not_be_counted_keeps_its_number_also_when_something_else_is_written() throws Exception {
        rig.failingPodLists();

        assertThatThrownBy(() -> count(quota("q", "pods=6", "pods=5", "pods=3"))).hasMessageContaining("error listing");

        assertThat(theOnlyWrite().status().hard()).isEqualTo(list("pods=6"));
        assertThat(theOnlyWrite().status().used()).isEqualTo(list("pods=3"));
    }

    @Test
    @Spec("RQ-23")
    void a_failed_count_and_a_failed_write_are_both_reported() {
        rig.failingPodLists();
        rig.cluster.answerWrites(quota -> {
            throw FakeCluster.refusal(500, "InternalError");
        });

        assertThatThrownBy(() -> count(quota("q", "pods=1", null, "")))
                .isInstanceOfSatisfying(AggregateException.class, e -> assertThat(e.errors()).hasSize(2))
                .hasMessageContainingAll("error listing", "InternalError in this test");
    }

    @Test
    @Spec("RQ-17")
    void a_key_with_too_many_parts_is_an_error_and_an_absent_quota_is_none() throws Exception {
        rig.build().synced();

        assertThatThrownBy(() -> rig.controller().syncResourceQuotaFromKey(rig.context, "a/b/c"))
                .hasMessageContaining("a/b/c");
        rig.controller().syncResourceQuotaFromKey(rig.context, KEY);

        assertThat(rig.written()).isEmpty();
    }

    @Test
    @Spec("RQ-22")
    void only_the_status_differs_from_what_the_cache_holds_and_the_cache_stays_as_it_is() throws Exception {
        rig.cluster.answerWrites(quota -> {
            throw FakeCluster.refusal(409, "Conflict");
        });
        ObjectNode tree = Json.MAPPER.valueToTree(quota("q", "pods=5", null, ""));
        tree.put("fieldOfTomorrow", "kept").withObject("/metadata").putObject("labels").put("team", "shop");
        ResourceQuota quota = Json.MAPPER.treeToValue(tree, ResourceQuota.class);

        assertThatThrownBy(() -> count(quota)).hasMessageContaining("Conflict");

        ResourceQuota cached = rig.factory.resourceQuotas().informer().getIndexer().getByKey(KEY).orElseThrow();
        assertThat(theOnlyWrite().metadata()).isEqualTo(cached.metadata());
        assertThat(theOnlyWrite().metadata().resourceVersion()).isEqualTo("1");
        assertThat(theOnlyWrite().spec()).isEqualTo(cached.spec());
        assertThat(theOnlyWrite().unknown()).containsOnlyKeys("fieldOfTomorrow");
        assertThat(cached.status()).isNull();
    }

    @Test
    @Spec({"RQ-25", "RQ-18"})
    void what_nobody_can_measure_is_written_at_every_count() throws Exception {
        count(quota("q", "example.com/moons=3", null, ""));
        assertThat(theOnlyWrite().status().hard()).isEqualTo(list("example.com/moons=3"));
        assertThat(theOnlyWrite().status().used()).isEqualTo(Map.of());

        rig.controller().syncResourceQuotaFromKey(rig.context, KEY);

        assertThat(rig.written()).hasSize(2);
    }
}
