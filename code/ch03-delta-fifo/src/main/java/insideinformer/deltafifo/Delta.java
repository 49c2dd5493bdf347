package insideinformer.deltafifo;

import insideinformer.store.DeltaObject;

/**
 * One change of one object. Only a change of type {@link DeltaType#DELETED} can carry a tombstone.
 *
 * <p>Upstream: {@code tools/cache/delta_fifo.go, Delta}.
 */
public record Delta<T>(DeltaType type, DeltaObject<T> object) {}
