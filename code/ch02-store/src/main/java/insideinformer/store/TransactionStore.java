package insideinformer.store;

import java.util.List;

/** A store that can do several writes in one. Upstream: {@code tools/cache/store.go, TransactionStore}. */
public interface TransactionStore<T> extends Store<T> {

    /**
     * Does all steps whose object has a key, in order, so that readers see none or all of them. Objects are stored as
     * they are, without the store's transformer.
     *
     * @throws TransactionError names the steps that were left out; the others are done
     */
    void transaction(List<Transaction<T>> steps) throws TransactionError;
}
