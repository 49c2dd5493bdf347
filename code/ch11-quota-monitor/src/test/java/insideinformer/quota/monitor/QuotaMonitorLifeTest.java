package insideinformer.quota.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import insideinformer.api.Pod;
import insideinformer.controller.ResourceEventHandler;
import insideinformer.testing.LiveThreads;
import insideinformer.testing.Spec;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class QuotaMonitorLifeTest extends QuotaMonitorRig {

    // ---- handlers, filter, events

    // ---- start, sync state, stop

    @Test
    @Spec({"QM-17", "W18"})
    void nothing_is_started_before_informers_may_be() throws Exception {
        QuotaMonitor monitor = monitor();
        monitor.syncMonitors(List.of(PODS, SECRETS));
        monitor.startMonitors();
        assertThat(informers.starts()).as("before it runs").isZero();

        startAndAwaitWaiting(monitor);
        assertThat(informers.starts()).as("before the signal").isZero();

        informersStarted.cancel();
        until(monitor::isSynced);

        assertThat(informers.starts()).as("once an entry").isEqualTo(2);
    }

    /** @return the thread of the run, which waits for the informers by then */
    private Thread startAndAwaitWaiting(QuotaMonitor monitor) throws Exception {
        CompletableFuture<Thread> thread = new CompletableFuture<>();
        threads.start("test runs monitor", () -> {
            thread.complete(Thread.currentThread());
            monitor.run(context);
        });
        until(() -> thread.join().getState() == Thread.State.WAITING);
        return thread.join();
    }

    @Test
    @Spec("QM-17")
    void whoever_asks_is_answered_while_the_monitor_waits_for_the_informers() throws Exception {
        QuotaMonitor monitor = monitor();
        monitor.syncMonitors(List.of(PODS));
        startAndAwaitWaiting(monitor);

        assertThat(monitor.isSynced()).isFalse();
        assertThat(monitor.unsynced()).containsExactly(PODS.gvr());
        monitor.syncMonitors(List.of(PODS, SECRETS)); // takes the write side of the lock
        informersStarted.cancel();

        until(monitor::isSynced);
    }

    @Test
    @Spec({"QM-17", "QM-22"})
    void an_interrupt_ends_the_wait_for_the_informers() throws Exception {
        QuotaMonitor monitor = monitor();
        monitor.syncMonitors(List.of(PODS));

        startAndAwaitWaiting(monitor).interrupt();
        threads.awaitAll();

        assertThat(informers.starts()).isZero();
        assertThat(informers.seen(PODS).removed).hasValue(1);
    }

    @Test
    @Spec({"QM-17", "QM-22"})
    void a_stop_ends_the_wait_for_the_informers() throws Exception {
        QuotaMonitor monitor = monitor();
        monitor.syncMonitors(List.of(PODS));
        threads.start("test runs monitor", () -> monitor.run(context));

        context.cancel();
        threads.awaitAll();

        assertThat(informers.starts()).isZero();
    }

    @Test
    @Spec("QM-18")
    void starting_again_starts_only_what_is_new() throws Exception {
        QuotaMonitor monitor = running(PODS);
        until(monitor::isSynced);
        assertThat(informers.starts()).isEqualTo(1);

        monitor.startMonitors();
        assertThat(informers.starts()).isEqualTo(1);
        monitor.syncMonitors(List.of(PODS, SECRETS, WIDGETS));
        monitor.startMonitors();

        assertThat(informers.starts()).isEqualTo(3);
    }

    @Test
    @Spec("QM-19")
    void synced_means_that_all_are_and_may_become_false_again() throws Exception {
        informers.source(WIDGETS).holdLists();
        QuotaMonitor monitor = running();
        assertThat(monitor.isSynced()).as("with no entries").isFalse();
        until(() -> !LiveThreads.named("quota monitor").isEmpty());

        monitor.syncMonitors(List.of(PODS));
        assertThat(monitor.isSynced()).as("before the start").isFalse();
        monitor.startMonitors();
        until(monitor::isSynced);
        monitor.syncMonitors(List.of(PODS, WIDGETS));
        assertThat(monitor.isSynced()).as("with one that has not listed").isFalse();
        assertThat(monitor.unsynced()).containsExactly(WIDGETS.gvr());

        monitor.startMonitors();
        informers.source(WIDGETS).releaseLists();
        until(monitor::isSynced);

        assertThat(monitor.unsynced()).isEmpty();
    }

    @Test
    @Spec("QM-20")
    void an_entry_asks_its_own_registration_and_not_the_store() throws Exception {
        QuotaMonitor monitor = running(PODS);
        informers.source(PODS).add(pod("cart"));
        until(monitor::isSynced);
        assertThat(informers.forResource(PODS).informer().hasSynced()).isTrue();
        monitor.syncMonitors(List.of());

        monitor.syncMonitors(List.of(PODS)); // a new registration on an informer that is synced long since

        until(monitor::isSynced);
        assertThat(informers.seen(PODS).handlers).hasSize(2);
    }

    @Test
    @Spec({"QM-21", "W18"})
    void a_stopped_monitor_leaves_no_handler_and_no_thread() throws Exception {
        QuotaMonitor monitor = running(PODS, SECRETS);
        until(monitor::isSynced);
        ResourceEventHandler<Pod> handler = informers.handler(PODS);

        context.cancel();
        threads.awaitAll(); // run has returned

        assertThat(informers.seen(PODS).removed).hasValue(1);
        assertThat(informers.seen(SECRETS).removed).hasValue(1);
        assertThat(monitor.isSynced()).as("entries are forgotten").isFalse();
        assertThat(LiveThreads.named("quota monitor")).isEmpty();
        handler.onDelete(deleted(pod("cart"))); // into a queue that takes nothing in any more
        assertThat(replenished).isEmpty();
    }

    @Test
    @Spec("QM-21")
    void an_interrupt_of_its_thread_ends_a_monitor_as_its_context_does() throws Exception {
        informersStarted.cancel();
        QuotaMonitor monitor = monitor();
        monitor.syncMonitors(List.of(PODS));
        Thread thread = Thread.ofVirtual().start(() -> monitor.run(context));
        until(monitor::isSynced);

        thread.interrupt();
        thread.join();

        assertThat(informers.seen(PODS).removed).hasValue(1);
        assertThat(LiveThreads.named("quota monitor")).isEmpty();
    }

    @Test
    @Spec("QM-22")
    void calls_after_the_stop_start_nothing_and_stop_nothing_twice() throws Exception {
        QuotaMonitor monitor = running(PODS);
        until(monitor::isSynced);
        context.cancel();
        threads.awaitAll();
        int starts = informers.starts();

        monitor.syncMonitors(List.of());
        monitor.syncMonitors(List.of(WIDGETS));
        monitor.startMonitors();
        monitor.syncMonitors(List.of());

        assertThat(informers.starts()).isEqualTo(starts);
        assertThat(informers.seen(PODS).removed).hasValue(1);
        assertThat(informers.seen(WIDGETS).removed).hasValue(1);
    }
}
