package insideinformer.quota.controller;

import insideinformer.workqueue.MetricsProvider;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Knows from their metrics whether some queues have work in hand. A key that a worker has taken counts until it is done,
 * which the queues' lengths do not show.
 */
final class WorkInHand implements MetricsProvider {

    private final AtomicLong taken = new AtomicLong();
    private final AtomicLong done = new AtomicLong();
    private final AtomicLong retries = new AtomicLong();

    /** Whether everything that was ever taken in has been worked on to its end. */
    boolean isNone() {
        long before = done.get(); // first: what is taken in between shows
        return taken.get() == before;
    }

    /** How many keys were put off after a failure, ever. */
    long retries() {
        return retries.get();
    }

    @Override
    public CounterMetric newAddsMetric(String name) {
        return taken::incrementAndGet;
    }

    @Override
    public HistogramMetric newWorkDurationMetric(String name) {
        return seconds -> done.incrementAndGet();
    }

    @Override
    public GaugeMetric newDepthMetric(String name) {
        return NONE.newDepthMetric(name);
    }

    @Override
    public HistogramMetric newLatencyMetric(String name) {
        return NONE.newLatencyMetric(name);
    }

    @Override
    public SettableGaugeMetric newUnfinishedWorkSecondsMetric(String name) {
        return NONE.newUnfinishedWorkSecondsMetric(name);
    }

    @Override
    public SettableGaugeMetric newLongestRunningProcessorSecondsMetric(String name) {
        return NONE.newLongestRunningProcessorSecondsMetric(name);
    }

    @Override
    public CounterMetric newRetriesMetric(String name) {
        return retries::incrementAndGet;
    }
}
