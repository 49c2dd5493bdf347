package insideinformer.workqueue;

import insideinformer.wait.CrashPolicy;

/**
 * Makes work queues. Each kind adds to the one before. A delaying queue owns a thread, which {@code shutDown} ends.
 *
 * <p>Upstream: {@code util/workqueue, NewTypedWithConfig, NewTypedDelayingQueueWithConfig} and
 * {@code NewTypedRateLimitingQueueWithConfig}.
 */
public final class WorkQueues {

    private WorkQueues() {}

    public static <T> WorkQueue<T> newQueue(QueueConfig<T> config) {
        return new TypedQueue<>(config);
    }

    public static <T> DelayingQueue<T> newDelayingQueue(QueueConfig<T> config) {
        // First, because the provider can fail and the next line can start a thread.
        MetricsProvider.CounterMetric retries = config.metricsInUse().newRetriesMetric(config.name());
        return new DelayingType<>(newQueue(config), config, retries, CrashPolicy.LOG_AND_SKIP);
    }

    /** @param limiter belongs to this queue alone, because the failures it counts are those of this queue's items */
    public static <T> RateLimitingQueue<T> newRateLimitingQueue(RateLimiter<T> limiter, QueueConfig<T> config) {
        return new RateLimitingType<>(newDelayingQueue(config), limiter);
    }
}
