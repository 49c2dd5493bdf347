package insideinformer.lab;

import insideinformer.deltafifo.Delta;
import insideinformer.deltafifo.DeltaFIFO;
import insideinformer.deltafifo.Deltas;
import java.lang.reflect.Field;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Looks into a {@link DeltaFIFO} without it having a method for that: reads its private fields, holding its lock. Not to be
 * used from inside one of its callbacks by another thread than theirs, since it waits for that lock.
 */
public final class QueueProbe {

    private QueueProbe() {}

    /** Keys in the order in which they will be popped, each with its deltas. */
    public static <T> Map<String, Deltas<T>> contents(DeltaFIFO<T> queue) {
        ReentrantLock lock = (ReentrantLock) field(queue, "lock");
        lock.lock();
        try {
            Map<?, ?> items = (Map<?, ?>) field(queue, "items");
            Map<String, Deltas<T>> contents = new LinkedHashMap<>();
            for (Object key : (Collection<?>) field(queue, "queue")) {
                contents.put((String) key, new Deltas<>(deltas(Objects.requireNonNull(items.get(key)))));
            }
            return contents;
        } finally {
            lock.unlock();
        }
    }

    /** Whether there is nothing to pop. */
    public static boolean isEmpty(DeltaFIFO<?> queue) {
        ReentrantLock lock = (ReentrantLock) field(queue, "lock");
        lock.lock();
        try {
            return ((Collection<?>) field(queue, "queue")).isEmpty();
        } finally {
            lock.unlock();
        }
    }

    @SuppressWarnings("unchecked") // the field's type says so
    private static <T> List<Delta<T>> deltas(Object value) {
        return (List<Delta<T>>) value;
    }

    private static Object field(DeltaFIFO<?> queue, String name) {
        try {
            Field field = DeltaFIFO.class.getDeclaredField(name);
            field.setAccessible(true);
            return field.get(queue);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("DeltaFIFO has no field " + name
                    + " any more; teach the probe its new name", e);
        }
    }
}
