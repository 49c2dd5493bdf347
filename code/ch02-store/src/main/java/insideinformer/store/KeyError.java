package insideinformer.store;

/**
 * A store or queue could not compute the key of an object. The cause is the key function's own exception.
 *
 * <p>Upstream: {@code tools/cache/store.go, KeyError}.
 */
public final class KeyError extends KeyException {

    private final transient Object object;

    public KeyError(Object object, KeyException cause) {
        super("couldn't create key for object " + object + ": " + cause.getMessage(), cause);
        this.object = object;
    }

    /** What has no key: an object, a tombstone, or the deltas of a queue. */
    public Object object() {
        return object;
    }
}
