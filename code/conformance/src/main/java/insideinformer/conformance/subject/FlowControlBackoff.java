package insideinformer.conformance.subject;

import insideinformer.wait.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A growing pause for each of many items. The pause of an item doubles with each {@link #next} up to a longest one. It
 * starts anew when the item has been quiet for more than twice the longest pause.
 *
 * <p>Nothing here waits: the caller asks whether the pause of an item is over at some event. Entries stay until
 * {@link #gc} or {@link #reset}. For any number of threads. There is no jitter, which upstream has switched off by
 * default. It stands here because only the recordings of client-go need it.
 *
 * <p>Upstream: {@code client-go util/flowcontrol/backoff.go, Backoff}.
 */
final class FlowControlBackoff {

    private record Entry(Duration delay, Instant lastUpdate) {}

    private final Clock clock;
    private final Duration initial;
    private final Duration max;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, Entry> entries = new HashMap<>(); // guarded by lock

    /**
     * @param initial the first pause of an item, also if it is longer than {@code max}
     * @param max the longest of the later ones
     */
    FlowControlBackoff(Clock clock, Duration initial, Duration max) {
        this.clock = clock;
        this.initial = initial;
        this.max = max;
    }

    /** Lengthens the item's pause, or begins with the first one if {@code event} comes after a long quiet. */
    void next(String id, Instant event) {
        lock.lock();
        try {
            Entry entry = entries.get(id);
            Duration delay = entry == null || hasExpired(entry, event) ? initial : doubled(entry.delay());
            entries.put(id, new Entry(delay, clock.now()));
        } finally {
            lock.unlock();
        }
    }

    /** The item's pause as it is; zero if there is none. */
    Duration get(String id) {
        lock.lock();
        try {
            Entry entry = entries.get(id);
            return entry == null ? Duration.ZERO : entry.delay();
        } finally {
            lock.unlock();
        }
    }

    /** Whether less time than the item's pause has passed since {@code event}. */
    boolean isInBackOffSince(String id, Instant event) {
        lock.lock();
        try {
            Entry entry = entries.get(id);
            return entry != null && !hasExpired(entry, event)
                    && Duration.between(event, clock.now()).compareTo(entry.delay()) < 0;
        } finally {
            lock.unlock();
        }
    }

    /** Whether {@code event} came less than the item's pause after its last {@link #next}. */
    boolean isInBackOffSinceUpdate(String id, Instant event) {
        lock.lock();
        try {
            Entry entry = entries.get(id);
            return entry != null && !hasExpired(entry, event)
                    && Duration.between(entry.lastUpdate(), event).compareTo(entry.delay()) < 0;
        } finally {
            lock.unlock();
        }
    }

    /** Forgets the item. */
    void reset(String id) {
        lock.lock();
        try {
            entries.remove(id);
        } finally {
            lock.unlock();
        }
    }

    /** Forgets the items that have been quiet for long; for callers to do now and then. */
    void gc() {
        lock.lock();
        try {
            Instant now = clock.now();
            entries.values().removeIf(entry -> hasExpired(entry, now));
        } finally {
            lock.unlock();
        }
    }

    private boolean hasExpired(Entry entry, Instant event) {
        return Duration.between(entry.lastUpdate(), event).compareTo(max.multipliedBy(2)) > 0;
    }

    private Duration doubled(Duration delay) {
        Duration twice = delay.multipliedBy(2);
        return twice.compareTo(max) > 0 ? max : twice;
    }
}
