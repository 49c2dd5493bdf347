package insideinformer.store;

import java.util.List;
import java.util.Set;

/**
 * What a Reflector writes to: a store, or the queue in front of one. It bears several threads: the Reflector writes on
 * one and resyncs on another.
 *
 * <p>Every write throws {@link KeyError} for an object that has no key, and {@link TransformException} if a transformer
 * refuses one.
 *
 * <p>Upstream: {@code tools/cache/reflector.go, ReflectorStore}.
 */
public interface ReflectorStore<T> {

    /** @throws StoreException if the object was refused; it is not stored then */
    void add(T object) throws StoreException;

    /** @throws StoreException if the object was refused; it is not stored then */
    void update(T object) throws StoreException;

    /** What is not there needs no deleting. */
    void delete(DeltaObject<T> object) throws StoreException;

    /** {@link #delete(DeltaObject)} of an object whose last state was seen. */
    default void delete(T object) throws StoreException {
        delete(new DeltaObject.Live<>(object));
    }

    /**
     * Makes {@code list} the whole content; {@code resourceVersion} is the list's own.
     *
     * @throws StoreException if an object was refused; a store is as before then, a queue has those before it
     */
    void replace(List<T> list, String resourceVersion) throws StoreException;

    /**
     * As {@link #replace(List, String)}, but under the {@code unread} keys, whose objects were listed but could not be
     * read, all stays as it is.
     *
     * @throws StoreException also if there are any and the store cannot do that; this is the default, as in Go, where
     *     one such object fails the whole list
     */
    default void replace(List<T> list, Set<String> unread, String resourceVersion) throws StoreException {
        if (!unread.isEmpty()) {
            throw new StoreException("objects in the list could not be decoded: " + unread, null);
        }
        replace(list, resourceVersion);
    }

    /**
     * A queue shows the objects behind it again; a store has nobody to show them to and does nothing.
     *
     * @throws StoreException if an object has no key; those before it are shown
     */
    void resync() throws StoreException;
}
