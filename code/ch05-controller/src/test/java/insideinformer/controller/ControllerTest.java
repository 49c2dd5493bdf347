package insideinformer.controller;

import static insideinformer.controller.TestObjects.configMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import insideinformer.api.ConfigMap;
import insideinformer.api.KubernetesList;
import insideinformer.api.ListOptions;
import insideinformer.client.ListerWatcher;
import insideinformer.client.Watch;
import insideinformer.deltafifo.DeltaFIFO;
import insideinformer.deltafifo.DeltaFIFOOptions;
import insideinformer.deltafifo.Deltas;
import insideinformer.deltafifo.DoneChecker;
import insideinformer.deltafifo.FIFOClosedException;
import insideinformer.deltafifo.PopProcessFunc;
import insideinformer.deltafifo.PopResult;
import insideinformer.deltafifo.Queue;
import insideinformer.reflector.ReflectorOptions;
import insideinformer.store.DeltaObject;
import insideinformer.store.StoreException;
import insideinformer.testing.CapturedLog;
import insideinformer.testing.Spec;
import insideinformer.testing.informers.FakeControllerSource;
import insideinformer.wait.Cancellable;
import insideinformer.wait.Context;
import insideinformer.wait.CrashPolicy;
import insideinformer.wait.FakeClock;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ControllerTest {

    private final FakeClock clock = new FakeClock();
    private final FakeControllerSource<ConfigMap> source = TestObjects.source();
    private final DeltaFIFO<ConfigMap> queue = new DeltaFIFO<>(DeltaFIFOOptions.<ConfigMap>builder().build());
    private final Cancellable context = Context.background().withCancel();
    private final CompletableFuture<Void> returned = new CompletableFuture<>();
    private ReflectorOptions reflector = ReflectorOptions.defaults().withClock(clock, new Random(1));
    private CrashPolicy crashPolicy = CrashPolicy.LOG_AND_SKIP;

    private Controller controller(PopProcessFunc<ConfigMap> process) {
        return controller(queue, source, process);
    }

    private Controller controller(
            Queue<ConfigMap> between, ListerWatcher<ConfigMap> from, PopProcessFunc<ConfigMap> process) {
        return Controller.of(Config.of(between, from, process, ConfigMap.class)
                .withReflectorOptions(reflector).withCrashPolicy(crashPolicy));
    }

    private Controller start(Controller controller) {
        Thread.ofVirtual().name("test runs controller").start(() -> {
            try {
                controller.run(context);
                returned.complete(null);
            } catch (Throwable t) {
                returned.completeExceptionally(t);
            }
        });
        return controller;
    }

    private void awaitReturn() throws Exception {
        returned.get(20, TimeUnit.SECONDS);
    }

    @AfterEach
    void stop() {
        context.cancel();
    }

    private static String name(Deltas<ConfigMap> deltas) {
        return deltas.newest().orElseThrow().object().object().orElseThrow().metadata().name();
    }

    // --- made and run

    @Test
    @Spec("CT-02")
    void before_it_runs_it_is_not_synced_and_has_no_version() {
        Controller controller = controller((deltas, initial) -> {});

        assertThat(controller.hasSynced()).isFalse();
        assertThat(controller.hasSyncedChecker().done().isDone()).isFalse();
        assertThat(controller.lastSyncResourceVersion()).isEmpty();
        assertThat(source.listCalls()).isZero();
    }

    @Test
    @Spec("CT-02")
    void it_is_synced_when_the_first_list_was_processed_and_knows_its_version() throws Exception {
        source.add(configMap("a"));
        source.add(configMap("b"));
        List<String> processed = new CopyOnWriteArrayList<>();

        Controller controller = start(controller((deltas, initial) -> processed.add(name(deltas) + " " + initial)));
        controller.hasSyncedChecker().done().await();

        assertThat(controller.hasSynced()).isTrue();
        assertThat(processed).containsExactly("a true", "b true");
        source.awaitWatchCalls(1);
        assertThat(controller.lastSyncResourceVersion()).isEqualTo("2");
    }

    @Test
    @Spec("RF-05")
    void a_source_that_cannot_stream_the_present_state_is_listed_even_if_asked_to() throws Exception {
        source.add(configMap("a"));
        reflector = reflector.withWatchList(true);

        Controller controller = start(controller((deltas, initial) -> {}));
        controller.hasSyncedChecker().done().await();

        assertThat(source.listCalls()).isOne();
    }

    @Test
    @Spec("CT-13")
    void a_second_run_is_refused() throws Exception {
        Controller controller = start(controller((deltas, initial) -> {}));
        source.awaitWatchCalls(1);

        assertThatIllegalStateException().isThrownBy(() -> controller.run(context))
                .withMessageContaining("make another one");
        context.cancel();
        awaitReturn();
        assertThatIllegalStateException().isThrownBy(() -> controller.run(context));
    }

    @Test
    @Spec("CT-04")
    void the_version_may_be_read_at_any_moment_of_the_start() throws Exception {
        for (int round = 0; round < 200; round++) {
            FakeControllerSource<ConfigMap> fresh = TestObjects.source();
            fresh.add(configMap("a"));
            Controller controller = controller(
                    new DeltaFIFO<>(DeltaFIFOOptions.<ConfigMap>builder().build()), fresh, (deltas, initial) -> {});
            try (Cancellable stop = Context.background().withCancel()) {
                Thread runner = Thread.ofVirtual().start(() -> controller.run(stop));
                List<String> seen = new ArrayList<>();
                while (seen.isEmpty() || !seen.getLast().equals("1")) {
                    seen.add(controller.lastSyncResourceVersion());
                }
                assertThat(seen).as("round %d", round).isSubsetOf("", "1");
                stop.cancel();
                runner.join();
            }
        }
    }

    @Test
    @Spec("CT-05")
    void each_check_asks_once_whether_to_resync() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        reflector = reflector.withResync(Duration.ofSeconds(5), () -> {
            asked.incrementAndGet();
            return false;
        });
        start(controller((deltas, initial) -> {}));
        source.awaitWatchCalls(1);

        for (int check = 1; check <= 3; check++) {
            clock.awaitWaiters(1);
            clock.step(Duration.ofSeconds(5));
            clock.awaitWaiters(1);
            assertThat(asked).hasValue(check);
        }
    }

    @Test
    @Spec("CT-06")
    void failures_of_the_server_go_to_the_handler_that_was_set() throws Exception {
        List<Exception> failures = new CopyOnWriteArrayList<>();
        reflector = reflector.withWatchErrorHandler((who, error) -> failures.add(error));
        source.failLists(1);

        start(controller((deltas, initial) -> {}));
        clock.awaitWaiters(1);
        clock.step(Duration.ofSeconds(2));
        source.awaitWatchCalls(1);

        assertThat(failures).singleElement().satisfies(e -> assertThat(e).hasMessageContaining("no list today"));
    }

    // --- processing

    @Test
    @Spec({"CT-14", "W25"})
    void one_object_is_processed_at_a_time_on_the_thread_that_runs_it() throws Exception {
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger overlaps = new AtomicInteger();
        List<String> threads = Collections.synchronizedList(new ArrayList<>());
        Semaphore processed = new Semaphore(0);
        start(controller((deltas, initial) -> {
            if (inside.incrementAndGet() > 1) {
                overlaps.incrementAndGet();
            }
            threads.add(Thread.currentThread().getName());
            inside.decrementAndGet();
            processed.release();
        }));
        source.awaitWatchCalls(1);
        for (int i = 0; i < 500; i++) {
            source.add(configMap("p" + i));
        }
        processed.acquire(500);

        assertThat(overlaps).hasValue(0);
        assertThat(threads).containsOnly("test runs controller");
    }

    @Test
    @Spec({"CT-10", "W25"})
    void what_could_not_be_processed_is_dropped_with_a_word_and_the_next_one_follows() throws Exception {
        source.add(configMap("bad"));
        source.add(configMap("good"));
        List<String> processed = new CopyOnWriteArrayList<>();
        CountDownLatch good = new CountDownLatch(1);

        try (CapturedLog log = new CapturedLog()) {
            Controller controller = start(controller((deltas, initial) -> {
                processed.add(name(deltas));
                if (name(deltas).equals("bad")) {
                    throw new IOException("cannot stand it");
                }
                good.countDown();
            }));
            good.await();
            controller.hasSyncedChecker().done().await();

            assertThat(processed).containsExactly("bad", "good");
            assertThat(log.linesWith("ERROR", "controller of ConfigMap: processing n/bad failed;"
                    + " it is dropped, the next one follows")).hasSize(1);
        }
    }

    @Test
    @Spec("CT-15")
    void while_one_is_in_process_the_queue_takes_nothing_and_refuses_the_process_function() throws Exception {
        source.add(configMap("a"));
        CountDownLatch inProcess = new CountDownLatch(1);
        CountDownLatch mayEnd = new CountDownLatch(1);
        AtomicReference<Throwable> reentry = new AtomicReference<>();
        start(controller((deltas, initial) -> {
            if (name(deltas).equals("a")) {
                try {
                    queue.hasSynced();
                } catch (IllegalStateException e) {
                    reentry.set(e);
                }
                inProcess.countDown();
                mayEnd.await();
            }
        }));
        inProcess.await();
        CompletableFuture<Void> written = CompletableFuture.runAsync(() -> {
            try {
                queue.add(configMap("b"));
            } catch (StoreException e) {
                throw new AssertionError(e);
            }
        });
        Thread writer = awaitBlockedOnQueue();

        assertThat(writer).isNotNull();
        assertThat(written).isNotDone();
        mayEnd.countDown();
        written.get(20, TimeUnit.SECONDS);
        assertThat(reentry.get()).isInstanceOf(IllegalStateException.class);
    }

    /** The thread of the common pool that waits for a lock. */
    private static Thread awaitBlockedOnQueue() {
        while (true) {
            for (var entry : Thread.getAllStackTraces().entrySet()) {
                for (StackTraceElement frame : entry.getValue()) {
                    boolean inQueue = frame.getClassName().equals(DeltaFIFO.class.getName());
                    if (inQueue && frame.getMethodName().equals("enter")) {
                        return entry.getKey();
                    }
                }
            }
        }
    }

    // --- stopping

    @Test
    @Spec({"CT-07", "W22"})
    void stopping_an_idle_controller_ends_it_and_closes_its_queue() throws Exception {
        start(controller((deltas, initial) -> {}));
        source.awaitWatchCalls(1);

        context.cancel();

        awaitReturn();
        assertThat(queue.isClosed()).isTrue();
    }

    @Test
    @Spec("CT-08")
    void the_one_in_process_is_finished_and_the_rest_stays_for_ever() throws Exception {
        for (int i = 1; i <= 5; i++) {
            source.add(configMap("k" + i));
        }
        CountDownLatch inProcess = new CountDownLatch(1);
        CountDownLatch mayEnd = new CountDownLatch(1);
        List<String> processed = new CopyOnWriteArrayList<>();
        Controller controller = start(controller((deltas, initial) -> {
            inProcess.countDown();
            mayEnd.await();
            processed.add(name(deltas));
        }));
        inProcess.await();

        context.cancel();
        mayEnd.countDown();
        awaitReturn();

        assertThat(processed).containsExactly("k1");
        assertThat(controller.hasSynced()).isFalse();
    }

    @Test
    void an_interrupt_ends_it_after_the_object_in_process_and_is_kept() throws Exception {
        source.add(configMap("a"));
        source.add(configMap("b"));
        List<String> processed = new CopyOnWriteArrayList<>();
        AtomicReference<Boolean> interrupted = new AtomicReference<>();
        Controller controller = controller((deltas, initial) -> {
            processed.add(name(deltas));
            Thread.currentThread().interrupt();
        });
        Thread runner = Thread.ofVirtual().start(() -> {
            controller.run(context);
            interrupted.set(Thread.currentThread().isInterrupted());
        });

        runner.join();

        assertThat(processed).containsExactly("a");
        assertThat(interrupted).hasValue(true);
        assertThat(queue.isClosed()).isTrue();
        assertThat(context.isDone()).isFalse();
    }

    @Test
    @Spec("CT-16")
    void a_context_that_has_ended_processes_nothing_and_closes_the_queue() throws Exception {
        source.add(configMap("a"));
        context.cancel();
        List<String> processed = new CopyOnWriteArrayList<>();

        controller((deltas, initial) -> processed.add(name(deltas))).run(context);

        assertThat(processed).isEmpty();
        assertThat(source.listCalls()).isLessThanOrEqualTo(1);
        assertThat(queue.isClosed()).isTrue();
    }

    @Test
    @Spec("CT-03")
    void run_waits_for_a_connect_that_does_not_notice_the_end() throws Exception {
        CountDownLatch connecting = new CountDownLatch(1);
        CountDownLatch mayEnd = new CountDownLatch(1);
        start(controller(queue, new Delegating() {
            @Override
            public Watch<ConfigMap> watch(Context c, ListOptions options) {
                connecting.countDown();
                awaitUninterruptibly(mayEnd);
                return source.watch(c, options);
            }
        }, (deltas, initial) -> {}));
        connecting.await();

        context.cancel();
        while (!queue.isClosed()) {
            Thread.yield();
        }

        assertThat(returned).isNotDone();
        mayEnd.countDown();
        awaitReturn();
    }

    @Test
    @Spec("CT-03")
    void run_leaves_a_list_behind_that_does_not_notice_the_end() throws Exception {
        CountDownLatch listing = new CountDownLatch(1);
        CountDownLatch mayEnd = new CountDownLatch(1);
        List<String> processed = new CopyOnWriteArrayList<>();
        source.add(configMap("a"));
        start(controller(queue, new Delegating() {
            @Override
            public KubernetesList<ConfigMap> list(Context c, ListOptions options)
                    throws IOException, InterruptedException {
                listing.countDown();
                awaitUninterruptibly(mayEnd);
                return source.list(Context.background(), options);
            }
        }, (deltas, initial) -> processed.add(name(deltas))));
        listing.await();

        context.cancel();
        awaitReturn();

        mayEnd.countDown();
        assertThat(processed).isEmpty();
    }

    private class Delegating implements ListerWatcher<ConfigMap> {
        @Override
        public KubernetesList<ConfigMap> list(Context c, ListOptions options) throws IOException, InterruptedException {
            return source.list(c, options);
        }

        @Override
        public Watch<ConfigMap> watch(Context c, ListOptions options) throws IOException, InterruptedException {
            return source.watch(c, options);
        }
    }

    @Test
    @Spec("CT-09")
    void a_queue_that_was_closed_from_outside_does_not_end_it_but_is_looked_at_every_second() throws Exception {
        CountingQueue counting = new CountingQueue(queue);
        start(controller(counting, source, (deltas, initial) -> {}));
        source.awaitWatchCalls(1);
        counting.close();
        clock.awaitWaiters(1);
        assertThat(counting.pops).hasValue(1);

        for (int turn = 2; turn <= 4; turn++) {
            clock.step(Duration.ofMillis(999));
            assertThat(counting.pops).hasValue(turn - 1);
            clock.step(Duration.ofMillis(1));
            clock.awaitWaiters(1);
            assertThat(counting.pops).hasValue(turn);
        }
        assertThat(returned).isNotDone();
        context.cancel();
        awaitReturn();
    }

    private record CountingQueue(Queue<ConfigMap> queue, AtomicInteger pops) implements Queue<ConfigMap> {

        CountingQueue(Queue<ConfigMap> queue) {
            this(queue, new AtomicInteger());
        }

        @Override
        public PopResult<ConfigMap> pop(PopProcessFunc<ConfigMap> process) throws FIFOClosedException {
            pops.incrementAndGet();
            return queue.pop(process);
        }

        @Override
        public boolean hasSynced() {
            return queue.hasSynced();
        }

        @Override
        public DoneChecker hasSyncedChecker() {
            return queue.hasSyncedChecker();
        }

        @Override
        public boolean isClosed() {
            return queue.isClosed();
        }

        @Override
        public void close() {
            queue.close();
        }

        @Override
        public void add(ConfigMap object) throws StoreException {
            queue.add(object);
        }

        @Override
        public void update(ConfigMap object) throws StoreException {
            queue.update(object);
        }

        @Override
        public void delete(DeltaObject<ConfigMap> object) throws StoreException {
            queue.delete(object);
        }

        @Override
        public void replace(List<ConfigMap> list, String resourceVersion) throws StoreException {
            queue.replace(list, resourceVersion);
        }

        @Override
        public void resync() throws StoreException {
            queue.resync();
        }
    }

    // --- crashing

    @Test
    @Spec({"CT-09", "CT-12"})
    void after_a_crash_the_object_is_lost_and_the_next_one_follows_after_a_second() throws Exception {
        source.add(configMap("first"));
        source.add(configMap("second"));
        List<String> processed = new CopyOnWriteArrayList<>();
        CountDownLatch second = new CountDownLatch(1);

        try (CapturedLog log = new CapturedLog()) {
            start(controller((deltas, initial) -> {
                processed.add(name(deltas));
                if (name(deltas).equals("first")) {
                    clock.step(Duration.ofMillis(400)); // the second counts from the crash
                    throw new IllegalStateException("broken process function");
                }
                second.countDown();
            }));
            source.awaitWatchCalls(1);
            clock.awaitWaiters(1);
            assertThat(clock.nextTimer()).contains(clock.now().plusSeconds(1));
            clock.step(Duration.ofSeconds(1));
            second.await();

            assertThat(processed).containsExactly("first", "second");
            assertThat(log.linesWith("broken process function")).isNotEmpty();
            assertThat(log.linesWith("ERROR", "controller of ConfigMap, processing n/first crashed")).hasSize(1);
        }
    }

    @Test
    @Spec({"CT-11", "E3"})
    void if_the_crash_policy_throws_run_throws_it_too_and_waits_for_nobody() throws Exception {
        crashPolicy = CrashPolicy.fatal(() -> {});
        CountDownLatch mayEnd = new CountDownLatch(1);
        CountDownLatch connecting = new CountDownLatch(1);
        IllegalStateException crash = new IllegalStateException("broken process function");
        source.add(configMap("a"));
        start(controller(queue, new Delegating() {
            @Override
            public Watch<ConfigMap> watch(Context c, ListOptions options) {
                connecting.countDown();
                awaitUninterruptibly(mayEnd);
                return source.watch(c, options);
            }
        }, (deltas, initial) -> {
            connecting.await();
            throw crash;
        }));

        Throwable thrown = failureOf(returned);

        assertThat(thrown).isSameAs(crash);
        while (!queue.isClosed()) {
            Thread.yield(); // the lock was released, and the queue gets closed
        }
        mayEnd.countDown();
    }

    @Test
    void a_reader_that_crashes_is_tried_again_after_a_second() throws Exception {
        AtomicInteger lists = new AtomicInteger();
        Controller controller = start(controller(queue, new Delegating() {
            @Override
            public KubernetesList<ConfigMap> list(Context c, ListOptions options)
                    throws IOException, InterruptedException {
                if (lists.incrementAndGet() == 1) {
                    throw new IllegalStateException("broken lister");
                }
                return source.list(c, options);
            }
        }, (deltas, initial) -> {}));

        clock.awaitWaiters(1);
        clock.step(Duration.ofSeconds(1));

        controller.hasSyncedChecker().done().await();
        assertThat(lists).hasValue(2);
    }

    @Test
    void a_reader_that_may_not_go_on_ends_its_controller() throws Exception {
        crashPolicy = (crash, where) -> {
            throw (RuntimeException) crash;
        };
        start(controller(queue, new Delegating() {
            @Override
            public KubernetesList<ConfigMap> list(Context c, ListOptions options) {
                throw new IllegalStateException("broken lister");
            }
        }, (deltas, initial) -> {}));

        awaitReturn();
        assertThat(queue.isClosed()).isTrue();
    }

    private static Throwable failureOf(CompletableFuture<Void> returned) throws Exception {
        try {
            returned.get(20, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            return e.getCause();
        }
        throw new AssertionError("run has returned without throwing");
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        boolean interrupted = false;
        while (latch.getCount() > 0) {
            try {
                latch.await();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
