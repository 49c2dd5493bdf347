package insideinformer.workqueue;

import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;

/** A few quick attempts, then slow ones. Upstream: {@code default_rate_limiters.go, TypedItemFastSlowRateLimiter}. */
final class ItemFastSlowRateLimiter<T> implements RateLimiter<T> {

    private final ConcurrentHashMap<T, Integer> failures = new ConcurrentHashMap<>();
    private final Duration fast;
    private final Duration slow;
    private final int maxFastAttempts;

    ItemFastSlowRateLimiter(Duration fast, Duration slow, int maxFastAttempts) {
        this.fast = fast;
        this.slow = slow;
        this.maxFastAttempts = maxFastAttempts;
    }

    @Override
    public Duration when(T item) {
        return failures.merge(item, 1, Integer::sum) <= maxFastAttempts ? fast : slow;
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
