package insideinformer.store;

/** One step of a {@link TransactionStore#transaction}. Upstream: {@code tools/cache/store.go, Transaction}. */
public record Transaction<T>(Type type, T object) {

    public enum Type {
        ADD,
        UPDATE,
        DELETE
    }
}
