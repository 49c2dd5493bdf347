package insideinformer.reflector;

import insideinformer.store.StoreException;

/**
 * A store that wants to hear of bookmarks: nothing has happened up to this version.
 *
 * <p>Upstream: {@code tools/cache/reflector.go, ReflectorBookmarkStore}.
 */
public interface BookmarkStore {

    void bookmark(String resourceVersion) throws StoreException;
}
