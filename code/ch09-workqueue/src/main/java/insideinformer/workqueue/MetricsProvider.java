package insideinformer.workqueue;

/**
 * Where the numbers of a queue go. A queue calls each method once, with its own name. What a method returns must not
 * call the queue, because the queue can hold its lock when it reports a number.
 *
 * <p>Upstream: {@code util/workqueue/metrics.go, MetricsProvider}.
 */
public interface MetricsProvider {

    /** Goes up and down. */
    interface GaugeMetric {
        void inc();

        void dec();
    }

    /** Only goes up. */
    @FunctionalInterface
    interface CounterMetric {
        void inc();
    }

    /** Is set. */
    @FunctionalInterface
    interface SettableGaugeMetric {
        void set(double value);
    }

    /** Collects observations. */
    @FunctionalInterface
    interface HistogramMetric {
        void observe(double value);
    }

    /** How many items need work: those that wait, and those added again while somebody works on them. */
    GaugeMetric newDepthMetric(String name);

    /** Adds that made an item need work. */
    CounterMetric newAddsMetric(String name);

    /** Seconds from the first add of an item to its being handed out. */
    HistogramMetric newLatencyMetric(String name);

    /** Seconds from an item's being handed out to its being done. */
    HistogramMetric newWorkDurationMetric(String name);

    /** Seconds that all items being worked on have taken so far, together. */
    SettableGaugeMetric newUnfinishedWorkSecondsMetric(String name);

    /** Seconds that the item which has been worked on longest has taken so far. */
    SettableGaugeMetric newLongestRunningProcessorSecondsMetric(String name);

    /** Delayed adds. */
    CounterMetric newRetriesMetric(String name);

    /** Measures nothing. */
    MetricsProvider NONE = new MetricsProvider() {

        @Override
        public GaugeMetric newDepthMetric(String name) {
            return new GaugeMetric() {
                @Override
                public void inc() {}

                @Override
                public void dec() {}
            };
        }

        @Override
        public CounterMetric newAddsMetric(String name) {
            return () -> {};
        }

        @Override
        public HistogramMetric newLatencyMetric(String name) {
            return value -> {};
        }

        @Override
        public HistogramMetric newWorkDurationMetric(String name) {
            return value -> {};
        }

        @Override
        public SettableGaugeMetric newUnfinishedWorkSecondsMetric(String name) {
            return value -> {};
        }

        @Override
        public SettableGaugeMetric newLongestRunningProcessorSecondsMetric(String name) {
            return value -> {};
        }

        @Override
        public CounterMetric newRetriesMetric(String name) {
            return () -> {};
        }
    };
}
