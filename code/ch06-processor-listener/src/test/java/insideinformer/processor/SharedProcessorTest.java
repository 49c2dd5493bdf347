package insideinformer.processor;

import static insideinformer.processor.Fixtures.add;
import static insideinformer.processor.Fixtures.initialAdd;
import static insideinformer.processor.Fixtures.listener;
import static insideinformer.processor.Fixtures.resync;
import static insideinformer.processor.Fixtures.update;
import static org.assertj.core.api.Assertions.assertThat;

import insideinformer.api.ConfigMap;
import insideinformer.controller.ResourceEventHandlerFuncs;
import insideinformer.deltafifo.DoneSignal;
import insideinformer.testing.CapturedLog;
import insideinformer.testing.LiveThreads;
import insideinformer.testing.Spec;
import insideinformer.wait.Cancellable;
import insideinformer.wait.Context;
import insideinformer.wait.CrashPolicy;
import insideinformer.wait.FakeClock;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SharedProcessorTest {

    private static final Duration NEVER = Duration.ZERO;

    private final FakeClock clock = new FakeClock();
    private final SharedProcessor<ConfigMap> processor = new SharedProcessor<>(clock);
    private final Cancellable stop = Context.background().withCancel();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private Future<?> run = threads.submit(() -> {});

    private void start() {
        run = threads.submit(() -> processor.run(stop));
    }

    private void awaitEnd() throws Exception {
        run.get(20, TimeUnit.SECONDS);
    }

    @AfterEach
    void the_processor_ends_when_it_is_told_to() throws Exception {
        stop.cancel();
        awaitEnd();
        threads.close();
    }

    private ProcessorListener<ConfigMap> register(RecordingHandler<ConfigMap> handler, Duration resyncPeriod) {
        ProcessorListener<ConfigMap> listener = listener(handler, resyncPeriod, clock);
        processor.addListener(listener);
        return listener;
    }

    // --- distribution

    @Test
    @Spec({"PL-02", "W28"})
    void what_is_no_resync_goes_to_everybody() throws Exception {
        RecordingHandler<ConfigMap> a = new RecordingHandler<>();
        RecordingHandler<ConfigMap> b = new RecordingHandler<>();
        register(a, NEVER);
        register(b, Duration.ofSeconds(1));
        start();
        processor.shouldResync();

        processor.distribute(add("p1", 1), false);
        processor.distribute(update("p1", 1, 2), false);

        assertThat(a.awaitEvents(2)).containsExactly("add n/p1@1", "update n/p1@1>2");
        assertThat(b.awaitEvents(2)).containsExactly("add n/p1@1", "update n/p1@1>2");
    }

    @Test
    @Spec({"PL-01", "PL-02"})
    void a_resync_goes_to_everybody_before_the_first_check_and_then_to_those_who_are_due() throws Exception {
        RecordingHandler<ConfigMap> a = new RecordingHandler<>();
        RecordingHandler<ConfigMap> b = new RecordingHandler<>();
        register(a, NEVER);
        register(b, Duration.ofSeconds(1));
        start();

        processor.distribute(resync("before", 1), true);
        clock.step(Duration.ofSeconds(1));
        processor.shouldResync();
        processor.distribute(resync("after", 1), true);
        processor.distribute(add("end", 1), false);

        assertThat(a.awaitEvents(2)).containsExactly("resync n/before@1", "add n/end@1");
        assertThat(b.awaitEvents(3)).containsExactly("resync n/before@1", "resync n/after@1", "add n/end@1");
    }

    @Test
    @Spec({"PL-01", "TL-09"})
    void a_listener_that_joins_between_two_checks_gets_resyncs_until_the_next_one() throws Exception {
        RecordingHandler<ConfigMap> early = new RecordingHandler<>();
        RecordingHandler<ConfigMap> late = new RecordingHandler<>();
        register(early, NEVER);
        start();
        processor.shouldResync();
        register(late, Duration.ofSeconds(60));

        processor.distribute(resync("first", 1), true);
        processor.shouldResync();
        processor.distribute(resync("second", 1), true);
        processor.distribute(add("end", 1), false);

        assertThat(early.awaitEvents(1)).containsExactly("add n/end@1");
        assertThat(late.awaitEvents(2)).containsExactly("resync n/first@1", "add n/end@1");
    }

    @Test
    @Spec("PL-03")
    void two_threads_that_distribute_never_mix_within_one_notification() throws Exception {
        RecordingHandler<ConfigMap> a = new RecordingHandler<>();
        RecordingHandler<ConfigMap> b = new RecordingHandler<>();
        register(a, NEVER);
        register(b, NEVER);
        start();

        int each = 2_000;
        List<Future<?>> distributors = new ArrayList<>();
        for (String name : List.of("x", "y")) {
            distributors.add(threads.submit(() ->
                    IntStream.range(0, each).forEach(i -> processor.distribute(add(name, i), false))));
        }
        for (Future<?> distributor : distributors) {
            distributor.get();
        }

        assertThat(a.awaitEvents(2 * each)).isEqualTo(b.awaitEvents(2 * each));
    }

    @Test
    @Spec({"PL-05", "PL-06", "TL-25", "SI-11"})
    void what_is_distributed_before_the_start_is_delivered_after_it() throws Exception {
        RecordingHandler<ConfigMap> a = new RecordingHandler<>();
        RecordingHandler<ConfigMap> b = new RecordingHandler<>();
        register(a, NEVER);
        register(b, NEVER);

        processor.distribute(initialAdd("p1", 1), false);
        processor.distribute(initialAdd("p2", 2), false);
        assertThat(a.events()).isEmpty();
        start();

        assertThat(a.awaitEvents(2)).containsExactly("add n/p1@1 initial", "add n/p2@2 initial");
        assertThat(b.awaitEvents(2)).containsExactly("add n/p1@1 initial", "add n/p2@2 initial");
    }

    @Test
    @Spec("PL-05")
    void distributing_to_nobody_returns_at_once() {
        processor.distribute(add("p1", 1), false);

        assertThat(processor.shouldResync()).isFalse();
    }

    @Test
    @Spec({"PL-14", "TL-10", "E1", "E11", "W28"})
    void a_slow_listener_holds_up_nobody_and_gets_everything_in_order_when_it_is_free_again() throws Exception {
        RecordingHandler<ConfigMap> slow = new RecordingHandler<>();
        RecordingHandler<ConfigMap> quick = new RecordingHandler<>();
        ProcessorListener<ConfigMap> slowListener = register(slow, NEVER);
        register(quick, NEVER);
        start();
        slow.block();
        processor.distribute(initialAdd("p1", 1), false);
        slow.awaitParked();

        List<String> story = new ArrayList<>(List.of("add n/p1@1 initial"));
        for (int version = 2; version <= 5001; version++) {
            processor.distribute(update("p1", version - 1, version), false);
            story.add("update n/p1@" + (version - 1) + ">" + version);
        }

        assertThat(quick.awaitEvents(5001)).isEqualTo(story);
        assertThat(slow.events()).containsExactly("add n/p1@1 initial");
        assertThat(slowListener.pendingNotifications()).isEqualTo(5000);
        slow.release();
        assertThat(slow.awaitEvents(5001)).isEqualTo(story);
    }

    @Test
    @Spec({"PL-14", "PL-22"})
    void a_failing_listener_neither_delays_nor_reorders_another() throws Exception {
        RecordingHandler<ConfigMap> other = new RecordingHandler<>();
        ProcessorListener<ConfigMap> failing = listener(
                new ResourceEventHandlerFuncs<>(object -> {
                    throw new IllegalStateException("always");
                }, null, null), clock);
        processor.addListener(failing);
        register(other, NEVER);
        start();

        for (int i = 0; i < 100; i++) {
            processor.distribute(add("a", i), false);
        }

        assertThat(other.awaitEvents(100))
                .isEqualTo(IntStream.range(0, 100).mapToObj(i -> "add n/a@" + i).toList());
        clock.awaitWaiters(1);
        failing.close();
        clock.step(Duration.ofSeconds(1)); // close does not cut the pause after the first failure short
    }

    @Test
    @Spec({"PL-21", "E3"})
    void a_listener_that_the_crash_policy_ended_is_forgotten() throws Exception {
        CountDownLatch crashed = new CountDownLatch(1);
        ProcessorListener<ConfigMap> fatal = new ProcessorListener<>(
                new ResourceEventHandlerFuncs<>(object -> {
                    throw new IllegalStateException("fatal");
                }, null, null),
                ListenerOptions.named("informer", "fatal").withCrashPolicy(CrashPolicy.fatal(crashed::countDown)),
                clock);
        RecordingHandler<ConfigMap> other = new RecordingHandler<>();
        processor.addListener(fatal);
        register(other, NEVER);
        start();

        try (CapturedLog log = new CapturedLog()) {
            processor.distribute(add("a", 1), false);
            crashed.await();
            fatal.shutdown().await();
            other.awaitEvents(1);
            awaitForgotten(fatal);
            processor.distribute(add("a", 2), false);
            other.awaitEvents(2);

            assertThat(log.linesWith("a@2")).isEmpty();
            assertThat(log.linesWith("after the listener was closed")).isEmpty();
        }
    }

    /** Waits, because the listener's thread completes the shutdown first and takes the listener out then. */
    private void awaitForgotten(ProcessorListener<ConfigMap> listener) {
        while (processor.has(listener)) {
            Thread.onSpinWait();
        }
    }

    // --- coming and going

    @Test
    @Spec("PL-04")
    void a_listener_added_to_a_running_processor_gets_its_thread_at_once() throws Exception {
        start();
        RecordingHandler<ConfigMap> late = new RecordingHandler<>();
        ProcessorListener<ConfigMap> listener = register(late, NEVER);

        listener.add(initialAdd("p1", 1));

        assertThat(late.awaitEvents(1)).containsExactly("add n/p1@1 initial");
    }

    @Test
    @Spec({"SI-34", "TL-26", "PL-06"})
    void joining_while_the_processor_starts_gives_exactly_one_thread() throws Exception {
        for (int round = 0; round < 500; round++) {
            SharedProcessor<ConfigMap> starting = new SharedProcessor<>(clock);
            RecordingHandler<ConfigMap> handler = new RecordingHandler<>();
            ProcessorListener<ConfigMap> listener = listener(handler, clock);
            CyclicBarrier together = new CyclicBarrier(2);
            try (Cancellable end = Context.background().withCancel()) {
                Future<?> running = threads.submit(() -> {
                    together.await();
                    starting.run(end);
                    return null;
                });
                together.await();
                starting.addListener(listener);
                for (int i = 0; i < 20; i++) {
                    starting.distribute(add("a", i), false);
                }
                handler.awaitEvents(20);
                end.cancel();
                running.get(20, TimeUnit.SECONDS);
            }
            assertThat(handler.events()).as("round %d", round)
                    .isEqualTo(IntStream.range(0, 20).mapToObj(i -> "add n/a@" + i).toList());
        }
    }

    @Test
    @Spec({"TL-26", "PL-08", "PL-26"})
    void a_listener_removed_before_the_start_never_runs_and_is_shut_down() throws Exception {
        RecordingHandler<ConfigMap> handler = new RecordingHandler<>();
        ProcessorListener<ConfigMap> listener = register(handler, NEVER);
        processor.distribute(add("a", 1), false);

        processor.removeListener(listener);

        assertThat(listener.shutdown().isDone()).isTrue();
        start();
        RecordingHandler<ConfigMap> other = new RecordingHandler<>();
        register(other, NEVER);
        processor.distribute(add("a", 2), false);
        other.awaitEvents(1);
        stop.cancel();
        awaitEnd();
        assertThat(handler.events()).isEmpty();
    }

    @Test
    @Spec({"SI-48", "TL-11"})
    void removing_a_listener_does_not_wait_for_its_call_and_drops_what_is_pending() throws Exception {
        RecordingHandler<ConfigMap> handler = new RecordingHandler<>();
        ProcessorListener<ConfigMap> listener = register(handler, NEVER);
        start();
        handler.block();
        for (int i = 1; i <= 9; i++) {
            processor.distribute(add("p" + i, i), false);
        }
        handler.awaitParked();

        processor.removeListener(listener);

        assertThat(listener.shutdown().isDone()).isFalse();
        handler.release();
        listener.shutdown().await();
        assertThat(handler.events()).containsExactly("add n/p1@1");
    }

    @Test
    @Spec("SI-47")
    void a_listener_removed_while_others_distribute_hears_a_prefix_and_nothing_after_the_removal() throws Exception {
        start();
        for (int round = 0; round < 300; round++) {
            RecordingHandler<ConfigMap> handler = new RecordingHandler<>();
            ProcessorListener<ConfigMap> listener = register(handler, NEVER);
            CountDownLatch some = new CountDownLatch(1 + round % 10);
            Future<?> distributor = threads.submit(() -> IntStream.range(0, 50).forEach(i -> {
                processor.distribute(add("a", i), false);
                some.countDown();
            }));

            some.await();
            processor.removeListener(listener);
            processor.distribute(add("afterwards", 0), false);
            distributor.get();
            listener.shutdown().await();

            List<String> heard = handler.events();
            assertThat(heard).as("round %d", round)
                    .isEqualTo(IntStream.range(0, heard.size()).mapToObj(i -> "add n/a@" + i).toList());
        }
    }

    @Test
    @Spec("PL-08")
    void removal_and_stop_at_the_same_time_close_a_listener_once_and_both_return() throws Exception {
        try (CapturedLog log = new CapturedLog()) {
            for (int round = 0; round < 2_000; round++) {
                SharedProcessor<ConfigMap> racing = new SharedProcessor<>(clock);
                ProcessorListener<ConfigMap> listener = listener(new RecordingHandler<>(), clock);
                racing.addListener(listener);
                Cancellable end = Context.background().withCancel();
                Future<?> running = threads.submit(() -> racing.run(end));
                racing.distribute(add("a", 1), false);
                CyclicBarrier together = new CyclicBarrier(2);
                Future<?> removing = threads.submit(() -> {
                    together.await();
                    racing.removeListener(listener);
                    return null;
                });
                together.await();
                end.cancel();

                removing.get(20, TimeUnit.SECONDS);
                running.get(20, TimeUnit.SECONDS);
                assertThat(listener.shutdown().isDone()).as("round %d", round).isTrue();
            }
            assertThat(log.linesWith("ERROR")).isEmpty();
        }
    }

    @Test
    @Spec("PL-08")
    void what_does_not_belong_to_it_a_processor_does_not_remove() throws Exception {
        RecordingHandler<ConfigMap> handler = new RecordingHandler<>();
        ProcessorListener<ConfigMap> mine = register(handler, NEVER);
        ProcessorListener<ConfigMap> foreign = listener(new RecordingHandler<>(), clock);
        start();

        processor.removeListener(foreign);
        processor.distribute(add("a", 1), false);
        handler.awaitEvents(1);
        processor.removeListener(mine);
        processor.removeListener(mine);

        assertThat(foreign.shutdown().isDone()).isFalse();
    }

    @Test
    @Spec({"PL-07", "PL-18", "TL-21"})
    void stopping_waits_for_the_call_in_progress_and_for_nothing_that_is_pending() throws Exception {
        RecordingHandler<ConfigMap> busy = new RecordingHandler<>();
        RecordingHandler<ConfigMap> idle = new RecordingHandler<>();
        ProcessorListener<ConfigMap> busyListener = register(busy, NEVER);
        ProcessorListener<ConfigMap> idleListener = register(idle, NEVER);
        start();
        busy.block();
        for (int i = 0; i <= 100; i++) {
            processor.distribute(add("a", i), false);
        }
        busy.awaitParked();
        idle.awaitEvents(101);

        stop.cancel();
        idleListener.shutdown().await();
        assertThat(busyListener.shutdown().isDone()).isFalse();
        assertThat(run.isDone()).isFalse();
        busy.release();

        awaitEnd();
        assertThat(busy.events()).containsExactly("add n/a@0");
    }

    @Test
    @Spec({"PL-07", "SI-52", "TL-30"})
    void while_stopping_waits_for_a_parked_handler_others_may_come_and_go() throws Exception {
        RecordingHandler<ConfigMap> parked = new RecordingHandler<>();
        ProcessorListener<ConfigMap> listener = register(parked, NEVER);
        ProcessorListener<ConfigMap> another = register(new RecordingHandler<>(), NEVER);
        start();
        parked.block();
        processor.distribute(add("a", 1), false);
        parked.awaitParked();
        stop.cancel();
        another.shutdown().await();

        Future<?> others = threads.submit(() -> {
            processor.removeListener(listener);
            processor.removeListener(another);
            processor.distribute(add("a", 2), false);
            processor.shouldResync();
        });

        others.get(20, TimeUnit.SECONDS);
        parked.release();
        awaitEnd();
        assertThat(parked.events()).containsExactly("add n/a@1");
    }

    @Test
    @Spec({"SI-52", "TL-30"})
    void a_handler_may_remove_itself_while_the_processor_stops() throws Exception {
        AtomicReference<ProcessorListener<ConfigMap>> self = new AtomicReference<>();
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch stopping = new CountDownLatch(1);
        self.set(listener(new ResourceEventHandlerFuncs<>(object -> {
            entered.countDown();
            awaitUninterruptibly(stopping);
            processor.removeListener(self.get());
        }, null, null), clock));
        processor.addListener(self.get());
        ProcessorListener<ConfigMap> another = register(new RecordingHandler<>(), NEVER);
        start();
        processor.distribute(add("a", 1), false);
        entered.await();

        stop.cancel();
        another.shutdown().await(); // the stop has closed its listeners
        stopping.countDown();

        awaitEnd();
    }

    @Test
    @Spec("PL-07")
    void a_listener_added_after_the_stop_gets_no_thread_and_no_call() throws Exception {
        start();
        stop.cancel();
        awaitEnd();
        RecordingHandler<ConfigMap> late = new RecordingHandler<>();
        ProcessorListener<ConfigMap> listener =
                new ProcessorListener<>(late, ListenerOptions.named("informer", "too late"), clock);

        processor.addListener(listener);
        processor.distribute(add("a", 1), false);

        assertThat(LiveThreads.named("too late")).isEmpty();
        assertThat(late.events()).isEmpty();
        assertThat(listener.pendingNotifications()).isEqualTo(1);
        processor.removeListener(listener);
        assertThat(listener.shutdown().isDone()).isTrue();
    }

    @Test
    @Spec({"PL-25", "E8"})
    void handlers_that_came_and_went_leave_neither_threads_nor_references() throws Exception {
        start();
        List<WeakReference<Object>> gone = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            gone.add(comeAndGo());
        }

        for (WeakReference<Object> handler : gone) {
            Garbage.awaitCollected(handler);
        }
        assertThat(run.isDone()).isFalse();
    }

    private WeakReference<Object> comeAndGo() throws Exception {
        RecordingHandler<ConfigMap> handler = new RecordingHandler<>();
        ProcessorListener<ConfigMap> listener = register(handler, NEVER);
        listener.watchSynced(upstreamNeverSynced);
        processor.distribute(add("a", 1), false);
        processor.removeListener(listener);
        listener.shutdown().await();
        return new WeakReference<>(handler);
    }

    private final DoneSignal upstreamNeverSynced = new DoneSignal("informer");

    // --- resync

    @Test
    @Spec("PL-09")
    void a_check_asks_every_listener_and_sets_and_takes_back_every_flag() throws Exception {
        RecordingHandler<ConfigMap> two = new RecordingHandler<>();
        RecordingHandler<ConfigMap> alsoTwo = new RecordingHandler<>();
        RecordingHandler<ConfigMap> three = new RecordingHandler<>();
        register(two, Duration.ofSeconds(2));
        register(alsoTwo, Duration.ofSeconds(2));
        register(three, Duration.ofSeconds(3));
        start();

        clock.step(Duration.ofSeconds(2));
        assertThat(processor.shouldResync()).isTrue();
        processor.distribute(resync("at2", 1), true);
        assertThat(processor.shouldResync()).isFalse();
        processor.distribute(resync("again", 1), true);
        clock.step(Duration.ofSeconds(1));
        assertThat(processor.shouldResync()).isTrue();
        processor.distribute(resync("at3", 1), true);
        processor.distribute(add("end", 1), false);

        assertThat(two.awaitEvents(2)).containsExactly("resync n/at2@1", "add n/end@1");
        assertThat(alsoTwo.awaitEvents(2)).containsExactly("resync n/at2@1", "add n/end@1");
        assertThat(three.awaitEvents(2)).containsExactly("resync n/at3@1", "add n/end@1");
    }

    @Test
    @Spec({"PL-09", "PL-10"})
    void a_wall_clock_that_is_set_back_delays_no_resync() {
        register(new RecordingHandler<>(), Duration.ofSeconds(2));

        clock.setBack(Duration.ofHours(1));
        clock.step(Duration.ofSeconds(2));
        assertThat(processor.shouldResync()).as("a period after the registration").isTrue();
        clock.setBack(Duration.ofHours(1));
        clock.step(Duration.ofSeconds(2));
        assertThat(processor.shouldResync()).as("a period after the last resync").isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "PT0S, PT0S, PT0S",
        "PT0S, PT5S, PT0S",
        "PT5S, PT0S, PT0S",
        "PT2S, PT5S, PT5S",
        "PT5S, PT5S, PT5S",
        "PT7S, PT5S, PT7S",
    })
    @Spec("SI-25")
    void the_effective_period_is_what_was_asked_for_or_what_the_informer_can_do(
            Duration desired, Duration check, Duration result) {
        assertThat(SharedProcessor.determineResyncPeriod("handler", desired, check)).isEqualTo(result);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @Spec("PL-12")
    void a_changed_check_period_recomputes_from_what_was_requested_and_leaves_the_due_time_alone(boolean change) {
        ProcessorListener<ConfigMap> listener = new ProcessorListener<>(
                new RecordingHandler<>(), ListenerOptions.named("informer", "handler")
                        .withResync(Duration.ofSeconds(5), Duration.ofSeconds(10)), clock);
        processor.addListener(listener);

        clock.step(Duration.ofSeconds(9));
        if (change) {
            processor.resyncCheckPeriodChanged(Duration.ofSeconds(1));
        }

        assertThat(listener.resyncPeriod()).isEqualTo(Duration.ofSeconds(change ? 5 : 10));
        assertThat(processor.shouldResync()).as("still due at 10 s").isFalse();
        clock.step(Duration.ofSeconds(1));
        assertThat(processor.shouldResync()).isTrue();
        clock.step(Duration.ofSeconds(5));
        assertThat(processor.shouldResync()).isEqualTo(change);
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError("a handler was interrupted", e);
        }
    }

    @Test
    @Spec("SI-25")
    void a_resync_that_an_informer_cannot_give_is_told_with_the_handler_and_the_remedy() {
        try (CapturedLog log = new CapturedLog()) {
            SharedProcessor.determineResyncPeriod("shop.CartHandler", Duration.ofSeconds(5), Duration.ZERO);

            assertThat(log.linesWith("WARN", "shop.CartHandler asks for a resync every PT5S",
                    "made without a resync period", "give the informer one")).hasSize(1);
        }
    }
}
