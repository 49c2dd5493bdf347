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
 * Time and quiet for one trace: a clock that only moves here, and a way to know that nothing can go on before it does.
 *
 * <p>All threads of the port are virtual, and where a bubble is used they share one carrier, which runs them in the
 * order in which they became able to run. Whoever yields stands at the end of that order, so that each of the others
 * has had its turn when {@code yield} returns; after many turns in which nothing was seen, everybody waits, and for the
 * clock if for anything. How fast the machine is does not come into it, and nobody ever sleeps.
 *
 * <p>All methods but {@link #seen} want a virtual thread, one at a time.
 *
 * <p>Upstream: {@code testing/synctest}, which the recordings were made with.
 */
public final class Bubble {

    /** More turns than there can be hand-overs between two threads before one of them does something to be seen. */
    private static final int TURNS = 200;

    private static final int DRAINED = 100; // timers; more than a trace leaves behind

    private static final String SCHEDULER = "jdk.virtualThreadScheduler.";

    private final FakeClock clock = new FakeClock();
    private final AtomicLong seen = new AtomicLong();
    private volatile boolean ended;

    Bubble() {
        for (String size : new String[] {"parallelism", "maxPoolSize"}) {
            if (!"1".equals(System.getProperty(SCHEDULER + size))) {
                throw new IllegalStateException("the threads of a port that waits must share one carrier; start Java"
                        + " with -D" + SCHEDULER + "parallelism=1 -D" + SCHEDULER + "maxPoolSize=1");
            }
        }
    }

    /** To be called by {@code main} before there is a virtual thread. */
    public static void shareOneCarrier() {
        System.setProperty(SCHEDULER + "parallelism", "1");
        System.setProperty(SCHEDULER + "maxPoolSize", "1");
    }

    /** Does something on a thread that may wait in a bubble. */
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

    /** Drives every wait of the port. */
    public Clock clock() {
        return clock;
    }

    /** Says that the port did something that can be seen from outside. For any thread. */
    public void seen() {
        seen.incrementAndGet();
    }

    /** Returns when every thread waits for something, or the bubble has ended. */
    public void settle() {
        long before = seen.get();
        for (int turns = 0; turns < TURNS && !ended; turns++) {
            Thread.yield();
            if (seen.get() != before) {
                before = seen.get();
                turns = 0;
            }
        }
    }

    /** Lets time pass, from one timer to the next, each time until everybody waits again. */
    public void advance(Duration by) {
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
     * Lets time pass from timer to timer until something is so, and not a moment longer.
     *
     * @param most when to give up
     */
    public void passUntil(BooleanSupplier condition, Duration most) {
        Instant latest = clock.now().plus(most);
        settle();
        for (Optional<Instant> next = due(latest); !condition.getAsBoolean() && next.isPresent(); next = due(latest)) {
            clock.setTime(next.get());
            settle();
        }
    }

    /** How long until the next timer; empty if nobody waits for the clock. */
    public Optional<Duration> untilNextTimer() {
        return clock.nextTimer().map(timer -> Duration.between(clock.now(), timer));
    }

    /**
     * Lets nobody wait in {@link #settle} any more, and then lets time pass until {@code done}, so that no thread is
     * left in a wait that only time ends.
     */
    public void drain(BooleanSupplier done) {
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
