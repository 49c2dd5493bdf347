package insideinformer.workqueue;

import insideinformer.wait.Clock;
import java.util.HashMap;
import java.util.Map;

/**
 * Measures one queue. For one thread at a time: the queue calls it with its lock held.
 *
 * <p>Upstream: {@code util/workqueue/metrics.go, defaultQueueMetrics}.
 */
final class QueueMetrics<T> {

    private final Clock clock;
    private final MetricsProvider.GaugeMetric depth;
    private final MetricsProvider.CounterMetric adds;
    private final MetricsProvider.HistogramMetric latency;
    private final MetricsProvider.HistogramMetric workDuration;
    private final MetricsProvider.SettableGaugeMetric unfinishedWorkSeconds;
    private final MetricsProvider.SettableGaugeMetric longestRunningProcessor;
    private final Map<T, Long> addTimes = new HashMap<>(); // nanos of the first add since the item was last handed out
    private final Map<T, Long> processingStartTimes = new HashMap<>(); // nanos at which it was handed out

    QueueMetrics(MetricsProvider provider, String name, Clock clock) {
        this.clock = clock;
        this.depth = provider.newDepthMetric(name);
        this.adds = provider.newAddsMetric(name);
        this.latency = provider.newLatencyMetric(name);
        this.workDuration = provider.newWorkDurationMetric(name);
        this.unfinishedWorkSeconds = provider.newUnfinishedWorkSecondsMetric(name);
        this.longestRunningProcessor = provider.newLongestRunningProcessorSecondsMetric(name);
    }

    void add(T item) {
        adds.inc();
        depth.inc();
        addTimes.putIfAbsent(item, clock.nanoTime());
    }

    void get(T item) {
        depth.dec();
        processingStartTimes.put(item, clock.nanoTime());
        Long added = addTimes.remove(item);
        if (added != null) {
            latency.observe(sinceInSeconds(added));
        }
    }

    void done(T item) {
        Long started = processingStartTimes.remove(item);
        if (started != null) {
            workDuration.observe(sinceInSeconds(started));
        }
    }

    void updateUnfinishedWork() {
        double total = 0;
        double oldest = 0;
        for (long started : processingStartTimes.values()) {
            double age = sinceInSeconds(started);
            total += age;
            oldest = Math.max(oldest, age);
        }
        unfinishedWorkSeconds.set(total);
        longestRunningProcessor.set(oldest);
    }

    private double sinceInSeconds(long nanos) {
        return (clock.nanoTime() - nanos) / 1e9;
    }
}
