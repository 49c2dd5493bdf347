package insideinformer.store;

import java.util.List;
import java.util.Optional;

/**
 * Objects by key. All methods may be called from any thread; collections handed out are the caller's own, the objects in
 * them are shared and must not be changed.
 *
 * <p>Upstream: {@code tools/cache/store.go, Store}.
 */
public interface Store<T> extends ReflectorStore<T>, KeyListerGetter<T> {

    List<T> list();

    /** What stands under the key of {@code object}. */
    Optional<T> get(T object) throws KeyException;

    @Override
    Optional<T> getByKey(String key);
}
