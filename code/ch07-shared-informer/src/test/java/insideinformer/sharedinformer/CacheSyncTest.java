package insideinformer.sharedinformer;

import static org.assertj.core.api.Assertions.assertThat;

import insideinformer.deltafifo.DoneChecker;
import insideinformer.deltafifo.DoneSignal;
import insideinformer.testing.Spec;
import insideinformer.wait.Cancellable;
import insideinformer.wait.Context;
import insideinformer.wait.FakeClock;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

/** Waiting until caches are synced. */
class CacheSyncTest {

    private final FakeClock clock = new FakeClock();
    private final RecordingLog log = new RecordingLog(clock);

    // --- functions that are asked

    @Test
    @Spec("SI-61")
    void it_looks_at_once_and_then_every_100_ms_and_skips_the_rest_after_a_false() throws Exception {
        List<String> asked = new ArrayList<>();
        AtomicBoolean firstSynced = new AtomicBoolean();
        BooleanSupplier first = () -> {
            asked.add("first");
            return firstSynced.get();
        };
        BooleanSupplier second = () -> {
            asked.add("second");
            return true;
        };
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<Boolean> waiting =
                    threads.submit(() -> CacheSync.waitForCacheSync(Context.background(), clock, first, second));
            clock.awaitWaiters(1);
            assertThat(asked).containsExactly("first");
            clock.step(Duration.ofMillis(99));
            assertThat(clock.hasWaiters()).isTrue();
            clock.step(Duration.ofMillis(1));
            clock.awaitWaiters(1);
            assertThat(asked).containsExactly("first", "first");
            firstSynced.set(true);
            clock.step(Duration.ofMillis(100));

            assertThat(waiting.get()).isTrue();
            assertThat(asked).containsExactly("first", "first", "first", "second");
        }
    }

    @Test
    @Spec("SI-61")
    void true_takes_one_look_that_finds_all_of_them_true() throws Exception {
        boolean[] first = {true, false, true};
        boolean[] second = {false, true, true};
        int[] looks = {-1};
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<Boolean> waiting = threads.submit(() -> CacheSync.waitForCacheSync(
                    Context.background(), clock, () -> first[++looks[0]], () -> second[looks[0]]));
            clock.awaitWaiters(1);
            clock.step(Duration.ofMillis(100));
            clock.awaitWaiters(1);
            clock.step(Duration.ofMillis(100));

            assertThat(waiting.get()).isTrue();
            assertThat(looks[0]).isEqualTo(2);
        }
    }

    @Test
    @Spec("SI-61")
    void the_end_of_the_context_ends_the_waiting_but_not_the_first_look() throws Exception {
        Cancellable ended = Context.background().withCancel();
        ended.cancel();

        assertThat(CacheSync.waitForCacheSync(ended, clock, () -> true)).isTrue();
        assertThat(CacheSync.waitForCacheSync(ended, clock)).isTrue();
        assertThat(CacheSync.waitForCacheSync(ended, clock, () -> false)).isFalse();

        Cancellable later = Context.background().withCancel();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<Boolean> waiting = threads.submit(() -> CacheSync.waitForCacheSync(later, clock, () -> false));
            clock.awaitWaiters(1);
            later.cancel();
            assertThat(waiting.get()).isFalse();
        }
    }

    @Test
    @Spec("SI-61")
    void an_interrupt_ends_the_waiting_and_is_kept() {
        Thread.currentThread().interrupt();

        boolean synced = CacheSync.waitForCacheSync(Context.background(), clock, () -> false);

        assertThat(synced).isFalse();
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    @Spec("SI-62")
    void a_named_wait_says_so_before_and_after() {
        Cancellable ended = Context.background().withCancel();
        ended.cancel();

        assertThat(CacheSync.waitForNamedCacheSync(log.logger(), "quota", ended, clock, () -> true)).isTrue();
        assertThat(CacheSync.waitForNamedCacheSync(log.logger(), "leases", ended, clock, () -> false)).isFalse();
        try (Cancellable late = Context.background().withTimeout(Duration.ZERO, clock)) {
            assertThat(CacheSync.waitForNamedCacheSync(log.logger(), "shop", late, clock, () -> false)).isFalse();
        }

        assertThat(log.lines()).containsExactly(
                "0 info quota: waiting for caches to sync",
                "0 info quota: caches are synced",
                "0 info leases: waiting for caches to sync",
                "0 info leases: stopped before its caches were synced",
                "0 info shop: waiting for caches to sync",
                "0 error shop: unable to sync caches; whoever waited goes on without or gives up");
    }

    // --- checkers that tell

    private final DoneSignal first = new DoneSignal("first");
    private final DoneSignal second = new DoneSignal("second");
    private final DoneSignal last = new DoneSignal("last");

    private Future<Boolean> startWaiting(ExecutorService threads, Context context, String what) {
        clock.newTimer(Duration.ofSeconds(10), first::fire);
        last.fire();
        return threads.submit(() -> CacheSync.waitFor(log.logger(), context, what, first, second, last));
    }

    private void awaitLines(int count) {
        while (log.lines().size() < count) {
            Thread.onSpinWait();
        }
    }

    @Test
    @Spec({"SI-63", "SI-64"})
    void it_waits_for_all_at_once_and_tells_each_in_its_moment() throws Exception {
        clock.newTimer(Duration.ofSeconds(5), second::fire);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<Boolean> waiting = startWaiting(threads, Context.background(), "shop");
            awaitLines(2);
            clock.step(Duration.ofSeconds(10));

            assertThat(waiting.get()).isTrue();
            assertThat(log.lines()).containsExactly(
                    "0 info shop: waiting", "0 info shop: last is done", "5 info shop: second is done",
                    "10 info shop: first is done");
        }
    }

    @Test
    @Spec({"SI-63", "SI-64"})
    void a_deadline_ends_it_and_it_names_who_is_missing() throws Exception {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
                Cancellable context = Context.background().withTimeout(Duration.ofSeconds(60), clock)) {
            Future<Boolean> waiting = startWaiting(threads, context, "shop");
            awaitLines(2);
            clock.step(Duration.ofSeconds(60));

            assertThat(waiting.get()).isFalse();
            assertThat(log.lines()).containsExactly(
                    "0 info shop: waiting", "0 info shop: last is done", "10 info shop: first is done",
                    "60 error shop: timed out, cause DEADLINE; not done: [second]");
        }
    }

    @Test
    @Spec({"SI-63", "SI-64"})
    void with_a_context_that_has_ended_who_is_done_counts_and_the_missing_are_sorted() throws Exception {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Cancellable ended = Context.background().withCancel();
            ended.cancel();

            assertThat(startWaiting(threads, ended, "shop").get()).isFalse();
            assertThat(log.lines()).containsExactly(
                    "0 info shop: waiting", "0 info shop: last is done",
                    "0 info shop: stopped waiting, cause CANCELLED; not done: [first, second]");
            assertThat(CacheSync.waitFor(ended, "shop", last)).isTrue();
        }
    }

    @Test
    @Spec({"SI-63", "SI-64"})
    void cancelled_half_way_it_gives_up_and_says_why() throws Exception {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Cancellable context = Context.background().withCancel();
            clock.newTimer(Duration.ofSeconds(5), context::cancel);
            Future<Boolean> waiting = startWaiting(threads, context, "shop");
            awaitLines(2);
            clock.step(Duration.ofSeconds(5));

            assertThat(waiting.get()).isFalse();
            assertThat(log.lines()).containsExactly(
                    "0 info shop: waiting", "0 info shop: last is done",
                    "5 info shop: stopped waiting, cause CANCELLED; not done: [first, second]");
            clock.step(Duration.ofSeconds(10));
            assertThat(log.lines()).as("nobody waits any more").hasSize(3);
        }
    }

    @Test
    @Spec("SI-64")
    void without_a_description_it_waits_silently() throws Exception {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Cancellable ended = Context.background().withCancel();
            ended.cancel();

            assertThat(startWaiting(threads, ended, "").get()).isFalse();
            assertThat(log.lines()).isEmpty();
        }
    }

    @Test
    @Spec("SI-63")
    void waiting_for_nobody_is_done_at_once() {
        assertThat(CacheSync.waitFor(Context.background(), "", new DoneChecker[0])).isTrue();
    }

    @Test
    @Spec("SI-63")
    void it_does_not_poll() throws Exception {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<Boolean> waiting = startWaiting(threads, Context.background(), "shop");
            awaitLines(2);
            clock.step(Duration.ofSeconds(10));
            assertThat(clock.hasWaiters()).isFalse();

            second.fire();
            assertThat(waiting.get()).isTrue();
        }
    }

    @Test
    @Spec("SI-63")
    void who_has_waited_in_vain_is_forgotten() {
        WeakReference<String> waited = waitInVain();

        while (waited.get() != null) {
            System.gc();
            assertThat(Thread.currentThread().isInterrupted()).as("the signal still holds who waited for it").isFalse();
        }

        assertThat(first.done().isDone()).isFalse();
    }

    private WeakReference<String> waitInVain() {
        String what = "shop " + clock.nanoTime(); // what waits holds this text
        try (Cancellable late = Context.background().withTimeout(Duration.ZERO, clock)) {
            assertThat(CacheSync.waitFor(log.logger(), late, what, first, last, second)).isFalse();
        }
        return new WeakReference<>(what);
    }

    @Test
    @Spec("SI-63")
    void an_interrupt_ends_it_too_and_is_kept_and_nobody_is_told_of_who_is_done_later() {
        Thread.currentThread().interrupt();

        boolean synced = CacheSync.waitFor(log.logger(), Context.background(), "shop", first);

        assertThat(synced).isFalse();
        assertThat(Thread.interrupted()).isTrue();
        first.fire();
        assertThat(log.lines()).containsExactly(
                "0 info shop: waiting", "0 info shop: stopped waiting, cause interrupted; not done: [first]");
    }
}
