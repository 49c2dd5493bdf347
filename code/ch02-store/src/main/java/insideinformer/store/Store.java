package insideinformer.store;

import java.util.List;
import java.util.Optional;

/**
 * Objects by key. All methods may be called from any thread and wait for the store's lock alone; collections handed out
 * are the caller's own, in no particular order; the objects in them are shared and must not be changed.
 *
 * <p>Upstream: {@code tools/cache/store.go, Store}.
 */
public interface Store<T> extends ReflectorStore<T>, KeyListerGetter<T> {

    List<T> list();

    /**
     * What stands under the key of {@code object}.
     *
     * @throws KeyError if it has no key
     */
    Optional<T> get(T object) throws KeyError;

    @Override
    Optional<T> getByKey(String key);

    /** Notes that the content is as of {@code resourceVersion}, although no object has it. */
    void bookmark(String resourceVersion);

    /**
     * The version of the last write: that of the object added, updated or deleted, that of the list, or that of the
     * bookmark. The last, not the highest; empty at first. A tombstone and an object without metadata leave it as it
     * was.
     */
    String lastStoreSyncResourceVersion();
}
