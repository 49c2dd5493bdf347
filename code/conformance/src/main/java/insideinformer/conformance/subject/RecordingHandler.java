package insideinformer.conformance.subject;

import insideinformer.api.ConfigMap;
import insideinformer.controller.ResourceEventHandler;
import insideinformer.store.DeletedFinalStateUnknown;
import insideinformer.store.DeletedObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** A handler that keeps what it heard since the last step began. It can be made to block in a callback. */
public final class RecordingHandler implements ResourceEventHandler<ConfigMap> {

    /** The annotation that appears in the recorded events. */
    public static final String SHOWN = "x";

    private final Bubble bubble;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition released = lock.newCondition();
    private final List<String> events = new ArrayList<>(); // guarded by lock
    private boolean blocked; // guarded by lock

    RecordingHandler(Bubble bubble) {
        this.bubble = bubble;
    }

    @Override
    public void onAdd(ConfigMap obj, boolean isInInitialList) {
        record("add " + key(obj) + "@" + version(obj) + (isInInitialList ? " initial" : ""));
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // only a resync gives the same instance twice
    public void onUpdate(ConfigMap oldObj, ConfigMap newObj) {
        record(oldObj == newObj
                ? "resync " + key(newObj) + "@" + version(newObj)
                : "update " + key(newObj) + "@" + version(oldObj) + ">" + version(newObj));
    }

    @Override
    public void onDelete(DeletedObject<ConfigMap> obj) {
        String version = obj.object().map(RecordingHandler::version).orElse("");
        boolean tombstone = obj.finalStateUnknown().map(DeletedFinalStateUnknown::key).isPresent();
        record("delete " + obj.key() + "@" + version + (tombstone ? " tombstone" : ""));
    }

    /** {@code KEY@VERSION}, with {@code +x} if the object has the annotation. */
    static String text(ConfigMap object) {
        return key(object) + "@" + version(object);
    }

    private static String key(ConfigMap object) {
        return ScriptedObjects.key(object);
    }

    private static String version(ConfigMap object) {
        return Objects.requireNonNullElse(object.metadata().resourceVersion(), "")
                + (object.metadata().annotations().containsKey(SHOWN) ? "+" + SHOWN : "");
    }

    private void record(String event) {
        lock.lock();
        try {
            events.add(event);
            bubble.seen();
            while (blocked) {
                released.awaitUninterruptibly();
            }
        } finally {
            lock.unlock();
        }
    }

    void block() {
        lock.lock();
        try {
            blocked = true;
        } finally {
            lock.unlock();
        }
    }

    void release() {
        lock.lock();
        try {
            blocked = false;
            released.signalAll(); // the callback may go on
        } finally {
            lock.unlock();
        }
    }

    /** A step begins. */
    void clear() {
        lock.lock();
        try {
            events.clear();
        } finally {
            lock.unlock();
        }
    }

    List<String> events() {
        lock.lock();
        try {
            return List.copyOf(events);
        } finally {
            lock.unlock();
        }
    }
}
