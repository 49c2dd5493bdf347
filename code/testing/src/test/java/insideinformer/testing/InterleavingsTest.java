package insideinformer.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class InterleavingsTest {

    @BeforeEach
    void onlyWhereTheyAreControlled() {
        assumeTrue(Interleavings.areControlled());
    }

    private static final class Counter {

        private final ReentrantLock lock = new ReentrantLock();
        private int value; // guarded by lock

        int get() {
            lock.lock();
            try {
                return value;
            } finally {
                lock.unlock();
            }
        }

        void set(int newValue) {
            lock.lock();
            try {
                value = newValue;
            } finally {
                lock.unlock();
            }
        }

        void increment() {
            lock.lock();
            try {
                value++;
            } finally {
                lock.unlock();
            }
        }
    }

    private static void twoIncrements(Interleavings.Cast cast, boolean inOneStep) throws InterruptedException {
        Counter counter = PreemptedLocks.in(new Counter());
        for (String name : List.of("one", "two")) {
            cast.start(name, () -> {
                if (inOneStep) {
                    counter.increment();
                } else {
                    counter.set(counter.get() + 1);
                }
            });
        }
        cast.join();
        assertThat(counter.get()).isEqualTo(2);
    }

    @Test
    void a_step_between_looking_and_acting_is_found_and_can_be_told_again() {
        Interleavings.Story story = cast -> twoIncrements(cast, false);

        assertThatThrownBy(() -> Interleavings.preempting(1, story))
                .hasMessageContaining("steps:").hasMessageContaining("one takes Counter.lock")
                .satisfies(e -> assertThatThrownBy(() -> Interleavings.replaying(decisions(e), story))
                        .hasMessageContaining("expected: 2"));
        assertThatThrownBy(() -> Interleavings.seeds(100, story)).isInstanceOf(AssertionError.class);
    }

    @Test
    void what_is_right_passes_in_the_same_number_of_ways_each_time() {
        Interleavings.Story story = cast -> twoIncrements(cast, true);

        int ways = Interleavings.preempting(2, story);

        assertThat(ways).isGreaterThan(5).isEqualTo(Interleavings.preempting(2, story));
        assertThat(Interleavings.preempting(0, story)).as("without interruptions").isLessThan(ways);
    }

    /** Signals only for the first of two elements, so a thread that waits for the second one waits forever. */
    private static final class Forgetful {

        private final ReentrantLock lock = new ReentrantLock();
        private final Condition notEmpty = lock.newCondition();
        private final Queue<Integer> queue = new ArrayDeque<>(); // guarded by lock

        void put(int element) {
            lock.lock();
            try {
                queue.add(element);
                if (queue.size() == 1) {
                    notEmpty.signal();
                }
            } finally {
                lock.unlock();
            }
        }

        int take() {
            lock.lock();
            try {
                while (queue.isEmpty()) {
                    notEmpty.awaitUninterruptibly();
                }
                return queue.remove();
            } finally {
                lock.unlock();
            }
        }
    }

    @Test
    void a_wake_up_that_is_lost_is_found() {
        assertThatThrownBy(() -> Interleavings.preempting(2, cast -> {
            Forgetful queue = PreemptedLocks.in(new Forgetful());
            cast.start("taker 1", queue::take);
            cast.start("taker 2", queue::take);
            cast.start("putter", () -> {
                queue.put(1);
                queue.put(2);
            });
            cast.join();
        })).hasMessageContaining("nobody can go on");
    }

    @Test
    void two_locks_taken_in_two_orders_are_found() {
        assertThatThrownBy(() -> Interleavings.preempting(1, cast -> {
            Counter a = PreemptedLocks.in(new Counter());
            Counter b = PreemptedLocks.in(new Counter());
            cast.start("ab", () -> within(a, () -> within(b, () -> {})));
            cast.start("ba", () -> within(b, () -> within(a, () -> {})));
            cast.join();
        })).hasMessageContaining("nobody can go on");
    }

    private static void within(Counter counter, Runnable work) {
        counter.lock.lock();
        try {
            work.run();
        } finally {
            counter.lock.unlock();
        }
    }

    @Test
    void threads_that_the_code_itself_starts_are_part_of_the_story() {
        List<String> orders = new ArrayList<>();

        Interleavings.preempting(1, cast -> {
            Counter counter = PreemptedLocks.in(new Counter());
            StringBuilder order = new StringBuilder();
            cast.start("parent", () -> {
                Thread child = Thread.ofVirtual().start(() -> {
                    counter.increment();
                    order.append("child ");
                });
                counter.increment();
                order.append("parent ");
                child.join();
            });
            cast.join();
            orders.add(order.toString());
        });

        assertThat(orders).contains("child parent ", "parent child ");
    }

    @Test
    void outside_of_stories_preempted_locks_are_locks() {
        Counter counter = PreemptedLocks.in(new Counter());

        counter.increment();

        assertThat(counter.get()).isEqualTo(1);
        assertThatThrownBy(() -> PreemptedLocks.in("no lock")).hasMessageContaining("give an object with a lock");
    }

    private static List<Integer> decisions(Throwable report) {
        Matcher listed = Pattern.compile("decisions \\[([^]]*)]").matcher(report.getMessage());
        assertThat(listed.find()).isTrue();
        return Arrays.stream(listed.group(1).split(", ")).map(Integer::valueOf).toList();
    }
}
