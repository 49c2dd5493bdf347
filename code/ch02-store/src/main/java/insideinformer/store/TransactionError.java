package insideinformer.store;

import java.util.List;

/**
 * Steps of a transaction had objects without a key and were left out.
 *
 * <p>Upstream: {@code tools/cache/store.go, TransactionError}.
 */
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

    /** The positions, in the caller's list, of the steps that were done. */
    public List<Integer> successfulIndices() {
        return successfulIndices;
    }

    /** How many steps the caller's list had. */
    public int totalTransactions() {
        return totalTransactions;
    }

    /** One for each step that was left out, in their order. */
    public List<KeyError> errors() {
        return errors;
    }
}
