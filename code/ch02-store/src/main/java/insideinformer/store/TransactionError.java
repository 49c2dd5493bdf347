package insideinformer.store;

import java.util.List;

/** Steps of a transaction had no key and were left out. Upstream: {@code tools/cache/store.go, TransactionError}. */
public final class TransactionError extends StoreException {

    private final transient List<Integer> successfulIndices;
    private final transient int totalTransactions;
    private final transient List<KeyError> errors;

    TransactionError(List<Integer> successfulIndices, int totalTransactions, List<KeyError> errors) {
        super("failed to execute (" + errors.size() + "/" + totalTransactions + ") transactions failed due to: "
                + errors.stream().map(Throwable::getMessage).toList(), errors.getFirst());
        this.successfulIndices = List.copyOf(successfulIndices);
        this.totalTransactions = totalTransactions;
        this.errors = List.copyOf(errors);
    }

    /** The places, in the list handed in, of the steps that were done. */
    public List<Integer> successfulIndices() {
        return successfulIndices;
    }

    /** How many steps were handed in. */
    public int totalTransactions() {
        return totalTransactions;
    }

    /** One for each step that was left out, in their order. */
    public List<KeyError> errors() {
        return errors;
    }
}
