package insideinformer.wait;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A clock for tests, which moves only when a test moves it. {@link #step} runs the timers that become due, on the
 * caller's thread. Earlier timers run first; of two for the same time, the one that was made first. While a timer's
 * action runs, {@link #now} is the time of that timer. If the action throws, the exception comes out of {@code step}
 * and time stays there.
 *
 * <p>Any thread can call all methods. Only {@link #awaitWaiters} blocks. The class can be extended by tests that watch
 * or replace {@link #newTimer}.
 *
 * <p>Upstream: {@code k8s.io/utils/clock/testing}, {@code FakeClock}.
 */
public class FakeClock implements Clock {

    private record Waiter(Instant due, long order, Runnable action) {}

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Instant start;
    private Instant now; // guarded by lock; unlike now(), it is never set back
    private Duration setBack = Duration.ZERO; // guarded by lock
    private long made; // guarded by lock
    private final PriorityQueue<Waiter> waiters = // guarded by lock
            new PriorityQueue<>(Comparator.comparing(Waiter::due).thenComparing(Waiter::order));

    /** A clock that shows the beginning of 2030, UTC. */
    public FakeClock() {
        this(Instant.parse("2030-01-01T00:00:00Z"));
    }

    public FakeClock(Instant start) {
        this.start = start;
        this.now = start;
    }

    @Override
    public Instant now() {
        lock.lock();
        try {
            return now.minus(setBack);
        } finally {
            lock.unlock();
        }
    }

    /** @throws ArithmeticException if more than 292 years have passed since the start */
    @Override
    public long nanoTime() {
        return Duration.between(start, steady()).toNanos();
    }

    private Instant steady() {
        lock.lock();
        try {
            return now;
        } finally {
            lock.unlock();
        }
    }

    /** With a delay of zero or less, the action has run on the caller's thread when this returns. */
    @Override
    public Timer newTimer(Duration delay, Runnable action) {
        Waiter waiter;
        lock.lock();
        try {
            waiter = new Waiter(dueAfter(delay), made++, action);
            if (delay.isPositive()) {
                waiters.add(waiter);
                changed.signalAll(); // every awaitWaiters counts again
                return () -> remove(waiter);
            }
        } finally {
            lock.unlock();
        }
        action.run();
        return () -> false;
    }

    /** Moves time forward and runs the timers that become due. A negative duration changes nothing. */
    public void step(Duration by) {
        Instant target = steady().plus(by);
        for (Waiter next = takeDue(target); next != null; next = takeDue(target)) {
            next.action().run();
        }
    }

    /** Moves time to {@code instant} and runs the timers that become due. An instant in the past changes nothing. */
    public void setTime(Instant instant) {
        step(Duration.between(now(), instant));
    }

    /** Sets the clock back, as people do: {@link #now} changes, {@link #nanoTime} and the timers do not. */
    public void setBack(Duration by) {
        lock.lock();
        try {
            setBack = setBack.plus(by);
        } finally {
            lock.unlock();
        }
    }

    /** Whether there is a timer that has neither run nor been stopped. */
    public boolean hasWaiters() {
        lock.lock();
        try {
            return !waiters.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    /** When the next timer will run; empty if there is none. */
    public Optional<Instant> nextTimer() {
        lock.lock();
        try {
            return Optional.ofNullable(waiters.peek()).map(waiter -> waiter.due().minus(setBack));
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits until there are at least {@code count} timers. This is how a test knows that the code under test has begun
     * to wait.
     *
     * @throws InterruptedException if the thread is interrupted; nothing else ends the wait early
     */
    public void awaitWaiters(int count) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (waiters.size() < count) {
                changed.await();
            }
        } finally {
            lock.unlock();
        }
    }

    private Instant dueAfter(Duration delay) {
        try {
            return now.plus(delay);
        } catch (ArithmeticException | DateTimeException e) {
            return Instant.MAX; // a delay longer than time itself
        }
    }

    private boolean remove(Waiter waiter) {
        lock.lock();
        try {
            return waiters.remove(waiter);
        } finally {
            lock.unlock();
        }
    }

    private @Nullable Waiter takeDue(Instant target) {
        lock.lock();
        try {
            Waiter first = waiters.peek();
            if (first == null || first.due().isAfter(target)) {
                now = target.isAfter(now) ? target : now;
                return null;
            }
            now = first.due().isAfter(now) ? first.due() : now;
            return waiters.poll();
        } finally {
            lock.unlock();
        }
    }
}
