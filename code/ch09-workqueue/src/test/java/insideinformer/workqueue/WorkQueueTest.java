package insideinformer.workqueue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import insideinformer.testing.Spec;
import insideinformer.workqueue.Threads.Call;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WorkQueueTest {

    private final RecordingOrderQueue order = new RecordingOrderQueue();
    private final TypedQueue<String> queue =
            new TypedQueue<>(QueueConfig.<String>named("").withOrder(order));

    private void expect(String inOrder, String dirty, String processing) {
        assertThat(String.join(" ", order.items)).isEqualTo(inOrder);
        assertThat(queue.dirty).isEqualTo(setOf(dirty));
        assertThat(queue.processing).isEqualTo(setOf(processing));
        assertThat(queue.len()).isEqualTo(order.items.size());
    }

    private static Set<String> setOf(String items) {
        return items.isEmpty() ? Set.of() : Set.of(items.split(" "));
    }

    @Test
    @Spec({"WQ-01", "WQ-02", "WQ-03", "WQ-04", "WQ-05", "WQ-06", "WQ-07", "WQ-09", "WQ-10"})
    void every_operation_moves_items_between_the_three_collections() throws Exception {
        queue.add("a");
        expect("a", "a", "");
        queue.add("b");
        expect("a b", "a b", "");
        queue.add("a");
        expect("a b", "a b", "");
        assertThat(order.touched).containsExactly("a");
        assertThat(queue.get()).contains("a");
        expect("b", "b", "a");
        queue.add("a");
        expect("b", "a b", "a");
        queue.add("a");
        expect("b", "a b", "a");
        assertThat(queue.get()).contains("b");
        expect("", "a", "a b");
        queue.add("c");
        expect("c", "a c", "a b");
        queue.done("b");
        expect("c", "a c", "a");
        queue.done("a");
        expect("c a", "a c", "");
        assertThat(queue.get()).contains("c");
        expect("a", "a", "c");
        assertThat(queue.get()).contains("a");
        expect("", "", "a c");
        queue.done("zz");
        expect("", "", "a c");
        queue.done("c");
        queue.done("a");
        expect("", "", "");
        Call<Optional<String>> getter = Threads.call(queue::get).awaitBlocked();

        assertThat(order.touched).containsExactly("a"); // only what waited and was added again
        queue.shutDown();
        assertThat(getter.result()).isEmpty();
    }

    @Test
    @Spec({"WQ-02", "WQ-06"})
    void one_add_wakes_one_of_two_waiting_workers() throws Exception {
        Call<Optional<String>> first = Threads.call(queue::get).awaitBlocked();
        Call<Optional<String>> second = Threads.call(queue::get).awaitBlocked();

        queue.add("cart");

        assertThat(first.result()).contains("cart"); // conditions are woken in the order of waiting
        assertThat(second.awaitBlocked().isBlocked()).isTrue();
        queue.shutDown();
        assertThat(second.result()).isEmpty();
    }

    @Test
    @Spec("WQ-03")
    void a_key_added_twice_is_handed_out_once() throws InterruptedException {
        queue.add("bar");
        queue.add("bar");

        assertThat(queue.len()).isOne();
        assertThat(order.touched).containsExactly("bar");
        assertThat(queue.get()).contains("bar");
        assertThat(queue.len()).isZero();
    }

    @Test
    @Spec({"WQ-04", "WQ-05", "WQ-08"})
    void a_key_added_during_its_work_waits_for_the_end_of_that_work() throws Exception {
        queue.add("foo");
        queue.get();
        queue.add("foo");
        queue.add("foo");
        assertThat(order.touched).isEmpty();
        assertThat(queue.len()).isZero();
        Call<Optional<String>> secondWorker = Threads.call(queue::get).awaitBlocked();

        queue.done("foo");

        assertThat(secondWorker.result()).contains("foo");
        queue.done("foo");
        assertThat(queue.len()).isZero();
    }

    @Test
    @Spec("WQ-09")
    void a_key_added_during_its_work_stands_in_line_from_the_end_of_that_work() throws InterruptedException {
        queue.add("a");
        queue.get();
        queue.add("a");
        queue.add("b");
        queue.done("a");

        assertThat(queue.get()).contains("b");
        assertThat(queue.get()).contains("a");
    }

    @Test
    @Spec("WQ-11")
    void done_of_a_key_that_nobody_holds_hands_it_out_twice() throws InterruptedException {
        queue.add("a");
        queue.done("a");

        assertThat(queue.len()).isEqualTo(2);
        assertThat(queue.get()).contains("a");
        assertThat(queue.get()).contains("a");
    }

    @Test
    @Spec("WQ-13")
    void a_key_that_is_done_can_be_collected() throws InterruptedException {
        WorkQueue<Object> objects = WorkQueues.newQueue(QueueConfig.named(""));
        WeakReference<Object> reference = addGetDone(objects);

        while (reference.get() != null) {
            System.gc();
            Threads.spin();
        }

        assertThat(objects.len()).isZero();
    }

    private static WeakReference<Object> addGetDone(WorkQueue<Object> objects) throws InterruptedException {
        Object item = new Object();
        objects.add(item);
        objects.get();
        objects.done(item);
        return new WeakReference<>(item);
    }

    @Test
    @Spec("WQ-14")
    void defaults_are_the_machines_clock_and_first_in_first_out() throws InterruptedException {
        QueueConfig<String> defaults = QueueConfig.named("quota");
        WorkQueue<String> plain = WorkQueues.newQueue(defaults);

        plain.add("b");
        plain.add("a");

        assertThat(defaults.clock()).isSameAs(insideinformer.wait.Clock.system());
        assertThat(List.of(plain.get().orElseThrow(), plain.get().orElseThrow()))
                .containsExactly("b", "a");
    }

    @Test
    void no_key_is_no_key() {
        assertThatThrownBy(() -> queue.add(null))
                .isInstanceOf(NullPointerException.class)
                .hasMessageStartingWith("item is null");
    }

    @Test
    @Spec("WQ-15")
    void shutting_down_is_not_dropping() throws InterruptedException {
        for (int i = 0; i < 50; i++) {
            queue.add("item" + i);
        }
        queue.shutDown();

        for (int i = 0; i < 50; i++) {
            assertThat(queue.get()).contains("item" + i);
            queue.done("item" + i);
        }
        assertThat(queue.get()).isEmpty();
        assertThat(queue.len()).isZero();
    }

    @Test
    @Spec({"WQ-16", "WQ-17"})
    void a_key_that_was_dirty_before_the_shutdown_is_still_worked_on() throws InterruptedException {
        queue.add("x");
        queue.get();
        queue.add("x");
        expect("", "x", "x");
        queue.shutDown();
        queue.add("y");
        expect("", "x", "x");
        assertThat(queue.get()).isEmpty();
        queue.done("x");
        expect("x", "x", "");
        assertThat(queue.get()).contains("x");
        expect("", "", "x");
        queue.add("x");
        expect("", "", "x"); // also ignored for what is being worked on
        queue.done("x");
        assertThat(queue.get()).isEmpty();
    }

    @Test
    @Spec({"WQ-15", "WQ-18"})
    void shut_down_wakes_every_worker_and_waits_for_none() throws Exception {
        queue.add("a");
        queue.add("b");
        queue.get();
        queue.get();
        List<Call<Optional<String>>> workers = List.of(
                Threads.call(queue::get).awaitBlocked(),
                Threads.call(queue::get).awaitBlocked(),
                Threads.call(queue::get).awaitBlocked());

        queue.shutDown();
        queue.shutDown();

        for (Call<Optional<String>> worker : workers) {
            assertThat(worker.result()).isEmpty();
        }
    }

    @Test
    @Spec({"WQ-20", "WQ-24"})
    void draining_waits_until_everybody_is_done() throws Exception {
        queue.add("a");
        queue.add("b");
        queue.get();
        queue.get();

        Call<Void> drainer = Threads.run(queue::shutDownWithDrain).awaitBlocked();

        assertThat(queue.shuttingDown()).isTrue();
        queue.done("a");
        assertThat(drainer.awaitBlocked().isBlocked()).isTrue();
        queue.done("b");
        drainer.result();
    }

    @Test
    @Spec("WQ-21")
    void a_later_shut_down_ends_the_draining_of_all_who_drain() throws Exception {
        queue.add("a");
        queue.get();
        Call<Void> first = Threads.run(queue::shutDownWithDrain).awaitBlocked();
        Call<Void> second = Threads.run(queue::shutDownWithDrain).awaitBlocked();

        queue.shutDown();

        first.result();
        second.result();
        expect("", "", "a");
    }

    @Test
    @Spec("WQ-22")
    void draining_looks_at_what_is_worked_on_and_not_at_what_waits() throws Exception {
        queue.add("a");

        queue.shutDownWithDrain();

        assertThat(queue.len()).isOne();
    }

    @Test
    @Spec({"WQ-20", "WQ-22", "H9"})
    void draining_lets_work_end_takes_nothing_in_and_hands_out_what_is_left() throws Exception {
        List.of("a", "b", "c", "d", "e", "f", "g", "h").forEach(queue::add);
        for (String key : List.of("a", "b", "c")) {
            assertThat(queue.get()).contains(key);
        }
        Call<Void> drainer = Threads.run(queue::shutDownWithDrain).awaitBlocked();

        queue.add("late");
        queue.done("a");
        queue.done("b");
        assertThat(drainer.awaitBlocked().isBlocked()).isTrue();
        for (String key : List.of("d", "e", "f", "g", "h")) {
            assertThat(queue.get()).contains(key);
            queue.done(key);
        }
        assertThat(queue.get()).isEmpty();
        assertThat(drainer.isBlocked()).isTrue();
        queue.done("c");

        drainer.result();
        expect("", "", "");
    }

    @Test
    @Spec({"WQ-12", "WQ-15", "H10"})
    void of_a_thousand_adds_of_one_key_no_two_are_worked_on_at_once_and_the_last_is_seen() throws Exception {
        AtomicBoolean inHand = new AtomicBoolean();
        AtomicInteger added = new AtomicInteger();
        AtomicInteger seen = new AtomicInteger();
        List<Call<Void>> workers = IntStream.range(0, 8).mapToObj(w -> Threads.run(() -> {
            for (Optional<String> key = queue.get(); key.isPresent(); key = queue.get()) {
                assertThat(inHand.getAndSet(true)).isFalse();
                seen.set(added.get());
                inHand.set(false);
                queue.done(key.get());
            }
            assertThat(queue.shuttingDown()).as("a worker goes home only after the shutdown").isTrue();
        })).toList();

        for (int i = 0; i < 1_000; i++) {
            added.incrementAndGet();
            queue.add("k");
        }
        queue.shutDown();
        for (Call<Void> worker : workers) {
            worker.result();
        }

        assertThat(seen).hasValue(1_000);
    }

    @Test
    @Spec("WQ-22")
    void the_drainer_may_leave_while_the_last_key_goes_back_in_line() throws Exception {
        queue.add("a");
        queue.get();
        queue.add("a");
        Call<Void> drainer = Threads.run(queue::shutDownWithDrain).awaitBlocked();

        queue.done("a");

        drainer.result();
        expect("a", "a", "");
    }

    @Test
    @Spec("WQ-23")
    void one_done_lets_two_drainers_go() throws Exception {
        queue.add("a");
        queue.get();
        Call<Void> first = Threads.run(queue::shutDownWithDrain).awaitBlocked();
        Call<Void> second = Threads.run(queue::shutDownWithDrain).awaitBlocked();

        queue.done("a");

        first.result();
        second.result();
    }

    @Test
    @Spec({"WQ-06", "WQ-20"})
    void an_interrupt_ends_a_wait_and_takes_nothing() throws Exception {
        Call<Optional<String>> getter = Threads.call(queue::get).awaitBlocked();
        getter.interrupt();
        assertThatThrownBy(getter::result).hasCauseInstanceOf(InterruptedException.class);
        queue.add("a");
        assertThat(queue.get()).contains("a");
        Call<Void> drainer = Threads.run(queue::shutDownWithDrain).awaitBlocked();

        drainer.interrupt();

        assertThatThrownBy(drainer::result).hasCauseInstanceOf(InterruptedException.class);
    }

    @RepeatedTest(20)
    @Spec({"WQ-06", "WQ-08"})
    void an_interrupt_in_the_race_with_an_add_loses_no_key() throws Exception {
        Call<Optional<String>> getter = Threads.call(queue::get).awaitBlocked();
        Call<Optional<String>> other = Threads.call(queue::get).awaitBlocked();
        CountDownLatch go = new CountDownLatch(1);
        Call<Void> adder = Threads.run(() -> {
            go.await();
            queue.add("a");
        });

        go.countDown();
        getter.interrupt();
        adder.result();

        Optional<String> taken;
        try {
            taken = getter.result();
        } catch (java.util.concurrent.ExecutionException interrupted) {
            taken = other.result(); // the key went to the next in line
        }
        assertThat(taken).contains("a");
        queue.shutDown();
    }

    @Spec({"WQ-01", "WQ-08", "WQ-12", "WQ-15"})
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void no_key_is_ever_in_two_hands_and_none_is_lost(long seed) throws Exception {
        int keys = 20;
        int addsEach = 400;
        Map<String, AtomicBoolean> inHand = new ConcurrentHashMap<>();
        Map<String, AtomicInteger> addedLast = new ConcurrentHashMap<>();
        Map<String, Integer> seenLast = new ConcurrentHashMap<>();
        for (int i = 0; i < keys; i++) {
            inHand.put("k" + i, new AtomicBoolean());
            addedLast.put("k" + i, new AtomicInteger());
        }

        List<Call<Void>> producers = IntStream.range(0, 50)
                .mapToObj(p -> Threads.run(() -> {
                    Random random = new Random(seed * 1000 + p);
                    for (int i = 0; i < addsEach; i++) {
                        String key = "k" + random.nextInt(keys);
                        addedLast.get(key).incrementAndGet(); // the news, and then the word of it
                        queue.add(key);
                    }
                }))
                .toList();
        List<Call<Void>> consumers = IntStream.range(0, 10)
                .mapToObj(c -> Threads.run(() -> {
                    for (Optional<String> key = queue.get(); key.isPresent(); key = queue.get()) {
                        assertThat(inHand.get(key.get()).getAndSet(true))
                                .as("seed %d: %s is in two hands", seed, key.get())
                                .isFalse();
                        seenLast.put(key.get(), addedLast.get(key.get()).get());
                        inHand.get(key.get()).set(false);
                        queue.done(key.get());
                    }
                    assertThat(queue.shuttingDown()).as("a worker goes home only after the shutdown").isTrue();
                }))
                .toList();
        for (Call<Void> producer : producers) {
            producer.result();
        }
        queue.shutDown();
        for (Call<Void> consumer : consumers) {
            consumer.result();
        }

        expect("", "", "");
        List<String> stale = new ArrayList<>();
        addedLast.forEach((key, last) -> {
            if (last.get() != seenLast.getOrDefault(key, 0)) {
                stale.add(key);
            }
        });
        assertThat(stale).as("seed %d: keys whose last add nobody saw", seed).isEmpty();
    }
}
