package insideinformer.deltafifo;

import insideinformer.store.ReflectorStore;

/**
 * A store that hands out what was written to it. All methods may be called from any thread, but none from inside what
 * runs under the queue's lock, the {@code pop} callback above all: that throws {@link IllegalStateException}.
 *
 * <p>Upstream: {@code tools/cache/fifo.go, Queue}.
 */
public interface Queue<T> extends ReflectorStore<T>, AutoCloseable {

    /**
     * Waits for an object with changes, takes it, and calls {@code process} with them on this thread, under the queue's
     * lock. A wait in vain is ended by {@link #close} alone; an interrupt is kept for later. What {@code process}
     * throws unchecked comes out of here, what it throws checked is in the result; the changes are gone from the queue
     * in either case.
     *
     * @throws FIFOClosedException if the queue is closed and empty
     */
    PopResult<T> pop(PopProcessFunc<T> process) throws FIFOClosedException;

    /**
     * Whether the first {@code replace} has been popped to its end, or another write came before it. Waits for the
     * lock, unlike {@link #hasSyncedChecker}.
     */
    boolean hasSynced();

    /** {@link #hasSynced} as a signal; to be asked anywhere. */
    DoneChecker hasSyncedChecker();

    /** Whether it has been closed; something may still be queued. */
    boolean isClosed();

    /** No more waiting in {@link #pop}: what is queued, now or later, can still be popped. May be called repeatedly. */
    @Override
    void close();
}
