package insideinformer.conformance.subject;

import insideinformer.wait.Clock;
import insideinformer.wait.FakeClock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * The time of one trace. Its clock moves only here, and {@link #settle} returns when no thread can go on until the
 * clock moves.
 *
 * <p>This works because all threads of the port are virtual and share one carrier, which runs them in the order in
 * which they became able to run. A thread that yields goes to the end of that order, so every other thread has had its
 * turn when {@code yield} returns. If many turns pass and nothing is seen, all threads wait. The speed of the machine
 * does not matter, and nothing sleeps.
 *
 * <p>One virtual thread at a time calls the methods. Any thread can call {@link #seen}.
 *
 * <p>Upstream: {@code testing/synctest}, which the recordings were made with.
 */
public final class Bubble {

    /** More turns than two threads can hand over to each other before one of them does something that is seen. */
    private static final int TURNS = 200;

    private static final int DRAINED = 100; // timers; more than a trace leaves behind

    private static final String SCHEDULER = "jdk.virtualThreadScheduler.";

    private final FakeClock clock = new FakeClock();
    private final AtomicLong seen = new AtomicLong();
    private volatile boolean ended;

    Bubble() {
        for (String size : new String[] {"parallelism", "maxPoolSize"}) {
            if (!"1".equals(System.getProperty(SCHEDULER + size))) {
                throw new IllegalStateException("traces with threads need one carrier for all; start Java"
                        + " with -D" + SCHEDULER + "parallelism=1 -D" + SCHEDULER + "maxPoolSize=1");
            }
        }
    }

    /** {@code main} calls it before there is a virtual thread. */
    public static void shareOneCarrier() {
        System.setProperty(SCHEDULER + "parallelism", "1");
        System.setProperty(SCHEDULER + "maxPoolSize", "1");
    }

    /** Does the work on a virtual thread, as the methods of a bubble need one. */
    public static <T> T within(Supplier<T> work) {
        FutureTask<T> task = new FutureTask<>(work::get);
        Thread.ofVirtual().name("in a bubble").start(task);
        try {
            return task.get();
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts the replay", e);
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        }
    }

    /** The clock that the port waits on. */
    Clock clock() {
        return clock;
    }

    /** The port did something that can be seen from outside. For any thread. */
    void seen() {
        seen.incrementAndGet();
    }

    /** Returns when every thread waits, or when the bubble has ended. */
    void settle() {
        long before = seen.get();
        for (int turns = 0; turns < TURNS && !ended; turns++) {
            Thread.yield();
            if (seen.get() != before) {
                before = seen.get();
                turns = 0;
            }
        }
    }

    /** Lets time pass from timer to timer. After each one it waits until all threads wait again. */
    void advance(Duration by) {
        Instant target = clock.now().plus(by);
        for (Optional<Instant> next = due(target); next.isPresent(); next = due(target)) {
            clock.setTime(next.get());
            settle();
        }
        clock.setTime(target);
        settle();
    }

    private Optional<Instant> due(Instant target) {
        return ended ? Optional.empty() : clock.nextTimer().filter(timer -> !timer.isAfter(target));
    }

    /**
     * Lets time pass from timer to timer until the condition holds, and no longer.
     *
     * @param most when to give up
     */
    void passUntil(BooleanSupplier condition, Duration most) {
        Instant latest = clock.now().plus(most);
        settle();
        for (Optional<Instant> next = due(latest); !condition.getAsBoolean() && next.isPresent(); next = due(latest)) {
            clock.setTime(next.get());
            settle();
        }
    }

    /** How long it is until the next timer. Empty if no thread waits for the clock. */
    public Optional<Duration> untilNextTimer() {
        return clock.nextTimer().map(timer -> Duration.between(clock.now(), timer));
    }

    /**
     * Ends the bubble: {@link #settle} no longer waits. Then it lets time pass until {@code done}, so that no thread
     * stays in a wait that only time ends.
     */
    void drain(BooleanSupplier done) {
        ended = true;
        Thread.yield();
        for (int timers = 0; timers < DRAINED && !done.getAsBoolean(); timers++) {
            clock.nextTimer().ifPresent(clock::setTime);
            for (int turns = 0; turns < TURNS && !done.getAsBoolean(); turns++) {
                Thread.yield();
            }
        }
    }
}
