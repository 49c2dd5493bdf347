package insideinformer.workqueue;

import insideinformer.wait.Clock;

/**
 * What a work queue is made of.
 *
 * @param name names its threads and its metrics; empty: it has no metrics
 * @param clock tells the time of delays and metrics
 * @param order the order in which items are handed out; only this queue may use it
 * @param metrics where the numbers of a named queue go
 */
public record QueueConfig<T>(String name, Clock clock, OrderQueue<T> order, MetricsProvider metrics) {

    /** First in, first out, on the machine's clock, measuring nothing. */
    public static <T> QueueConfig<T> named(String name) {
        return new QueueConfig<>(name, Clock.system(), new FifoOrderQueue<>(), MetricsProvider.NONE);
    }

    public QueueConfig<T> withClock(Clock newClock) {
        return new QueueConfig<>(name, newClock, order, metrics);
    }

    public QueueConfig<T> withOrder(OrderQueue<T> newOrder) {
        return new QueueConfig<>(name, clock, newOrder, metrics);
    }

    public QueueConfig<T> withMetrics(MetricsProvider newMetrics) {
        return new QueueConfig<>(name, clock, order, newMetrics);
    }

    /** The provider, or none for a queue without a name. */
    MetricsProvider metricsInUse() {
        return name.isEmpty() ? MetricsProvider.NONE : metrics;
    }
}
