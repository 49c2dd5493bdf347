package insideinformer.deltafifo;

import insideinformer.store.KeyException;

/**
 * The deltas are empty, so there is no object whose key could be computed.
 *
 * <p>Upstream: {@code tools/cache/delta_fifo.go, ErrZeroLengthDeltasObject}.
 */
public final class ZeroLengthDeltasException extends KeyException {

    ZeroLengthDeltasException() {
        super("0 length Deltas object; can't get key", null);
    }
}
