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
    public Counter adds(String name) {
        return taken::incrementAndGet;
    }

    @Override
    public Histogram workDuration(String name) {
        return seconds -> done.incrementAndGet();
    }

    @Override
    public Gauge depth(String name) {
        return NONE.depth(name);
    }

    @Override
    public Histogram latency(String name) {
        return NONE.latency(name);
    }

    @Override
    public SettableGauge unfinishedWorkSeconds(String name) {
        return NONE.unfinishedWorkSeconds(name);
    }

    @Override
    public SettableGauge longestRunningProcessorSeconds(String name) {
        return NONE.longestRunningProcessorSeconds(name);
    }

    @Override
    public Counter retries(String name) {
        return retries::incrementAndGet;
    }
}
