package insideinformer.soak;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** Counts by name. For any number of threads. */
final class Tally {

    private final Map<String, LongAdder> counts = new ConcurrentHashMap<>();

    void add(String what, long count) {
        counts.computeIfAbsent(what, w -> new LongAdder()).add(count);
    }

    void addAll(Tally other) {
        other.counts.forEach((what, count) -> add(what, count.sum()));
    }

    long of(String what) {
        LongAdder count = counts.get(what);
        return count == null ? 0 : count.sum();
    }

    /** The counts whose names begin with {@code prefix}, by the rest of the name. */
    Map<String, Long> under(String prefix) {
        Map<String, Long> found = new TreeMap<>();
        counts.forEach((what, count) -> {
            if (what.startsWith(prefix)) {
                found.put(what.substring(prefix.length()), count.sum());
            }
        });
        return found;
    }
}
