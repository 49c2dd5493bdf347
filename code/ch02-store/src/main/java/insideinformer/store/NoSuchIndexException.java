package insideinformer.store;

/** A query named an index that the store does not have. */
public final class NoSuchIndexException extends IndexException {

    public NoSuchIndexException(String name) {
        super("Index with name " + name + " does not exist", null);
    }
}
