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
 * A clock that moves only when told to. {@link #step} runs the timers that fall due, in order of their time and then of
 * their making, on the caller's thread, with {@link #now} standing at each timer's own instant; what a timer's action
 * throws comes out of it, and time stays there.
 *
 * <p>All methods may be called from any thread; only {@link #awaitWaiters} blocks. Open for tests that watch {@link
 * #newTimer}, or let it do something else.
 *
 * <p>Upstream: {@code k8s.io/utils/clock/testing}, {@code FakeClock}.
 */
public class FakeClock implements Clock {

    private record Waiter(Instant due, long order, Runnable action) {}

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Instant start;
    private Instant now; // guarded by lock; as if the wall clock were never set back
    private Duration setBack = Duration.ZERO; // guarded by lock
    private long made; // guarded by lock
    private final PriorityQueue<Waiter> waiters = // guarded by lock
            new PriorityQueue<>(Comparator.comparing(Waiter::due).thenComparing(Waiter::order));

    /** Stands at the beginning of 2030, UTC. */
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

    /** With a delay of zero or less the action has run, on the caller's thread, when this returns. */
    @Override
    public Timer newTimer(Duration delay, Runnable action) {
        Waiter waiter;
        lock.lock();
        try {
            waiter = new Waiter(dueAfter(delay), made++, action);
            if (delay.isPositive()) {
                waiters.add(waiter);
                changed.signalAll(); // awaitWaiters may have been waiting for this one
                return () -> remove(waiter);
            }
        } finally {
            lock.unlock();
        }
        action.run();
        return () -> false;
    }

    /** Moves time forward by {@code by} and runs what falls due; never moves it back. */
    public void step(Duration by) {
        Instant target = steady().plus(by);
        for (Waiter next = takeDue(target); next != null; next = takeDue(target)) {
            next.action().run();
        }
    }

    /** Moves time to {@code instant} and runs what falls due; an instant in the past changes nothing. */
    public void setTime(Instant instant) {
        step(Duration.between(now(), instant));
    }

    /** Sets the wall clock back, as people do: {@link #now} moves, {@link #nanoTime} and the timers do not. */
    public void setBack(Duration by) {
        lock.lock();
        try {
            setBack = setBack.plus(by);
        } finally {
            lock.unlock();
        }
    }

    /** True if a timer has been made that neither fired nor was stopped. */
    public boolean hasWaiters() {
        lock.lock();
        try {
            return !waiters.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    /** When the next timer will fire; empty if none is pending. */
    public Optional<Instant> nextTimer() {
        lock.lock();
        try {
            return Optional.ofNullable(waiters.peek()).map(waiter -> waiter.due().minus(setBack));
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits until at least {@code count} timers are pending: how a test knows that the code under test has begun to
     * wait.
     *
     * @throws InterruptedException if the thread is interrupted; nothing else ends the waiting
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
