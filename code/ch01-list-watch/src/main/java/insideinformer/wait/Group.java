package insideinformer.wait;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Virtual threads with one owner, who can wait until all of them have ended.
 *
 * <p>All methods may be called from any thread. Only {@link #awaitAll} blocks; an interrupt does not end it and is kept
 * for later. A thread that ended leaves no reference behind.
 *
 * <p>Upstream: {@code apimachinery pkg/util/wait, Group}.
 */
public final class Group {

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition ended = lock.newCondition();
    private final Set<Thread> running = new HashSet<>(); // guarded by lock

    /** Runs {@code body} on a new virtual thread. */
    public void start(String name, Runnable body) {
        Thread thread = Thread.ofVirtual().name(name).unstarted(() -> {
            try {
                body.run();
            } finally {
                remove(Thread.currentThread());
            }
        });
        lock.lock();
        try {
            running.add(thread);
        } finally {
            lock.unlock();
        }
        thread.start();
    }

    /** Returns once every body has, those started meanwhile included. */
    public void awaitAll() {
        lock.lock();
        try {
            while (!running.isEmpty()) {
                ended.awaitUninterruptibly();
            }
        } finally {
            lock.unlock();
        }
    }

    private void remove(Thread thread) {
        lock.lock();
        try {
            running.remove(thread);
            ended.signalAll(); // awaitAll looks whether this was the last
        } finally {
            lock.unlock();
        }
    }
}
