package insideinformer.workqueue;

import java.time.Duration;

/** Limits the pauses of another limiter. Upstream: {@code default_rate_limiters.go, TypedWithMaxWaitRateLimiter}. */
final class WithMaxWaitRateLimiter<T> implements RateLimiter<T> {

    private final RateLimiter<T> limiter;
    private final Duration maxDelay;

    WithMaxWaitRateLimiter(RateLimiter<T> limiter, Duration maxDelay) {
        this.limiter = limiter;
        this.maxDelay = maxDelay;
    }

    @Override
    public Duration when(T item) {
        Duration pause = limiter.when(item);
        return pause.compareTo(maxDelay) > 0 ? maxDelay : pause;
    }

    @Override
    public void forget(T item) {
        limiter.forget(item);
    }

    @Override
    public int numRequeues(T item) {
        return limiter.numRequeues(item);
    }
}
