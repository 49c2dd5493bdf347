package insideinformer.conformance.subject;

import insideinformer.api.WatchEvent;
import insideinformer.client.Watch;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** A watch whose events come from a trace. */
final class ScriptedStream<T> implements Watch<T> {

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Deque<WatchEvent<T>> events = new ArrayDeque<>(); // guarded by lock
    private boolean ending; // guarded by lock; no events follow those that are there
    private boolean stopped; // guarded by lock

    void send(WatchEvent<T> event) {
        lock.lock();
        try {
            events.add(event);
            changed.signalAll(); // take may wait for it
        } finally {
            lock.unlock();
        }
    }

    /** Ends the stream after the events that are still to be taken. */
    void finish() {
        lock.lock();
        try {
            ending = true;
            changed.signalAll(); // take must not wait for an event that will never come
        } finally {
            lock.unlock();
        }
    }

    /** Whether the reader has closed it. */
    boolean isStopped() {
        lock.lock();
        try {
            return stopped;
        } finally {
            lock.unlock();
        }
    }

    /** Whether it is neither at its end nor closed by its reader. */
    boolean isOpen() {
        lock.lock();
        try {
            return !stopped && !(ending && events.isEmpty());
        } finally {
            lock.unlock();
        }
    }

    @Override
    public Optional<WatchEvent<T>> take() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (events.isEmpty() && !ending && !stopped) {
                changed.await();
            }
            return stopped ? Optional.empty() : Optional.ofNullable(events.poll());
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        lock.lock();
        try {
            stopped = true;
            events.clear();
            changed.signalAll(); // take must answer
        } finally {
            lock.unlock();
        }
    }
}
