package insideinformer.store;

/**
 * Changes an object on its way into the cache, mostly to drop what nobody reads. It gets an object that nobody else
 * has, and returns the object to keep.
 *
 * <p>A queue calls it under its lock, so it must be quick and must not call the queue. A list that came as a watch
 * passes through it twice, so it must not change its own result. It must keep namespace, name and resourceVersion,
 * because queue, cache and Reflector need them. A shared informer refuses an object whose key or version has changed.
 *
 * <p>Upstream: {@code tools/cache/controller.go, TransformFunc}.
 */
@FunctionalInterface
public interface TransformFunc<T> {

    /**
     * @return never null
     * @throws Exception if it refuses the object; the write then throws {@link TransformException}
     */
    T transform(T object) throws Exception;
}
