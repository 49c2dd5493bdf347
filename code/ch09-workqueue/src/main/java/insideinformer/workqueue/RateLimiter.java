package insideinformer.workqueue;

import java.time.Duration;

/**
 * Says how long an item has to wait for its next attempt. Any thread may call it.
 *
 * <p>Upstream: {@code util/workqueue/default_rate_limiters.go, TypedRateLimiter}.
 */
public interface RateLimiter<T> {

    /** The pause before the next attempt. The call itself counts as a failure. */
    Duration when(T item);

    /** Drops what is remembered of an item. */
    void forget(T item);

    /** How often {@link #when} was asked since the item was last forgotten. */
    int numRequeues(T item);
}
