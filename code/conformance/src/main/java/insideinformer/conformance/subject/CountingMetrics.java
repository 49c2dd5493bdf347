package insideinformer.conformance.subject;

import insideinformer.conformance.trace.Difference;
import insideinformer.workqueue.MetricsProvider;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Metrics of a work queue: totals, and what was observed since the last step began. For any thread. */
final class CountingMetrics implements MetricsProvider {

    private final boolean countsRetries;
    private final ReentrantLock lock = new ReentrantLock();
    private long adds; // guarded by lock, as all below
    private long depth;
    private long retries;
    private final List<Double> latencies = new ArrayList<>(); // seconds
    private final List<Double> works = new ArrayList<>(); // seconds
    private @Nullable Double unfinished; // seconds; null: not set
    private @Nullable Double longest; // likewise

    /** @param countsRetries whether this kind of queue has retries */
    CountingMetrics(boolean countsRetries) {
        this.countsRetries = countsRetries;
    }

    private void locked(Runnable change) {
        lock.lock();
        try {
            change.run();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public GaugeMetric newDepthMetric(String name) {
        return new GaugeMetric() {
            @Override
            public void inc() {
                locked(() -> depth++);
            }

            @Override
            public void dec() {
                locked(() -> depth--);
            }
        };
    }

    @Override
    public CounterMetric newAddsMetric(String name) {
        return () -> locked(() -> adds++);
    }

    @Override
    public HistogramMetric newLatencyMetric(String name) {
        return value -> locked(() -> latencies.add(value));
    }

    @Override
    public HistogramMetric newWorkDurationMetric(String name) {
        return value -> locked(() -> works.add(value));
    }

    @Override
    public SettableGaugeMetric newUnfinishedWorkSecondsMetric(String name) {
        return value -> locked(() -> unfinished = value);
    }

    @Override
    public SettableGaugeMetric newLongestRunningProcessorSecondsMetric(String name) {
        return value -> locked(() -> longest = value);
    }

    @Override
    public CounterMetric newRetriesMetric(String name) {
        return () -> locked(() -> retries++);
    }

    /** A step begins. */
    void clear() {
        locked(() -> {
            latencies.clear();
            works.clear();
            unfinished = null;
            longest = null;
        });
    }

    /** @param withUnfinished whether the step was long enough for the periodic metrics */
    ObjectNode show(boolean withUnfinished) {
        ObjectNode shown = Difference.object();
        locked(() -> {
            shown.put("adds", adds).put("depth", depth);
            if (countsRetries) {
                shown.put("retries", retries);
            }
            nanos(shown.putArray("latencyNanos"), latencies);
            nanos(shown.putArray("workNanos"), works);
            if (withUnfinished && unfinished != null && longest != null) {
                shown.put("unfinishedNanos", Math.round(unfinished * 1e9));
                shown.put("longestNanos", Math.round(longest * 1e9));
            }
        });
        return shown;
    }

    private static void nanos(ArrayNode array, List<Double> seconds) {
        seconds.forEach(value -> array.add(Math.round(value * 1e9)));
    }
}
