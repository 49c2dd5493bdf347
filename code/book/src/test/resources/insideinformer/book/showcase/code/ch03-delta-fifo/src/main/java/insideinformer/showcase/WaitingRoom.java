package insideinformer.showcase;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A queue in which a key waits once, however often it is added.
 *
 * <p>Upstream: {@code tools/cache/delta_fifo.go, DeltaFIFO}.
 */
public final class WaitingRoom {

    /** What can happen to a guest. */
    public sealed interface Visit permits Arrival, Departure {}

    public record Arrival(String guest, int seat) implements Visit {}

    public record Departure(String guest) implements Visit {}

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition notEmpty = lock.newCondition();
    private final Map<String, Visit> items = new HashMap<>(); // guarded by lock
    private final Queue<String> order = new ArrayDeque<>(); // guarded by lock

    // tag::add[]
    public void add(String key, Visit visit) {
        lock.lock();
        try {
            if (items.put(key, visit) == null) { // <1>
                order.add(key);
                notEmpty.signal(); // <2>
            }
        } finally {
            lock.unlock();
        }
    }
    // end::add[]

    // tag::describe[]
    static String describe(Visit visit) {
        return switch (visit) {
            case Arrival(var guest, int seat) when seat > 12 -> guest + " sits last";
            case Arrival arrival -> """
                    %s takes seat %d and "waits".
                    """.formatted(arrival.guest(), arrival.seat());
            case Departure(var guest) -> guest + " leaves"; // nobody follows
        };
    }
    // end::describe[]
}
