package insideinformer.store;

/**
 * Computes the key under which an object is stored and queued. All versions of an object have the same key. Any thread
 * may call it. A queue calls it under its lock, so it must be quick and must not call the queue.
 *
 * <p>Upstream: {@code tools/cache/store.go, KeyFunc}.
 */
@FunctionalInterface
public interface KeyFunc<T> {

    /** @throws KeyException if the object has no key; stores and queues pass it on in a {@link KeyError} */
    String key(T object) throws KeyException;

    /**
     * The key of what is to be deleted. A plain key function refuses tombstones. One that handles deletions returns the
     * key that a tombstone carries.
     *
     * @throws KeyException if there is no key, or a tombstone is refused
     */
    default String deletionKey(DeltaObject<T> object) throws KeyException {
        return switch (object) {
            case DeltaObject.Live<T> live -> key(live.value());
            case DeletedFinalStateUnknown<T> tombstone -> throw Keys.noMeta(tombstone);
        };
    }
}
