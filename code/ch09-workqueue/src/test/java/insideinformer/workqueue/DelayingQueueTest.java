package insideinformer.workqueue;

import static org.assertj.core.api.Assertions.assertThat;

import insideinformer.testing.Spec;
import insideinformer.wait.CrashPolicy;
import insideinformer.workqueue.Threads.Call;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DelayingQueueTest {

    /** A queue whose {@code add} can be held or made to fail. */
    private static final class BaseQueue implements WorkQueue<String> {

        private final WorkQueue<String> queue;
        private final AtomicReference<CountDownLatch> hold = new AtomicReference<>();
        private volatile CountDownLatch held = new CountDownLatch(1);
        private volatile String poison = "";

        BaseQueue(QueueConfig<String> config) {
            queue = WorkQueues.newQueue(config);
        }

        @Override
        public void add(String item) {
            CountDownLatch latch = hold.get();
            if (latch != null) {
                held.countDown();
                try {
                    latch.await();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }
            if (item.equals(poison)) {
                throw new IllegalStateException("no " + item + " today");
            }
            queue.add(item);
        }

        @Override
        public int len() {
            return queue.len();
        }

        @Override
        public Optional<String> get() throws InterruptedException {
            return queue.get();
        }

        @Override
        public void done(String item) {
            queue.done(item);
        }

        @Override
        public void shutDown() {
            queue.shutDown();
        }

        @Override
        public void shutDownWithDrain() throws InterruptedException {
            queue.shutDownWithDrain();
        }

        @Override
        public boolean shuttingDown() {
            return queue.shuttingDown();
        }
    }

    private final ObservedClock clock = new ObservedClock();
    private final QueueConfig<String> config =
            QueueConfig.<String>named("quota").withClock(clock);
    private final BaseQueue base = new BaseQueue(config);
    private final List<Throwable> crashes = Collections.synchronizedList(new ArrayList<>());
    private final AtomicInteger retries = new AtomicInteger();
    private final CrashPolicy policy = (crash, where) -> crashes.add(crash);
    private final DelayingType<String> queue = new DelayingType<>(base, config, retries::incrementAndGet, policy);

    @BeforeEach
    void the_waiting_thread_has_begun_to_wait() {
        clock.awaitMade(1);
    }

    @AfterEach
    void no_thread_stays_behind() {
        queue.shutDown();
        assertThat(queue.waitingThread.isAlive()).isFalse();
        assertThat(clock.live()).isZero();
    }

    private void addAfter(String item, Duration delay) {
        clock.andSettle(() -> queue.addAfter(item, delay));
    }

    private void step(Duration by) {
        awaitAsleep();
        clock.andSettle(() -> clock.step(by));
    }

    /**
     * Its last timer is made before the waiting thread sleeps. If time passed in between, the thread would see by itself
     * that something is ripe, and the timer's alarm, rung only then, would make a turn more than the test counts.
     */
    private void awaitAsleep() {
        while (queue.waitingThread.getState() != Thread.State.WAITING) {
            Threads.spin();
        }
    }

    private String getAndDone() throws InterruptedException {
        String item = queue.get().orElseThrow();
        queue.done(item);
        return item;
    }

    private static Duration millis(long n) {
        return Duration.ofMillis(n);
    }

    @Test
    @Spec("WQ-25")
    void no_delay_is_an_add_on_the_spot() {
        queue.addAfter("a", Duration.ZERO);
        assertThat(queue.len()).isOne();
        queue.addAfter("b", millis(-5));
        assertThat(queue.len()).isEqualTo(2);
    }

    @Test
    @Spec({"WQ-27", "WQ-33"})
    void an_item_comes_when_its_delay_is_over_and_only_once() throws Exception {
        addAfter("foo", millis(50)); // case A
        assertThat(queue.len()).isZero();
        step(millis(60));
        assertThat(queue.len()).isOne();
        assertThat(getAndDone()).isEqualTo("foo");
        step(Duration.ofSeconds(10)); // the heartbeat adds nothing by itself
        assertThat(queue.len()).isZero();
    }

    @Test
    @Spec("WQ-27")
    void an_item_is_ripe_at_the_very_end_of_its_delay() {
        addAfter("foo", millis(50));
        clock.step(millis(49));
        assertThat(queue.len()).isZero();
        step(millis(1));
        assertThat(queue.len()).isOne();
    }

    @Test
    @Spec("WQ-27")
    void an_item_that_becomes_ripe_while_its_timer_is_armed_is_not_overlooked() throws Exception {
        clock.passBeforeNextTimer(millis(50));

        queue.addAfter("foo", millis(50)); // its timer will ring 50 ms too late

        assertThat(getAndDone()).isEqualTo("foo");
    }

    @Test
    @Spec("WQ-26")
    void the_delay_runs_from_the_call() throws Exception {
        CountDownLatch release = hold();
        queue.addAfter("foo", millis(50)); // nobody takes it in yet
        clock.step(millis(50));

        release(release);

        assertThat(List.of(getAndDone(), getAndDone())).containsExactly("trigger", "foo");
    }

    @Test
    @Spec("WQ-29")
    void of_two_delays_for_one_item_the_earlier_counts() throws Exception {
        addAfter("foo", millis(50)); // case B
        addAfter("foo", millis(70));
        step(millis(60));
        assertThat(getAndDone()).isEqualTo("foo");
        step(Duration.ofSeconds(10));
        assertThat(queue.len()).isZero();

        addAfter("foo", millis(50)); // case B'
        addAfter("foo", millis(30));
        step(millis(40));
        assertThat(getAndDone()).isEqualTo("foo");
        step(Duration.ofSeconds(10));
        assertThat(queue.len()).isZero();
    }

    @Test
    @Spec({"WQ-27", "WQ-29"})
    void a_later_entry_is_not_forgotten_over_earlier_ones() throws Exception {
        addAfter("foo", Duration.ofSeconds(1)); // case C
        addAfter("bar", millis(50));
        step(millis(60));
        assertThat(getAndDone()).isEqualTo("bar");
        addAfter("baz", Duration.ofSeconds(2));
        step(Duration.ofSeconds(1));
        assertThat(getAndDone()).isEqualTo("foo");
        step(Duration.ofSeconds(2));
        assertThat(getAndDone()).isEqualTo("baz");
    }

    @Test
    @Spec("WQ-28")
    void what_is_ripe_at_once_comes_in_the_order_of_its_time() throws Exception {
        CountDownLatch release = hold();
        for (int i : new int[] {1000, 500, 250}) {
            queue.addAfter("after " + i, millis(i));
        }
        release(release); // all three are taken in
        getAndDone();

        CountDownLatch again = hold();
        clock.step(Duration.ofSeconds(2)); // and become ripe while the thread is held
        awaitTurns(again, 1);

        assertThat(List.of(getAndDone(), getAndDone(), getAndDone(), getAndDone()))
                .containsExactly("trigger", "after 250", "after 500", "after 1000");
    }

    @Test
    @Spec("WQ-30")
    void an_immediate_add_neither_cancels_nor_replaces_a_waiting_one() throws Exception {
        addAfter("x", millis(50)); // case E
        queue.add("x");
        assertThat(getAndDone()).isEqualTo("x");
        assertThat(queue.len()).isZero();
        step(millis(60));
        assertThat(getAndDone()).isEqualTo("x");
    }

    @Test
    @Spec("WQ-31")
    void an_entry_that_arrives_ripe_leaves_the_older_one_waiting() throws Exception {
        addAfter("x", Duration.ofHours(1)); // case F
        CountDownLatch release = hold();
        queue.addAfter("x", millis(10));
        clock.step(millis(20));

        release(release);

        assertThat(List.of(getAndDone(), getAndDone())).containsExactly("trigger", "x");
        step(Duration.ofHours(1));
        assertThat(getAndDone()).isEqualTo("x");
    }

    @Test
    @Spec("WQ-26")
    void only_the_thousand_and_first_caller_waits_at_the_door() throws Exception {
        CountDownLatch release = hold();
        for (int i = 0; i < 1000; i++) {
            queue.addAfter("item" + i, Duration.ofHours(1));
        }
        Call<Void> oneTooMany =
                Threads.run(() -> queue.addAfter("late", millis(1))).awaitBlocked();

        release(release);
        oneTooMany.result();
        step(Duration.ofHours(1));

        assertThat(getAndDone()).isEqualTo("trigger");
        assertThat(getAndDone()).isEqualTo("late");
    }

    @Test
    @Spec("WQ-26")
    void a_thousand_callers_at_the_door_come_in_when_the_thousand_before_them_were_taken() throws Exception {
        CountDownLatch release = hold();
        queue.addAfter("ready", millis(1)); // the first of a thousand, so the thread adds it before it comes back
        for (int i = 1; i < 1000; i++) {
            queue.addAfter("item" + i, Duration.ofHours(1));
        }
        List<Thread> callers = IntStream.rangeClosed(0, 1000)
                .mapToObj(i -> Thread.startVirtualThread(() -> queue.addAfter("late" + i, Duration.ofHours(1))))
                .toList();
        awaitUntil(() -> callers.stream().allMatch(caller -> caller.getState() == Thread.State.WAITING));
        clock.step(millis(1));
        CountDownLatch again = new CountDownLatch(1);
        base.held = new CountDownLatch(1);
        base.hold.set(again);

        release.countDown();
        base.held.await(); // the thread has taken the thousand and stands still again
        awaitUntil(() -> callers.stream().filter(Thread::isAlive).count() <= 1);

        assertThat(callers).filteredOn(Thread::isAlive).as("the caller for whom there is no room").singleElement()
                .extracting(Thread::getState).isEqualTo(Thread.State.WAITING);
        base.hold.set(null);
        again.countDown();
        for (Thread caller : callers) {
            caller.join();
        }
    }

    private static void awaitUntil(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            Threads.spin();
        }
    }

    @Test
    @Spec("WQ-26")
    void an_interrupt_at_the_door_ends_the_wait_and_is_kept() throws Exception {
        CountDownLatch release = hold();
        for (int i = 0; i < 1000; i++) {
            queue.addAfter("item" + i, Duration.ofHours(1));
        }
        Call<Boolean> caller = Threads.call(() -> {
                    queue.addAfter("late", millis(1));
                    return Thread.interrupted();
                })
                .awaitBlocked();

        caller.interrupt();

        assertThat(caller.result()).isTrue();
        release.countDown();
    }

    @Test
    @Spec("WQ-32")
    void there_is_never_more_than_one_timer() {
        addAfter("x", Duration.ofHours(1));
        for (int i = 0; i < 100; i++) {
            step(Duration.ofSeconds(10));
        }

        assertThat(clock.live()).isOne();
    }

    @Test
    @Spec("WQ-29")
    void delays_without_end_do_not_wrap_around() throws Exception {
        addAfter("never", Duration.ofNanos(Long.MAX_VALUE));
        addAfter("neither", Duration.ofSeconds(Long.MAX_VALUE));
        addAfter("soon", millis(1));
        step(millis(1));

        assertThat(queue.len()).isOne();
        assertThat(getAndDone()).isEqualTo("soon");
    }

    @Test
    @Spec({"WQ-34", "WQ-35"})
    void shutting_down_discards_what_waits() throws Exception {
        addAfter("x", Duration.ofHours(1)); // case G

        queue.shutDown();
        queue.shutDown();

        assertThat(queue.waitingThread.isAlive()).isFalse();
        clock.step(Duration.ofHours(2));
        queue.addAfter("y", Duration.ZERO);
        queue.addAfter("z", millis(1));
        assertThat(queue.get()).isEmpty();
        assertThat(retries).as("only x was taken").hasValue(1);
        assertThat(clock.live()).isZero();
    }

    @Test
    @Spec("WQ-34")
    void shutting_down_sends_away_all_who_wait_at_the_door() throws Exception {
        CountDownLatch release = hold();
        for (int i = 0; i < 1000; i++) {
            queue.addAfter("item" + i, Duration.ofHours(1));
        }
        List<Call<Void>> callers = IntStream.range(0, 3)
                .mapToObj(i -> Threads.run(() -> queue.addAfter("late" + i, millis(1))).awaitBlocked()).toList();

        Call<Void> shutDown = Threads.run(queue::shutDown);

        for (Call<Void> caller : callers) {
            caller.result();
        }
        release.countDown();
        shutDown.result();
    }

    @Test
    @Spec({"WQ-33", "WQ-36"})
    void draining_reaches_the_queue_below_and_the_thread_learns_of_it_at_its_next_turn() throws Exception {
        queue.shutDownWithDrain();

        assertThat(queue.shuttingDown()).isTrue();
        assertThat(queue.waitingThread.isAlive()).isTrue();
        clock.step(Duration.ofSeconds(10));
        queue.waitingThread.join();
    }

    @Test
    @Spec("WQ-21")
    void only_the_first_shut_down_ends_a_draining() throws Exception {
        queue.add("a");
        queue.get();
        queue.shutDown();
        Call<Void> drainer = Threads.run(queue::shutDownWithDrain).awaitBlocked();

        queue.shutDown();

        assertThat(drainer.awaitBlocked().isBlocked()).isTrue();
        queue.done("a");
        drainer.result();
    }

    @Test
    @Spec("WQ-37")
    void a_crash_is_handed_to_the_policy_and_the_others_still_come() throws Exception {
        base.poison = "poison";
        addAfter("poison", millis(10));
        addAfter("cart", millis(20));
        step(millis(10));
        step(millis(10));

        assertThat(getAndDone()).isEqualTo("cart");
        assertThat(crashes)
                .singleElement()
                .isInstanceOf(IllegalStateException.class)
                .hasToString("java.lang.IllegalStateException: no poison today");
    }

    /** Returns when the waiting thread stands still in the middle of a turn. */
    private CountDownLatch hold() throws InterruptedException {
        CountDownLatch release = new CountDownLatch(1);
        addAfter("trigger", Duration.ofNanos(1));
        base.held = new CountDownLatch(1);
        base.hold.set(release);
        awaitAsleep();
        clock.step(Duration.ofNanos(1));
        base.held.await();
        return release;
    }

    /** Lets it go on, and returns when it has taken in what arrived meanwhile. */
    private void release(CountDownLatch release) {
        awaitTurns(release, 2); // the rest of the turn that was held, and the next one with the arrivals
    }

    private void awaitTurns(CountDownLatch release, int turns) {
        int before = clock.made();
        base.hold.set(null);
        release.countDown();
        clock.awaitMade(before + turns);
    }

    @Test
    @Spec({"WQ-27", "H4"})
    void of_two_hundred_thousand_items_that_wait_none_is_lost() throws Exception {
        int each = 50_000;
        List<Call<Void>> adders = IntStream.range(0, 4).mapToObj(adder -> Threads.run(() -> {
            for (int i = 0; i < each; i++) {
                queue.addAfter(adder + "/" + i, millis(200));
            }
        })).toList();
        for (Call<Void> adder : adders) {
            adder.result();
        }
        assertThat(queue.len()).isZero();

        clock.step(millis(200));

        Set<String> out = new HashSet<>();
        while (out.size() < 4 * each) {
            out.add(getAndDone());
        }
        assertThat(queue.len()).isZero();
    }
}
