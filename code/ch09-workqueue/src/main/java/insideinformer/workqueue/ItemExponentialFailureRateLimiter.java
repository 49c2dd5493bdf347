package insideinformer.workqueue;

import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The pause doubles with each failure of an item until it reaches the maximum.
 *
 * <p>Upstream: {@code default_rate_limiters.go, TypedItemExponentialFailureRateLimiter}.
 */
final class ItemExponentialFailureRateLimiter<T> implements RateLimiter<T> {

    private final ConcurrentHashMap<T, Integer> failures = new ConcurrentHashMap<>();
    private final long baseDelayNanos;
    private final long maxDelayNanos;

    ItemExponentialFailureRateLimiter(Duration baseDelay, Duration maxDelay) {
        this.baseDelayNanos = baseDelay.toNanos();
        this.maxDelayNanos = maxDelay.toNanos();
    }

    // tag::when[]
    @Override
    public Duration when(T item) {
        int earlier = failures.merge(item, 1, Integer::sum) - 1;
        boolean fits = earlier < 63 && baseDelayNanos <= Long.MAX_VALUE >> earlier;
        long pause = baseDelayNanos == 0 ? 0
                : fits ? baseDelayNanos << earlier : maxDelayNanos;
        return Duration.ofNanos(Math.min(pause, maxDelayNanos));
    }
    // end::when[]

    @Override
    public void forget(T item) {
        failures.remove(item);
    }

    @Override
    public int numRequeues(T item) {
        return failures.getOrDefault(item, 0);
    }
}
