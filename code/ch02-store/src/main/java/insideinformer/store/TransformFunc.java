package insideinformer.store;

/**
 * Changes an object on its way into the cache, mostly to drop what nobody reads. It gets an object of its own and
 * returns the one to keep. Upstream: {@code tools/cache/controller.go, TransformFunc}.
 */
@FunctionalInterface
public interface TransformFunc<T> {

    T transform(T object) throws Exception;
}
