package insideinformer.testing.informers;

import insideinformer.api.KubernetesObject;
import insideinformer.store.DeletedObject;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Records the calls that a handler gets in a test, one line a call: {@code add n/p1@3 initial}, {@code update
 * n/p1@3>4}, {@code resync n/p1@4} (twice the same instance), {@code delete n/p1@5}, {@code delete n/p1@4 tombstone}.
 * While it is blocked, each call is recorded and then waits, and an interrupt does not end that wait.
 *
 * <p>It has the methods of a {@code ResourceEventHandler}, but this module stands before chapter 5, whose tests use it.
 * So each module that needs a handler has a class {@code RecordingHandler}, which extends this class and implements
 * that interface.
 *
 * <p>All methods can be called from any thread. The {@code await} methods have no time limit; an interrupt ends the
 * wait.
 */
public class HandlerCalls<T extends KubernetesObject> {

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final List<String> events = new ArrayList<>(); // guarded by lock
    private boolean blocked; // guarded by lock
    private int parked; // guarded by lock

    public void onAdd(T obj, boolean isInInitialList) {
        record("add " + keyAt(obj) + (isInInitialList ? " initial" : ""));
    }

    public void onUpdate(T oldObj, T newObj) {
        record(oldObj == newObj
                ? "resync " + keyAt(newObj)
                : "update " + keyAt(oldObj) + ">" + version(newObj));
    }

    public void onDelete(DeletedObject<T> obj) {
        String what = obj.object().map(HandlerCalls::keyAt).orElse(obj.key());
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

    /** Makes every call wait until {@link #release}. */
    public void block() {
        lock.lock();
        try {
            blocked = true;
        } finally {
            lock.unlock();
        }
    }

    /** Lets the waiting calls go on, and makes no call wait any more. */
    public void release() {
        lock.lock();
        try {
            blocked = false;
            changed.signalAll(); // calls are parked
        } finally {
            lock.unlock();
        }
    }

    /** Waits until a call waits for {@link #release}. */
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

    /** A copy of all lines, oldest first. */
    public List<String> events() {
        lock.lock();
        try {
            return List.copyOf(events);
        } finally {
            lock.unlock();
        }
    }

    /** Waits until this line was recorded. */
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

    /** Waits until at least {@code count} calls were recorded, and returns the lines of all. */
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
