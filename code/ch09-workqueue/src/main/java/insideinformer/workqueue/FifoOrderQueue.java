package insideinformer.workqueue;

import java.util.ArrayDeque;

/**
 * First in, first out. It keeps no reference to a popped item.
 *
 * <p>Upstream: {@code util/workqueue/queue.go, queue}.
 */
final class FifoOrderQueue<T> implements OrderQueue<T> {

    private final ArrayDeque<T> items = new ArrayDeque<>();

    @Override
    public void touch(T item) {}

    @Override
    public void push(T item) {
        items.addLast(item);
    }

    @Override
    public int len() {
        return items.size();
    }

    @Override
    public T pop() {
        return items.removeFirst();
    }
}
