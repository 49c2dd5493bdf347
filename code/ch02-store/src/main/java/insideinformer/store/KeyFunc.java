package insideinformer.store;

/** Turns an object into the key it is stored and queued under. Upstream: {@code tools/cache/store.go, KeyFunc}. */
@FunctionalInterface
public interface KeyFunc<T> {

    String key(T object) throws KeyException;
}
