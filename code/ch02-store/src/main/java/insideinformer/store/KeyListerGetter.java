package insideinformer.store;

import java.util.List;
import java.util.Optional;

/**
 * Lists keys and finds the objects under them. A queue calls it under its lock, from any thread, so it must not call
 * the queue.
 *
 * <p>Upstream: {@code tools/cache/delta_fifo.go, KeyListerGetter}.
 */
public interface KeyListerGetter<T> {

    /** All keys, in no particular order. The list is the caller's own. */
    List<String> listKeys();

    /**
     * Empty if there is no object under {@code key}.
     *
     * @throws LookupException if that could not be found out
     */
    Optional<T> getByKey(String key) throws LookupException;

    /** Has no keys. */
    static <T> KeyListerGetter<T> empty() {
        return new KeyListerGetter<>() {
            @Override
            public List<String> listKeys() {
                return List.of();
            }

            @Override
            public Optional<T> getByKey(String key) {
                return Optional.empty();
            }
        };
    }
}
