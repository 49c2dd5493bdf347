package insideinformer.reflector;

import insideinformer.wait.FakeClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** A clock that moves only when told to, and tells which waits have begun. */
final class ObservedClock extends FakeClock {

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final List<Duration> begun = new ArrayList<>(); // guarded by lock; not yet waited out

    @Override
    public Timer newTimer(Duration delay, Runnable action) {
        Timer timer = super.newTimer(delay, action);
        lock.lock();
        try {
            begun.add(delay);
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        return timer;
    }

    /** Waits until a wait of this length has begun, and moves on by it. */
    void waitOut(Duration delay) throws InterruptedException {
        awaitBegun(delay);
        step(delay);
    }

    /** Whether a wait of this length has begun that was not waited out yet. */
    boolean hasBegun(Duration delay) {
        lock.lock();
        try {
            return begun.contains(delay);
        } finally {
            lock.unlock();
        }
    }

    /** Waits until a wait of this length has begun; each counts once. */
    void awaitBegun(Duration delay) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (!begun.remove(delay)) {
                changed.await();
            }
        } finally {
            lock.unlock();
        }
    }
}
