package insideinformer.store;

/**
 * Turns an object into the key it is stored and queued under. It runs without any lock of a store, may be called from
 * any thread, and gives the same key for every version of an object.
 *
 * <p>Upstream: {@code tools/cache/store.go, KeyFunc}.
 */
@FunctionalInterface
public interface KeyFunc<T> {

    String key(T object) throws KeyException;

    /**
     * The key of what is to be deleted. A plain key function knows nothing about tombstones and refuses them; one that
     * handles deletions answers with the key written on them.
     */
    default String deletionKey(DeltaObject<T> object) throws KeyException {
        return switch (object) {
            case DeltaObject.Live<T> live -> key(live.value());
            case DeletedFinalStateUnknown<T> tombstone -> throw Keys.noMeta(tombstone);
        };
    }
}
