package insideinformer.store;

import java.util.List;
import java.util.Optional;

/**
 * Keys and what stands under them. A queue asks under its own lock, from any thread: what answers must not call it.
 *
 * <p>Upstream: {@code tools/cache/delta_fifo.go, KeyListerGetter}.
 */
public interface KeyListerGetter<T> {

    /** The caller's own, in no particular order. */
    List<String> listKeys();

    /**
     * Empty: there is nothing.
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
