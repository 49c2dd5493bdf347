package insideinformer.workqueue;

/**
 * A work queue for items that fail and are tried again, each time after a longer pause.
 *
 * <p>Whoever works on an item calls {@link #done} in any case, {@link #addRateLimited} after a failure, and
 * {@link #forget} when the item needs no further attempt.
 *
 * <p>Upstream: {@code util/workqueue/rate_limiting_queue.go, TypedRateLimitingInterface}.
 */
public interface RateLimitingQueue<T> extends DelayingQueue<T> {

    /** Adds an item after the pause that the limiter gives. Each call counts as a failure. */
    void addRateLimited(T item);

    /** Clears the item's failures. The item stays wherever it is in the queue. */
    void forget(T item);

    /** How often the item has failed since it was last forgotten. */
    int numRequeues(T item);
}
