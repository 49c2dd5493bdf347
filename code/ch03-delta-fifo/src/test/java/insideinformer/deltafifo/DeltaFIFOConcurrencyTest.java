package insideinformer.deltafifo;

import static insideinformer.deltafifo.Thing.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import insideinformer.store.Indexer;
import insideinformer.testing.Spec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DeltaFIFOConcurrencyTest {

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final DeltaFIFO<Thing> fifo = new DeltaFIFO<>(options().build());

    private static DeltaFIFOOptions.Builder<Thing> options() {
        return DeltaFIFOOptions.<Thing>builder().keyFunction(Thing::key).emitDeltaTypeReplaced(true);
    }

    @AfterEach
    void nothing_is_left_running() throws InterruptedException {
        threads.shutdown();
        assertThat(threads.awaitTermination(10, TimeUnit.SECONDS)).as("all threads of the test have ended").isTrue();
    }

    /** Lets others run until the thread waits for something. */
    private static void awaitParked(Thread thread) {
        while (thread.getState() != Thread.State.WAITING) {
            assertThat(thread.isAlive()).isTrue();
            Thread.yield();
        }
    }

    // Waiting

    @Test
    @Spec("DF-22")
    void of_three_that_wait_one_gets_the_key_and_the_others_go_on_waiting() throws Exception {
        for (int round = 0; round < 300; round++) {
            DeltaFIFO<Thing> queue = new DeltaFIFO<>(options().build());
            BlockingQueue<String> popped = new LinkedBlockingQueue<>();
            List<Thread> waiting = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                waiting.add(Thread.startVirtualThread(() -> {
                    try {
                        popped.add(text(queue.pop((deltas, initial) -> {}).deltas()));
                    } catch (FIFOClosedException e) {
                        popped.add("closed");
                    }
                }));
            }
            waiting.forEach(DeltaFIFOConcurrencyTest::awaitParked);

            queue.add(Thing.of("a1"));

            assertThat(popped.take()).isEqualTo("[Added a1]");
            assertThat(waiting).filteredOn(Thread::isAlive).hasSizeGreaterThanOrEqualTo(2).hasSizeLessThanOrEqualTo(3);
            queue.close();
            assertThat(List.of(popped.take(), popped.take())).containsExactly("closed", "closed");
            for (Thread thread : waiting) {
                thread.join();
            }
        }
    }

    @Test
    @Spec("DF-22")
    void no_operation_forgets_to_wake_a_waiting_pop() throws Exception {
        for (String operation : List.of("add a1", "upd a1", "del a1", "replace a1", "resync")) {
            Scenario scenario = new Scenario("{a1}", true);
            Future<String> popped = threads.submit(scenario::pop);

            scenario.run(operation);

            assertThat(popped.get()).startsWith("a");
        }
    }

    @Test
    @Spec("DF-52")
    void close_wakes_whoever_waits_however_close_and_pop_meet() throws Exception {
        for (int round = 0; round < 2_000; round++) {
            DeltaFIFO<Thing> queue = new DeltaFIFO<>(options().build());
            List<Future<?>> poppers = new ArrayList<>();
            CyclicBarrier start = new CyclicBarrier(11);
            for (int i = 0; i < 10; i++) {
                poppers.add(threads.submit(() -> {
                    start.await();
                    return queue.pop((deltas, initial) -> {});
                }));
            }
            Random random = new Random(round);
            start.await();
            for (int yields = random.nextInt(4); yields > 0; yields--) {
                Thread.yield();
            }

            queue.close();

            for (Future<?> popper : poppers) {
                assertThatThrownBy(popper::get).hasCauseInstanceOf(FIFOClosedException.class);
            }
        }
    }

    @Test
    @Spec("DF-52")
    void the_wait_is_ended_by_close_and_not_by_an_interrupt_which_is_kept() throws Exception {
        AtomicBoolean interruptedAfterwards = new AtomicBoolean();
        CountDownLatch popped = new CountDownLatch(1);
        Thread popper = Thread.startVirtualThread(() -> {
            try {
                fifo.pop((deltas, initial) -> popped.countDown());
            } catch (FIFOClosedException e) {
                throw new AssertionError(e);
            }
            interruptedAfterwards.set(Thread.currentThread().isInterrupted());
        });
        awaitParked(popper);

        popper.interrupt();
        while (popper.isInterrupted() && popper.isAlive()) {
            Thread.yield(); // until the wait has noticed
        }
        awaitParked(popper);
        fifo.add(Thing.of("a1"));
        popper.join();

        assertThat(popped.getCount()).isZero();
        assertThat(interruptedAfterwards).isTrue();
    }

    // The lock

    @Test
    @Spec("DF-48")
    void while_a_callback_runs_everybody_else_waits() throws Exception {
        List<Call> calls = List.of(
                () -> fifo.add(Thing.of("b1")),
                () -> fifo.update(Thing.of("b1")),
                () -> fifo.delete(Thing.of("b1")),
                () -> fifo.replace(List.of(Thing.of("b1")), "7"),
                fifo::resync,
                () -> fifo.pop((deltas, initial) -> {}),
                fifo::hasSynced,
                fifo::isClosed,
                fifo::close);
        fifo.add(Thing.of("a1"));
        fifo.add(Thing.of("z1"));
        BlockingQueue<String> log = new LinkedBlockingQueue<>();
        List<Future<?>> others = new ArrayList<>();

        fifo.pop((deltas, initial) -> {
            List<Thread> waiting = new ArrayList<>();
            for (Call call : calls) {
                CountDownLatch started = new CountDownLatch(1);
                others.add(threads.submit(() -> {
                    waiting.add(Thread.currentThread());
                    started.countDown();
                    call.run();
                    log.add("call");
                    return null;
                }));
                started.await();
                awaitParked(waiting.getLast());
            }
            log.add("callback ends");
        });
        for (Future<?> other : others) {
            other.get();
        }

        assertThat(log).hasSize(calls.size() + 1).first().isEqualTo("callback ends");
    }

    private interface Call {
        void run() throws Exception;
    }

    @Test
    @Spec("DF-48")
    void a_consumer_with_much_to_do_lets_others_have_the_lock_in_between() throws Exception {
        for (int round = 0; round < 100; round++) {
            List<String> log = new ArrayList<>(); // written under the queue's lock
            DeltaFIFO<Thing> queue = new DeltaFIFO<>(options().transformer(thing -> {
                log.add("add " + thing);
                return thing;
            }).build());
            for (String name : List.of("a", "b", "c", "d")) {
                queue.add(new Thing(name, 1));
            }
            log.clear();
            Thread writer = Thread.ofPlatform().unstarted(() -> run(() -> queue.add(Thing.of("z1"))));

            for (int i = 0; i < 4; i++) {
                queue.pop((deltas, initial) -> {
                    log.add("pop " + text(deltas));
                    if (log.size() == 1) {
                        writer.start();
                        awaitParked(writer); // it stands in line for the lock now
                    }
                });
            }
            writer.join();

            assertThat(log).startsWith("pop [Added a1]", "add z1", "pop [Added b1]");
        }
    }

    @Test
    @Spec("DF-27")
    void while_an_object_is_transformed_nothing_is_queued_or_popped() throws Exception {
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        DeltaFIFO<Thing> queue = new DeltaFIFO<>(options().transformer(thing -> {
            if (thing.name().equals("slow")) {
                inside.countDown();
                goOn.await();
            }
            return thing;
        }).build());
        queue.add(Thing.of("a1"));
        Future<?> slow = threads.submit(() -> {
            queue.add(Thing.of("slow1"));
            return null;
        });
        inside.await();

        Thread adder = Thread.ofVirtual().unstarted(() -> run(() -> queue.add(Thing.of("b1"))));
        Thread popper = Thread.ofVirtual().unstarted(() -> run(() -> queue.pop((deltas, initial) -> {})));
        adder.start();
        popper.start();
        awaitParked(adder);
        awaitParked(popper);
        goOn.countDown();
        slow.get();
        adder.join();
        popper.join();

        queue.close();
        assertThat(text(queue.pop((deltas, initial) -> {}).deltas())).isEqualTo("[Added slow1]");
        assertThat(text(queue.pop((deltas, initial) -> {}).deltas())).isEqualTo("[Added b1]");
    }

    private static void run(Call call) {
        try {
            call.run();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    @Test
    @Spec("DF-46")
    void the_done_signal_wakes_a_thread_that_waits_for_it() throws Exception {
        fifo.replace(List.of(Thing.of("a1")), "7");
        Future<Void> waiting = threads.submit(() -> {
            fifo.done().await();
            return null;
        });

        fifo.pop((deltas, initial) -> assertThat(waiting.isDone()).isFalse());

        assertThat(waiting.get()).isNull();
    }

    @Test
    @Spec("DF-55")
    void several_consumers_share_the_keys_and_never_run_at_the_same_time() throws Exception {
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger together = new AtomicInteger();
        Map<String, List<Integer>> revisions = new ConcurrentHashMap<>();
        List<Future<?>> consumers = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            consumers.add(threads.submit(() -> {
                while (true) {
                    fifo.pop((deltas, initial) -> {
                        together.accumulateAndGet(inside.incrementAndGet(), Math::max);
                        deltas.forEach(delta -> {
                            Thing thing = delta.object().object().orElseThrow();
                            revisions.computeIfAbsent(thing.name(), n -> new ArrayList<>()).add(thing.revision());
                        });
                        Thread.yield();
                        inside.decrementAndGet();
                    });
                }
            }));
        }

        for (int i = 0; i < 3_000; i++) {
            fifo.add(new Thing(String.valueOf("abcde".charAt(i % 5)), i));
            if (i % 7 == 0) {
                Thread.yield();
            }
        }
        fifo.close();
        for (Future<?> consumer : consumers) {
            assertThatThrownBy(consumer::get).hasCauseInstanceOf(FIFOClosedException.class);
        }

        assertThat(together).hasValue(1);
        assertThat(revisions.values().stream().mapToInt(List::size).sum()).isEqualTo(3_000);
        assertThat(revisions.values()).allSatisfy(list -> assertThat(list).isSorted());
    }

    // The queue and the store

    @Test
    @Spec("DF-59")
    void lists_resyncs_and_pops_that_write_the_store_never_block_each_other_and_end_at_the_last_list()
            throws Exception {
        for (int seed = 0; seed < 300; seed++) {
            Indexer<Thing> store = Consumer.store(Map.of("name", thing -> List.of(thing.name())));
            DeltaFIFO<Thing> queue = new DeltaFIFO<>(options().knownObjects(store).build());
            Future<?> consumer = threads.submit(() -> {
                while (true) {
                    queue.pop((deltas, initial) -> Consumer.apply(deltas, store));
                }
            });
            Random random = new Random(seed);
            int seeded = seed;
            Future<?> writer = threads.submit(() -> {
                for (int i = 0; i < 30; i++) {
                    switch (random.nextInt(4)) {
                        case 0 -> queue.add(thing(random, i));
                        case 1 -> queue.delete(thing(random, i));
                        default -> queue.replace(list(random, i), "" + i);
                    }
                    pause(random);
                }
                return null;
            });
            Future<?> resyncer = threads.submit(() -> {
                Random other = new Random(~seeded);
                for (int i = 0; i < 30; i++) {
                    queue.resync();
                    store.byIndex("name", "a");
                    store.list();
                    pause(other);
                }
                return null;
            });
            writer.get();
            resyncer.get();
            List<Thing> last = list(random, 100);
            queue.replace(last, "100");
            queue.close();
            assertThatThrownBy(consumer::get).hasCauseInstanceOf(FIFOClosedException.class);

            assertThat(store.list()).as("seed %d", seed).containsExactlyInAnyOrderElementsOf(last);
        }
    }

    private static List<Thing> list(Random random, int revision) {
        List<Thing> list = new ArrayList<>();
        for (String name : List.of("a", "b", "c", "d")) {
            if (random.nextBoolean()) {
                list.add(new Thing(name, revision));
            }
        }
        return list;
    }

    private static Thing thing(Random random, int revision) {
        return new Thing(String.valueOf("abcd".charAt(random.nextInt(4))), revision);
    }

    @Test
    @Spec({"A3", "DF-13", "DF-48"})
    void a_delete_never_gets_lost_while_its_object_is_between_the_queue_and_the_store() throws Exception {
        Indexer<Thing> store = Consumer.store(Map.of());
        DeltaFIFO<Thing> queue = new DeltaFIFO<>(options().knownObjects(store).build());
        Thing ada = Thing.of("ada3");
        List<String> handled = new ArrayList<>(); // by the consumer's thread alone
        CyclicBarrier roundStarts = new CyclicBarrier(2);
        CyclicBarrier roundEnds = new CyclicBarrier(2);
        int rounds = 10_000;

        Future<?> consumer = threads.submit(() -> {
            for (int round = 0; round < rounds; round++) {
                Random random = new Random(-round);
                roundStarts.await();
                AtomicBoolean deleted = new AtomicBoolean();
                while (!deleted.get()) {
                    pause(random);
                    queue.pop((deltas, initial) -> {
                        pause(random);
                        for (Delta<Thing> delta : deltas) {
                            handled.add(delta.type().toString());
                            deleted.set(delta.type() == DeltaType.DELETED);
                        }
                        Consumer.apply(deltas, store);
                        pause(random);
                    });
                }
                roundEnds.await();
            }
            return null;
        });
        for (int round = 0; round < rounds; round++) {
            Random random = new Random(round);
            roundStarts.await();
            queue.add(ada);
            pause(random);
            queue.delete(ada); // lost, if it finds ada neither queued nor stored: the consumer would wait forever
            roundEnds.await();

            assertThat(store.list()).as("round %d", round).isEmpty();
        }
        consumer.get();

        assertThat(handled).hasSize(2 * rounds);
        for (int i = 0; i < handled.size(); i += 2) {
            assertThat(handled.subList(i, i + 2)).containsExactly("Added", "Deleted");
        }
    }

    private static void pause(Random random) {
        for (int yields = random.nextInt(4); yields > 0; yields--) {
            Thread.yield();
        }
    }
}
