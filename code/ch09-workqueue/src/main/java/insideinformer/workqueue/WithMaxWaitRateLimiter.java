package insideinformer.workqueue;

import java.time.Duration;

/** Cuts the pauses of another limiter. Upstream: {@code default_rate_limiters.go, TypedWithMaxWaitRateLimiter}. */
final class WithMaxWaitRateLimiter<T> implements RateLimiter<T> {

    private final RateLimiter<T> limiter;
    private final Duration max;

    WithMaxWaitRateLimiter(RateLimiter<T> limiter, Duration max) {
        this.limiter = limiter;
        this.max = max;
    }

    @Override
    public Duration when(T item) {
        Duration pause = limiter.when(item);
        return pause.compareTo(max) > 0 ? max : pause;
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
