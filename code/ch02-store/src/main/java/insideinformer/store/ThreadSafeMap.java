package insideinformer.store;

import static java.util.Objects.requireNonNull;

import insideinformer.api.KubernetesObject;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * Objects under keys that the caller chooses, and indexes over them.
 *
 * <p>All methods may be called from any thread. Index functions run under the lock: they must be quick and must not
 * call the store. If one fails for an object that is to be stored, the write throws {@link IndexFunctionException} and
 * changes nothing. Deleting never fails. A null object is a {@link NullPointerException} and not stored. Collections
 * handed out are new, the objects in them are the stored ones.
 *
 * <p>Upstream: {@code tools/cache/thread_safe_store.go, threadSafeMap}.
 */
public final class ThreadSafeMap<T> {

    // tag::fields[]
    // I1  Items and index change together: whoever reads sees both as they were
    //     before a write, or both as they are after it.
    // I2  Readers run side by side; a writer runs alone.
    // I3  No stored object is null.

    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    private final Map<String, T> items = new HashMap<>(); // guarded by lock
    private final StoreIndex<T> index; // guarded by lock
    private String resourceVersion = ""; // guarded by lock; of the last write
    // end::fields[]

    public ThreadSafeMap(Map<String, IndexFunc<T>> indexers) {
        index = new StoreIndex<>(indexers);
    }

    /** The same as {@link #update}. */
    public void add(String key, T object) {
        update(key, object);
    }

    // tag::write[]
    /** Puts {@code object} under {@code key}, whether or not something is there. */
    public void update(String key, T object) {
        lock.writeLock().lock();
        try {
            updateLocked(key, object);
            noteVersionLocked(object);
        } finally {
            lock.writeLock().unlock();
        }
    }

    private void updateLocked(String key, T object) {
        assertWriteLockHeld();
        requireNonNull(object, () -> "null for " + key + ": delete it instead");
        var values = index.newValues(object, key); // first: it can fail
        index.updateIndices(items.put(key, object), values, key);
    }
    // end::write[]

    /** Takes away what stands under {@code key}, if anything. */
    public void delete(String key) {
        lock.writeLock().lock();
        try {
            deleteLocked(key);
        } finally {
            lock.writeLock().unlock();
        }
    }

    /** As {@link #delete}; {@code object} is the last state and tells the version. */
    public void deleteWithObject(String key, T object) {
        lock.writeLock().lock();
        try {
            deleteLocked(key);
            noteVersionLocked(object);
        } finally {
            lock.writeLock().unlock();
        }
    }

    private void deleteLocked(String key) {
        assertWriteLockHeld();
        T object = items.get(key);
        if (object != null) {
            index.updateIndices(object, Map.of(), key);
            items.remove(key);
        }
    }

    // tag::replace[]
    /** Makes {@code newItems} the whole content. */
    public void replace(Map<String, T> newItems, String newResourceVersion) {
        newItems.forEach((key, object) ->
                requireNonNull(object, () -> "null for " + key + ": leave it out"));
        lock.writeLock().lock();
        try {
            index.replace(newItems); // first: it can fail
            items.clear();
            items.putAll(newItems);
            resourceVersion = newResourceVersion;
        } finally {
            lock.writeLock().unlock();
        }
    }
    // end::replace[]

    /** Does all of {@code steps}, in order, in one write, or none if one fails; the last tells the version. */
    public void transaction(List<ThreadSafeStoreTransaction<T>> steps) {
        lock.writeLock().lock();
        try {
            List<Map<String, Collection<String>>> values = new ArrayList<>(); // first: they can fail
            for (ThreadSafeStoreTransaction<T> step : steps) {
                T object = requireNonNull(step.transaction().object(), () -> "null for " + step.key());
                values.add(switch (step.transaction().type()) {
                    case ADD, UPDATE -> index.newValues(object, step.key());
                    case DELETE -> Map.of();
                });
            }
            for (int i = 0; i < steps.size(); i++) {
                String key = steps.get(i).key();
                switch (steps.get(i).transaction().type()) {
                    case ADD, UPDATE -> index.updateIndices(
                            items.put(key, steps.get(i).transaction().object()), values.get(i), key);
                    case DELETE -> deleteLocked(key);
                }
            }
            if (!steps.isEmpty()) {
                noteVersionLocked(steps.getLast().transaction().object());
            }
        } finally {
            lock.writeLock().unlock();
        }
    }

    /** Notes that the content is as of {@code newResourceVersion}. */
    public void bookmark(String newResourceVersion) {
        lock.writeLock().lock();
        try {
            resourceVersion = newResourceVersion;
        } finally {
            lock.writeLock().unlock();
        }
    }

    private void noteVersionLocked(Object object) {
        assertWriteLockHeld();
        if (object instanceof KubernetesObject known) {
            String version = known.metadata().resourceVersion();
            resourceVersion = version == null ? "" : version;
        }
    }

    /** As {@link Store#lastStoreSyncResourceVersion}. */
    public String lastStoreSyncResourceVersion() {
        lock.readLock().lock();
        try {
            return resourceVersion;
        } finally {
            lock.readLock().unlock();
        }
    }

    public Optional<T> get(String key) {
        lock.readLock().lock();
        try {
            return Optional.ofNullable(items.get(key));
        } finally {
            lock.readLock().unlock();
        }
    }

    public List<T> list() {
        lock.readLock().lock();
        try {
            return new ArrayList<>(items.values());
        } finally {
            lock.readLock().unlock();
        }
    }

    public List<String> listKeys() {
        lock.readLock().lock();
        try {
            return new ArrayList<>(items.keySet());
        } finally {
            lock.readLock().unlock();
        }
    }

    // tag::query[]
    /** Objects that share a value with {@code object} in the index {@code name}. */
    public List<T> index(String name, T object) throws IndexException {
        lock.readLock().lock();
        try {
            return objectsLocked(index.keysFromIndex(name, object));
        } finally {
            lock.readLock().unlock();
        }
    }

    public List<T> byIndex(String name, String value) throws NoSuchIndexException {
        lock.readLock().lock();
        try {
            return objectsLocked(index.keysByIndex(name, value));
        } finally {
            lock.readLock().unlock();
        }
    }
    // end::query[]

    /** A key that an object changed in place left behind in the index has no object: it gives a null. */
    private List<T> objectsLocked(Collection<String> keys) {
        List<T> objects = new ArrayList<>(keys.size());
        for (String key : keys) {
            objects.add(items.get(key));
        }
        return objects;
    }

    /** The keys under {@code value}, sorted. */
    public List<String> indexKeys(String name, String value) throws NoSuchIndexException {
        lock.readLock().lock();
        try {
            return index.keysByIndex(name, value).stream().sorted().toList();
        } finally {
            lock.readLock().unlock();
        }
    }

    /** A copy: the values in use; empty for an index that does not exist. */
    public Set<String> listIndexFuncValues(String name) {
        lock.readLock().lock();
        try {
            return new HashSet<>(index.indexValues(name));
        } finally {
            lock.readLock().unlock();
        }
    }

    /** A copy: index names and their functions. */
    public Map<String, IndexFunc<T>> getIndexers() {
        lock.readLock().lock();
        try {
            return index.indexers();
        } finally {
            lock.readLock().unlock();
        }
    }

    /**
     * Adds all of {@code more} and indexes what is stored already; adds none if one of the names is taken.
     *
     * @throws IndexFunctionException if an index function failed; none of them is added then
     */
    public void addIndexers(Map<String, IndexFunc<T>> more) throws IndexerConflictException {
        lock.writeLock().lock();
        try {
            index.addIndexers(more, items);
        } finally {
            lock.writeLock().unlock();
        }
    }

    private void assertWriteLockHeld() {
        if (!lock.isWriteLockedByCurrentThread()) {
            throw new IllegalStateException("needs the write lock of the store");
        }
    }
}
