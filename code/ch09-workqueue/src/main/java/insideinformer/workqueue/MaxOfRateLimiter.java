package insideinformer.workqueue;

import java.time.Duration;
import java.util.List;

/**
 * The longest pause of several limiters. Each of them counts every call.
 *
 * <p>Upstream: {@code default_rate_limiters.go, TypedMaxOfRateLimiter}.
 */
final class MaxOfRateLimiter<T> implements RateLimiter<T> {

    private final List<RateLimiter<T>> limiters;

    MaxOfRateLimiter(List<RateLimiter<T>> limiters) {
        this.limiters = List.copyOf(limiters);
    }

    @Override
    public Duration when(T item) {
        Duration longest = Duration.ZERO;
        for (RateLimiter<T> limiter : limiters) {
            Duration pause = limiter.when(item);
            longest = pause.compareTo(longest) > 0 ? pause : longest;
        }
        return longest;
    }

    @Override
    public void forget(T item) {
        limiters.forEach(limiter -> limiter.forget(item));
    }

    @Override
    public int numRequeues(T item) {
        return limiters.stream()
                .mapToInt(limiter -> limiter.numRequeues(item))
                .max()
                .orElse(0);
    }
}
