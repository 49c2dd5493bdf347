package insideinformer.quota.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import insideinformer.api.ObjectMeta;
import insideinformer.api.Pod;
import insideinformer.controller.ResourceEventHandler;
import insideinformer.store.DeletedFinalStateUnknown;
import insideinformer.store.DeletedObject;
import insideinformer.testing.CapturedLog;
import insideinformer.testing.Spec;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class QuotaMonitorEventsTest extends QuotaMonitorRig {

    // ---- handlers, filter, events

    @Test
    @Spec({"QM-10", "QM-11", "W16"})
    void creations_are_no_news_and_deletions_are() throws Exception {
        QuotaMonitor monitor = running(PODS);
        Pod cart = informers.source(PODS).add(pod("cart"));
        until(monitor::isSynced);

        Pod search = informers.source(PODS).add(
                pod("search").withMetadata(ObjectMeta.named("market", "search")));
        informers.source(PODS).delete(search);

        assertThat(replenished.take()).as("the first news: neither of the pods that were created").isEqualTo("pods in market");
        informers.source(PODS).delete(cart);
        assertThat(replenished.take()).isEqualTo("pods in lantern");
        assertThat(replenished).isEmpty();
    }

    @Test
    @Spec({"QM-11", "W16"})
    void a_tombstone_tells_the_same_as_a_deletion() throws Exception {
        running(PODS);
        ResourceEventHandler<Pod> handler = informers.handler(PODS);

        handler.onDelete(DeletedObject.of(new DeletedFinalStateUnknown<>("elsewhere/cart", Optional.of(pod("cart")))));

        assertThat(replenished.take()).isEqualTo("pods in lantern");
    }

    @Test
    @Spec({"QM-12", "W16"})
    void an_update_counts_if_the_filter_says_so() throws Exception {
        List<String> asked = new CopyOnWriteArrayList<>();
        filter = (resource, old, now) -> {
            asked.add(resource.resource() + " " + old.metadata().name() + " " + now.metadata().name());
            return now.metadata().name().equals("new");
        };
        running(PODS);
        ResourceEventHandler<Pod> handler = informers.handler(PODS);

        handler.onUpdate(pod("new"), pod("old"));
        assertThat(asked).containsExactly("pods new old");
        handler.onUpdate(pod("old"), pod("new"));

        assertThat(replenished.take()).isEqualTo("pods in lantern");
        assertThat(replenished).isEmpty();
    }

    @Test
    @Spec("QM-12")
    void without_a_filter_no_update_counts() throws Exception {
        filter = null;
        running(PODS, SECRETS);

        informers.handler(PODS).onUpdate(pod("cart"), pod("cart"));
        informers.handler(SECRETS).onDelete(deleted(object("lantern", "s")));

        assertThat(replenished.take()).isEqualTo("secrets in lantern");
    }

    @Test
    @Spec("QM-13")
    void a_repetition_reaches_the_filter_as_an_update_to_the_same() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        filter = (resource, old, now) -> {
            asked.incrementAndGet();
            return old != now;
        };
        running(PODS, SECRETS);
        Pod same = pod("cart");

        informers.handler(PODS).onUpdate(same, same);
        informers.handler(SECRETS).onDelete(deleted(object("lantern", "s")));

        assertThat(replenished.take()).isEqualTo("secrets in lantern");
        assertThat(asked).hasValue(1);
    }

    @Test
    @Spec("QM-14")
    void two_changes_that_look_alike_are_two_changes() throws Exception {
        QuotaMonitor monitor = monitor();
        monitor.syncMonitors(List.of(PODS));
        informers.handler(PODS).onDelete(deleted(pod("cart")));
        informers.handler(PODS).onDelete(deleted(pod("cart"))); // both wait, since nobody takes them out yet
        informersStarted.cancel();

        threads.start("test runs monitor", () -> monitor.run(context));

        assertThat(List.of(replenished.take(), replenished.take())).containsExactly("pods in lantern",
                "pods in lantern");
    }

    @Test
    @Spec({"QM-15", "W18"})
    void one_change_is_worked_on_at_a_time_and_no_lock_is_held_meanwhile() throws Exception {
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch leave = new CountDownLatch(1);
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        replenish = (resource, namespace) -> {
            most.accumulateAndGet(inside.incrementAndGet(), Math::max);
            entered.countDown();
            awaitQuietly(leave);
            inside.decrementAndGet();
            replenished.add(namespace);
        };
        QuotaMonitor monitor = running(PODS);
        for (int i = 0; i < 10; i++) {
            informers.handler(PODS).onDelete(deleted(pod("p" + i)));
        }
        entered.await();

        monitor.syncMonitors(List.of(PODS, WIDGETS)); // takes the write side of the lock
        leave.countDown();
        for (int i = 0; i < 10; i++) {
            assertThat(replenished.take()).isEqualTo("lantern");
        }

        assertThat(most).hasValue(1);
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    @Spec({"QM-15", "QM-21"})
    void a_replenishment_that_fails_is_not_repeated_and_the_consumer_goes_on_a_second_later() throws Exception {
        AtomicInteger calls = new AtomicInteger();
        replenish = (resource, namespace) -> {
            if (calls.incrementAndGet() == 1) {
                throw new IllegalStateException("out of order");
            }
            replenished.add(namespace);
        };
        running(PODS);
        try (CapturedLog log = new CapturedLog()) {
            informers.handler(PODS).onDelete(deleted(pod("first")));
            clock.awaitWaiters(1);

            assertThat(log.linesWith("the loop of quota monitor")).hasSize(1);
            assertThat(log.linesWith("the quotas of pods in namespace lantern")).hasSize(1);
        }
        informers.handler(PODS).onDelete(deleted(new Pod("v1", "Pod", ObjectMeta.named("second", "p"), null, null,
                Map.of())));

        clock.step(Duration.ofMillis(999));
        assertThat(replenished).isEmpty();
        clock.step(Duration.ofMillis(1));

        assertThat(replenished.take()).isEqualTo("second");
        assertThat(calls).hasValue(2);
    }

    @Test
    @Spec("QM-16")
    void an_object_nobody_knows_is_skipped() throws Exception {
        running(PODS);

        informers.handler(PODS).onDelete(DeletedObject.of(new DeletedFinalStateUnknown<>("lantern/cart",
                Optional.empty())));
        informers.handler(PODS).onDelete(deleted(pod("search")));

        assertThat(replenished.take()).isEqualTo("pods in lantern");
        assertThat(replenished).isEmpty();
    }
}
