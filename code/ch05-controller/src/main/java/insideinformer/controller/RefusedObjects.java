package insideinformer.controller;

import insideinformer.api.KubernetesObject;
import insideinformer.store.IndexFunctionException;
import insideinformer.store.KeyListerGetter;
import insideinformer.store.LookupException;
import insideinformer.wait.CrashLog;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The newest state of each object that an informer's store refused because an index function failed on it. The store
 * still has the state before, or nothing.
 *
 * <p>For the queue these objects are known, in their newest state: a resync tries them again, a list that lacks one
 * deletes it. They leave as soon as the store takes a newer state or they are deleted. The store's own lock and the one
 * here are never held together. Any thread can call.
 *
 * <p>Upstream has nothing like it, because there an index function that fails ends the process.
 */
public final class RefusedObjects<T extends KubernetesObject> implements KeyListerGetter<T> {

    private static final Logger LOG = LoggerFactory.getLogger(RefusedObjects.class);

    private final String informer;
    private final KeyListerGetter<T> store;

    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, T> refused = new HashMap<>(); // guarded by lock; by key

    /** @param informer begins each line in the log */
    public RefusedObjects(String informer, KeyListerGetter<T> store) {
        this.informer = informer;
        this.store = store;
    }

    void put(String key, T object, IndexFunctionException why) {
        lock.lock();
        try {
            refused.put(key, object);
        } finally {
            lock.unlock();
        }
        CrashLog.error(LOG, why, "{}: {} is not stored, and no handler hears of it, until its next change or resync",
                informer, key);
    }

    /** @return whether it was here */
    boolean remove(String key) {
        lock.lock();
        try {
            return refused.remove(key) != null;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public List<String> listKeys() {
        Set<String> keys = new LinkedHashSet<>(store.listKeys());
        lock.lock();
        try {
            keys.addAll(refused.keySet());
        } finally {
            lock.unlock();
        }
        return new ArrayList<>(keys);
    }

    @Override
    public Optional<T> getByKey(String key) throws LookupException {
        lock.lock();
        try {
            if (refused.containsKey(key)) {
                return Optional.of(refused.get(key));
            }
        } finally {
            lock.unlock();
        }
        return store.getByKey(key);
    }
}
