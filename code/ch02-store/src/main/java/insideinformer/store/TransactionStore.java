package insideinformer.store;

import java.util.List;

/**
 * A store that can do several writes in one. No informer uses it. It is here because the recordings of client-go use
 * it.
 *
 * <p>Upstream: {@code tools/cache/store.go, TransactionStore}.
 */
public interface TransactionStore<T> extends Store<T> {

    /**
     * Does all steps whose object has a key, in order. A reader sees none of them or all. Objects are stored as they
     * are, without the store's transformer.
     *
     * @throws TransactionError if an object has no key; its step is left out, and the others are done
     */
    void transaction(List<Transaction<T>> steps) throws TransactionError;
}
