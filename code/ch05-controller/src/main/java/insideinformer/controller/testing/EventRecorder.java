package insideinformer.controller.testing;

import insideinformer.api.KubernetesObject;
import insideinformer.controller.ResourceEventHandler;
import insideinformer.store.DeletedObject;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A handler for tests that writes down what it hears, one line a call: {@code add n/p1@3 initial}, {@code update
 * n/p1@3>4}, {@code resync n/p1@4} (twice the same instance), {@code delete n/p1@5}, {@code delete n/p1@4 tombstone}.
 * While it is blocked, a call parks after it has been written down, and an interrupt does not end that.
 *
 * <p>All methods may be called from any thread. What is waited for has no time limit; an interrupt ends the wait.
 */
public final class EventRecorder<T extends KubernetesObject> implements ResourceEventHandler<T> {

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final List<String> events = new ArrayList<>(); // guarded by lock
    private boolean blocked; // guarded by lock
    private int parked; // guarded by lock

    @Override
    public void onAdd(T obj, boolean isInInitialList) {
        record("add " + keyAt(obj) + (isInInitialList ? " initial" : ""));
    }

    @Override
    public void onUpdate(T oldObj, T newObj) {
        record(oldObj == newObj
                ? "resync " + keyAt(newObj)
                : "update " + keyAt(oldObj) + ">" + version(newObj));
    }

    @Override
    public void onDelete(DeletedObject<T> obj) {
        String what = obj.object().map(EventRecorder::keyAt).orElse(obj.key());
        record("delete " + what + (obj.finalStateUnknown().isPresent() ? " tombstone" : ""));
    }

    private void record(String event) {
        lock.lock();
        try {
            events.add(event);
            parked++;
            changed.signalAll(); // awaitEvents or awaitParked may wait for it
            while (blocked) {
                changed.awaitUninterruptibly();
            }
            parked--;
        } finally {
            lock.unlock();
        }
    }

    private static String keyAt(KubernetesObject obj) {
        String namespace = obj.metadata().namespace();
        String name = obj.metadata().name();
        return (namespace == null ? "" : namespace + "/") + name + "@" + version(obj);
    }

    private static String version(KubernetesObject obj) {
        String version = obj.metadata().resourceVersion();
        return version == null ? "" : version;
    }

    /** From now on every call parks until {@link #release}. */
    public void block() {
        lock.lock();
        try {
            blocked = true;
        } finally {
            lock.unlock();
        }
    }

    /** Lets all parked calls go on, and parks no more. */
    public void release() {
        lock.lock();
        try {
            blocked = false;
            changed.signalAll(); // calls are parked
        } finally {
            lock.unlock();
        }
    }

    /** Waits until a call is parked. */
    public void awaitParked() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (!blocked || parked == 0) {
                changed.await();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Everything written down so far, oldest first; a copy. */
    public List<String> events() {
        lock.lock();
        try {
            return List.copyOf(events);
        } finally {
            lock.unlock();
        }
    }

    /** Waits until this line has been written down. */
    public void awaitEvent(String line) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (!events.contains(line)) {
                changed.await();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Waits until at least {@code count} calls have been written down, and answers with all there are. */
    public List<String> awaitEvents(int count) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (events.size() < count) {
                changed.await();
            }
            return List.copyOf(events);
        } finally {
            lock.unlock();
        }
    }
}
