package insideinformer.reflector;

import insideinformer.store.StoreException;

/**
 * A store that wants to hear of bookmarks. A bookmark says that everything up to its version has been sent.
 *
 * <p>Upstream: {@code tools/cache/reflector.go, ReflectorBookmarkStore}.
 */
public interface ReflectorBookmarkStore {

    /**
     * Called on the Reflector's thread.
     *
     * @throws StoreException is logged, and the Reflector goes on from this version all the same
     */
    void bookmark(String resourceVersion) throws StoreException;
}
