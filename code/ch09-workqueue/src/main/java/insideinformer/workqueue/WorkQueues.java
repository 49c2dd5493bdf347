package insideinformer.workqueue;

import insideinformer.wait.CrashPolicy;

/**
 * Makes work queues. Each layer adds to the one below: the delaying queue owns a thread, which {@code shutDown} ends.
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
        return new DelayingType<>(newQueue(config), config, CrashPolicy.LOG_AND_SKIP);
    }

    /** @param limiter belongs to this queue alone: the failures it counts are those of this queue's items */
    public static <T> RateLimitingQueue<T> newRateLimitingQueue(RateLimiter<T> limiter, QueueConfig<T> config) {
        return new RateLimitingType<>(newDelayingQueue(config), limiter);
    }
}
