package insideinformer.workqueue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/** First in, first out, and can be looked into; fails if it is called by two threads at once. */
final class RecordingOrderQueue implements OrderQueue<String> {

    final ArrayDeque<String> items = new ArrayDeque<>();
    final List<String> touched = new ArrayList<>();
    private final AtomicBoolean inUse = new AtomicBoolean();

    @Override
    public void touch(String item) {
        alone(() -> touched.add(item));
    }

    @Override
    public void push(String item) {
        alone(() -> items.addLast(item));
    }

    @Override
    public int len() {
        alone(() -> {});
        return items.size();
    }

    @Override
    public String pop() {
        alone(() -> {
            if (items.isEmpty()) {
                throw new AssertionError("pop was called on an empty order queue");
            }
        });
        return items.removeFirst();
    }

    private void alone(Runnable what) {
        if (!inUse.compareAndSet(false, true)) {
            throw new AssertionError("the order queue was called by two threads at once");
        }
        try {
            what.run();
        } finally {
            inUse.set(false);
        }
    }
}
