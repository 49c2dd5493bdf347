package insideinformer.deltafifo;

/**
 * Makes the queue of an informer. Informers use {@link #DELTA_FIFO} unless told otherwise. Another factory can wrap
 * that queue, or make another kind of queue with the same promises.
 *
 * <p>Upstream: {@code tools/cache/controller.go, newQueueFIFO}.
 */
@FunctionalInterface
public interface QueueFactory {

    /** A {@link DeltaFIFO}. */
    QueueFactory DELTA_FIFO = DeltaFIFO::new;

    /** Makes a new queue. An informer calls it when it starts, holding a lock, so it must not call the informer. */
    <T> Queue<T> newQueue(DeltaFIFOOptions<T> options);
}
