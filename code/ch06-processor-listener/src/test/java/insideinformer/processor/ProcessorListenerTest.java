package insideinformer.processor;

import static insideinformer.processor.Fixtures.add;
import static insideinformer.processor.Fixtures.delete;
import static insideinformer.processor.Fixtures.initialAdd;
import static insideinformer.processor.Fixtures.listener;
import static insideinformer.processor.Fixtures.object;
import static insideinformer.processor.Fixtures.resync;
import static insideinformer.processor.Fixtures.update;
import static org.assertj.core.api.Assertions.assertThat;

import insideinformer.api.ConfigMap;
import insideinformer.controller.ResourceEventHandler;
import insideinformer.controller.ResourceEventHandlerFuncs;
import insideinformer.deltafifo.DoneSignal;
import insideinformer.store.DeletedFinalStateUnknown;
import insideinformer.store.DeletedObject;
import insideinformer.testing.CapturedLog;
import insideinformer.testing.Spec;
import insideinformer.wait.Clock;
import insideinformer.wait.FakeClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProcessorListenerTest {

    private final FakeClock clock = new FakeClock();
    private final List<ProcessorListener<ConfigMap>> running = new ArrayList<>();
    private final RecordingHandler<ConfigMap> recorder = new RecordingHandler<>();

    private ProcessorListener<ConfigMap> run(ResourceEventHandler<ConfigMap> handler) {
        return run(listener(handler, clock));
    }

    private ProcessorListener<ConfigMap> run(ProcessorListener<ConfigMap> listener) {
        running.add(listener);
        Thread.ofVirtual().name("listener under test").start(listener::run);
        return listener;
    }

    @AfterEach
    void every_listener_ends_once_it_is_closed() throws Exception {
        recorder.release();
        for (ProcessorListener<ConfigMap> listener : running) {
            listener.close();
            listener.shutdown().await();
        }
    }

    // --- order, and nobody waits

    @Test
    @Spec("PL-20")
    void each_kind_of_notification_becomes_its_call() throws Exception {
        ProcessorListener<ConfigMap> listener = run(recorder);

        listener.add(initialAdd("a", 1));
        listener.add(add("b", 2));
        listener.add(update("a", 1, 3));
        listener.add(resync("a", 3));
        listener.add(delete("a", 4));
        listener.add(new Notification.Delete<>(
                DeletedObject.of(new DeletedFinalStateUnknown<>("n/b", Optional.of(object("b", 2))))));

        assertThat(recorder.awaitEvents(6)).containsExactly(
                "add n/a@1 initial", "add n/b@2", "update n/a@1>3", "resync n/a@3", "delete n/a@4",
                "delete n/b@2 tombstone");
    }

    /** Has plain fields only. So nothing in it makes a write visible to the next call, or keeps two calls apart. */
    private static final class Plain implements ResourceEventHandler<ConfigMap> {

        private final Map<String, String> present = new HashMap<>(); // version by name
        private final Set<Thread> threads = new HashSet<>();
        private final List<String> wrong = new ArrayList<>();
        private boolean inside;
        private int calls;

        @Override
        public void onAdd(ConfigMap obj, boolean isInInitialList) {
            call(obj, null, obj.metadata().resourceVersion());
        }

        @Override
        public void onUpdate(ConfigMap oldObj, ConfigMap newObj) {
            call(newObj, oldObj.metadata().resourceVersion(), newObj.metadata().resourceVersion());
        }

        @Override
        public void onDelete(DeletedObject<ConfigMap> obj) {
            call(obj.object().orElseThrow(), obj.object().orElseThrow().metadata().resourceVersion(), null);
        }

        private void call(ConfigMap object, @Nullable String before, @Nullable String after) {
            if (inside) {
                wrong.add("a call of " + object.metadata().name() + " inside of another one");
            }
            inside = true;
            threads.add(Thread.currentThread());
            calls++;
            if (calls % 100 == 0) {
                Thread.yield(); // a second call could come now
            }
            String known = present.remove(object.metadata().name());
            if (!Objects.equals(known, before)) {
                wrong.add(object.metadata().name() + " goes on from " + before + ", but was at " + known);
            }
            if (after != null) {
                present.put(object.metadata().name(), after);
            }
            inside = false;
        }
    }

    @Test
    @Spec("PL-13")
    void calls_come_one_at_a_time_in_order_and_see_what_the_last_one_wrote() throws Exception {
        int updates = 500;
        List<String> names = List.of("a", "b", "c", "d");
        Plain handler = new Plain();
        ProcessorListener<ConfigMap> listener = run(handler);

        names.forEach(name -> listener.add(add(name, 0)));
        for (int version = 1; version <= updates; version++) {
            for (String name : names) {
                listener.add(update(name, version - 1, version));
            }
        }
        names.forEach(name -> listener.add(delete(name, updates)));
        while (listener.pendingNotifications() > 0) {
            Thread.yield();
        }
        listener.close(); // lets the last call return
        listener.shutdown().await();

        assertThat(handler.wrong).isEmpty();
        assertThat(handler.calls).isEqualTo(names.size() * (updates + 2));
        assertThat(handler.present).isEmpty();
        assertThat(handler.threads).hasSize(1);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    @Spec({"PL-13", "W29"})
    void no_wake_up_is_lost_however_adding_and_taking_interleave(long seed) throws Exception {
        Random random = new Random(seed);
        Semaphore delivered = new Semaphore(0);
        ProcessorListener<ConfigMap> listener = run(onAdd(object -> delivered.release()));

        for (int round = 0; round < 100; round++) {
            int burst = 1 + random.nextInt(3);
            for (int i = 0; i < burst; i++) {
                listener.add(add("a", round));
                if (random.nextBoolean()) {
                    Thread.yield();
                }
            }
            boolean arrived = delivered.tryAcquire(burst, 20, TimeUnit.SECONDS);
            assertThat(arrived).as("seed %d, round %d: all %d were delivered", seed, round, burst).isTrue();
        }
    }

    static IntStream seeds() {
        return IntStream.rangeClosed(1, 100);
    }

    @Test
    @Spec({"PL-15", "E1", "W29"})
    void adding_never_waits_for_a_parked_handler() throws Exception {
        recorder.block();
        ProcessorListener<ConfigMap> listener = run(recorder);
        listener.add(add("a", 0));
        recorder.awaitParked();

        for (int i = 1; i <= 100_000; i++) {
            listener.add(add("a", i));
        }

        assertThat(listener.pendingNotifications()).isEqualTo(100_000);
        assertThat(recorder.events()).containsExactly("add n/a@0");
    }

    @Test
    @Spec("PL-28")
    void the_backlog_can_be_read_while_the_handler_is_parked() throws Exception {
        recorder.block();
        ProcessorListener<ConfigMap> listener = run(recorder);
        assertThat(listener.pendingNotifications()).isZero();

        for (int i = 0; i < 10; i++) {
            listener.add(add("a", i));
        }
        recorder.awaitParked();

        assertThat(listener.pendingNotifications()).as("the one it works on does not count").isEqualTo(9);
        recorder.release();
        recorder.awaitEvents(10);
        assertThat(listener.pendingNotifications()).isZero();
    }

    @Test
    @Spec({"PL-16", "TL-10"})
    void the_buffer_doubles_from_1024_and_keeps_its_size() throws Exception {
        recorder.block();
        ProcessorListener<ConfigMap> listener = run(recorder);
        listener.add(add("a", 0));
        recorder.awaitParked();

        addUpTo(listener, 1000);
        assertThat(listener.bufferCapacity()).isEqualTo(1024);
        addUpTo(listener, 1500);
        assertThat(listener.bufferCapacity()).isEqualTo(2048);
        addUpTo(listener, 5000);
        assertThat(listener.bufferCapacity()).isEqualTo(8192);

        recorder.release();
        recorder.awaitEvents(5001);
        assertThat(listener.bufferCapacity()).isEqualTo(8192);
    }

    @Test
    @Spec({"PL-16", "PL-17"})
    void a_closed_listener_keeps_no_space_for_a_backlog_that_will_never_come() {
        ProcessorListener<ConfigMap> listener = listener(recorder, clock);
        addUpTo(listener, 5000);

        listener.close();

        assertThat(listener.bufferCapacity()).isZero();
        assertThat(listener.pendingNotifications()).isZero();
    }

    private static void addUpTo(ProcessorListener<ConfigMap> listener, int pending) {
        for (int i = listener.pendingNotifications(); i < pending; i++) {
            listener.add(add("a", i + 1));
        }
    }

    // --- closing

    @Test
    @Spec({"PL-17", "TL-11"})
    void closing_lets_the_call_in_progress_return_and_drops_what_is_pending() throws Exception {
        recorder.block();
        ProcessorListener<ConfigMap> listener = run(recorder);
        for (int i = 1; i <= 9; i++) {
            listener.add(add("p" + i, i));
        }
        recorder.awaitParked();

        listener.close();

        assertThat(listener.pendingNotifications()).isZero();
        assertThat(listener.shutdown().isDone()).isFalse();
        recorder.release();
        listener.shutdown().await();
        assertThat(recorder.events()).containsExactly("add n/p1@1");
    }

    @Test
    @Spec("PL-17")
    void closing_at_the_very_moment_a_handler_becomes_free_delivers_a_prefix_and_no_more() throws Exception {
        for (int round = 0; round < 1_000; round++) {
            RecordingHandler<ConfigMap> handler = new RecordingHandler<>();
            ProcessorListener<ConfigMap> listener = run(handler);
            for (int i = 0; i < 20; i++) {
                listener.add(add("a", i));
            }
            if (round % 2 == 0) {
                Thread.yield();
            }

            listener.close();
            listener.shutdown().await();

            List<String> heard = handler.events();
            assertThat(heard).as("round %d", round).containsExactlyElementsOf(
                    IntStream.range(0, heard.size()).mapToObj(i -> "add n/a@" + i).toList());
            running.remove(listener);
        }
    }

    @Test
    @Spec("PL-18")
    void a_call_in_progress_is_not_interrupted() throws Exception {
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch closed = new CountDownLatch(1);
        AtomicReference<Boolean> interrupted = new AtomicReference<>();
        ProcessorListener<ConfigMap> listener = run(onAdd(object -> {
            entered.countDown();
            awaitUninterruptibly(closed);
            interrupted.set(Thread.currentThread().isInterrupted());
        }));
        listener.add(add("a", 1));
        entered.await();

        listener.close();
        closed.countDown();

        listener.shutdown().await();
        assertThat(interrupted).hasValue(false);
    }

    @Test
    @Spec("PL-18")
    void an_interrupt_that_one_call_leaves_behind_neither_ends_the_listener_nor_meets_the_next_call() throws Exception {
        List<Boolean> interrupted = new ArrayList<>();
        CountDownLatch three = new CountDownLatch(3);
        ProcessorListener<ConfigMap> listener = run(onAdd(object -> {
            interrupted.add(Thread.currentThread().isInterrupted());
            Thread.currentThread().interrupt();
            three.countDown();
        }));

        listener.add(add("a", 1));
        listener.add(add("a", 2));
        listener.add(add("a", 3));

        assertThat(three.await(20, TimeUnit.SECONDS)).isTrue();
        assertThat(interrupted).containsExactly(false, false, false);
    }

    @Test
    @Spec("PL-18")
    void an_interrupt_that_comes_while_no_call_is_made_does_not_meet_the_next_one() throws Exception {
        CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
        ProcessorListener<ConfigMap> listener =
                listener(onAdd(object -> interrupted.complete(Thread.currentThread().isInterrupted())), clock);
        listener.add(add("a", 1));
        running.add(listener);

        Thread.ofVirtual().name("listener under test").start(() -> {
            Thread.currentThread().interrupt();
            listener.run();
        });

        assertThat(interrupted.get(20, TimeUnit.SECONDS)).isFalse();
    }

    @Test
    @Spec("PL-19")
    void a_notification_after_the_close_is_reported_and_dropped() throws Exception {
        ProcessorListener<ConfigMap> listener = run(recorder);
        listener.close();

        try (CapturedLog log = new CapturedLog()) {
            listener.add(add("late", 1));

            assertThat(log.linesWith("ERROR", "late", "after the listener was closed")).hasSize(1);
        }
        listener.shutdown().await();
        assertThat(recorder.events()).isEmpty();
        assertThat(listener.pendingNotifications()).isZero();
    }

    @Test
    @Spec("PL-26")
    void the_shutdown_signal_comes_with_the_end_of_the_run_loop() throws Exception {
        ProcessorListener<ConfigMap> listener = run(recorder);
        listener.add(add("a", 1));
        recorder.awaitEvents(1);
        assertThat(listener.shutdown().isDone()).isFalse();

        listener.close();
        listener.close();

        listener.shutdown().await();
    }

    @Test
    @Spec("PL-26")
    void giving_up_a_listener_that_never_ran_is_its_end() {
        ProcessorListener<ConfigMap> listener = listener(recorder, clock);

        listener.giveUp();

        assertThat(listener.shutdown().isDone()).isTrue();
    }

    // --- failing handlers

    @Test
    @Spec({"PL-22", "TL-12", "E3", "W30"})
    void a_failing_call_is_logged_and_skipped_and_the_listener_lives_on() throws Exception {
        ProcessorListener<ConfigMap> listener = run(failingOn("p1"));

        try (CapturedLog log = new CapturedLog()) {
            List.of("p1", "p2", "p3").forEach(name -> listener.add(add(name, 1)));
            clock.awaitWaiters(1);
            clock.step(Duration.ofSeconds(1));

            assertThat(recorder.awaitEvents(2)).containsExactly("add n/p2@1", "add n/p3@1");
            assertThat(log.linesWith("ERROR", "handler")).hasSize(1);
            assertThat(log.linesWith("cannot stand p1")).isNotEmpty();
        }
    }

    /** A throwable whose own methods throw. */
    private static final class Hostile extends Error {

        private final int from;

        Hostile(int from) {
            this.from = from;
        }

        @Override
        public String getMessage() {
            if (from == 0) {
                throw new IllegalStateException("no message");
            }
            throw new StackOverflowError();
        }

        @Override
        public Throwable getCause() {
            throw new IllegalStateException("no cause");
        }

        @Override
        public StackTraceElement[] getStackTrace() {
            if (from == 1) {
                throw new IllegalStateException("no stack");
            }
            return super.getStackTrace();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    @Spec({"PL-22", "E2"})
    void a_failure_that_cannot_even_be_printed_is_logged_by_its_class_and_the_listener_lives_on(int from)
            throws Exception {
        AtomicInteger calls = new AtomicInteger();
        Semaphore called = new Semaphore(0);
        ProcessorListener<ConfigMap> listener = run(onAdd(object -> {
            called.release();
            if (calls.getAndIncrement() == 0) {
                throw new Hostile(from);
            }
        }));

        try (CapturedLog log = new CapturedLog()) {
            List.of("p1", "p2").forEach(name -> listener.add(add(name, 1)));
            clock.awaitWaiters(1);
            clock.step(Duration.ofSeconds(1));
            called.acquire(2);

            assertThat(log.linesWith("ERROR", "handler, add of n/p1 crashed", "Hostile")).hasSize(1);
        }
    }

    @Test
    @Spec({"PL-22", "E2", "W30"})
    void a_handler_that_throws_an_error_loses_that_notification_only() throws Exception {
        AtomicInteger calls = new AtomicInteger();
        Semaphore called = new Semaphore(0);
        ProcessorListener<ConfigMap> listener = run(onAdd(object -> {
            boolean fail = calls.getAndIncrement() % 3 == 2;
            called.release();
            if (fail) {
                throw new AssertionError("every third");
            }
        }));
        for (int i = 0; i < 9; i++) {
            listener.add(add("a", i));
        }

        called.acquire(3);
        clock.awaitWaiters(1);
        clock.step(Duration.ofSeconds(1));
        called.acquire(3);
        clock.awaitWaiters(1);
        clock.step(Duration.ofSeconds(1));
        called.acquire(3);
        assertThat(calls).hasValue(9);
    }

    @Test
    @Spec({"PL-23", "TL-13"})
    void after_a_failure_the_next_notification_waits_a_second_from_when_it_is_taken() throws Exception {
        List<Duration> attempts = new ArrayList<>();
        Semaphore called = new Semaphore(0);
        var start = clock.now();
        ProcessorListener<ConfigMap> listener = run(onAdd(object -> {
            attempts.add(Duration.between(start, clock.now()));
            called.release();
            throw new IllegalStateException("always");
        }));

        for (int i = 0; i < 5; i++) {
            listener.add(add("a", i));
        }
        for (int i = 0; i < 4; i++) {
            called.acquire();
            clock.awaitWaiters(1);
            clock.step(Duration.ofMillis(999));
            assertThat(called.tryAcquire()).isFalse();
            clock.step(Duration.ofMillis(1));
        }
        called.acquire();

        assertThat(attempts).containsExactly(
                Duration.ZERO, Duration.ofSeconds(1), Duration.ofSeconds(2), Duration.ofSeconds(3),
                Duration.ofSeconds(4));
        assertThat(clock.hasWaiters()).as("no next notification, no pause").isFalse();
        clock.step(Duration.ofSeconds(10));
        listener.add(add("a", 5));
        clock.awaitWaiters(1);
        clock.step(Duration.ofSeconds(1));
        called.acquire();
        assertThat(attempts.getLast()).as("counted from when it was taken").isEqualTo(Duration.ofSeconds(15));
    }

    @Test
    @Spec({"PL-18", "PL-23"})
    void an_interrupt_that_a_failing_call_leaves_behind_does_not_cut_the_pause_short() throws Exception {
        List<Boolean> interrupted = new ArrayList<>();
        Semaphore called = new Semaphore(0);
        ProcessorListener<ConfigMap> listener = listener(onAdd(object -> {
            interrupted.add(Thread.currentThread().isInterrupted());
            called.release();
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted");
        }), clock);
        listener.add(add("a", 1));
        listener.add(add("a", 2));
        run(listener);

        called.acquire();
        clock.awaitWaiters(1); // the listener pauses
        assertThat(called.tryAcquire()).isFalse();
        clock.step(Duration.ofSeconds(1));
        called.acquire();

        assertThat(interrupted).containsExactly(false, false);
    }

    @Test
    @Spec("PL-24")
    void closing_does_not_cut_the_pause_short_and_what_was_taken_is_still_delivered() throws Exception {
        ProcessorListener<ConfigMap> listener = run(failingOn("p1"));
        List.of("p1", "p2", "p3").forEach(name -> listener.add(add(name, 1)));
        clock.awaitWaiters(1);

        listener.close();

        assertThat(listener.shutdown().isDone()).isFalse();
        clock.step(Duration.ofSeconds(1));
        listener.shutdown().await();
        assertThat(recorder.events()).containsExactly("add n/p2@1");
    }

    @Test
    @Spec("PL-21")
    void a_crash_policy_that_throws_ends_the_listener_so_that_nothing_piles_up_behind_it() throws Exception {
        List<Throwable> crashes = new ArrayList<>();
        IllegalStateException failure = new IllegalStateException("that was one too many");
        ProcessorListener<ConfigMap> listener = new ProcessorListener<>(
                onAdd(object -> {
                    throw failure;
                }), ListenerOptions.named("informer", "handler").withCrashPolicy((crash, where) -> {
                    crashes.add(crash);
                    throw (RuntimeException) crash;
                }), clock);
        AtomicReference<Throwable> uncaught = new AtomicReference<>();
        listener.add(add("a", 1));
        listener.add(add("a", 2));
        Thread thread = Thread.ofVirtual().uncaughtExceptionHandler((t, e) -> uncaught.set(e)).start(listener::run);

        thread.join();

        assertThat(crashes).containsExactly(failure);
        assertThat(uncaught).hasValue(failure);
        assertThat(listener.pendingNotifications()).isZero();
        assertThat(listener.shutdown().isDone()).isTrue();
    }

    @Test
    @Spec("PL-29")
    void the_crash_policy_of_one_handler_hears_of_its_failures_and_of_no_others() throws Exception {
        AtomicInteger first = new AtomicInteger();
        AtomicInteger second = new AtomicInteger();
        for (AtomicInteger crashes : List.of(first, second)) {
            Semaphore called = new Semaphore(0);
            ProcessorListener<ConfigMap> listener = run(new ProcessorListener<>(
                    onAdd(object -> {
                        called.release();
                        throw new IllegalStateException();
                    }), ListenerOptions.named("informer", "handler")
                            .withCrashPolicy((crash, where) -> crashes.incrementAndGet()), clock));
            for (int i = 0; i < 5; i++) {
                listener.add(add("a", i));
            }
            for (int i = 0; i < 4; i++) {
                called.acquire();
                clock.awaitWaiters(1);
                clock.step(Duration.ofSeconds(1));
            }
            called.acquire();
            listener.close();
            listener.shutdown().await();
        }

        assertThat(first).hasValue(5);
        assertThat(second).hasValue(5);
    }

    // --- synced

    @Test
    @Spec({"SI-37", "SI-38", "E4"})
    void it_is_synced_when_upstream_is_and_every_initial_add_has_returned() throws Exception {
        DoneSignal upstream = new DoneSignal("informer");
        recorder.block();
        ProcessorListener<ConfigMap> listener = run(recorder);
        listener.add(initialAdd("a", 1));
        listener.watchSynced(upstream);
        recorder.awaitParked();

        assertThat(listener.hasSynced()).isFalse();
        upstream.fire();
        assertThat(listener.hasSynced()).isFalse();
        recorder.release();

        listener.hasSyncedChecker().done().await();
        assertThat(listener.hasSynced()).isTrue();
        listener.add(initialAdd("b", 2));
        assertThat(listener.hasSynced()).as("latched").isTrue();
    }

    @Test
    @Spec("SI-38")
    void an_initial_add_is_counted_from_its_hand_over_on() throws Exception {
        DoneSignal upstream = new DoneSignal("informer");
        ProcessorListener<ConfigMap> listener = listener(recorder, clock);

        listener.add(initialAdd("a", 1));
        upstream.fire();
        listener.watchSynced(upstream);

        assertThat(listener.hasSynced()).as("counted though no thread has taken it").isFalse();
        run(listener);
        listener.hasSyncedChecker().done().await();
        assertThat(recorder.events()).containsExactly("add n/a@1 initial");
    }

    @Test
    @Spec("SI-38")
    void a_handler_without_an_add_function_is_synced_all_the_same() throws Exception {
        DoneSignal upstream = new DoneSignal("informer");
        ProcessorListener<ConfigMap> listener = run(new ResourceEventHandlerFuncs<>(null, null, null));

        listener.add(initialAdd("a", 1));
        listener.watchSynced(upstream);
        upstream.fire();

        listener.hasSyncedChecker().done().await();
    }

    @Test
    @Spec("SI-41")
    void an_initial_add_that_failed_counts_as_delivered_so_that_the_handler_still_becomes_synced() throws Exception {
        DoneSignal upstream = new DoneSignal("informer");
        ProcessorListener<ConfigMap> listener = run(failingOn("p1"));
        listener.add(initialAdd("p1", 1));
        listener.watchSynced(upstream);

        upstream.fire();

        listener.hasSyncedChecker().done().await();
    }

    @Test
    @Spec("SI-42")
    void closed_before_upstream_was_synced_it_never_is_and_closed_after_it_stays_so() {
        DoneSignal upstream = new DoneSignal("informer");
        ProcessorListener<ConfigMap> closedBefore = run(recorder);
        closedBefore.watchSynced(upstream);
        ProcessorListener<ConfigMap> closedEvenEarlier = run(new RecordingHandler<>());
        closedEvenEarlier.close();
        closedEvenEarlier.watchSynced(upstream);
        ProcessorListener<ConfigMap> closedAfter = run(new RecordingHandler<>());
        closedAfter.watchSynced(upstream);

        closedBefore.close();
        upstream.fire();
        closedAfter.close();

        assertThat(closedBefore.hasSynced()).isFalse();
        assertThat(closedEvenEarlier.hasSynced()).isFalse();
        assertThat(closedAfter.hasSynced()).isTrue();
    }

    @Test
    @Spec("PL-25")
    void a_closed_listener_leaves_nothing_behind_at_an_upstream_that_never_gets_synced() {
        DoneSignal upstream = new DoneSignal("informer");

        var closed = watchAndClose(upstream);

        Garbage.awaitCollected(closed);
        assertThat(upstream.done().isDone()).isFalse();
    }

    private java.lang.ref.WeakReference<Object> watchAndClose(DoneSignal upstream) {
        ProcessorListener<ConfigMap> listener = listener(new RecordingHandler<>(), clock);
        listener.watchSynced(upstream);
        listener.giveUp();
        return new java.lang.ref.WeakReference<>(listener);
    }

    @Test
    @Spec("SI-43")
    void the_checker_is_named_after_informer_and_handler() {
        ProcessorListener<ConfigMap> listener = new ProcessorListener<>(
                recorder, ListenerOptions.named("SharedIndexInformer Pod", "my.Handler"), clock);

        assertThat(listener.hasSyncedChecker().name()).isEqualTo("SharedIndexInformer Pod + event handler my.Handler");
    }

    // --- resync times

    @Test
    @Spec("PL-10")
    void a_period_of_zero_is_never_due() {
        ProcessorListener<ConfigMap> listener = listener(recorder, Duration.ZERO, clock);

        clock.step(Duration.ofDays(365));

        assertThat(listener.shouldResync(clock.nanoTime())).isFalse();
    }

    @Test
    @Spec({"PL-10", "TL-03"})
    void due_is_counted_from_registration_and_then_from_the_check_that_found_it() {
        ProcessorListener<ConfigMap> listener = listener(recorder, Duration.ofSeconds(3), clock);
        List<Integer> due = new ArrayList<>();

        for (int seconds = 2; seconds <= 12; seconds += 2) {
            clock.step(Duration.ofSeconds(2));
            if (listener.shouldResync(clock.nanoTime())) {
                due.add(seconds);
            }
        }

        assertThat(due).containsExactly(4, 8, 12);
    }

    @Test
    @Spec("PL-10")
    void exactly_at_its_time_it_is_due() {
        ProcessorListener<ConfigMap> listener = listener(recorder, Duration.ofSeconds(3), clock);

        clock.step(Duration.ofSeconds(3).minusNanos(1));
        assertThat(listener.shouldResync(clock.nanoTime())).isFalse();
        clock.step(Duration.ofNanos(1));
        assertThat(listener.shouldResync(clock.nanoTime())).isTrue();
        assertThat(listener.shouldResync(clock.nanoTime())).isFalse();
    }

    @ParameterizedTest
    @ValueSource(ints = {1000, 1100})
    @Spec("PL-27")
    void a_slow_call_with_a_long_backlog_behind_it_is_reported(int pending) throws Exception {
        CountDownLatch filled = new CountDownLatch(1);
        AtomicBoolean first = new AtomicBoolean(true);
        Semaphore called = new Semaphore(0);
        Clock slow = clock;
        ProcessorListener<ConfigMap> listener = listener(onAdd(object -> {
            if (first.getAndSet(false)) {
                awaitUninterruptibly(filled);
            } else if (object.metadata().resourceVersion().equals("0")) {
                clock.step(Duration.ofMillis(100));
            }
            called.release();
        }), slow);
        try (CapturedLog log = new CapturedLog()) {
            run(listener);
            listener.add(add("first", 1));
            for (int i = 0; i <= pending; i++) {
                listener.add(add("a", i));
            }
            filled.countDown();
            called.acquire(pending + 2);
            listener.close();
            listener.shutdown().await();

            assertThat(log.linesWith("WARN", "handler took 100 ms", Integer.toString(pending)))
                    .hasSize(pending > 1024 ? 1 : 0);
        }
    }

    // ---

    private ResourceEventHandler<ConfigMap> failingOn(String name) {
        return onAdd(object -> {
            if (name.equals(object.metadata().name())) {
                throw new IllegalArgumentException("cannot stand " + name);
            }
            recorder.onAdd(object, false);
        });
    }

    private static ResourceEventHandler<ConfigMap> onAdd(java.util.function.Consumer<ConfigMap> add) {
        return new ResourceEventHandlerFuncs<>(add, null, null);
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError("a handler was interrupted", e);
        }
    }
}
