package insideinformer.store;

import java.util.Optional;

/**
 * A tombstone: the object under this key is gone. The watch missed its deletion, so its last state is unknown.
 *
 * <p>Upstream: {@code tools/cache/delta_fifo.go, DeletedFinalStateUnknown}.
 *
 * @param object the last state that was seen, which can be old; empty if there was none
 */
public record DeletedFinalStateUnknown<T>(String key, Optional<T> object) implements DeltaObject<T> {}
