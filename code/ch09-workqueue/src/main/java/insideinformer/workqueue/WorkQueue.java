package insideinformer.workqueue;

import java.util.Optional;

/**
 * A queue of things to do, each named by an item, mostly a key. An item that is added while it waits is handed out
 * once. An item that is added while somebody works on it is handed out again, but only after that worker is done.
 *
 * <p>All methods may be called from any thread. Items must not change and need {@code equals} and {@code hashCode}.
 *
 * <p>Upstream: {@code util/workqueue/queue.go, TypedInterface}.
 */
public interface WorkQueue<T> extends AutoCloseable {

    /** Marks an item as needing work. Does nothing once the queue is shutting down. */
    void add(T item);

    /** How many items can be handed out now. Those that somebody works on do not count. */
    int len();

    /**
     * Waits for an item and hands it out. The caller must call {@link #done} for it.
     *
     * @return empty once the queue is shutting down and nothing is left to hand out
     */
    Optional<T> get() throws InterruptedException;

    /** The work on an item has ended. If the item was added meanwhile, it can be handed out again. */
    void done(T item);

    /** From now on the queue takes nothing more and hands out what is left. Does not wait for workers. */
    void shutDown();

    /** As {@link #shutDown}, then waits until nobody works on anything, or another thread calls {@link #shutDown}. */
    void shutDownWithDrain() throws InterruptedException;

    boolean shuttingDown();

    @Override
    default void close() {
        shutDown();
    }
}
