package insideinformer.workqueue;

import java.time.Duration;
import java.util.Optional;

/**
 * A delaying queue, and the rate limiter that says how long each delay is.
 *
 * <p>Upstream: {@code util/workqueue/rate_limiting_queue.go, rateLimitingType}.
 */
final class RateLimitingType<T> implements RateLimitingQueue<T> {

    private final DelayingQueue<T> queue;
    private final RateLimiter<T> rateLimiter;

    RateLimitingType(DelayingQueue<T> queue, RateLimiter<T> rateLimiter) {
        this.queue = queue;
        this.rateLimiter = rateLimiter;
    }

    @Override
    public void addRateLimited(T item) {
        queue.addAfter(item, rateLimiter.when(item)); // the failure counts even if the queue takes nothing in any more
    }

    @Override
    public void forget(T item) {
        rateLimiter.forget(item);
    }

    @Override
    public int numRequeues(T item) {
        return rateLimiter.numRequeues(item);
    }

    @Override
    public void addAfter(T item, Duration delay) {
        queue.addAfter(item, delay);
    }

    @Override
    public void add(T item) {
        queue.add(item);
    }

    @Override
    public int len() {
        return queue.len();
    }

    @Override
    public Optional<T> get() throws InterruptedException {
        return queue.get();
    }

    @Override
    public void done(T item) {
        queue.done(item);
    }

    @Override
    public void shutDown() {
        queue.shutDown();
    }

    @Override
    public void shutDownWithDrain() throws InterruptedException {
        queue.shutDownWithDrain();
    }

    @Override
    public boolean shuttingDown() {
        return queue.shuttingDown();
    }
}
