package insideinformer.store;

import java.util.Map;

/**
 * Makes stores, which are empty at first. Each is a {@link TransactionStore} as well.
 *
 * <p>Upstream: {@code tools/cache/store.go, NewStore, NewIndexer, WithTransformer}.
 */
public final class Stores {

    private Stores() {}

    public static <T> Store<T> newStore(KeyFunc<T> keyFunc) {
        return new Cache<>(keyFunc, Map.of(), null);
    }

    /** A store that keeps what {@code transformer} makes of each object. */
    public static <T> Store<T> newStore(KeyFunc<T> keyFunc, TransformFunc<T> transformer) {
        return new Cache<>(keyFunc, Map.of(), transformer);
    }

    /** @param indexers index names and their functions, copied; {@link Indexer#addIndexers} adds more later */
    public static <T> Indexer<T> newIndexer(KeyFunc<T> keyFunc, Map<String, IndexFunc<T>> indexers) {
        return new Cache<>(keyFunc, indexers, null);
    }

    /** A store with indexes that keeps what {@code transformer} makes of each object. */
    public static <T> Indexer<T> newIndexer(
            KeyFunc<T> keyFunc, Map<String, IndexFunc<T>> indexers, TransformFunc<T> transformer) {
        return new Cache<>(keyFunc, indexers, transformer);
    }
}
