package insideinformer.reflector;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** What a Reflector did to the world around it, in order, one line each. */
final class Journal {

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final List<String> lines = new ArrayList<>(); // guarded by lock

    void add(String line) {
        lock.lock();
        try {
            lines.add(line);
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    List<String> lines() {
        lock.lock();
        try {
            return List.copyOf(lines);
        } finally {
            lock.unlock();
        }
    }

    /** Waits until {@code line} has been written {@code times}. */
    void await(String line, int times) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (lines.stream().filter(line::equals).count() < times) {
                changed.await();
            }
        } finally {
            lock.unlock();
        }
    }

    void await(String line) throws InterruptedException {
        await(line, 1);
    }
}
