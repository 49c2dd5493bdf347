package insideinformer.sharedinformer;

import static insideinformer.sharedinformer.Fixtures.configMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import insideinformer.api.ConfigMap;
import insideinformer.controller.ResourceEventHandlerFuncs;
import insideinformer.deltafifo.DoneChecker;
import insideinformer.deltafifo.DoneSignal;
import insideinformer.processor.ResourceEventHandlerRegistration;
import insideinformer.testing.LiveThreads;
import insideinformer.testing.Spec;
import insideinformer.wait.Context;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How handlers are removed. */
class RemovalTest {

    @Test
    @Spec("SI-47")
    void after_the_removal_nothing_new_reaches_the_handler() throws Exception {
        try (Rig rig = Rig.with(Duration.ZERO, "a")) {
            RecordingHandler<ConfigMap> stays = rig.addHandler();
            rig.runUntilSynced();
            for (int round = 0; round < 100; round++) {
                RecordingHandler<ConfigMap> goes = new RecordingHandler<>();
                ResourceEventHandlerRegistration registration = rig.informer.addEventHandler(goes);
                rig.source.modify(configMap("a"));

                rig.informer.removeEventHandler(registration);
                ConfigMap after = rig.source.modify(configMap("a"));
                String version = ">" + after.metadata().resourceVersion();
                stays.awaitEvents(1 + 2 * (round + 1));

                registration.shutdown().await();
                assertThat(goes.events()).as("round %d", round).noneMatch(line -> line.endsWith(version));
            }
        }
    }

    @Test
    @Spec({"SI-48", "TL-11"})
    void removing_does_not_wait_for_the_call_in_progress_and_what_is_pending_is_dropped() throws Exception {
        try (Rig rig = Rig.with(Duration.ZERO, "p1")) {
            RecordingHandler<ConfigMap> a = new RecordingHandler<>();
            RecordingHandler<ConfigMap> other = rig.addHandler();
            a.block();
            ResourceEventHandlerRegistration registration = rig.informer.addEventHandler(a);
            rig.runUntilSynced();
            a.awaitParked();
            for (int i = 2; i <= 9; i++) {
                rig.source.add(configMap("p" + i));
            }
            other.awaitEvents(9);

            rig.informer.removeEventHandler(registration);
            assertThat(registration.shutdown().isDone()).isFalse();
            a.release();

            registration.shutdown().await();
            assertThat(a.events()).containsExactly("add n/p1@1 initial");
        }
    }

    @ParameterizedTest
    @CsvSource({"1, true", "2, false"})
    @Spec({"SI-37", "SI-48"})
    void removed_in_a_call_for_its_initial_list_a_handler_becomes_synced_only_if_that_was_the_last(
            int objects, boolean synced) throws Exception {
        try (Rig rig = Rig.with(Duration.ZERO, objects == 1 ? new String[] {"p1"} : new String[] {"p1", "p2"})) {
            RecordingHandler<ConfigMap> handler = new RecordingHandler<>();
            handler.block();
            ResourceEventHandlerRegistration registration = rig.informer.addEventHandler(handler);
            rig.runUntilSynced();
            handler.awaitParked();

            rig.informer.removeEventHandler(registration);
            assertThat(registration.hasSynced()).isFalse();
            handler.release();

            registration.shutdown().await();
            assertThat(registration.hasSynced()).isEqualTo(synced);
        }
    }

    @Test
    @Spec({"SI-50", "TL-11"})
    void shutting_a_handler_down_waits_for_the_call_in_progress() throws Exception {
        try (Rig rig = Rig.with(Duration.ZERO, "p1");
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            RecordingHandler<ConfigMap> a = new RecordingHandler<>();
            a.block();
            ResourceEventHandlerRegistration registration = rig.informer.addEventHandler(a);
            rig.runUntilSynced();
            a.awaitParked();

            Future<?> shutdown = threads.submit(() -> {
                rig.informer.shutDownEventHandler(registration);
                return null;
            });
            RecordingHandler<ConfigMap> meanwhile = rig.addHandler();
            meanwhile.awaitEvents(1);
            assertThat(shutdown.isDone()).isFalse();
            a.release();
            shutdown.get(20, TimeUnit.SECONDS);

            rig.informer.shutDownEventHandler(registration);
            assertThat(a.events()).containsExactly("add n/p1@1 initial");
        }
    }

    @Test
    @Spec("SI-50")
    void shutting_down_returns_at_once_where_nothing_ever_ran() throws Exception {
        Rig rig = new Rig(Duration.ZERO);
        ResourceEventHandlerRegistration registration = rig.informer.addEventHandler(new RecordingHandler<>());

        rig.informer.shutDownEventHandler(registration);
        rig.informer.shutDownEventHandler(registration);

        assertThat(registration.shutdown().isDone()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @Timeout(60)
    @Spec("SI-50")
    void who_waited_for_the_end_of_a_handler_may_use_the_informer(boolean started) throws Exception {
        try (Rig rig = Rig.with(Duration.ZERO, "a");
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            ResourceEventHandlerRegistration registration = rig.informer.addEventHandler(new RecordingHandler<>());
            if (started) {
                rig.runUntilSynced();
            }
            Future<?> replaced = threads.submit(() -> {
                registration.shutdown().await();
                return rig.informer.addEventHandler(new RecordingHandler<>());
            });

            rig.informer.removeEventHandler(registration);

            replaced.get(20, TimeUnit.SECONDS);
        }
    }

    @Test
    @Timeout(60)
    @Spec({"SI-50", "PL-07"})
    void who_waited_for_the_end_of_a_handler_may_wait_for_the_end_of_the_informer() throws Exception {
        Rig rig = Rig.with(Duration.ZERO, "a");
        ResourceEventHandlerRegistration registration = rig.informer.addEventHandler(new RecordingHandler<>());
        RunningInformer running = rig.runUntilSynced();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<?> both = threads.submit(() -> {
                registration.shutdown().await();
                running.awaitReturn();
                return null;
            });

            running.close();

            both.get(20, TimeUnit.SECONDS);
        }
    }

    @Test
    @Spec("SI-50")
    void shutting_down_from_inside_ones_own_call_is_refused_where_it_would_wait_for_itself() throws Exception {
        try (Rig rig = Rig.with(Duration.ZERO, "a")) {
            AtomicReference<ResourceEventHandlerRegistration> self = new AtomicReference<>();
            AtomicReference<Throwable> thrown = new AtomicReference<>();
            CountDownLatch called = new CountDownLatch(1);
            self.set(rig.informer.addEventHandler(new ResourceEventHandlerFuncs<>(o -> {
                try {
                    rig.informer.shutDownEventHandler(self.get());
                } catch (Throwable t) {
                    thrown.set(t);
                }
                called.countDown();
            }, null, null)));
            rig.runUntilSynced();

            assertThat(called.await(20, TimeUnit.SECONDS)).isTrue();
            assertThat(thrown.get()).isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("call removeEventHandler, which does not wait");
        }
    }

    @Test
    @Spec("SI-42")
    void removed_before_it_was_synced_a_registration_never_is_and_removed_after_it_stays_so() throws Exception {
        Rig rig = Rig.with(Duration.ZERO, "a");
        ResourceEventHandlerRegistration before = rig.informer.addEventHandler(new RecordingHandler<>());
        ResourceEventHandlerRegistration after = rig.informer.addEventHandler(new RecordingHandler<>());
        try (rig) {
            rig.informer.removeEventHandler(before);
            rig.runUntilSynced();
            Rig.awaitSynced(after);
            rig.informer.removeEventHandler(after);
        }
        assertThat(before.hasSynced()).isFalse();
        assertThat(after.hasSynced()).isTrue();
    }

    @Test
    @Spec("SI-49")
    void removing_twice_or_elsewhere_or_after_the_stop_does_nothing() throws Exception {
        Rig other = new Rig(Duration.ZERO);
        Rig rig = Rig.with(Duration.ZERO, "a");
        RecordingHandler<ConfigMap> handler = new RecordingHandler<>();
        ResourceEventHandlerRegistration registration = rig.informer.addEventHandler(handler);
        ResourceEventHandlerRegistration stays = rig.informer.addEventHandler(new RecordingHandler<>());
        try (rig) {
            rig.runUntilSynced();
            other.informer.removeEventHandler(registration);
            rig.source.modify(configMap("a"));
            assertThat(handler.awaitEvents(2)).containsExactly("add n/a@1 initial", "update n/a@1>2");

            rig.informer.removeEventHandler(registration);
            rig.informer.removeEventHandler(registration);
        }
        rig.informer.removeEventHandler(stays);
    }

    @Test
    @Spec("SI-49")
    void a_handle_that_no_informer_gave_is_refused() {
        Rig rig = new Rig(Duration.ZERO);

        assertThatIllegalArgumentException().isThrownBy(() -> rig.informer.removeEventHandler(new ForeignHandle()))
                .withMessageContaining("ForeignHandle");
        assertThatIllegalArgumentException().isThrownBy(() -> rig.informer.removeEventHandler(null));
        assertThatIllegalArgumentException().isThrownBy(() -> rig.informer.shutDownEventHandler(new ForeignHandle()));
    }

    private static final class ForeignHandle implements ResourceEventHandlerRegistration {
        @Override
        public boolean hasSynced() {
            return true;
        }

        @Override
        public DoneChecker hasSyncedChecker() {
            return new DoneSignal("foreign");
        }

        @Override
        public int pendingNotifications() {
            return 0;
        }

        @Override
        public Context shutdown() {
            return Context.background();
        }

        @Override
        public String toString() {
            return "ForeignHandle";
        }
    }

    @Test
    @Spec({"SI-52", "TL-30"})
    void a_handler_that_removes_itself_while_the_informer_stops_holds_up_nobody() throws Exception {
        for (int round = 0; round < 50; round++) {
            Rig rig = Rig.with(Duration.ZERO, "a");
            AtomicReference<ResourceEventHandlerRegistration> self = new AtomicReference<>();
            CountDownLatch entered = new CountDownLatch(1);
            boolean waitForStop = round % 2 == 0;
            self.set(rig.informer.addEventHandler(new ResourceEventHandlerFuncs<>(o -> {
                entered.countDown();
                while (waitForStop && !rig.informer.isStopped()) {
                    Thread.yield();
                }
                rig.informer.removeEventHandler(self.get());
            }, null, null)));
            RunningInformer running = rig.start();
            entered.await();

            running.close();

            assertThat(self.get().shutdown().isDone()).as("round %d", round).isTrue();
        }
    }

    /** kubernetes#131199, kcp-dev/kcp#3350: handlers that cannot be removed. */
    @Test
    @Spec({"SI-48", "E8"})
    void a_thousand_handlers_that_came_and_went_leave_no_threads() throws Exception {
        try (Rig rig = Rig.with(Duration.ZERO, "a")) {
            rig.runUntilSynced();
            for (int i = 0; i < 1_000; i++) {
                ResourceEventHandlerRegistration registration = rig.informer.addEventHandlerWithOptions(
                        new RecordingHandler<>(), HandlerOptions.DEFAULT.withName("short-lived"));
                if (i % 2 == 0) {
                    Rig.awaitSynced(registration);
                }
                rig.informer.shutDownEventHandler(registration);
            }
            List<String> left = LiveThreads.named("short-lived");
            while (!left.isEmpty()) { // a thread ends a moment after its shutdown signal
                assertThat(Thread.interrupted()).as("out of time; left are " + left).isFalse();
                Thread.yield();
                left = LiveThreads.named("short-lived");
            }
        }
    }

    @Test
    @Spec("SI-51")
    void any_number_of_threads_may_add_and_remove_handlers_while_events_flow_and_while_it_stops() throws Exception {
        Rig rig = Rig.with(Duration.ZERO, "a");
        RunningInformer running = rig.runUntilSynced();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            CountDownLatch halfway = new CountDownLatch(50);
            List<Future<?>> workers = new ArrayList<>();
            for (int w = 0; w < 50; w++) {
                Random random = new Random(w);
                workers.add(threads.submit(() -> abuse(rig, random, halfway)));
            }
            Future<?> storm = threads.submit(() -> {
                for (int i = 0; i < 3_000; i++) {
                    rig.source.modify(configMap("a"));
                }
            });
            halfway.await();
            running.close();

            for (Future<?> worker : workers) {
                worker.get(30, TimeUnit.SECONDS);
            }
            storm.get(30, TimeUnit.SECONDS);
        }
    }

    private static void abuse(Rig rig, Random random, CountDownLatch halfway) {
        List<ResourceEventHandlerRegistration> mine = new ArrayList<>();
        try {
            for (int i = 0; i < 200; i++) {
                if (i == 100) {
                    halfway.countDown();
                }
                if (mine.isEmpty() || random.nextBoolean()) {
                    mine.add(rig.informer.addEventHandler(new ResourceEventHandlerFuncs<>(null, null, null)));
                } else if (random.nextBoolean()) {
                    rig.informer.removeEventHandler(mine.remove(random.nextInt(mine.size())));
                } else {
                    rig.informer.shutDownEventHandler(mine.remove(random.nextInt(mine.size())));
                }
            }
        } catch (IllegalStateException stopped) {
            assertThat(stopped).hasMessageContaining("stopped already");
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        mine.forEach(rig.informer::removeEventHandler);
    }
}
