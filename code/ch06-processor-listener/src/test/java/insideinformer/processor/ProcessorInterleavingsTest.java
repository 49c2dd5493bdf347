package insideinformer.processor;

import static insideinformer.processor.Fixtures.add;
import static insideinformer.processor.Fixtures.initialAdd;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import insideinformer.api.ConfigMap;
import insideinformer.controller.ResourceEventHandlerFuncs;
import insideinformer.deltafifo.DoneSignal;
import insideinformer.testing.Interleavings;
import insideinformer.testing.Interleavings.Cast;
import insideinformer.testing.PreemptedLocks;
import insideinformer.testing.Spec;
import insideinformer.wait.Cancellable;
import insideinformer.wait.Context;
import insideinformer.wait.FakeClock;
import insideinformer.wait.Group;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Test;

/** Runs few threads with few notifications in every interleaving at the locks with at most two interruptions. */
class ProcessorInterleavingsTest {

    /** A handler's calls, by the names of the objects. */
    private static final class Calls {

        final List<String> names = new ArrayList<>();
        private boolean inside;
        private boolean overlapped;

        void call(ConfigMap object) {
            overlapped |= inside;
            inside = true;
            Thread.yield(); // another thread can go on here
            names.add(object.metadata().name());
            inside = false;
        }

        ProcessorListener<ConfigMap> listener(Runnable afterEach) {
            return PreemptedLocks.in(Fixtures.listener(new ResourceEventHandlerFuncs<>(object -> {
                call(object);
                afterEach.run();
            }, null, null), new FakeClock()));
        }

        ProcessorListener<ConfigMap> listener() {
            return listener(() -> {});
        }
    }

    @Test
    @Spec({"PL-13", "PL-17"})
    void however_close_meets_adding_and_running_what_is_delivered_is_a_beginning_of_what_came_and_run_ends() {
        int tellings = Interleavings.preempting(2, cast -> {
            Calls calls = new Calls();
            ProcessorListener<ConfigMap> listener = calls.listener();
            AtomicBoolean closing = new AtomicBoolean();
            List<Integer> afterClose = new ArrayList<>();
            cast.start("runs", listener::run);
            cast.start("closes", () -> {
                closing.set(true);
                listener.close();
                afterClose.add(calls.names.size());
            });
            cast.start("adds", () -> {
                for (String name : List.of("p1", "p2", "p3")) {
                    if (!closing.get()) { // an add after the close would be logged, hundreds of times
                        listener.add(add(name, 1));
                    }
                }
            });
            cast.join();

            assertThat(calls.names).as("I1: in order, without a gap")
                    .isEqualTo(List.of("p1", "p2", "p3").subList(0, calls.names.size()));
            assertThat(calls.overlapped).as("I1: one call at a time").isFalse();
            assertThat(calls.names.size() - afterClose.getFirst()).as("I3: at most the call in progress")
                    .isBetween(0, 1);
            assertThat(listener.pendingNotifications()).as("I3").isZero();
            assertThat(listener.shutdown().isDone()).as("I5").isTrue();
        });

        assertThat(tellings).isGreaterThan(50);
    }

    @Test
    @Spec("PL-13")
    void none_of_what_two_add_is_lost_or_doubled_and_each_ones_order_is_kept() {
        int tellings = Interleavings.preempting(2, cast -> {
            Calls calls = new Calls();
            List<ProcessorListener<ConfigMap>> self = new ArrayList<>();
            ProcessorListener<ConfigMap> listener = calls.listener(() -> {
                if (calls.names.size() == 4) {
                    self.getFirst().close();
                }
            });
            self.add(listener);
            cast.start("runs", listener::run);
            for (String adder : List.of("a", "b")) {
                cast.start("adds " + adder, () -> {
                    listener.add(add(adder + "1", 1));
                    listener.add(add(adder + "2", 1));
                });
            }
            cast.join(); // run ends only if all four were delivered

            assertThat(calls.names).containsExactlyInAnyOrder("a1", "a2", "b1", "b2")
                    .containsSubsequence("a1", "a2").containsSubsequence("b1", "b2");
        });

        assertThat(tellings).isGreaterThan(50);
    }

    @Test
    @Spec("E4")
    void a_handler_is_never_synced_before_its_initial_adds_have_returned() {
        int tellings = Interleavings.preempting(2, cast -> {
            Calls calls = new Calls();
            List<Integer> whenSynced = new ArrayList<>();
            List<ProcessorListener<ConfigMap>> self = new ArrayList<>();
            Runnable closeAtTheEnd = () -> {
                if (calls.names.size() == 3 && !whenSynced.isEmpty()) {
                    self.getFirst().close();
                }
            };
            ProcessorListener<ConfigMap> listener = calls.listener(closeAtTheEnd);
            self.add(listener);
            DoneSignal upstream = new DoneSignal("informer");
            listener.hasSyncedChecker().done().onDone(() -> {
                whenSynced.add(calls.names.size());
                closeAtTheEnd.run();
            });
            cast.start("runs", listener::run);
            cast.start("upstream", upstream::fire);
            cast.start("joins", () -> {
                listener.add(initialAdd("p1", 1));
                listener.add(initialAdd("p2", 1));
                listener.watchSynced(upstream);
                listener.add(add("p3", 1));
            });
            cast.join();

            assertThat(whenSynced).as("I4: it becomes synced, after both initial adds").hasSize(1)
                    .allMatch(count -> count >= 2);
        });

        assertThat(tellings).isGreaterThan(50);
    }

    /** The mistake: it decides whether to wait, and takes the lock for the wait only then. */
    private static final class HastyListener {

        private final ReentrantLock lock = new ReentrantLock();
        private final Condition notEmpty = lock.newCondition();
        private final RingGrowing<String> pending = new RingGrowing<>(2); // guarded by lock
        private boolean closed; // guarded by lock
        final List<String> delivered = new ArrayList<>();

        void add(String name) {
            lock.lock();
            try {
                pending.writeOne(name);
                notEmpty.signal();
            } finally {
                lock.unlock();
            }
        }

        void close() {
            lock.lock();
            try {
                closed = true;
                notEmpty.signal();
            } finally {
                lock.unlock();
            }
        }

        void run() {
            while (true) {
                boolean wait;
                lock.lock();
                try {
                    wait = pending.len() == 0 && !closed;
                } finally {
                    lock.unlock();
                }
                lock.lock();
                try {
                    if (wait) {
                        notEmpty.awaitUninterruptibly();
                    }
                    Optional<String> next = pending.readOne();
                    next.ifPresent(delivered::add);
                    if (next.isEmpty() && closed) {
                        return;
                    }
                } finally {
                    lock.unlock();
                }
            }
        }
    }

    @Test
    void a_listener_that_decides_to_wait_outside_the_lock_is_found() {
        assumeTrue(Interleavings.areControlled());

        assertThatThrownBy(() -> Interleavings.preempting(2, cast -> {
            HastyListener listener = PreemptedLocks.in(new HastyListener());
            cast.start("runs", listener::run);
            cast.start("adds", () -> {
                listener.add("p1");
                listener.close();
            });
            cast.join();
        })).hasMessageContaining("nobody can go on");
    }

    // --- the processor with its listeners' threads

    private static void processorStory(Cast cast, boolean removes) throws Exception {
        SharedProcessor<ConfigMap> processor = PreemptedLocks.in(new SharedProcessor<>(new FakeClock()));
        Calls first = new Calls();
        Calls second = new Calls();
        ProcessorListener<ConfigMap> firstListener = first.listener();
        ProcessorListener<ConfigMap> secondListener = second.listener();
        processor.addListener(firstListener);
        Cancellable stop = Context.background().withCancel();
        cast.start("runs", () -> processor.run(stop));
        Thread joins = cast.start("joins", () -> {
            processor.addListener(secondListener);
            if (removes) {
                processor.removeListener(secondListener);
            }
        });
        cast.start("distributes", () -> {
            for (String name : List.of("p1", "p2", "p3")) {
                processor.distribute(add(name, 1), false);
            }
            joins.join();
            stop.cancel();
        });
        cast.join();

        assertThat("p1p2p3").as("in order, without a gap").startsWith(String.join("", first.names));
        assertThat("p1p2p3").as("who joins hears what comes from then on").contains(String.join("", second.names));
        assertThat(first.overlapped || second.overlapped).isFalse();
        assertThat(processor.has(firstListener)).as("I2").isFalse();
        if (removes) {
            assertThat(processor.has(secondListener)).as("I2").isFalse();
            assertThat(secondListener.shutdown().isDone()).as("its thread has ended, or it never had one").isTrue();
        }
    }

    @Test
    @Spec({"PL-02", "PL-05", "PL-07"})
    void however_listeners_come_and_go_while_it_distributes_each_hears_a_run_of_what_came_and_all_threads_end() {
        int tellings = Interleavings.preempting(0, cast -> processorStory(cast, true))
                + Interleavings.seeds(1_000, cast -> processorStory(cast, true))
                + Interleavings.seeds(1_000, cast -> processorStory(cast, false));

        assertThat(tellings).isGreaterThanOrEqualTo(Interleavings.atLeast(2_000));
    }

    // --- joining while it starts

    /** The listener that joins ends the story when it gets the notification that came after it had joined. */
    private static void startingStory(Cast cast, Starting processor) throws Exception {
        Cancellable stop = Context.background().withCancel();
        Calls calls = new Calls();
        ProcessorListener<ConfigMap> listener = calls.listener(() -> {
            if (calls.names.contains("p2")) {
                stop.cancel();
            }
        });
        cast.start("runs", () -> processor.run(stop));
        Thread joins = cast.start("joins", () -> processor.addListener(listener));
        cast.start("distributes", () -> {
            processor.distribute(add("p1", 1), false);
            joins.join();
            processor.distribute(add("p2", 1), false);
        });
        cast.join();

        assertThat(calls.names).isIn(List.of("p1", "p2"), List.of("p2"));
        assertThat(calls.overlapped).as("I1: one thread").isFalse();
    }

    /** The methods of a processor that the story calls. */
    private interface Starting {
        void addListener(ProcessorListener<ConfigMap> listener);

        void distribute(Notification<ConfigMap> notification, boolean sync);

        void run(Context stop);

        static Starting of(SharedProcessor<ConfigMap> processor) {
            return new Starting() {
                @Override
                public void addListener(ProcessorListener<ConfigMap> listener) {
                    processor.addListener(listener);
                }

                @Override
                public void distribute(Notification<ConfigMap> notification, boolean sync) {
                    processor.distribute(notification, sync);
                }

                @Override
                public void run(Context stop) {
                    processor.run(stop);
                }
            };
        }
    }

    /** The mistake: it decides whether a listener needs a thread before it adds the listener to the list. */
    private static final class HastyProcessor implements Starting {

        private final ReentrantLock lock = new ReentrantLock();
        private final Group threads = new Group();
        private final List<ProcessorListener<ConfigMap>> listeners = new ArrayList<>(); // guarded by lock
        private boolean started; // guarded by lock

        @Override
        public void addListener(ProcessorListener<ConfigMap> listener) {
            lock.lock();
            try {
                if (started) {
                    threads.start("listener", listener::run);
                }
            } finally {
                lock.unlock();
            }
            lock.lock();
            try {
                listeners.add(listener);
            } finally {
                lock.unlock();
            }
        }

        @Override
        public void distribute(Notification<ConfigMap> notification, boolean sync) {
            lock.lock();
            try {
                listeners.forEach(listener -> listener.add(notification));
            } finally {
                lock.unlock();
            }
        }

        @Override
        public void run(Context stop) {
            lock.lock();
            try {
                started = true;
                listeners.forEach(listener -> threads.start("listener", listener::run));
            } finally {
                lock.unlock();
            }
            try {
                stop.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            listeners.forEach(ProcessorListener::close);
            threads.awaitAll();
        }
    }

    @Test
    @Spec({"PL-04", "PL-06"})
    void whoever_joins_while_it_starts_gets_exactly_one_thread() {
        int tellings = Interleavings.preempting(1, cast ->
                startingStory(cast, Starting.of(PreemptedLocks.in(new SharedProcessor<>(new FakeClock())))));

        assertThat(tellings).isGreaterThanOrEqualTo(Interleavings.atLeast(200));
    }

    @Test
    void a_processor_that_decides_on_a_thread_before_the_listener_belongs_to_it_is_found() {
        assumeTrue(Interleavings.areControlled());

        assertThatThrownBy(() -> Interleavings.preempting(1, cast ->
                startingStory(cast, PreemptedLocks.in(new HastyProcessor()))))
                .hasMessageContaining("nobody can go on");
    }
}
