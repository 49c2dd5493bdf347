package insideinformer.sharedinformer;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Stops a thread that brings the forbidden word, until the gate is opened. */
final class Gate {

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private @Nullable String forbidden; // guarded by lock
    private int waiting; // guarded by lock

    void closeFor(String word) {
        lock.lock();
        try {
            forbidden = word;
        } finally {
            lock.unlock();
        }
    }

    void open() {
        lock.lock();
        try {
            forbidden = null;
            changed.signalAll(); // a thread may wait in pass
        } finally {
            lock.unlock();
        }
    }

    void pass(String word) {
        lock.lock();
        try {
            waiting++;
            changed.signalAll(); // awaitArrival may wait for it
            while (word.equals(forbidden)) {
                changed.awaitUninterruptibly();
            }
            waiting--;
        } finally {
            lock.unlock();
        }
    }

    /** Waits until a thread waits in {@link #pass}. */
    void awaitArrival() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (waiting == 0) {
                changed.await();
            }
        } finally {
            lock.unlock();
        }
    }
}
