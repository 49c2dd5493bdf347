package insideinformer.quota.controller;

import static insideinformer.quota.controller.QuotaRig.GADGETS;
import static insideinformer.quota.controller.QuotaRig.WIDGETS;
import static insideinformer.quota.controller.QuotaRig.discovered;
import static insideinformer.quota.controller.QuotaRig.quota;
import static insideinformer.quota.controller.QuotaRig.until;
import static org.assertj.core.api.Assertions.assertThat;

import insideinformer.api.ApiResource;
import insideinformer.client.DiscoveredResource;
import insideinformer.client.PartialDiscoveryException;
import insideinformer.quota.monitor.NamespacedResourcesFunc;
import insideinformer.testing.CapturedLog;
import insideinformer.testing.LiveThreads;
import insideinformer.testing.Spec;
import insideinformer.wait.Context;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The loop that keeps the set of monitors up to date. */
class QuotaDiscoveryTest {

    private static final Duration PERIOD = Duration.ofSeconds(30);

    private final QuotaRig rig = new QuotaRig();
    private final AtomicReference<NamespacedResourcesFunc> answer = new AtomicReference<>(context -> List.of());
    private final AtomicInteger looks = new AtomicInteger();
    private final AtomicReference<Instant> lookedAt = new AtomicReference<>(Instant.MIN);

    @AfterEach
    void stop() {
        rig.close();
    }

    private void found(ApiResource<?>... resources) {
        answer.set(context -> List.of(resources).stream().map(QuotaRig::discovered).toList());
    }

    private List<DiscoveredResource> look(Context context) throws IOException, InterruptedException {
        lookedAt.set(rig.clock.now());
        looks.incrementAndGet();
        return answer.get().namespacedResources(context);
    }

    /** A controller that knows pods, with its monitor running and its loop after the first round. */
    private void start(ApiResource<?>... first) throws Exception {
        found(first);
        rig.discovering(context -> List.of(discovered(ApiResource.PODS))).build().synced();
        rig.running(1);
        rig.passUntil(() -> rig.controller().workerLock.getReadLockCount() == 0 && threadRuns("quota worker"));
        rig.syncing(this::look, PERIOD);
        passRounds(1);
    }

    private static boolean threadRuns(String name) {
        return !LiveThreads.named(name).isEmpty();
    }

    /** Lets so many more rounds end: the look after a round proves that the round is over. */
    private void passRounds(int rounds) throws Exception {
        int before = looks.get();
        rig.passUntil(() -> looks.get() > before + rounds);
    }

    @Test
    @Spec({"RQ-31", "W12"})
    void the_first_round_applies_what_it_finds_at_once() throws Exception {
        start(ApiResource.PODS, WIDGETS);

        assertThat(rig.informers.watched()).containsExactly("pods", "widgets");
        rig.cluster.source(WIDGETS).awaitListCalls(1); // by the informer's own thread
        assertThat(rig.cluster.source(WIDGETS).listCalls()).isEqualTo(1);
    }

    @Test
    @Spec("RQ-31")
    void the_next_round_comes_one_period_after_the_end_of_the_last() throws Exception {
        start(ApiResource.PODS);
        int before = looks.get();
        Instant now = rig.clock.now();
        until(() -> rig.lastTimer().isAfter(now.plus(PERIOD.dividedBy(2)))); // the pause; all other waits are shorter
        Instant next = rig.lastTimer();
        assertThat(next).isBetween(lookedAt.get().plus(PERIOD), now.plus(PERIOD));

        rig.clock.setTime(next.minusMillis(1));
        assertThat(looks).hasValue(before);
        rig.clock.setTime(next);

        until(() -> looks.get() == before + 1);
    }

    @Test
    @Spec({"RQ-31", "K6"})
    void what_comes_later_is_watched_and_what_goes_is_not() throws Exception {
        start(ApiResource.PODS);

        found(ApiResource.PODS, WIDGETS);
        passRounds(1);
        assertThat(rig.informers.watched()).containsExactly("pods", "widgets");
        found(ApiResource.PODS);
        passRounds(1);

        assertThat(rig.informers.watched()).containsExactly("pods");
    }

    @Test
    @Spec("RQ-32")
    void a_round_that_finds_nothing_changes_nothing_and_the_loop_goes_on() throws Exception {
        start(ApiResource.PODS, WIDGETS);

        answer.set(context -> {
            throw new IOException("connection refused");
        });
        passRounds(2);
        assertThat(rig.informers.watched()).containsExactly("pods", "widgets");
        answer.set(context -> {
            throw new PartialDiscoveryException(List.of(), Map.of("v1", new IOException("down")));
        });
        passRounds(2);
        assertThat(rig.informers.watched()).containsExactly("pods", "widgets");
        found(ApiResource.PODS);
        passRounds(1);

        assertThat(rig.informers.watched()).containsExactly("pods");
    }

    @Test
    @Spec("RQ-33")
    void of_a_failed_group_all_stays_and_of_the_others_what_is_found() throws Exception {
        start(ApiResource.PODS, ApiResource.SERVICES, WIDGETS, GADGETS);

        answer.set(context -> {
            throw new PartialDiscoveryException(
                    List.of(discovered(ApiResource.PODS)), Map.of("example.com/v1", new IOException("down")));
        });
        passRounds(1);

        assertThat(rig.informers.watched()).containsExactly("pods", "widgets");
    }

    @Test
    void a_stop_ends_a_discovery_that_is_not_answered() throws Exception {
        start(ApiResource.PODS);
        CountDownLatch asked = new CountDownLatch(1);
        answer.set(context -> {
            asked.countDown();
            context.await();
            throw new IOException("cut off");
        });
        try (CapturedLog log = new CapturedLog()) {
            rig.passUntil(() -> asked.getCount() == 0);

            rig.context.cancel();
            rig.threads.awaitAll();

            assertThat(log.linesWith("ERROR")).as("a stop is no failure").isEmpty();
        }
    }

    @Test
    @Spec("RQ-34")
    void a_round_without_news_asks_for_no_lock() throws Exception {
        start(ApiResource.PODS, WIDGETS);

        rig.controller().workerLock.readLock().lock(); // as a worker in the middle of a count
        try {
            passRounds(2);
        } finally {
            rig.controller().workerLock.readLock().unlock();
        }

        assertThat(rig.informers.watched()).containsExactly("pods", "widgets");
    }

    @Test
    @Spec("RQ-35")
    void a_change_waits_for_counts_in_progress_and_later_ones_wait_for_it() throws Exception {
        start(ApiResource.PODS);
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch leave = new CountDownLatch(1);
        rig.cluster.answerWrites(quota -> {
            if (quota.metadata().name().equals("first")) {
                entered.countDown();
                leave.await();
            }
        });
        rig.cluster.source(ApiResource.RESOURCE_QUOTAS).add(quota("first", "pods=1", null, ""));
        entered.await();

        found(ApiResource.PODS, WIDGETS);
        rig.passUntil(() -> rig.controller().workerLock.getQueueLength() == 1); // the loop
        rig.cluster.source(ApiResource.RESOURCE_QUOTAS).add(quota("later", "pods=1", "pods=1", "pods=1"));
        until(() -> rig.controller().workerLock.getQueueLength() == 2); // the primary queue's worker
        assertThat(rig.informers.watched()).containsExactly("pods");
        assertThat(rig.written()).hasSize(1);
        leave.countDown();
        rig.passUntil(() -> rig.written().size() == 2);

        assertThat(rig.informers.watched()).containsExactly("pods", "widgets");
        assertThat(rig.controller().workerLock.isFair()).as("ten workers cannot hold a change up forever").isTrue();
    }

    @Test
    @Spec("RQ-36")
    void a_round_with_an_error_starts_nothing_and_the_next_tries_again() throws Exception {
        start(ApiResource.PODS);
        rig.informers.refuse(GADGETS);

        found(ApiResource.PODS, WIDGETS, GADGETS);
        passRounds(2);
        assertThat(rig.informers.watched()).containsExactly("pods", "widgets");
        assertThat(rig.cluster.source(WIDGETS).listCalls()).as("tracked, not started").isZero();
        rig.informers.refuseNothing();
        passRounds(2);

        assertThat(rig.informers.watched()).containsExactly("gadgets", "pods", "widgets");
        rig.cluster.source(WIDGETS).awaitListCalls(1);
        rig.cluster.source(GADGETS).awaitListCalls(1);
        assertThat(rig.cluster.source(WIDGETS).listCalls()).isEqualTo(1);
        assertThat(rig.cluster.source(GADGETS).listCalls()).isEqualTo(1);
    }

    @Test
    @Spec({"RQ-37", "K5"})
    void one_resource_that_never_syncs_pauses_counting_for_one_period_once() throws Exception {
        start(ApiResource.PODS);
        rig.cluster.source(WIDGETS).holdLists();
        try (CapturedLog log = new CapturedLog()) {
            found(ApiResource.PODS, WIDGETS);
            rig.passUntil(() -> rig.controller().workerLock.isWriteLocked());
            rig.cluster.source(ApiResource.RESOURCE_QUOTAS).add(quota("q", "pods=1,count/widgets.example.com=1", null,
                    ""));
            until(() -> rig.controller().workerLock.getQueueLength() == 1);
            assertThat(rig.written()).as("while it waits").isEmpty();

            rig.passUntil(() -> !rig.written().isEmpty());
            passRounds(3);

            assertThat(rig.written().getFirst().status().used()).as("only the broken kind is unknown")
                    .isEqualTo(Map.of("pods", "0"));
            assertThat(log.linesWith("not synced within PT30S", "widgets")).hasSize(1);
        }
    }

    @Test
    @Spec("RQ-38")
    void events_flow_while_the_set_of_monitors_changes() throws Exception {
        start(ApiResource.PODS);
        rig.cluster.source(ApiResource.RESOURCE_QUOTAS).add(quota("q", "pods=1", "pods=1", "pods=0"));
        rig.cluster.source(WIDGETS).holdLists();
        found(ApiResource.PODS, WIDGETS);
        rig.passUntil(() -> rig.controller().workerLock.isWriteLocked());
        until(() -> rig.factory.resourceQuotas().informer().getIndexer().listKeys().size() == 1);

        rig.controller().replenishQuota(ApiResource.PODS.gvr().groupResource(), "lantern"); // returns

        assertThat(rig.controller().workerLock.isWriteLocked()).isTrue();
        rig.cluster.source(WIDGETS).releaseLists();
    }
}
