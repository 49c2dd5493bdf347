package insideinformer.sharedinformer;

import static insideinformer.sharedinformer.Fixtures.configMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import insideinformer.api.ConfigMap;
import insideinformer.controller.ResourceEventHandlerFuncs;
import insideinformer.processor.ResourceEventHandlerRegistration;
import insideinformer.testing.LiveThreads;
import insideinformer.testing.Spec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a handler that joins is told, and when a handler and the informer are synced. */
class JoiningAndSyncTest {

    // --- synced

    @Test
    @Spec("SI-16")
    void synced_comes_once_and_stays_also_after_the_stop() throws Exception {
        Rig rig = Rig.with(Duration.ZERO, "a");
        AtomicReference<Boolean> seenByHandler = new AtomicReference<>();
        ResourceEventHandlerRegistration registration = rig.informer.addEventHandler(new ResourceEventHandlerFuncs<>(
                o -> seenByHandler.compareAndSet(null, rig.informer.hasSynced()), null, null));
        try (rig) {
            assertThat(rig.informer.hasSynced()).isFalse();
            rig.runUntilSynced();
            assertThat(rig.informer.hasSynced()).isTrue();
            Rig.awaitSynced(registration); // or the stop could come before the handler was called
        }
        assertThat(rig.informer.hasSynced()).isTrue();
        assertThat(seenByHandler.get()).as("asking from a handler does not hang").isNotNull();
    }

    @Test
    @Spec("SI-16")
    void stopped_before_the_initial_list_it_is_never_synced() throws Exception {
        Rig rig = Rig.with(Duration.ZERO, "a");
        rig.source.holdLists();
        ResourceEventHandlerRegistration registration = rig.informer.addEventHandler(new RecordingHandler<>());
        RunningInformer running = rig.start();
        rig.source.awaitListCalls(1);

        running.close();

        assertThat(rig.informer.hasSynced()).isFalse();
        assertThat(registration.hasSynced()).isFalse();
    }

    @Test
    @Spec("SI-17")
    void an_empty_list_makes_it_synced_without_any_event() throws Exception {
        try (Rig rig = new Rig(Duration.ZERO)) {
            RecordingHandler<ConfigMap> handler = new RecordingHandler<>();
            ResourceEventHandlerRegistration registration = rig.informer.addEventHandler(handler);

            rig.runUntilSynced();
            Rig.awaitSynced(registration);

            assertThat(handler.events()).isEmpty();
        }
    }

    @Test
    @Spec("SI-18")
    void while_the_last_initial_object_is_in_process_neither_question_nor_signal_say_synced() throws Exception {
        Gate gate = new Gate();
        Rig rig = Rig.with(Duration.ZERO, "p1", "p2");
        rig.informer.addIndexers(Map.of("gate", o -> {
            gate.pass(String.valueOf(o.metadata().name()));
            return List.of();
        }));
        RecordingHandler<ConfigMap> handler = rig.addHandler();
        gate.closeFor("p2");
        try (rig) {
            rig.start();
            gate.awaitArrival();
            handler.awaitEvents(1);

            assertThat(rig.informer.hasSynced()).isFalse();
            assertThat(rig.informer.hasSyncedChecker().done().isDone()).isFalse();

            gate.open();
            rig.awaitSynced();
            assertThat(rig.informer.getStore().listKeys()).containsExactlyInAnyOrder("n/p1", "n/p2");
        }
    }

    @Test
    @Spec("SI-18")
    void whoever_waits_for_the_signal_finds_every_initial_object_in_the_store() throws Exception {
        String[] names = IntStream.range(0, 20).mapToObj(i -> "p" + i).toArray(String[]::new);
        for (int round = 0; round < 100; round++) {
            try (Rig rig = Rig.with(Duration.ZERO, names)) {
                CompletableFuture<Integer> stored = new CompletableFuture<>();
                rig.informer.hasSyncedChecker().done()
                        .onDone(() -> stored.complete(rig.informer.getStore().listKeys().size()));
                rig.start();
                assertThat(stored.get(20, TimeUnit.SECONDS)).as("round %d", round).isEqualTo(20);
            }
        }
    }

    @Test
    @Spec({"SI-19", "TL-28", "SI-37", "E4"})
    void the_informer_is_synced_before_a_slow_handler_is() throws Exception {
        try (Rig rig = Rig.with(Duration.ZERO, "p1", "p2", "p3")) {
            Semaphore turn = new Semaphore(0);
            Semaphore returned = new Semaphore(0);
            ResourceEventHandlerRegistration slow = rig.informer.addEventHandler(new ResourceEventHandlerFuncs<>(o -> {
                turn.acquireUninterruptibly();
                returned.release();
            }, null, null));

            rig.runUntilSynced();
            for (int i = 0; i < 3; i++) {
                assertThat(slow.hasSynced()).as("%d of 3 adds have returned", i).isFalse();
                turn.release();
                returned.acquire();
            }
            Rig.awaitSynced(slow);
        }
    }

    @Test
    @Spec({"SI-20", "SI-43"})
    void checkers_are_named_after_type_and_handler() {
        Rig rig = new Rig(Duration.ZERO);
        ResourceEventHandlerRegistration byClass = rig.informer.addEventHandler(new RecordingHandler<>());
        ResourceEventHandlerRegistration byName = rig.informer.addEventHandlerWithOptions(
                new RecordingHandler<>(), HandlerOptions.DEFAULT.withName("shop window"));

        assertThat(rig.informer.hasSyncedChecker().name()).isEqualTo("SharedIndexInformer ConfigMap");
        assertThat(byClass.hasSyncedChecker().name()).isEqualTo("SharedIndexInformer ConfigMap + event handler "
                + "insideinformer.sharedinformer.RecordingHandler");
        assertThat(byName.hasSyncedChecker().name())
                .isEqualTo("SharedIndexInformer ConfigMap + event handler shop window");
    }

    @Test
    @Spec("SI-21")
    void the_last_version_is_the_readers() throws Exception {
        try (Rig rig = Rig.with(Duration.ZERO, "a", "b")) {
            RecordingHandler<ConfigMap> handler = rig.addHandler();
            assertThat(rig.informer.lastSyncResourceVersion()).isEmpty();
            RunningInformer running = rig.runUntilSynced();
            assertThat(rig.informer.lastSyncResourceVersion()).isEqualTo("2");

            rig.source.modify(configMap("a"));
            rig.source.modify(configMap("b"));
            handler.awaitEvents(4);
            running.close(); // the version is set after the event was queued
            assertThat(rig.informer.lastSyncResourceVersion()).isEqualTo("4");
        }
    }

    // --- joining

    @Test
    @Spec("SI-28")
    void after_the_stop_a_handler_is_refused_with_its_name() throws Exception {
        Rig rig = Rig.with(Duration.ZERO, "a");
        rig.run().close();
        RecordingHandler<ConfigMap> late = new RecordingHandler<>();

        assertThatIllegalStateException()
                .isThrownBy(() -> rig.informer.addEventHandlerWithOptions(
                        late, HandlerOptions.DEFAULT.withName("latecomer")))
                .withMessage("handler latecomer was not added to shared informer because it has stopped already");
        assertThat(late.events()).isEmpty();
    }

    @Test
    @Spec("PL-30")
    void a_handler_that_is_null_is_refused() {
        Rig rig = new Rig(Duration.ZERO);

        assertThatNullPointerException().isThrownBy(() -> rig.informer.addEventHandler(null))
                .withMessageContaining("handler is null");
    }

    @Test
    @Spec("SI-29")
    void an_informer_that_never_runs_has_no_threads() throws Exception {
        Rig rig = new Rig(Duration.ZERO);

        ResourceEventHandlerRegistration registration = rig.informer.addEventHandlerWithOptions(
                new RecordingHandler<>(), HandlerOptions.DEFAULT.withName("never runs"));

        assertThat(LiveThreads.named("never runs")).isEmpty();
        rig.informer.shutDownEventHandler(registration);
        assertThat(registration.hasSynced()).isFalse();
    }

    @Test
    @Spec("SI-30")
    void one_handler_registered_twice_hears_everything_twice_and_is_removed_once_at_a_time() throws Exception {
        try (Rig rig = Rig.with(Duration.ZERO, "a")) {
            RecordingHandler<ConfigMap> handler = new RecordingHandler<>();
            ResourceEventHandlerRegistration first = rig.informer.addEventHandler(handler);
            rig.informer.addEventHandler(handler);
            rig.runUntilSynced();
            assertThat(handler.awaitEvents(2)).containsExactly("add n/a@1 initial", "add n/a@1 initial");

            rig.informer.shutDownEventHandler(first);
            rig.source.modify(configMap("a"));
            handler.awaitEvents(3);
            rig.source.delete(configMap("a"));

            assertThat(handler.awaitEvents(4).subList(2, 4)).containsExactly("update n/a@1>2", "delete n/a@3");
        }
    }

    @Test
    @Spec({"TL-06", "SI-31", "SI-36"})
    void who_joins_an_idle_informer_sees_the_present_and_then_the_news_and_others_notice_nothing() throws Exception {
        try (Rig rig = Rig.with(Duration.ZERO, "p1", "p2")) {
            RecordingHandler<ConfigMap> a = rig.addHandler();
            rig.runUntilSynced();
            a.awaitEvents(2);

            RecordingHandler<ConfigMap> b = new RecordingHandler<>();
            ResourceEventHandlerRegistration registration = rig.informer.addEventHandler(b);
            Rig.awaitSynced(registration);
            assertThat(b.events()).containsExactlyInAnyOrder("add n/p1@1 initial", "add n/p2@2 initial");
            rig.source.add(configMap("p3"));

            assertThat(b.awaitEvents(3).get(2)).isEqualTo("add n/p3@3");
            assertThat(a.awaitEvents(3)).containsExactly("add n/p1@1 initial", "add n/p2@2 initial", "add n/p3@3");
        }
    }

    /** kubernetes#28379: never a delete before the add, never an add after the delete. */
    @ParameterizedTest
    @MethodSource("seeds")
    @Spec({"SI-31", "TL-07", "E5"})
    void who_joins_while_objects_come_and_go_hears_of_each_object_a_story_that_makes_sense(long seed) throws Exception {
        try (Rig rig = Rig.with(Duration.ZERO, "ada", "bob");
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            ObjectStories first = new ObjectStories();
            rig.informer.addEventHandler(first);
            rig.runUntilSynced();
            AtomicBoolean over = new AtomicBoolean();
            Future<?> storm = threads.submit(() -> storm(rig, new Random(seed), 400, over));
            List<ObjectStories> joined = new ArrayList<>();
            while (!over.get()) {
                ObjectStories late = new ObjectStories();
                rig.informer.addEventHandler(late);
                joined.add(late);
                Thread.yield();
            }
            storm.get();
            RecordingHandler<ConfigMap> end = rig.addHandler();
            rig.flush(end);

            Map<String, String> stored = new HashMap<>();
            rig.informer.getStore().list()
                    .forEach(o -> stored.put(o.metadata().name(), o.metadata().resourceVersion()));
            joined.add(first);
            for (ObjectStories handler : joined) {
                while (!handler.present().equals(stored) && handler.complaints().isEmpty()) {
                    Thread.yield(); // every handler has its own speed
                }
                assertThat(handler.complaints()).as("seed %d", seed).isEmpty();
            }
        }
    }

    static IntStream seeds() {
        return IntStream.rangeClosed(1, 30);
    }

    private static void storm(Rig rig, Random random, int changes, AtomicBoolean over) {
        String[] names = {"ada", "bob", "cy", "dee"};
        boolean[] there = {true, true, false, false};
        for (int i = 0; i < changes; i++) {
            int which = random.nextInt(names.length);
            if (!there[which]) {
                rig.source.add(configMap(names[which]));
                there[which] = true;
            } else if (random.nextInt(3) == 0) {
                rig.source.delete(configMap(names[which]));
                there[which] = false;
            } else {
                rig.source.modify(configMap(names[which]));
            }
            Thread.yield();
        }
        over.set(true);
    }

    @Test
    @Spec("SI-32")
    void joining_takes_no_longer_because_the_handler_is_parked() throws Exception {
        String[] names = IntStream.range(0, 10_000).mapToObj(i -> "p" + i).toArray(String[]::new);
        try (Rig rig = Rig.with(Duration.ZERO, names)) {
            rig.runUntilSynced();
            RecordingHandler<ConfigMap> parked = new RecordingHandler<>();
            parked.block();

            ResourceEventHandlerRegistration registration = rig.informer.addEventHandler(parked);

            parked.awaitParked();
            assertThat(parked.events()).hasSize(1);
            assertThat(registration.hasSynced()).isFalse();
            parked.release();
            Rig.awaitSynced(registration);
            assertThat(parked.events()).hasSize(10_000).doesNotHaveDuplicates();
        }
    }

    @Test
    @Spec("SI-34")
    void joining_in_the_very_moment_of_the_start_gives_every_event_once() throws Exception {
        for (int round = 0; round < 200; round++) {
            try (Rig rig = Rig.with(Duration.ZERO, "p1", "p2")) {
                RecordingHandler<ConfigMap> handler = new RecordingHandler<>();
                rig.start();
                ResourceEventHandlerRegistration registration = rig.informer.addEventHandler(handler);
                rig.awaitSynced();
                Rig.awaitSynced(registration);
                rig.source.awaitWatchCalls(1);
                rig.source.modify(configMap("p1"));
                assertThat(handler.awaitEvents(3)).as("round %d", round).hasSize(3)
                        .containsOnlyOnce("add n/p1@1 initial", "add n/p2@2 initial", "update n/p1@1>3");
            }
        }
    }

    @Test
    @Spec({"SI-35", "SI-52", "E7"})
    void from_inside_a_call_a_handler_may_do_all_that_others_may() throws Exception {
        Rig rig = Rig.with(Duration.ZERO, "ada");
        RecordingHandler<ConfigMap> second = new RecordingHandler<>();
        AtomicReference<ResourceEventHandlerRegistration> self = new AtomicReference<>();
        CountDownLatch done = new CountDownLatch(1);
        List<Object> saw = new ArrayList<>();
        RunningInformer[] running = new RunningInformer[1];
        CountDownLatch started = new CountDownLatch(1);
        self.set(rig.informer.addEventHandler(new ResourceEventHandlerFuncs<>(o -> {
            awaitUninterruptibly(started);
            rig.informer.addEventHandler(second);
            try {
                rig.informer.addIndexers(Map.of("inside", object -> List.of("x")));
            } catch (Exception e) {
                saw.add(e);
            }
            saw.add(rig.informer.getIndexer().listKeys());
            saw.add(rig.informer.hasSynced() || true);
            rig.informer.removeEventHandler(self.get());
            awaitFirstEvent(second);
            running[0].stop();
            done.countDown();
        }, null, null)));

        running[0] = rig.start();
        started.countDown();

        assertThat(done.await(20, TimeUnit.SECONDS)).isTrue();
        running[0].awaitReturn();
        assertThat(saw).containsExactly(List.of("n/ada"), true);
        assertThat(second.events()).containsExactly("add n/ada@1 initial");
    }

    private static void awaitFirstEvent(RecordingHandler<?> handler) {
        try {
            handler.awaitEvents(1);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    @Spec("SI-36")
    void fifty_that_join_at_once_get_a_complete_present_each() throws Exception {
        String[] names = IntStream.range(0, 100).mapToObj(i -> "p" + i).toArray(String[]::new);
        try (Rig rig = Rig.with(Duration.ZERO, names);
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            RecordingHandler<ConfigMap> first = rig.addHandler();
            rig.runUntilSynced();
            first.awaitEvents(100);
            List<RecordingHandler<ConfigMap>> joined = new ArrayList<>();
            List<Future<?>> joining = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
                RecordingHandler<ConfigMap> late = new RecordingHandler<>();
                joined.add(late);
                joining.add(threads.submit(() -> rig.informer.addEventHandler(late)));
            }
            for (Future<?> join : joining) {
                join.get();
            }
            rig.flush(first);

            for (RecordingHandler<ConfigMap> late : joined) {
                assertThat(late.awaitEvents(101).subList(0, 100)).doesNotHaveDuplicates()
                        .allMatch(line -> line.endsWith(" initial"));
            }
            assertThat(first.events()).hasSize(101);
        }
    }

    // --- registrations

    @Test
    @Spec("SI-37")
    void a_registration_is_not_synced_before_the_informer_runs() throws Exception {
        try (Rig rig = Rig.with(Duration.ZERO, "a")) {
            ResourceEventHandlerRegistration registration = rig.informer.addEventHandler(new RecordingHandler<>());
            assertThat(registration.hasSynced()).isFalse();

            rig.runUntilSynced();

            Rig.awaitSynced(registration);
            assertThat(registration.hasSynced()).isTrue();
            assertThat(registration.hasSyncedChecker().done().isDone()).isTrue();
        }
    }

    @Test
    @Spec("SI-39")
    void a_late_joiner_is_not_synced_while_what_it_is_shown_is_pending_not_even_for_a_moment() throws Exception {
        try (Rig rig = Rig.with(Duration.ZERO, "a", "b", "c")) {
            rig.runUntilSynced();
            for (int round = 0; round < 500; round++) {
                RecordingHandler<ConfigMap> late = new RecordingHandler<>();
                late.block();

                ResourceEventHandlerRegistration registration = rig.informer.addEventHandler(late);

                assertThat(registration.hasSynced()).as("round %d", round).isFalse();
                late.awaitParked();
                assertThat(registration.hasSynced()).as("round %d", round).isFalse();
                late.release();
                Rig.awaitSynced(registration);
                assertThat(late.events()).hasSize(3);
                rig.informer.removeEventHandler(registration);
            }
        }
    }

    @Test
    @Spec({"SI-40", "E4"})
    void a_late_joiner_of_an_empty_synced_informer_becomes_synced_without_an_event() throws Exception {
        try (Rig rig = new Rig(Duration.ZERO)) {
            rig.runUntilSynced();

            Rig.awaitSynced(rig.informer.addEventHandler(new RecordingHandler<>()));
        }
    }

    @Test
    @Spec("SI-41")
    void a_handler_that_fails_on_its_initial_adds_becomes_synced_all_the_same() throws Exception {
        try (Rig rig = Rig.with(Duration.ZERO, "p1")) {
            ResourceEventHandlerRegistration registration =
                    rig.informer.addEventHandler(new ResourceEventHandlerFuncs<>(o -> {
                        throw new IllegalStateException("cannot stand " + o.metadata().name());
                    }, null, null));

            rig.runUntilSynced();

            Rig.awaitSynced(registration);
        }
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError("a handler was interrupted", e);
        }
    }
}
