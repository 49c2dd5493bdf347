package insideinformer.workqueue;

/**
 * The order in which a work queue hands out what waits. The work queue calls it with its own lock held, so never two
 * threads are in it at once, and it must not call the work queue. {@link #pop} is called only if {@link #len} is not 0.
 *
 * <p>Upstream: {@code util/workqueue/queue.go, Queue}.
 */
public interface OrderQueue<T> {

    /** An item that waits already was added again. */
    void touch(T item);

    void push(T item);

    int len();

    T pop();
}
