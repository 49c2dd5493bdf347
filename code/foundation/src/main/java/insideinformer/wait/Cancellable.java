package insideinformer.wait;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A context that its owner can end. Closing it is cancelling it, so that a {@code try} block can own one. Who makes one
 * must end it: until then its parent and its deadline's timer hold on to it.
 *
 * <p>All methods may be called from any thread; only {@code await} blocks, and only it ends with an interrupt.
 *
 * <p>Upstream: {@code context.WithCancel}, {@code context.WithTimeout}.
 */
public final class Cancellable implements Context, AutoCloseable {

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition ended = lock.newCondition();
    private @Nullable Reason reason; // guarded by lock; set once
    private final Map<Object, Runnable> actions = new LinkedHashMap<>(); // guarded by lock; in order of registration
    private @Nullable Registration parent; // guarded by lock
    private Clock.@Nullable Timer deadline; // guarded by lock

    private Cancellable() {}

    static Cancellable childOf(Context parent) {
        Cancellable child = new Cancellable();
        Registration registration = parent.onDone(() -> child.end(parent.reason().orElseThrow()));
        child.keep(registration, null);
        return child;
    }

    void endAfter(Duration timeout, Clock clock) {
        keep(null, clock.newTimer(timeout, () -> end(Reason.DEADLINE)));
    }

    /**
     * Ends this context and its children, running what {@link #onDone} registered before it returns; does nothing if
     * it has ended already. What an action throws, against its promise, comes out here and leaves the later ones unrun.
     */
    public void cancel() {
        end(Reason.CANCELLED);
    }

    @Override
    public void close() {
        cancel();
    }

    @Override
    public Optional<Reason> reason() {
        lock.lock();
        try {
            return Optional.ofNullable(reason);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void await() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (reason == null) {
                ended.await();
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public boolean await(Duration timeout, Clock clock) throws InterruptedException {
        try (Cancellable pause = withTimeout(timeout, clock)) {
            pause.await();
        }
        return isDone();
    }

    @Override
    public Registration onDone(Runnable action) {
        Object key = new Object();
        lock.lock();
        try {
            if (reason == null) {
                actions.put(key, action);
                return () -> forget(key);
            }
        } finally {
            lock.unlock();
        }
        action.run();
        return () -> {};
    }

    private void forget(Object key) {
        lock.lock();
        try {
            actions.remove(key);
        } finally {
            lock.unlock();
        }
    }

    private void keep(@Nullable Registration registration, Clock.@Nullable Timer timer) {
        lock.lock();
        try {
            if (reason == null) {
                parent = registration == null ? parent : registration;
                deadline = timer == null ? deadline : timer;
                return;
            }
        } finally {
            lock.unlock();
        }
        release(registration, timer);
    }

    private void end(Reason why) {
        Map<Object, Runnable> toRun;
        Registration registration;
        Clock.Timer timer;
        lock.lock();
        try {
            if (reason != null) {
                return;
            }
            reason = why;
            ended.signalAll(); // everybody in await() may go
            toRun = new LinkedHashMap<>(actions);
            actions.clear();
            registration = parent;
            timer = deadline;
            parent = null;
            deadline = null;
        } finally {
            lock.unlock();
        }
        release(registration, timer);
        toRun.values().forEach(Runnable::run); // without the lock: an action may use this context
    }

    private static void release(@Nullable Registration registration, Clock.@Nullable Timer timer) {
        if (registration != null) {
            registration.close();
        }
        if (timer != null) {
            timer.stop();
        }
    }
}
