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
 * Holds objects under keys that the caller chooses, and indexes over them. It is the heart of every cache: one lock
 * guards all of it.
 *
 * <p>Any thread may call it. Index functions run under the lock, so they must be quick and must not call the map. If an
 * index function fails on an object that is to be stored, the write throws {@link IndexFunctionException} and changes
 * nothing. Deleting never fails. A null object is refused with a {@link NullPointerException}. The collections that it
 * returns are new. The objects in them are the stored ones.
 *
 * <p>Upstream: {@code tools/cache/thread_safe_store.go, threadSafeMap}.
 */
public final class ThreadSafeMap<T> {

    // tag::fields[]
    // I1  Items and index change together. A reader sees both as they were
    //     before a write, or both as they are after it.
    // I2  Readers run side by side. A writer runs alone.
    // I3  No stored object is null.

    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    private final Map<String, T> items = new HashMap<>(); // guarded by lock
    private final StoreIndex<T> index; // guarded by lock
    private String rv = ""; // guarded by lock; resource version of the last write
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

    /** Removes the object under {@code key}, if there is one. */
    public void delete(String key) {
        lock.writeLock().lock();
        try {
            deleteLocked(key);
        } finally {
            lock.writeLock().unlock();
        }
    }

    /** As {@link #delete}. The version of {@code object}, its last state, becomes that of the map. */
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
    public void replace(Map<String, T> newItems, String resourceVersion) {
        newItems.forEach((key, object) ->
                requireNonNull(object, () -> "null for " + key + ": leave it out"));
        lock.writeLock().lock();
        try {
            index.replace(newItems); // first: it can fail
            items.clear();
            items.putAll(newItems);
            rv = resourceVersion;
        } finally {
            lock.writeLock().unlock();
        }
    }
    // end::replace[]

    /** Does all of {@code steps} in order in one write, or none if one fails. The last gives the version. */
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

    /** As {@link Store#bookmark}. */
    public void bookmark(String resourceVersion) {
        lock.writeLock().lock();
        try {
            rv = resourceVersion;
        } finally {
            lock.writeLock().unlock();
        }
    }

    private void noteVersionLocked(Object object) {
        assertWriteLockHeld();
        if (object instanceof KubernetesObject known) {
            String version = known.metadata().resourceVersion();
            rv = version == null ? "" : version;
        }
    }

    /** As {@link Store#lastStoreSyncResourceVersion}. */
    public String lastStoreSyncResourceVersion() {
        lock.readLock().lock();
        try {
            return rv;
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
    /** As {@link Indexer#index}. */
    public List<T> index(String name, T object) throws IndexException {
        lock.readLock().lock();
        try {
            return objectsLocked(index.getKeysFromIndex(name, object));
        } finally {
            lock.readLock().unlock();
        }
    }

    public List<T> byIndex(String name, String value) throws NoSuchIndexException {
        lock.readLock().lock();
        try {
            return objectsLocked(index.getKeysByIndex(name, value));
        } finally {
            lock.readLock().unlock();
        }
    }
    // end::query[]

    /** Gives a null for a key that has no object: an object changed in place left it in the index. */
    private List<T> objectsLocked(Collection<String> keys) {
        assertReadLockHeld();
        List<T> objects = new ArrayList<>(keys.size());
        for (String key : keys) {
            objects.add(items.get(key));
        }
        return objects;
    }

    /** As {@link Indexer#indexKeys}. */
    public List<String> indexKeys(String name, String value) throws NoSuchIndexException {
        lock.readLock().lock();
        try {
            return index.getKeysByIndex(name, value).stream().sorted().toList();
        } finally {
            lock.readLock().unlock();
        }
    }

    /** As {@link Indexer#listIndexFuncValues}. */
    public Set<String> listIndexFuncValues(String name) {
        lock.readLock().lock();
        try {
            return new HashSet<>(index.getIndexValues(name));
        } finally {
            lock.readLock().unlock();
        }
    }

    /** As {@link Indexer#getIndexers}. */
    public Map<String, IndexFunc<T>> getIndexers() {
        lock.readLock().lock();
        try {
            return index.indexers();
        } finally {
            lock.readLock().unlock();
        }
    }

    /** As {@link Indexer#addIndexers}. */
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

    private void assertReadLockHeld() {
        if (lock.getReadHoldCount() == 0) {
            throw new IllegalStateException("needs the read lock of the store");
        }
    }
}
