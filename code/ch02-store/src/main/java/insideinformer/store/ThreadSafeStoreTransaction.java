package insideinformer.store;

/**
 * A step of a transaction and the key of its object.
 *
 * <p>Upstream: {@code tools/cache/thread_safe_store.go, ThreadSafeStoreTransaction}.
 */
public record ThreadSafeStoreTransaction<T>(Transaction<T> transaction, String key) {}
