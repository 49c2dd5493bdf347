package insideinformer.store;

/** A step and its key. Upstream: {@code tools/cache/thread_safe_store.go, ThreadSafeStoreTransaction}. */
public record ThreadSafeStoreTransaction<T>(Transaction<T> transaction, String key) {}
