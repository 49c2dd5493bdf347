package insideinformer.store;

import java.util.List;
import java.util.Set;

/**
 * What a Reflector writes to: a store, or the queue in front of one. Any thread may call it, because the Reflector
 * writes on one thread and resyncs on another.
 *
 * <p>Every write throws {@link KeyError} for an object that has no key, and {@link TransformException} if a transformer
 * refuses one.
 *
 * <p>Upstream: {@code tools/cache/reflector.go, ReflectorStore}.
 */
public interface ReflectorStore<T> {

    /** @throws StoreException if the object was refused and not stored */
    void add(T object) throws StoreException;

    /** @throws StoreException if the object was refused and not stored */
    void update(T object) throws StoreException;

    /** Does nothing if there is no such object. */
    void delete(DeltaObject<T> object) throws StoreException;

    /** {@link #delete(DeltaObject)} for an object whose last state was seen. */
    default void delete(T object) throws StoreException {
        delete(new DeltaObject.Live<>(object));
    }

    /**
     * Makes {@code list} the whole content; {@code resourceVersion} is the list's own.
     *
     * @throws StoreException if an object was refused; a store is then unchanged, and a queue holds the objects before
     *     it
     */
    void replace(List<T> list, String resourceVersion) throws StoreException;

    /**
     * As {@link #replace(List, String)}, but what is stored under the {@code unread} keys stays. Their objects were in
     * the list and could not be read. Upstream has no such parameter.
     *
     * @throws StoreException also if there are such keys and the store does not support them, which is the default: as
     *     in Go, one such object then fails the whole list
     */
    default void replace(List<T> list, Set<String> unread, String resourceVersion) throws StoreException {
        if (!unread.isEmpty()) {
            throw new StoreException("objects in the list could not be decoded: " + unread, null);
        }
        replace(list, resourceVersion);
    }

    /**
     * A queue hands out the objects of the store behind it again. A store does nothing.
     *
     * @throws StoreException if an object has no key; those before it are handed out
     */
    void resync() throws StoreException;
}
