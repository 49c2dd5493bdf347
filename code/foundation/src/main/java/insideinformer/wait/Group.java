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
 * <p>All methods may be called from any thread. Only {@link #awaitAll} blocks; an interrupt does not end it and is kept
 * for later. A body that has ended is no longer held; its thread is forgotten once it is seen to have ended too, at the
 * next start. What a body throws ends its thread alone and goes to the uncaught exception handler.
 *
 * <p>Upstream: {@code apimachinery pkg/util/wait, Group}.
 */
public final class Group {

    private final ReentrantLock lock = new ReentrantLock();
    private final Set<Thread> running = new LinkedHashSet<>(); // guarded by lock; joined in the order of their start
    private final Set<Thread> ending = new LinkedHashSet<>(); // guarded by lock; their body has ended, they may not have

    /** Runs {@code body} on a new virtual thread of that name. */
    public void start(String name, Runnable body) {
        AtomicReference<@Nullable Runnable> once = new AtomicReference<>(body); // a thread that has ended holds nothing
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
            thread.start(); // with the lock, so that awaitAll never meets a thread that has not started
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

    /** Returns once every thread has ended, those started meanwhile included; on one of them it would never return. */
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

    /** Looks only at the few that are about to end: with many running, each start would look at all of them. */
    private void forgetEndedLocked() {
        ending.removeIf(thread -> !thread.isAlive());
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
