package insideinformer.workqueue;

import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Doubles the pause with each failure of an item; answers the maximum from where that is exceeded.
 *
 * <p>Upstream: {@code default_rate_limiters.go, TypedItemExponentialFailureRateLimiter}.
 */
final class ItemExponentialFailureRateLimiter<T> implements RateLimiter<T> {

    private final ConcurrentHashMap<T, Integer> failures = new ConcurrentHashMap<>();
    private final long baseNanos;
    private final long maxNanos;

    ItemExponentialFailureRateLimiter(Duration base, Duration max) {
        this.baseNanos = base.toNanos();
        this.maxNanos = max.toNanos();
    }

    // tag::when[]
    @Override
    public Duration when(T item) {
        int earlier = failures.merge(item, 1, Integer::sum) - 1;
        boolean fits = earlier < 63 && baseNanos <= Long.MAX_VALUE >> earlier;
        long pause = baseNanos == 0 ? 0 : fits ? baseNanos << earlier : maxNanos;
        return Duration.ofNanos(Math.min(pause, maxNanos));
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
