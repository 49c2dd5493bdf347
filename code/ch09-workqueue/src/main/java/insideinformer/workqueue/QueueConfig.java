package insideinformer.workqueue;

import insideinformer.wait.Clock;

/**
 * What a work queue is made of.
 *
 * @param name names its threads and its metrics; empty for a queue that has no metrics
 * @param clock tells the time of delays
 * @param order the order of handing out; belongs to the queue from now on
 */
public record QueueConfig<T>(String name, Clock clock, OrderQueue<T> order) {

    /** First in, first out, on the machine's clock. */
    public static <T> QueueConfig<T> named(String name) {
        return new QueueConfig<>(name, Clock.system(), new FifoOrderQueue<>());
    }

    public QueueConfig<T> withClock(Clock newClock) {
        return new QueueConfig<>(name, newClock, order);
    }

    public QueueConfig<T> withOrder(OrderQueue<T> newOrder) {
        return new QueueConfig<>(name, clock, newOrder);
    }
}
