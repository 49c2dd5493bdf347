package insideinformer.workqueue;

import java.time.Duration;

/**
 * A work queue that can also add an item later.
 *
 * <p>Upstream: {@code util/workqueue/delaying_queue.go, TypedDelayingInterface}.
 */
public interface DelayingQueue<T> extends WorkQueue<T> {

    /**
     * Adds an item once {@code delay} has passed, at once if that is zero or less. If several delays run for one item,
     * only the one that ends first counts. A plain {@link #add} in the meantime does not cancel a delay: the item comes
     * now, and once more when the delay has passed. Does nothing once the queue is shutting down.
     */
    void addAfter(T item, Duration delay);
}
