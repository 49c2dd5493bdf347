package insideinformer.deltafifo;

import insideinformer.store.ReflectorStore;

/**
 * Takes writes like a store, and hands out what was written. Any thread may call it. A call from code that runs
 * under the queue's lock, such as the callback of {@code pop}, throws {@link IllegalStateException}.
 *
 * <p>Upstream: {@code tools/cache/fifo.go, Queue}.
 */
public interface Queue<T> extends ReflectorStore<T>, AutoCloseable {

    /**
     * Waits for an object, takes it with its changes, and calls {@code process} with them on this thread, under the
     * queue's lock. If no object comes, only {@link #close} ends the wait. An interrupt does not end it and is kept. An
     * unchecked exception of {@code process} comes out of this method, and a checked one is in the result. The changes
     * are gone from the queue in either case.
     *
     * @throws FIFOClosedException if the queue is closed and empty
     */
    PopResult<T> pop(PopProcessFunc<T> process) throws FIFOClosedException;

    /**
     * Whether everything that the first {@code replace} queued has been popped, or another write came before it. Waits
     * for the lock, unlike {@link #hasSyncedChecker}.
     */
    boolean hasSynced();

    /** {@link #hasSynced} as a signal, which any thread can ask at any time. */
    DoneChecker hasSyncedChecker();

    /** Whether it has been closed. Something can still be queued. */
    boolean isClosed();

    /**
     * Ends the wait in {@link #pop}. What is queued, now or later, can still be popped. A second call does nothing.
     */
    @Override
    void close();
}
