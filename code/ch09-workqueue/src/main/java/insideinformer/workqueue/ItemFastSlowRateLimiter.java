package insideinformer.workqueue;

import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A short pause for the first failures of an item, then a long one.
 *
 * <p>Upstream: {@code default_rate_limiters.go, TypedItemFastSlowRateLimiter}.
 */
final class ItemFastSlowRateLimiter<T> implements RateLimiter<T> {

    private final ConcurrentHashMap<T, Integer> failures = new ConcurrentHashMap<>();
    private final Duration fastDelay;
    private final Duration slowDelay;
    private final int maxFastAttempts;

    ItemFastSlowRateLimiter(Duration fastDelay, Duration slowDelay, int maxFastAttempts) {
        this.fastDelay = fastDelay;
        this.slowDelay = slowDelay;
        this.maxFastAttempts = maxFastAttempts;
    }

    @Override
    public Duration when(T item) {
        return failures.merge(item, 1, Integer::sum) <= maxFastAttempts ? fastDelay : slowDelay;
    }

    @Override
    public void forget(T item) {
        failures.remove(item);
    }

    @Override
    public int numRequeues(T item) {
        return failures.getOrDefault(item, 0);
    }
}
