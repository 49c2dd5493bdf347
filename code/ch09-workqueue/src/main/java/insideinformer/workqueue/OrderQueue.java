package insideinformer.workqueue;

/**
 * The order in which a work queue hands out what waits. The work queue calls it with its own lock held: never from two
 * threads at once, and it must not call back. {@link #pop} is only called when {@link #len} is not 0.
 *
 * <p>Upstream: {@code util/workqueue/queue.go, Queue}.
 */
public interface OrderQueue<T> {

    /** Told that an item was added again which waits already. */
    void touch(T item);

    void push(T item);

    int len();

    T pop();
}
