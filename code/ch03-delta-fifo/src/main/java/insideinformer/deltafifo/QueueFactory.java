package insideinformer.deltafifo;

/**
 * Makes the queue of an informer. {@link #DELTA_FIFO} is what informers use; another one may wrap it, or be another
 * kind of queue with the same promises.
 *
 * <p>Upstream: {@code tools/cache/controller.go, newQueueFIFO}.
 */
@FunctionalInterface
public interface QueueFactory {

    QueueFactory DELTA_FIFO = DeltaFIFO::new;

    <T> Queue<T> newQueue(DeltaFIFOOptions<T> options);
}
