package insideinformer.store;

import java.util.List;
import java.util.Optional;

/** Keys and what stands under them. Upstream: {@code tools/cache/delta_fifo.go, KeyListerGetter}. */
public interface KeyListerGetter<T> {

    List<String> listKeys();

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
