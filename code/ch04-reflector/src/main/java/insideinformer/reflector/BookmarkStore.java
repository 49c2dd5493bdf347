package insideinformer.reflector;

import insideinformer.store.StoreException;

/**
 * A store that wants to hear of bookmarks: nothing has happened up to this version.
 *
 * <p>Upstream: {@code tools/cache/reflector.go, ReflectorBookmarkStore}.
 */
public interface BookmarkStore {

    /**
     * Called on the Reflector's thread.
     *
     * @throws StoreException is logged, and the Reflector goes on from this version all the same
     */
    void bookmark(String resourceVersion) throws StoreException;
}
