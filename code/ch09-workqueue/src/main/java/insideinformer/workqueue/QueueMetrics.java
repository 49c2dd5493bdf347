package insideinformer.workqueue;

import insideinformer.wait.Clock;
import java.util.HashMap;
import java.util.Map;

/**
 * Measures one queue. Not safe for several threads: the queue calls it with its lock held.
 *
 * <p>Upstream: {@code util/workqueue/metrics.go, defaultQueueMetrics}.
 */
final class QueueMetrics<T> {

    private final Clock clock;
    private final MetricsProvider.Gauge depth;
    private final MetricsProvider.Counter adds;
    private final MetricsProvider.Histogram latency;
    private final MetricsProvider.Histogram workDuration;
    private final MetricsProvider.SettableGauge unfinishedWork;
    private final MetricsProvider.SettableGauge longestRunning;
    private final Map<T, Long> addedNanos = new HashMap<>(); // the first add since the item was last handed out
    private final Map<T, Long> startedNanos = new HashMap<>(); // when it was handed out

    QueueMetrics(MetricsProvider provider, String name, Clock clock) {
        this.clock = clock;
        this.depth = provider.depth(name);
        this.adds = provider.adds(name);
        this.latency = provider.latency(name);
        this.workDuration = provider.workDuration(name);
        this.unfinishedWork = provider.unfinishedWorkSeconds(name);
        this.longestRunning = provider.longestRunningProcessorSeconds(name);
    }

    void add(T item) {
        adds.inc();
        depth.inc();
        addedNanos.putIfAbsent(item, clock.nanoTime());
    }

    void get(T item) {
        depth.dec();
        startedNanos.put(item, clock.nanoTime());
        Long added = addedNanos.remove(item);
        if (added != null) {
            latency.observe(secondsSince(added));
        }
    }

    void done(T item) {
        Long started = startedNanos.remove(item);
        if (started != null) {
            workDuration.observe(secondsSince(started));
        }
    }

    void updateUnfinishedWork() {
        double total = 0;
        double longest = 0;
        for (long started : startedNanos.values()) {
            double age = secondsSince(started);
            total += age;
            longest = Math.max(longest, age);
        }
        unfinishedWork.set(total);
        longestRunning.set(longest);
    }

    private double secondsSince(long nanos) {
        return (clock.nanoTime() - nanos) / 1e9;
    }
}
