package insideinformer.quota.controller;

import static insideinformer.quota.controller.QuotaRig.discovered;
import static insideinformer.quota.controller.QuotaRig.quota;
import static insideinformer.quota.controller.QuotaRig.until;
import static org.assertj.core.api.Assertions.assertThat;

import insideinformer.api.ApiResource;
import insideinformer.api.ResourceQuota;
import insideinformer.testing.CapturedLog;
import insideinformer.testing.LiveThreads;
import insideinformer.testing.Spec;
import insideinformer.testing.informers.FakeCluster;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Workers, the full pass, and the stop. */
class QuotaWorkersTest {

    private final QuotaRig rig = new QuotaRig();

    @AfterEach
    void stop() {
        rig.close();
    }

    private void add(ResourceQuota quota) {
        rig.cluster.source(ApiResource.RESOURCE_QUOTAS).add(quota);
    }

    private static List<String> threads(String name) {
        return LiveThreads.named(name);
    }

    @Test
    @Spec({"RQ-09", "W17"})
    void nothing_is_counted_before_all_caches_are_synced() throws Exception {
        add(quota("q", "pods=1", null, ""));
        rig.cluster.source(QuotaRig.WIDGETS).holdLists();
        rig.discovering(context -> List.of(discovered(ApiResource.PODS), discovered(QuotaRig.WIDGETS))).build();
        rig.factory.start(rig.context);
        rig.informersStarted.cancel();
        rig.running(1);
        until(() -> !threads("quota monitor run").isEmpty());

        rig.clock.step(Duration.ofMinutes(10));
        assertThat(rig.written()).isEmpty();
        assertThat(threads("quota worker")).isEmpty();
        rig.cluster.source(QuotaRig.WIDGETS).releaseLists();
        rig.passUntil(() -> !rig.written().isEmpty());

        assertThat(rig.written().getFirst().status().used()).isEqualTo(Map.of("pods", "0"));
    }

    @Test
    @Spec({"RQ-09", "RQ-16"})
    void a_stop_ends_the_wait_for_the_caches() throws Exception {
        add(quota("q", "pods=1", null, ""));
        rig.cluster.source(QuotaRig.WIDGETS).holdLists();
        rig.discovering(context -> List.of(discovered(QuotaRig.WIDGETS))).build();
        rig.factory.start(rig.context);
        rig.informersStarted.cancel();
        rig.running(1);
        until(() -> !threads("quota monitor run").isEmpty());

        rig.context.cancel();
        rig.threads.awaitAll();

        assertThat(rig.written()).isEmpty();
        assertThat(rig.controller().queue.shuttingDown()).isTrue();
        assertThat(threads("quota ")).isEmpty();
    }

    @Test
    @Spec({"RQ-10", "RQ-14", "W17"})
    void each_queue_has_its_own_workers() throws Exception {
        CountDownLatch leave = new CountDownLatch(1);
        AtomicInteger inside = new AtomicInteger();
        rig.cluster.answerWrites(quota -> {
            inside.incrementAndGet();
            leave.await();
        });
        for (int i = 0; i < 8; i++) {
            add(quota("q" + i, "example.com/moons=3", null, "")); // nobody measures it, so each count writes
        }
        rig.resyncing(Duration.ofMinutes(5)).build().synced();
        rig.untilQueues("primary 0, priority 8"); // the full pass puts all into the primary one, too

        rig.running(3);
        until(() -> inside.get() == 6);

        rig.untilQueues("primary 5, priority 5");
        assertThat(inside).hasValue(6);
        leave.countDown();
    }

    @Test
    @Spec({"RQ-11", "RQ-06"})
    void workers_that_wait_for_a_key_hold_nothing() throws Exception {
        rig.build().synced().running(5);
        until(() -> threads("quota priority worker").size() == 5);
        add(quota("q", "pods=1", null, ""));
        until(() -> rig.written().size() == 1);

        rig.controller().workerLock.writeLock().lockInterruptibly(); // would hang
        rig.controller().workerLock.writeLock().unlock();

        assertThat(threads("quota monitor run")).as("without discovery there is no monitor").isEmpty();
    }

    @Test
    @Spec("RQ-12")
    void a_quota_that_is_deleted_while_it_is_counted_is_no_error() throws Exception {
        rig.cluster.answerWrites(quota -> {
            rig.cluster.source(ApiResource.RESOURCE_QUOTAS).delete(quota);
            throw FakeCluster.refusal(404, "NotFound");
        });
        try (CapturedLog log = new CapturedLog()) {
            add(quota("q", "pods=1", null, ""));
            rig.build().synced().running(1);
            until(() -> rig.controller().missingUsageQueue.numRequeues("lantern/q") == 1);
            rig.passUntil(() -> rig.controller().missingUsageQueue.numRequeues("lantern/q") == 0);

            assertThat(log.linesWith("lantern/q")).isEmpty();
            assertThat(rig.written()).hasSize(1);
        }
    }

    @Test
    @Spec({"RQ-12", "RQ-24", "W31"})
    void a_failed_count_comes_back_later_and_later_until_it_succeeds() throws Exception {
        AtomicInteger failing = new AtomicInteger(3);
        rig.cluster.answerWrites(quota -> {
            if (failing.getAndDecrement() > 0) {
                throw FakeCluster.refusal(409, "Conflict");
            }
        });
        add(quota("q", "pods=1", "pods=1", "pods=1"));
        rig.build().synced().running(1);

        int attempt = 1;
        for (int pause : List.of(5, 10, 20)) {
            int failures = attempt++;
            untilItHasFailed(failures);
            rig.clock.step(Duration.ofMillis(pause - 1));
            assertThat(rig.written()).hasSize(failures);
            rig.clock.step(Duration.ofMillis(1));
            until(() -> rig.written().size() == failures + 1);
        }
        until(() -> rig.controller().queue.numRequeues("lantern/q") == 0);

        assertThat(rig.written()).allSatisfy(quota -> assertThat(quota.status().used()).isEqualTo(Map.of("pods", "0")));
    }

    @Test
    @Spec("RQ-24")
    void after_a_conflict_the_quota_is_counted_anew() throws Exception {
        AtomicInteger writes = new AtomicInteger();
        rig.cluster.answerWrites(quota -> {
            if (writes.incrementAndGet() == 1) {
                rig.cluster.source(ApiResource.PODS).add(QuotaRig.pod("late", "Running", "", null));
                until(rig.factory.pods().informer()::hasSynced, 1);
                throw FakeCluster.refusal(409, "Conflict");
            }
        });
        add(quota("q", "pods=9", "pods=9", "pods=5"));
        rig.build().synced().running(1);
        untilItHasFailed(1);

        rig.clock.step(Duration.ofMillis(5));
        until(() -> rig.written().size() == 2);

        assertThat(rig.written().get(0).status().used()).isEqualTo(Map.of("pods", "0"));
        assertThat(rig.written().get(1).status().used()).isEqualTo(Map.of("pods", "1"));
    }

    private void until(java.util.function.BooleanSupplier synced, int pods) {
        try {
            QuotaRig.until(() -> synced.getAsBoolean() && rig.factory.pods().informer().getIndexer().listKeys()
                    .size() == pods);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    /** The worker holds the read lock until the key's pause has begun: only then may time pass. */
    private void untilItHasFailed(int times) throws Exception {
        until(() -> rig.controller().queue.numRequeues("lantern/q") == times);
        rig.controller().workerLock.writeLock().lockInterruptibly();
        rig.controller().workerLock.writeLock().unlock();
    }

    private static void until(Callable<Boolean> condition) throws Exception {
        QuotaRig.until(condition);
    }

    @Test
    @Spec("RQ-13")
    void an_unforeseen_failure_releases_lock_and_key_and_is_tried_again() throws Exception {
        AtomicInteger writes = new AtomicInteger();
        rig.cluster.answerWrites(quota -> {
            if (writes.incrementAndGet() == 1) {
                throw new IllegalArgumentException("out of order");
            }
        });
        add(quota("q", "pods=1", "pods=1", "pods=1"));
        rig.build().synced().running(1);
        untilItHasFailed(1);

        rig.clock.step(Duration.ofMillis(5));

        until(() -> rig.written().size() == 2 && rig.controller().queue.numRequeues("lantern/q") == 0);
    }

    @Test
    @Spec({"RQ-14", "W17"})
    void every_quota_is_counted_again_after_every_period() throws Exception {
        add(quota("a", "example.com/moons=3", null, "")); // nobody measures it, so each count writes
        add(quota("b", "example.com/moons=3", null, ""));
        rig.resyncing(Duration.ofMinutes(5)).build().synced();
        rig.untilQueues("primary 0, priority 2");
        rig.running(1);
        until(() -> rig.written().size() == 4); // at the start: as new ones and in the first pass

        rig.passUntil(() -> rig.clock.nanoTime() >= Duration.ofMinutes(4).toNanos());
        assertThat(rig.written()).hasSize(4);
        rig.passUntil(() -> rig.written().size() >= 6);

        assertThat(rig.written().subList(4, 6)).extracting(q -> q.metadata().name()).containsExactlyInAnyOrder("a",
                "b");
    }

    @ParameterizedTest
    @Spec("RQ-15")
    @ValueSource(longs = {0, -5})
    void without_a_period_time_alone_counts_nothing(long seconds) throws Exception {
        add(quota("a", "example.com/moons=3", null, ""));
        rig.resyncing(Duration.ofSeconds(seconds)).build().synced().running(1);
        until(() -> rig.written().size() == 1);

        rig.clock.step(Duration.ofDays(3));
        add(quota("b", "example.com/moons=3", null, ""));
        until(() -> rig.written().size() == 2);

        assertThat(rig.written()).extracting(q -> q.metadata().name()).containsExactly("a", "b");
        assertThat(threads("quota full pass")).isEmpty();
    }

    @Test
    @Spec({"RQ-16", "W17"})
    void a_stop_ends_every_thread_also_one_that_waits_for_the_server() throws Exception {
        CountDownLatch entered = new CountDownLatch(1);
        rig.cluster.answerWrites(quota -> {
            entered.countDown();
            rig.context.await(); // a server that does not answer; the client gives up when the context ends
            throw new IOException("cut off");
        });
        add(quota("q", "pods=1", null, ""));
        rig.resyncing(Duration.ofMinutes(5)).discovering(context -> List.of(discovered(ApiResource.PODS))).build().synced();
        rig.running(5);
        rig.passUntil(() -> entered.getCount() == 0);

        rig.context.cancel();
        rig.threads.awaitAll(); // run has returned

        assertThat(rig.controller().queue.shuttingDown()).isTrue();
        assertThat(rig.controller().missingUsageQueue.shuttingDown()).isTrue();
        assertThat(threads("quota ")).isEmpty();
        assertThat(threads("delaying-queue-resourcequota")).isEmpty();
    }

    @Test
    @Spec("RQ-16")
    void an_interrupt_also_ends_a_controller_whose_monitor_still_waits_for_the_informers() throws Exception {
        rig.discovering(context -> List.of(discovered(ApiResource.PODS))).build();
        rig.factory.resourceQuotas().informer();
        rig.factory.start(rig.context); // but informersStarted does not end
        Thread thread = Thread.ofVirtual().start(() -> rig.controller().run(2, rig.context));
        until(() -> rig.factory.resourceQuotas().informer().hasSynced() && !threads("quota monitor run").isEmpty());
        rig.passUntil(() -> rig.clock.hasWaiters());

        thread.interrupt();
        thread.join();

        assertThat(threads("quota ")).isEmpty();
    }

    @Test
    @Spec("RQ-16")
    void an_interrupt_of_its_thread_ends_a_controller_as_its_context_does() throws Exception {
        rig.resyncing(Duration.ofMinutes(5)).discovering(context -> List.of(discovered(ApiResource.PODS))).build().synced();
        Thread thread = Thread.ofVirtual().start(() -> rig.controller().run(2, rig.context));
        rig.passUntil(() -> !threads("quota worker").isEmpty());

        thread.interrupt();
        thread.join();

        assertThat(threads("quota ")).isEmpty();
    }
}
