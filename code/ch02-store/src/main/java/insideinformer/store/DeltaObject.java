package insideinformer.store;

import java.util.Objects;
import java.util.Optional;

/**
 * What a delta carries and a store can delete: an object as the server sent it, or a tombstone if nobody saw its last
 * state.
 *
 * <p>Upstream: {@code tools/cache/delta_fifo.go, Delta}, its field {@code Object}.
 */
public sealed interface DeltaObject<T> permits DeltaObject.Live, DeletedFinalStateUnknown {

    /** An object as the server sent it, never null. */
    record Live<T>(T value) implements DeltaObject<T> {

        public Live {
            Objects.requireNonNull(value, "value is null; for an object that is gone, give a DeletedFinalStateUnknown");
        }

        @Override
        public Optional<T> object() {
            return Optional.of(value);
        }
    }

    /** The object; for a tombstone, the last one known, if any. */
    Optional<T> object();
}
