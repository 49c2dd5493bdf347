package insideinformer.store;

import java.util.List;
import java.util.Optional;

/**
 * Holds objects by key. Any thread may call it, and no method waits for anything but the store's lock. The collections
 * that it returns are the caller's own and in no particular order. The objects in them are shared and must not be
 * changed.
 *
 * <p>Upstream: {@code tools/cache/store.go, Store}.
 */
public interface Store<T> extends ReflectorStore<T>, KeyListerGetter<T> {

    List<T> list();

    /**
     * The object that is stored under the key of {@code object}.
     *
     * @throws KeyError if it has no key
     */
    Optional<T> get(T object) throws KeyError;

    @Override
    Optional<T> getByKey(String key);

    /** The content is as of {@code resourceVersion}, although no object has this version. */
    void bookmark(String resourceVersion);

    /**
     * The version of the last write: that of the object added, updated or deleted, of the list, or of the bookmark. It
     * is the last version, not the highest, and empty at first. A tombstone and an object without metadata do not
     * change it.
     */
    String lastStoreSyncResourceVersion();
}
