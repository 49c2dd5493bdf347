package insideinformer.sharedinformer;

import insideinformer.api.ConfigMap;
import insideinformer.controller.ResourceEventHandler;
import insideinformer.store.DeletedObject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A handler that checks what it is told of each object: first an add, then updates that each start where the one before
 * ended, then a delete, and so on.
 */
final class ObjectStories implements ResourceEventHandler<ConfigMap> {

    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, String> present = new HashMap<>(); // guarded by lock; version by name
    private final List<String> complaints = new ArrayList<>(); // guarded by lock
    private int adds; // guarded by lock

    @Override
    public void onAdd(ConfigMap obj, boolean isInInitialList) {
        lock.lock();
        try {
            adds++;
            String before = present.put(name(obj), version(obj));
            if (before != null) {
                complaints.add("add " + name(obj) + "@" + version(obj) + " after @" + before);
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void onUpdate(ConfigMap oldObj, ConfigMap newObj) {
        lock.lock();
        try {
            String before = present.put(name(newObj), version(newObj));
            if (!version(oldObj).equals(before)) {
                complaints.add("update " + name(newObj) + "@" + version(oldObj) + ">" + version(newObj)
                        + " after @" + before);
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void onDelete(DeletedObject<ConfigMap> obj) {
        lock.lock();
        try {
            String name = obj.objectName().name();
            if (present.remove(name) == null) {
                complaints.add("delete " + name + " of what was never added");
            }
        } finally {
            lock.unlock();
        }
    }

    private static String name(ConfigMap obj) {
        return String.valueOf(obj.metadata().name());
    }

    private static String version(ConfigMap obj) {
        return String.valueOf(obj.metadata().resourceVersion());
    }

    List<String> complaints() {
        lock.lock();
        try {
            return List.copyOf(complaints);
        } finally {
            lock.unlock();
        }
    }

    int adds() {
        lock.lock();
        try {
            return adds;
        } finally {
            lock.unlock();
        }
    }

    /** The version of each object that is there now. */
    Map<String, String> present() {
        lock.lock();
        try {
            return Map.copyOf(present);
        } finally {
            lock.unlock();
        }
    }
}
