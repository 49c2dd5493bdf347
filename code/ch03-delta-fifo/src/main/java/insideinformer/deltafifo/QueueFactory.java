package insideinformer.deltafifo;

/**
 * Makes the queue of an informer. {@link #DELTA_FIFO} is what informers use; another one may wrap it, or be another
 * kind of queue with the same promises.
 *
 * <p>Upstream: {@code tools/cache/controller.go, newQueueFIFO}.
 */
@FunctionalInterface
public interface QueueFactory {

    /** A {@link DeltaFIFO}. */
    QueueFactory DELTA_FIFO = DeltaFIFO::new;

    /** A new queue, empty and open. An informer asks once, when it starts, holding a lock: this must not call it. */
    <T> Queue<T> newQueue(DeltaFIFOOptions<T> options);
}
