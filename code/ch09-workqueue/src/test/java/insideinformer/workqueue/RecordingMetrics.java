package insideinformer.workqueue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Remembers what it is told, and by which names it was asked. */
final class RecordingMetrics implements MetricsProvider {

    final List<String> names = Collections.synchronizedList(new ArrayList<>());
    final AtomicInteger adds = new AtomicInteger();
    final AtomicInteger depth = new AtomicInteger();
    final AtomicInteger retries = new AtomicInteger();
    final List<Double> latencies = Collections.synchronizedList(new ArrayList<>());
    final List<Double> workDurations = Collections.synchronizedList(new ArrayList<>());
    final List<Double> unfinished = Collections.synchronizedList(new ArrayList<>());
    final List<Double> longest = Collections.synchronizedList(new ArrayList<>());

    @Override
    public Gauge depth(String name) {
        names.add(name);
        return new Gauge() {
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
    public Counter adds(String name) {
        names.add(name);
        return adds::incrementAndGet;
    }

    @Override
    public Histogram latency(String name) {
        names.add(name);
        return latencies::add;
    }

    @Override
    public Histogram workDuration(String name) {
        names.add(name);
        return workDurations::add;
    }

    @Override
    public SettableGauge unfinishedWorkSeconds(String name) {
        names.add(name);
        return unfinished::add;
    }

    @Override
    public SettableGauge longestRunningProcessorSeconds(String name) {
        names.add(name);
        return longest::add;
    }

    @Override
    public Counter retries(String name) {
        names.add(name);
        return retries::incrementAndGet;
    }
}
