package insideinformer.store;

/**
 * Turns an object into the key it is stored and queued under, the same for every version of an object. It may be called
 * from any thread, by a store without its lock, by a queue under it: it must be quick and must not call the queue.
 *
 * <p>Upstream: {@code tools/cache/store.go, KeyFunc}.
 */
@FunctionalInterface
public interface KeyFunc<T> {

    /** @throws KeyException if the object has none; stores and queues pass it on in a {@link KeyError} */
    String key(T object) throws KeyException;

    /**
     * The key of what is to be deleted. A plain key function knows nothing about tombstones and refuses them; one that
     * handles deletions answers with the key written on them.
     *
     * @throws KeyException if there is none, or a tombstone is refused
     */
    default String deletionKey(DeltaObject<T> object) throws KeyException {
        return switch (object) {
            case DeltaObject.Live<T> live -> key(live.value());
            case DeletedFinalStateUnknown<T> tombstone -> throw Keys.noMeta(tombstone);
        };
    }
}
