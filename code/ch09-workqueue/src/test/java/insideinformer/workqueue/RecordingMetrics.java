package insideinformer.workqueue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Remembers what it is told, and by which names it was asked. */
class RecordingMetrics implements MetricsProvider {

    final List<String> names = Collections.synchronizedList(new ArrayList<>());
    final AtomicInteger adds = new AtomicInteger();
    final AtomicInteger depth = new AtomicInteger();
    final AtomicInteger retries = new AtomicInteger();
    final List<Double> latencies = Collections.synchronizedList(new ArrayList<>());
    final List<Double> workDurations = Collections.synchronizedList(new ArrayList<>());
    final List<Double> unfinished = Collections.synchronizedList(new ArrayList<>());
    final List<Double> longest = Collections.synchronizedList(new ArrayList<>());

    @Override
    public GaugeMetric newDepthMetric(String name) {
        names.add(name);
        return new GaugeMetric() {
            @Override
            public void inc() {
                depth.incrementAndGet();
            }

            @Override
            public void dec() {
                depth.decrementAndGet();
            }
        };
    }

    @Override
    public CounterMetric newAddsMetric(String name) {
        names.add(name);
        return adds::incrementAndGet;
    }

    @Override
    public HistogramMetric newLatencyMetric(String name) {
        names.add(name);
        return latencies::add;
    }

    @Override
    public HistogramMetric newWorkDurationMetric(String name) {
        names.add(name);
        return workDurations::add;
    }

    @Override
    public SettableGaugeMetric newUnfinishedWorkSecondsMetric(String name) {
        names.add(name);
        return unfinished::add;
    }

    @Override
    public SettableGaugeMetric newLongestRunningProcessorSecondsMetric(String name) {
        names.add(name);
        return longest::add;
    }

    @Override
    public CounterMetric newRetriesMetric(String name) {
        names.add(name);
        return retries::incrementAndGet;
    }
}
