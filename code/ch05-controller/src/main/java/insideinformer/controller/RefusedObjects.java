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
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the newest state of each object that an informer's store refused because an index function failed on it. The
 * store still has the state before that one, or nothing.
 *
 * <p>The queue gets this in the place of the store as its known objects, and so it knows the refused ones, too: a
 * resync tries them again, and a list without them deletes them. An object leaves when the store takes a newer state of
 * it or when it is deleted. All methods can be called from any thread. The lock of this class and the store's are never
 * held together.
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
        LOG.error("{}: {} is not stored, and no handler hears of it, until its next change or resync; its index \"{}\""
                + " failed: {}", informer, key, why.index(), CrashLog.place(Objects.requireNonNull(why.getCause())));
    }

    /** @return whether the object was here */
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
