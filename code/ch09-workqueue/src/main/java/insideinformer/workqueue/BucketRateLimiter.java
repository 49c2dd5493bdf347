package insideinformer.workqueue;

import insideinformer.wait.Clock;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A limit for all items together: a bucket of tokens that fills at a steady rate. Each call takes one token. If the
 * bucket is empty, the call takes a token that will come later, and its pause lasts until then. No token is given back.
 *
 * <p>Upstream: {@code default_rate_limiters.go, TypedBucketRateLimiter}, and {@code golang.org/x/time/rate} below it.
 */
final class BucketRateLimiter<T> implements RateLimiter<T> {

    private static final Duration FOREVER = Duration.ofNanos(Long.MAX_VALUE);

    private final ReentrantLock lock = new ReentrantLock();
    private final double qps;
    private final int burst;
    private final Clock clock;
    private double tokens; // guarded by lock; below zero: taken before they came
    private long filledNanos; // guarded by lock; the time for which tokens is right

    BucketRateLimiter(double qps, int burst, Clock clock) {
        this.qps = qps;
        this.burst = burst;
        this.clock = clock;
        this.tokens = burst;
        this.filledNanos = clock.nanoTime();
    }

    @Override
    public Duration when(T item) {
        if (burst < 1) {
            return FOREVER; // there will never be a whole token
        }
        lock.lock();
        try {
            long now = clock.nanoTime();
            tokens = Math.min(burst, tokens + seconds(now - filledNanos) * qps) - 1;
            filledNanos = now;
            return tokens >= 0 ? Duration.ZERO : Duration.ofNanos((long) (-tokens / qps * 1e9));
        } finally {
            lock.unlock();
        }
    }

    private static double seconds(long nanos) {
        return nanos / 1_000_000_000 + nanos % 1_000_000_000 / 1e9;
    }

    @Override
    public void forget(T item) {}

    @Override
    public int numRequeues(T item) {
        return 0;
    }
}
