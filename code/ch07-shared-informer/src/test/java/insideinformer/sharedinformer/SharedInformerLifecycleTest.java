package insideinformer.sharedinformer;

import static insideinformer.sharedinformer.Fixtures.configMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import insideinformer.api.ConfigMap;
import insideinformer.api.ObjectMeta;
import insideinformer.client.ListerWatcher;
import insideinformer.controller.ResourceEventHandlerFuncs;
import insideinformer.deltafifo.DeltaFIFOOptions;
import insideinformer.deltafifo.Queue;
import insideinformer.deltafifo.QueueFactory;
import insideinformer.processor.ResourceEventHandlerRegistration;
import insideinformer.reflector.ListWatch;
import insideinformer.store.IndexFunc;
import insideinformer.store.Indexer;
import insideinformer.store.TransformFunc;
import insideinformer.testing.CapturedLog;
import insideinformer.testing.LiveThreads;
import insideinformer.testing.Spec;
import insideinformer.wait.Cancellable;
import insideinformer.wait.Context;
import insideinformer.wait.CrashPolicy;
import insideinformer.wait.FakeClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;

/** How an informer is made, set up, run and stopped. */
class SharedInformerLifecycleTest {

    // --- made and set

    @Test
    @Spec("SI-02")
    void a_fresh_informer_is_neither_started_nor_stopped_nor_synced_and_its_store_is_empty() {
        Rig rig = new Rig(Duration.ZERO);

        assertThat(rig.informer.isStopped()).isFalse();
        assertThat(rig.informer.hasSynced()).isFalse();
        assertThat(rig.informer.lastSyncResourceVersion()).isEmpty();
        assertThat(rig.informer.getStore().list()).isEmpty();
        assertThat(rig.source.listCalls()).isZero();
    }

    @Test
    @Spec("SI-03")
    void of_two_transforms_before_the_start_the_last_one_acts_and_after_it_none_is_taken() throws Exception {
        try (Rig rig = Rig.with(Duration.ZERO, "a")) {
            rig.informer.setTransform(labelled("first"));
            rig.informer.setTransform(labelled("second"));
            rig.runUntilSynced();

            assertThatIllegalStateException().isThrownBy(() -> rig.informer.setTransform(labelled("third")))
                    .withMessageContaining("already started").withMessageContaining("before it runs");
            RecordingHandler<ConfigMap> late = rig.addHandler();
            rig.source.add(configMap("b"));
            late.awaitEvent("add n/b@2");
            assertThat(rig.informer.getStore().list()).extracting(o -> o.metadata().labels())
                    .containsOnly(Map.of("by", "second"));
        }
    }

    @Test
    @Spec("SI-03")
    void setting_a_transform_while_another_thread_starts_either_acts_on_everything_or_is_refused() throws Exception {
        for (int round = 0; round < 100; round++) {
            try (Rig rig = Rig.with(Duration.ZERO, "a", "b")) {
                CyclicBarrier together = new CyclicBarrier(2);
                AtomicReference<Boolean> taken = new AtomicReference<>(false);
                Thread setter = Thread.ofVirtual().start(() -> {
                    await(together);
                    try {
                        rig.informer.setTransform(labelled("race"));
                        taken.set(true);
                    } catch (IllegalStateException refused) {
                        taken.set(false);
                    }
                });
                await(together);
                rig.start();
                setter.join();
                rig.awaitSynced();

                assertThat(rig.informer.getStore().list()).as("round %d", round).hasSize(2)
                        .allMatch(o -> o.metadata().labels().containsKey("by") == taken.get());
            }
        }
    }

    @Test
    @Spec("SI-04")
    void everybody_sees_what_the_transform_made() throws Exception {
        try (Rig rig = Rig.with(Duration.ZERO, "a")) {
            rig.informer.setTransform(labelled("me"));
            List<Map<String, String>> early = new ArrayList<>();
            List<Map<String, String>> late = new ArrayList<>();
            CountDownLatch earlyHeard = new CountDownLatch(2);
            CountDownLatch lateHeard = new CountDownLatch(2);
            rig.informer.addEventHandler(recordLabels(early, earlyHeard));
            rig.runUntilSynced();
            rig.source.add(configMap("b"));
            earlyHeard.await();

            rig.informer.addEventHandler(recordLabels(late, lateHeard));
            lateHeard.await();

            assertThat(early).containsExactly(Map.of("by", "me"), Map.of("by", "me"));
            assertThat(late).isEqualTo(early);
            assertThat(rig.informer.getStore().getByKey("n/a").orElseThrow().metadata().labels())
                    .isEqualTo(Map.of("by", "me"));
        }
    }

    @Test
    @Spec("SI-05")
    void the_store_is_the_same_live_object_before_during_and_after() throws Exception {
        Indexer<ConfigMap> before;
        Rig rig = Rig.with(Duration.ZERO, "a");
        try (rig) {
            before = rig.informer.getIndexer();
            assertThat(rig.informer.getStore()).isSameAs(before);
            rig.runUntilSynced();
            assertThat(rig.informer.getIndexer()).isSameAs(before);
            assertThat(before.listKeys()).containsExactly("n/a");
        }
        assertThat(rig.informer.getStore()).isSameAs(before);
        assertThat(before.listKeys()).containsExactly("n/a");
    }

    @Test
    @Spec("SI-06")
    void the_controller_of_an_informer_answers_for_it_and_runs_nothing() throws Exception {
        try (Rig rig = Rig.with(Duration.ZERO, "a")) {
            rig.informer.getController().run(Context.background());
            assertThat(rig.source.listCalls()).isZero();
            assertThat(rig.informer.getController().hasSynced()).isFalse();
            assertThat(rig.informer.getController().lastSyncResourceVersion()).isEmpty();

            rig.runUntilSynced();

            assertThat(rig.informer.getController().hasSynced()).isTrue();
            assertThat(rig.informer.getController().hasSyncedChecker().done().isDone()).isTrue();
            assertThat(rig.informer.getController().lastSyncResourceVersion()).isEqualTo("1");
        }
    }

    @Test
    @Spec("SI-07")
    void an_index_added_at_any_time_answers_at_once_for_what_is_stored() throws Exception {
        IndexFunc<ConfigMap> byFirstLetter = o -> List.of(o.metadata().name().substring(0, 1));
        Rig rig = Rig.with(Duration.ZERO, "apple", "avocado", "banana");
        try (rig) {
            rig.informer.addIndexers(Map.of("early", byFirstLetter));
            rig.runUntilSynced();
            rig.informer.addIndexers(Map.of("late", byFirstLetter));

            for (String name : List.of("early", "late")) {
                assertThat(rig.informer.getIndexer().indexKeys(name, "a")).containsExactly("n/apple", "n/avocado");
            }
        }
        assertThatIllegalStateException().isThrownBy(() -> rig.informer.addIndexers(Map.of("too late", byFirstLetter)))
                .withMessageContaining("too late").withMessageContaining("stopped already");
    }

    @Test
    @Spec({"SI-03", "CT-06"})
    void of_two_watch_error_handlers_before_the_start_the_last_one_is_told_and_after_it_none_is_taken()
            throws Exception {
        try (Rig rig = Rig.with(Duration.ZERO, "a")) {
            CompletableFuture<String> told = new CompletableFuture<>();
            rig.informer.setWatchErrorHandler((reflector, error) -> told.complete("the first"));
            rig.informer.setWatchErrorHandler((reflector, error) -> told.complete(error.getMessage()));
            rig.source.failLists(1);
            rig.start();

            assertThat(told.get(20, TimeUnit.SECONDS)).contains("no list today");
            assertThatIllegalStateException().isThrownBy(() -> rig.informer.setWatchErrorHandler((r, e) -> {}))
                    .withMessageContaining("already started").withMessageContaining("before it runs");
        }
    }

    // --- run

    @Test
    @Spec({"SI-08", "W21"})
    void running_a_second_time_does_nothing_and_says_so() throws Exception {
        Rig rig = Rig.with(Duration.ZERO, "a");
        try (rig) {
            rig.runUntilSynced();
            try (CapturedLog log = new CapturedLog()) {
                rig.informer.run(Context.background());
                assertThat(log.linesWith("WARN", "ConfigMap", "started already")).hasSize(1);
            }
        }
        rig.informer.run(Context.background());

        assertThat(rig.source.listCalls()).isEqualTo(1);
        assertThat(rig.informer.isStopped()).isTrue();
    }

    @Test
    void an_informer_whose_queue_cannot_be_made_is_not_started_by_that() {
        QueueFactory broken = new QueueFactory() {
            @Override
            public <T> Queue<T> newQueue(DeltaFIFOOptions<T> options) {
                throw new IllegalStateException("no queue today");
            }
        };
        Rig rig = new Rig(SharedIndexInformerOptions.<ConfigMap>resyncing(Duration.ZERO).withQueueFactory(broken));

        assertThatIllegalStateException().isThrownBy(() -> rig.informer.run(Context.background()))
                .withMessage("no queue today");
        rig.informer.setTransform(labelled("still before the start"));
    }

    @Test
    @Spec("SI-09")
    void of_a_hundred_threads_that_run_it_one_does() throws Exception {
        Rig rig = Rig.with(Duration.ZERO, "a");
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
                Cancellable stop = Context.background().withCancel()) {
            CyclicBarrier together = new CyclicBarrier(100);
            AtomicInteger returned = new AtomicInteger();
            CountDownLatch others = new CountDownLatch(99);
            for (int i = 0; i < 100; i++) {
                threads.submit(() -> {
                    await(together);
                    rig.informer.run(stop);
                    returned.incrementAndGet();
                    others.countDown();
                });
            }
            rig.awaitSynced();
            others.await();

            assertThat(returned).as("99 returned at once, one runs").hasValue(99);
            assertThat(rig.source.listCalls()).isEqualTo(1);
            stop.cancel();
        }
    }

    @Test
    @Spec({"SI-15", "SI-16"})
    void run_with_a_context_that_has_ended_returns_stopped_and_never_synced() {
        Rig rig = Rig.with(Duration.ZERO, "a");
        RecordingHandler<ConfigMap> handler = rig.addHandler();
        Cancellable ended = Context.background().withCancel();
        ended.cancel();

        rig.informer.run(ended);

        assertThat(rig.informer.isStopped()).isTrue();
        assertThat(rig.informer.hasSynced()).isFalse();
        assertThat(handler.events()).isEmpty();
        assertThat(rig.source.listCalls()).isLessThanOrEqualTo(1);
    }

    // --- stop

    @Test
    @Spec("SI-12")
    void stopping_in_the_middle_of_a_storm_hands_nothing_to_a_closed_listener() throws Exception {
        try (CapturedLog log = new CapturedLog()) {
            for (int round = 0; round < 50; round++) {
                Rig rig = new Rig(Duration.ZERO);
                RecordingHandler<ConfigMap> handler = rig.addHandler();
                RunningInformer running = rig.start();
                Thread storm = Thread.ofVirtual().start(() -> {
                    for (int i = 0; i < 200; i++) {
                        rig.source.add(configMap("p" + i));
                    }
                });
                handler.awaitEvents(1 + round);
                running.close();
                storm.join();
            }
            assertThat(log.linesWith("after the listener was closed")).isEmpty();
        }
    }

    @Test
    @Spec("SI-12")
    void while_an_object_is_in_process_a_stop_closes_no_listener() throws Exception {
        Rig rig = Rig.with(Duration.ZERO, "k1");
        Gate inProcess = new Gate();
        rig.informer.addIndexers(Map.of("gate", o -> {
            inProcess.pass(o.metadata().name());
            return List.of();
        }));
        ResourceEventHandlerRegistration registration = rig.informer.addEventHandler(new RecordingHandler<>());
        Context ended = registration.shutdown();
        inProcess.closeFor("k1");
        RunningInformer running = rig.run();
        inProcess.awaitArrival();

        running.stop();
        for (int i = 0; i < 10_000 && !ended.isDone(); i++) {
            Thread.yield(); // a listener that is closed too early ends now
        }

        assertThat(ended.isDone()).isFalse();
        inProcess.open();
        running.awaitReturn();
    }

    @Test
    @Spec({"SI-13", "SI-14", "TL-24"})
    void it_is_stopped_while_a_last_call_still_runs_and_run_returns_after_that() throws Exception {
        Rig rig = Rig.with(Duration.ZERO, "a");
        RecordingHandler<ConfigMap> parked = rig.addHandler();
        parked.block();
        RecordingHandler<ConfigMap> other = new RecordingHandler<>();
        ResourceEventHandlerRegistration otherRegistration = rig.informer.addEventHandler(other);
        RunningInformer running = rig.runUntilSynced();
        parked.awaitParked();
        assertThat(rig.informer.isStopped()).isFalse();

        running.stop();
        otherRegistration.shutdown().await();

        assertThat(rig.informer.isStopped()).isTrue();
        assertThat(running.hasReturned()).isFalse();
        parked.release();
        running.awaitReturn();
        assertThat(rig.informer.isStopped()).isTrue();
    }

    @Test
    @Spec("SI-14")
    void when_run_has_returned_no_thread_of_the_informer_is_left() throws Exception {
        SharedIndexInformerOptions<ConfigMap> named =
                SharedIndexInformerOptions.<ConfigMap>resyncing(Duration.ofSeconds(1))
                        .withObjectDescription("leak suspects");
        Rig rig = new Rig(named);
        rig.source.add(configMap("a"));
        ResourceEventHandlerRegistration removed = rig.informer.addEventHandlerWithOptions(
                new RecordingHandler<>(), HandlerOptions.DEFAULT.withName("leak suspects 1"));
        rig.informer.addEventHandlerWithOptions(
                new RecordingHandler<>(), HandlerOptions.DEFAULT.withName("leak suspects 2"));
        try (rig) {
            rig.runUntilSynced();
            rig.informer.removeEventHandler(removed);
            assertThat(LiveThreads.named("leak suspects")).isNotEmpty();
        }

        assertThat(LiveThreads.named("leak suspects")).isEmpty();
    }

    @Test
    @Spec({"TL-22", "CT-08"})
    void what_is_queued_when_it_stops_is_never_processed() throws Exception {
        Rig rig = Rig.with(Duration.ZERO, "k1", "k2", "k3", "k4", "k5");
        Gate inProcess = new Gate();
        rig.informer.addIndexers(Map.of("gate", o -> {
            inProcess.pass(o.metadata().name());
            return List.of();
        }));
        RecordingHandler<ConfigMap> handler = rig.addHandler();
        inProcess.closeFor("k1");
        RunningInformer running = rig.run();
        inProcess.awaitArrival();

        running.stop();
        inProcess.open();
        running.awaitReturn();

        assertThat(rig.informer.getStore().listKeys()).containsExactly("n/k1");
        assertThat(rig.informer.hasSynced()).isFalse();
        assertThat(handler.events()).isSubsetOf("add n/k1@1 initial");
    }

    @Test
    @Spec({"TL-21", "SI-14"})
    void pending_notifications_are_dropped_at_the_stop() throws Exception {
        Rig rig = Rig.with(Duration.ZERO, "a");
        RecordingHandler<ConfigMap> busy = rig.addHandler();
        RecordingHandler<ConfigMap> idle = rig.addHandler();
        busy.block();
        RunningInformer running = rig.run();
        busy.awaitParked();
        for (int i = 0; i < 100; i++) {
            rig.source.modify(configMap("a"));
        }
        idle.awaitEvents(101);

        running.stop();
        while (!rig.informer.isStopped()) {
            Thread.onSpinWait();
        }
        busy.release();
        running.awaitReturn();

        assertThat(busy.events().size()).isBetween(1, 101);
        assertThat(busy.events()).isEqualTo(idle.events().subList(0, busy.events().size()));
    }

    // --- crashing

    @Test
    @Spec("CT-11")
    void a_crash_during_the_initial_list_leaves_run_if_the_policy_throws_and_nothing_hangs() throws Exception {
        Rig rig = new Rig(SharedIndexInformerOptions.<ConfigMap>resyncing(Duration.ZERO)
                .withCrashPolicy(CrashPolicy.fatal(() -> {})));
        rig.source.add(configMap("a"));
        rig.source.add(configMap("b"));
        Error broken = new LinkageError("index function is broken"); // an exception would only refuse the object
        rig.informer.addIndexers(Map.of("broken", o -> {
            throw broken;
        }));

        RunningInformer running = rig.start();

        assertThat(running.awaitFailure()).isSameAs(broken);
        assertThat(rig.informer.hasSynced()).isFalse();
        assertThat(rig.informer.isStopped()).isTrue();
        assertThat(rig.informer.lastFailure().orElseThrow()).hasCause(broken);
    }

    @Test
    @Spec("SI-65")
    void what_crashed_the_reading_is_told_to_who_asks_why_nothing_syncs() throws Exception {
        AssertionError crash = new AssertionError("options are broken");
        ListerWatcher<ConfigMap> broken = new ListWatch<>((context, options) -> {
            throw crash;
        }, (context, options) -> {
            throw crash;
        });
        SharedIndexInformer<ConfigMap> informer = SharedIndexInformer.of(broken, ConfigMap.class,
                SharedIndexInformerOptions.<ConfigMap>resyncing(Duration.ZERO).withClock(new FakeClock()));

        try (RunningInformer running = RunningInformer.start(informer)) {
            while (informer.lastFailure().isEmpty()) {
                Thread.onSpinWait();
            }
        }

        assertThat(informer.lastFailure()).get().asInstanceOf(InstanceOfAssertFactories.THROWABLE).hasCause(crash);
    }

    @Test
    @Spec("SI-53")
    void a_crash_while_handing_out_gives_both_locks_back() throws Exception {
        try (Rig rig = Rig.with(Duration.ZERO, "bad", "good")) {
            rig.informer.addIndexers(Map.of("picky", o -> {
                if (o.metadata().name().equals("bad")) {
                    throw new LinkageError("index function cannot stand " + o.metadata().name());
                }
                return List.of();
            }));
            rig.run();
            rig.clock.awaitWaiters(1);
            rig.clock.step(Duration.ofSeconds(1)); // the loop pauses after a crash

            rig.awaitSynced();
            RecordingHandler<ConfigMap> late = rig.addHandler();
            late.awaitEvent("add n/good@2 initial");
            rig.source.add(configMap("new"));
            late.awaitEvent("add n/new@3");
        }
    }

    // ---

    private static ResourceEventHandlerFuncs<ConfigMap> recordLabels(
            List<Map<String, String>> labels, CountDownLatch heard) {
        return new ResourceEventHandlerFuncs<>(o -> {
            labels.add(o.metadata().labels());
            heard.countDown();
        }, null, null);
    }

    private static TransformFunc<ConfigMap> labelled(String by) {
        return o -> {
            ObjectMeta meta = o.metadata().withLabels(Map.of("by", by));
            return Fixtures.withMetadata(o, meta);
        };
    }

    private static void await(CyclicBarrier barrier) {
        try {
            barrier.await();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    /** What the watch error handler is told when a transform has changed an object in this way. */
    private static String failureOf(UnaryOperator<ObjectMeta> spoil) throws Exception {
        try (Rig rig = Rig.with(Duration.ZERO, "a")) {
            CompletableFuture<Exception> failure = new CompletableFuture<>();
            rig.informer.setTransform(map -> map.withMetadata(spoil.apply(map.metadata())));
            rig.informer.setWatchErrorHandler((reflector, e) -> failure.complete(e));
            rig.start();
            return failure.get(20, TimeUnit.SECONDS).getMessage();
        }
    }

    @Test
    @Spec("SI-04")
    void a_transform_must_leave_key_and_version_and_who_does_not_is_told_which_object() throws Exception {
        assertThat(failureOf(meta -> ObjectMeta.named("n", "b").withResourceVersion(meta.resourceVersion())))
                .contains("the transform of ConfigMap n/a made n/b of it; namespace and name must stay");
        assertThat(failureOf(meta -> ObjectMeta.named("other", "a").withResourceVersion(meta.resourceVersion())))
                .contains("the transform of ConfigMap n/a made other/a of it");
        assertThat(failureOf(meta -> meta.withResourceVersion("77")))
                .contains("the transform of ConfigMap n/a changed its resourceVersion; that must stay");
    }

    @Test
    void a_transform_that_gives_null_is_told_with_the_object() throws Exception {
        try (Rig rig = Rig.with(Duration.ZERO, "a")) {
            CompletableFuture<Exception> failure = new CompletableFuture<>();
            rig.informer.setTransform(map -> null);
            rig.informer.setWatchErrorHandler((reflector, e) -> failure.complete(e));
            rig.start();

            assertThat(failure.get(20, TimeUnit.SECONDS))
                    .hasMessageContaining("the transform of ConfigMap n/a gave null");
        }
    }
}
