package insideinformer.wait;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A context that its owner can end. Closing it means canceling it, so a {@code try} block can own one. The owner must
 * end it, because its parent and the timer of its deadline refer to it until then.
 *
 * <p>Any thread can call all methods. Only {@code await} blocks, and only {@code await} ends with an interrupt.
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
     * Ends this context and its children. It runs the actions that {@link #onDone} registered before it returns. If the
     * context has ended already, it does nothing. An action must not throw; if one does, the exception comes out here
     * and the later actions do not run.
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
            ended.signalAll(); // every thread in await() can go on
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
        toRun.values().forEach(Runnable::run); // without the lock, because an action can use this context
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
