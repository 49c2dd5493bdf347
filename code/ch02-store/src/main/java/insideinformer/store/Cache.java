package insideinformer.store;

import static java.util.Objects.requireNonNull;

import insideinformer.store.DeltaObject.Live;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The store that every informer reads and writes: a {@link ThreadSafeMap} and a key function that computes the keys.
 * Keys are computed and objects transformed before the map's lock is taken.
 *
 * <p>Upstream: {@code tools/cache/store.go, cache}.
 */
final class Cache<T> implements Indexer<T>, TransactionStore<T> {

    private final KeyFunc<T> keyFunc;
    private final @Nullable TransformFunc<T> transformer;
    private final ThreadSafeMap<T> cacheStorage;

    Cache(KeyFunc<T> keyFunc, Map<String, IndexFunc<T>> indexers, @Nullable TransformFunc<T> transformer) {
        this.keyFunc = requireNonNull(keyFunc, "keyFunc is null; give Keys.metaNamespaceKeyFunc() or one of your own");
        this.transformer = transformer;
        this.cacheStorage = new ThreadSafeMap<>(indexers);
    }

    // tag::write[]
    @Override
    public void add(T object) throws KeyError, TransformException {
        String key = keyOf(object);
        cacheStorage.add(key, transformed(object));
    }

    @Override
    public void update(T object) throws KeyError, TransformException {
        String key = keyOf(object);
        cacheStorage.update(key, transformed(object));
    }

    @Override
    public void delete(DeltaObject<T> object) throws KeyError {
        String key = deletionKeyOf(object);
        switch (object) {
            case Live<T> live -> cacheStorage.deleteWithObject(key, live.value());
            case DeletedFinalStateUnknown<T> tombstone -> cacheStorage.delete(key);
        }
    }
    // end::write[]

    @Override
    public void replace(List<T> list, String resourceVersion)
            throws KeyError, TransformException {
        replace(list, Set.of(), resourceVersion);
    }

    // tag::replace[]
    /** An object without a key refuses the whole list. Of one key the last wins. */
    @Override
    public void replace(List<T> list, Set<String> unread, String resourceVersion)
            throws KeyError, TransformException {
        Map<String, T> items = HashMap.newHashMap(list.size());
        for (String key : unread) {
            getByKey(key).ifPresent(known -> items.put(key, known));
        }
        for (T object : list) {
            String key = keyOf(object);
            items.put(key, transformed(object));
        }
        cacheStorage.replace(items, resourceVersion);
    }
    // end::replace[]

    /** Does nothing, because a store has nobody to show its objects to. */
    @Override
    public void resync() {}

    @Override
    public void transaction(List<Transaction<T>> steps) throws TransactionError {
        List<ThreadSafeStoreTransaction<T>> good = new ArrayList<>();
        List<Integer> successfulIndices = new ArrayList<>();
        List<KeyError> errors = new ArrayList<>();
        for (int i = 0; i < steps.size(); i++) {
            try {
                good.add(new ThreadSafeStoreTransaction<>(steps.get(i), keyOf(steps.get(i).object())));
                successfulIndices.add(i);
            } catch (KeyError e) {
                errors.add(e);
            }
        }
        cacheStorage.transaction(good);
        if (!errors.isEmpty()) {
            throw new TransactionError(successfulIndices, steps.size(), errors);
        }
    }

    @Override
    public void bookmark(String resourceVersion) {
        cacheStorage.bookmark(resourceVersion);
    }

    @Override
    public String lastStoreSyncResourceVersion() {
        return cacheStorage.lastStoreSyncResourceVersion();
    }

    private String keyOf(T object) throws KeyError {
        try {
            return keyFunc.key(object);
        } catch (KeyException e) {
            throw new KeyError(object, e);
        }
    }

    private String deletionKeyOf(DeltaObject<T> object) throws KeyError {
        try {
            return keyFunc.deletionKey(object);
        } catch (KeyException e) {
            throw new KeyError(object instanceof Live<T> live ? live.value() : object, e);
        }
    }

    private T transformed(T object) throws TransformException {
        if (transformer == null) {
            return object;
        }
        try {
            return transformer.transform(object);
        } catch (Exception e) {
            throw TransformException.of("transforming: ", e);
        }
    }

    @Override
    public Optional<T> get(T object) throws KeyError {
        return getByKey(keyOf(object));
    }

    @Override
    public Optional<T> getByKey(String key) {
        return cacheStorage.get(key);
    }

    @Override
    public List<T> list() {
        return cacheStorage.list();
    }

    @Override
    public List<String> listKeys() {
        return cacheStorage.listKeys();
    }

    @Override
    public List<T> index(String name, T object) throws IndexException {
        return cacheStorage.index(name, object);
    }

    @Override
    public List<T> byIndex(String name, String value) throws NoSuchIndexException {
        return cacheStorage.byIndex(name, value);
    }

    @Override
    public List<String> indexKeys(String name, String value) throws NoSuchIndexException {
        return cacheStorage.indexKeys(name, value);
    }

    @Override
    public Set<String> listIndexFuncValues(String name) {
        return cacheStorage.listIndexFuncValues(name);
    }

    @Override
    public Map<String, IndexFunc<T>> getIndexers() {
        return cacheStorage.getIndexers();
    }

    @Override
    public void addIndexers(Map<String, IndexFunc<T>> more) throws IndexerConflictException {
        cacheStorage.addIndexers(more);
    }
}
