package insideinformer.wait;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Virtual threads with one owner, who can wait until all of them have ended.
 *
 * <p>Any thread can call all methods. Only {@link #awaitAll} blocks. An interrupt does not end that wait; the flag is
 * set again afterward. An exception ends only the thread whose body threw it and goes to the uncaught exception
 * handler. The group refers to a body while it runs, and to a thread until the first {@link #start} after its end.
 *
 * <p>Upstream: {@code apimachinery pkg/util/wait, Group}.
 */
public final class Group {

    private final ReentrantLock lock = new ReentrantLock();
    private final Set<Thread> running = new LinkedHashSet<>(); // guarded by lock; in the order of their start
    private final Set<Thread> ending = new LinkedHashSet<>(); // guarded by lock; their body has ended

    /** Runs {@code body} on a new virtual thread with this name. */
    public void start(String name, Runnable body) {
        AtomicReference<@Nullable Runnable> once = new AtomicReference<>(body); // an ended thread keeps no body
        Thread thread = Thread.ofVirtual().name(name).unstarted(() -> {
            try {
                Objects.requireNonNull(once.getAndSet(null)).run();
            } finally {
                bodyEnded(Thread.currentThread());
            }
        });
        lock.lock();
        try {
            forgetEndedLocked();
            running.add(thread);
            thread.start(); // under the lock, so that awaitAll meets no thread that has not started
        } finally {
            lock.unlock();
        }
    }

    private void bodyEnded(Thread thread) {
        lock.lock();
        try {
            running.remove(thread);
            ending.add(thread);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits until every thread has ended, including those that are started meanwhile. Called on one of them, it never
     * returns.
     */
    public void awaitAll() {
        boolean interrupted = false;
        for (List<Thread> left = left(); !left.isEmpty(); left = left()) {
            for (Thread thread : left) {
                interrupted |= joinUninterruptibly(thread);
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private List<Thread> left() {
        lock.lock();
        try {
            forgetEndedLocked();
            List<Thread> all = new ArrayList<>(running);
            all.addAll(ending);
            return all;
        } finally {
            lock.unlock();
        }
    }

    /** Looks only at the few whose body has ended, so that a start costs the same with many running threads. */
    private void forgetEndedLocked() {
        assertLockHeld();
        ending.removeIf(thread -> !thread.isAlive());
    }

    private void assertLockHeld() {
        if (!lock.isHeldByCurrentThread()) {
            throw new IllegalStateException("the caller must hold the lock");
        }
    }

    private static boolean joinUninterruptibly(Thread thread) {
        boolean interrupted = false;
        while (true) {
            try {
                thread.join();
                return interrupted;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
    }
}
