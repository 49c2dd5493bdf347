package insideinformer.store;

/**
 * What stores and queues throw when the key function failed on an object: carries that object; the cause is the key
 * function's own exception.
 *
 * <p>Upstream: {@code tools/cache/store.go, KeyError}.
 */
public final class KeyError extends KeyException {

    private final transient Object object;

    public KeyError(Object object, KeyException cause) {
        super("couldn't create key for object " + object + ": " + cause.getMessage(), cause);
        this.object = object;
    }

    /** What has no key: an object, a tombstone, or a queue's deltas. */
    public Object object() {
        return object;
    }
}
