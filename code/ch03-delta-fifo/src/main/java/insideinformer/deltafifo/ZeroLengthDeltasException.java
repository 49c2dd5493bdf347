package insideinformer.deltafifo;

import insideinformer.store.KeyException;

/**
 * Empty deltas tell nothing about an object, not even its key.
 *
 * <p>Upstream: {@code tools/cache/delta_fifo.go, ErrZeroLengthDeltasObject}.
 */
public final class ZeroLengthDeltasException extends KeyException {

    ZeroLengthDeltasException() {
        super("0 length Deltas object; can't get key", null);
    }
}
