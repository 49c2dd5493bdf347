package insideinformer.workqueue;

import insideinformer.wait.FakeClock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A fake clock that counts the timers made on it. A delaying queue makes one a turn, so a test knows that the waiting
 * thread has dealt with something when it has made its next timer.
 */
final class ObservedClock extends FakeClock {

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition more = lock.newCondition();
    private int made; // guarded by lock
    private int live; // guarded by lock

    private final AtomicReference<Duration> passing = new AtomicReference<>(Duration.ZERO);

    /** So much time passes after the next timer's delay was computed and before that timer is armed. */
    void passBeforeNextTimer(Duration time) {
        passing.set(time);
    }

    @Override
    public Timer newTimer(Duration delay, Runnable action) {
        Duration time = passing.getAndSet(Duration.ZERO);
        if (time.isPositive()) {
            step(time);
        }
        Timer timer = super.newTimer(delay, () -> {
            add(0, -1);
            action.run();
        });
        add(1, 1);
        return () -> {
            boolean stopped = timer.stop();
            add(0, stopped ? -1 : 0);
            return stopped;
        };
    }

    /** Does something that gives the waiting thread work, and returns when it has begun its next turn. */
    void andSettle(Runnable what) {
        int before = made();
        what.run();
        awaitMade(before + 1);
    }

    void awaitMade(int count) {
        lock.lock();
        try {
            while (made < count) {
                more.await();
            }
        } catch (InterruptedException e) {
            throw new AssertionError("timer number " + count + " was never made", e);
        } finally {
            lock.unlock();
        }
    }

    int made() {
        lock.lock();
        try {
            return made;
        } finally {
            lock.unlock();
        }
    }

    /** Timers that have neither fired nor been stopped. */
    int live() {
        lock.lock();
        try {
            return live;
        } finally {
            lock.unlock();
        }
    }

    private void add(int toMade, int toLive) {
        lock.lock();
        try {
            made += toMade;
            live += toLive;
            more.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
