package insideinformer.deltafifo;

import insideinformer.store.ReflectorStore;

/**
 * A store that hands out what was written to it. All methods may be called from any thread, but none from inside a
 * {@code pop} callback, which runs under the queue's lock: that throws {@link IllegalStateException}.
 *
 * <p>Upstream: {@code tools/cache/fifo.go, Queue}.
 */
public interface Queue<T> extends ReflectorStore<T>, AutoCloseable {

    /**
     * Waits for an object with changes, takes it, and calls {@code process} with them under the queue's lock. The wait
     * is ended by {@link #close} alone; an interrupt is kept for later. What {@code process} throws unchecked comes out
     * of here; in either case the changes are gone from the queue.
     *
     * @throws FIFOClosedException if the queue is closed and empty
     */
    PopResult<T> pop(PopProcessFunc<T> process) throws FIFOClosedException;

    /** Whether the first {@code replace} has been popped to its end. */
    boolean hasSynced();

    DoneChecker hasSyncedChecker();

    boolean isClosed();

    /** No more waiting: what is queued can still be popped. May be called repeatedly. */
    @Override
    void close();
}
