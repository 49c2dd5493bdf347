package insideinformer.store;

import java.util.List;

/**
 * What a Reflector writes to: a store, or the queue in front of one.
 *
 * <p>Upstream: {@code tools/cache/reflector.go, ReflectorStore}.
 */
public interface ReflectorStore<T> {

    void add(T object) throws StoreException;

    void update(T object) throws StoreException;

    void delete(DeltaObject<T> object) throws StoreException;

    default void delete(T object) throws StoreException {
        delete(new DeltaObject.Live<>(object));
    }

    /** Makes {@code list} the whole content; {@code resourceVersion} is the list's own. */
    void replace(List<T> list, String resourceVersion) throws StoreException;

    void resync() throws StoreException;
}
