package insideinformer.deltafifo;

import insideinformer.store.DeltaObject;

/**
 * One change of one object; a tombstone only with {@link DeltaType#DELETED}.
 *
 * <p>Upstream: {@code tools/cache/delta_fifo.go, Delta}.
 */
public record Delta<T>(DeltaType type, DeltaObject<T> object) {}
