package insideinformer.store;

/**
 * Changes an object on its way into the cache, mostly to drop what nobody reads. It gets an object of its own and
 * returns the one to keep. A queue calls it under its lock: it must be quick and must not call the queue. A list that
 * came as a watch passes through it twice: what it has made once it must leave as it is. Namespace, name and
 * resourceVersion must stay as they are, because queue, cache and Reflector find their way by them; a shared informer
 * refuses an object whose key or version has changed.
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
