package insideinformer.quota.controller;

import static insideinformer.quota.controller.QuotaRig.discovered;
import static insideinformer.quota.controller.QuotaRig.pod;
import static insideinformer.quota.controller.QuotaRig.quota;
import static insideinformer.quota.controller.QuotaRig.until;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import insideinformer.api.ApiResource;
import insideinformer.api.GroupResource;
import insideinformer.api.ResourceQuota;
import insideinformer.client.PartialDiscoveryException;
import insideinformer.testing.LiveThreads;
import insideinformer.testing.Spec;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How keys come into the two queues. No worker runs, so they stay there. */
class QuotaQueuesTest {

    private final QuotaRig rig = new QuotaRig();

    @AfterEach
    void stop() {
        rig.close();
    }

    private void add(ResourceQuota quota) {
        rig.cluster.source(ApiResource.RESOURCE_QUOTAS).add(quota);
    }

    @Test
    @Spec({"RQ-01", "W13"})
    void there_are_two_delaying_queues_with_names_of_their_own() throws Exception {
        rig.build();

        assertThat(LiveThreads.named("resourcequota_primary")).hasSize(1);
        assertThat(LiveThreads.named("resourcequota_priority")).hasSize(1);
    }

    @ParameterizedTest
    @Spec({"RQ-04", "W31"})
    @CsvSource(delimiter = '|', textBlock = """
            cpu=4                               |                                  |       | priority
            cpu=4                               | cpu=4                            |       | priority
            requests.example/foobars.example.com=4 | requests.example/foobars.example.com=4 | | priority
            cpu=4                               | cpu=6                            | cpu=0 | priority
            foobars.example.com=4               | foobars.example.com=4            |       | primary
            cpu=4                               | cpu=4                            | cpu=0 | primary
            cpu=1                               | cpu=1000m                        | cpu=0 | primary
            ''                                  | ''                               |       | primary
            """)
    void a_quota_that_admission_must_refuse_everything_for_is_counted_first(
            String hard, @Nullable String statusHard, @Nullable String used, String queue) throws Exception {
        rig.build();

        rig.controller().addQuota(quota("q", hard, statusHard, used == null ? "" : used));

        assertThat(rig.queues())
                .isEqualTo(queue.equals("priority") ? "primary 0, priority 1" : "primary 1, priority 0");
    }

    @Test
    @Spec({"RQ-02", "W13"})
    void quotas_that_are_there_at_the_start_are_queued() throws Exception {
        add(quota("new", "cpu=4", null, ""));
        add(quota("counted", "cpu=4", "cpu=4", "cpu=1"));

        rig.build().synced();

        rig.untilQueues("primary 1, priority 1");
        assertThat(rig.controller().queue.get()).isEqualTo(Optional.of("lantern/counted"));
        assertThat(rig.controller().missingUsageQueue.get()).isEqualTo(Optional.of("lantern/new"));
    }

    @ParameterizedTest
    @Spec({"RQ-03", "W31"})
    @CsvSource(delimiter = '|', textBlock = """
            pods=1 | pods=1000m | pods=0 | primary 0, priority 0
            pods=1 | pods=1     | pods=1 | primary 0, priority 0
            pods=1 | pods=2     | pods=0 | primary 0, priority 1
            pods=1 | services=1 | pods=0 | primary 0, priority 1
            """)
    void only_a_change_of_the_limits_is_looked_at(String hard, String newHard, String used,
            String queues) throws Exception {
        add(quota("q", hard, hard, "pods=0"));
        rig.build().synced();
        rig.untilQueues("primary 1, priority 0");
        takeOut();

        rig.cluster.source(ApiResource.RESOURCE_QUOTAS).modify(quota("q", newHard, hard, used));
        add(quota("after", "pods=1", "pods=1", "pods=0")); // events come in order
        until(() -> rig.controller().queue.len() == 1);
        takeOut();

        assertThat(rig.queues()).isEqualTo(queues);
    }

    private void takeOut() throws InterruptedException {
        rig.controller().queue.done(rig.controller().queue.get().orElseThrow());
    }

    @Test
    @Spec("RQ-05")
    void a_deleted_quota_is_queued_by_its_key() throws Exception {
        add(quota("q", "pods=1", "pods=1", "pods=0"));
        rig.build().synced();
        rig.untilQueues("primary 1, priority 0");
        takeOut();

        rig.cluster.source(ApiResource.RESOURCE_QUOTAS).delete(quota("q", "pods=1", null, ""));

        assertThat(rig.controller().queue.get()).isEqualTo(Optional.of("lantern/q"));
    }

    @Test
    @Spec("RQ-05")
    void a_quota_whose_deletion_was_missed_is_queued_by_its_key() throws Exception {
        add(quota("q", "pods=1", "pods=1", "pods=0"));
        rig.build().synced();
        rig.untilQueues("primary 1, priority 0");
        takeOut();
        rig.cluster.source(ApiResource.RESOURCE_QUOTAS).awaitWatchCalls(1);

        rig.cluster.source(ApiResource.RESOURCE_QUOTAS).deleteSilently(quota("q", "pods=1", null, ""));
        rig.cluster.source(ApiResource.RESOURCE_QUOTAS).expireWatches();
        rig.passUntil(() -> rig.controller().queue.len() == 1);

        assertThat(rig.controller().queue.get()).isEqualTo(Optional.of("lantern/q"));
    }

    // ---- discovery within the constructor

    @Test
    @Spec({"RQ-07", "W12"})
    void a_partial_discovery_is_enough_to_begin_with() throws Exception {
        rig.discovering(context -> {
            throw new PartialDiscoveryException(
                    List.of(discovered(ApiResource.PODS)), Map.of("example.com/v1", new IOException("down")));
        }).build();

        assertThat(rig.informers.watched()).containsExactly("pods");
    }

    @Test
    @Spec("RQ-07")
    void a_discovery_that_found_nothing_makes_no_controller() {
        assertThatThrownBy(() -> rig.discovering(context -> {
            throw new IOException("connection refused");
        }).build()).isInstanceOf(IOException.class).hasMessage("failed to discover resources: connection refused");

        assertThatThrownBy(() -> rig.discovering(context -> {
            throw new PartialDiscoveryException(List.of(), Map.of("v1", new IOException("down")));
        }).build()).isInstanceOf(IOException.class);
    }

    @Test
    @Spec("RQ-07")
    void the_end_of_the_context_ends_a_discovery_that_is_not_answered() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        rig.threads.start("test stops", () -> {
            awaitQuietly(asked);
            rig.context.cancel();
        });

        assertThatThrownBy(() -> rig.discovering(context -> {
            asked.countDown();
            context.await();
            throw new IOException("cut off");
        }).build()).isInstanceOf(IOException.class).hasMessageContaining("cut off");
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void a_controller_whose_informer_takes_no_handler_leaves_no_thread_behind() throws Exception {
        rig.factory.resourceQuotas().informer();
        rig.factory.start(rig.context);
        rig.factory.waitForCacheSync(rig.context);
        rig.factory.close(); // its informers have stopped

        assertThatThrownBy(rig::build).isInstanceOf(IllegalStateException.class);

        assertThat(LiveThreads.named("delaying-queue-resourcequota")).isEmpty();
    }

    @Test
    @Spec("RQ-08")
    void a_resource_that_cannot_be_monitored_does_not_prevent_the_controller() throws Exception {
        rig.informers.refuse(QuotaRig.WIDGETS);

        rig.discovering(context -> List.of(discovered(QuotaRig.WIDGETS), discovered(ApiResource.PODS))).build();

        assertThat(rig.informers.watched()).containsExactly("pods");
    }

    // ---- replenishment

    @Test
    @Spec("RQ-26")
    void nothing_is_replenished_without_an_evaluator_or_a_quota() throws Exception {
        add(quota("q", "pods=1", "pods=1", "pods=1"));
        rig.build().synced();
        rig.untilQueues("primary 1, priority 0");
        takeOut();

        rig.controller().replenishQuota(new GroupResource("example.com", "widgets"), "lantern");
        rig.controller().replenishQuota(ApiResource.PODS.gvr().groupResource(), "elsewhere");

        assertThat(rig.queues()).isEqualTo("primary 0, priority 0");
    }

    @Test
    @Spec({"RQ-27", "RQ-28"})
    void only_quotas_whose_status_limits_that_kind_are_counted_again_and_each_once() throws Exception {
        add(quota("pods", "pods=1", "pods=1", "pods=1"));
        add(quota("services", "services=1", "services=1", "services=1"));
        add(quota("fresh", "pods=1", null, ""));
        rig.build().synced();
        rig.untilQueues("primary 2, priority 1");
        takeOut();
        takeOut();

        for (int i = 0; i < 100; i++) {
            rig.controller().replenishQuota(ApiResource.PODS.gvr().groupResource(), "lantern");
        }

        assertThat(rig.queues()).isEqualTo("primary 1, priority 1");
        assertThat(rig.controller().queue.get()).isEqualTo(Optional.of("lantern/pods"));
    }

    @Test
    @Spec({"RQ-14", "RQ-25"})
    void a_full_pass_queues_every_quota_in_the_primary_queue() throws Exception {
        add(quota("new", "cpu=4", null, ""));
        add(quota("counted", "cpu=4", "cpu=4", "cpu=1"));
        rig.build().synced();
        rig.untilQueues("primary 1, priority 1");

        rig.controller().enqueueAll();

        assertThat(rig.queues()).isEqualTo("primary 2, priority 1");
    }

    @Test
    @Spec("RQ-15")
    void a_negative_period_means_none() throws Exception {
        rig.resyncing(Duration.ofSeconds(-1)).build().synced();
        rig.cluster.source(ApiResource.PODS).add(pod("p", "Running", "", null));

        rig.running(1);

        until(() -> !threadsNamed("quota worker").isEmpty());
        assertThat(threadsNamed("quota full pass")).isEmpty();
    }

    private static List<String> threadsNamed(String name) {
        return LiveThreads.named(name);
    }
}
