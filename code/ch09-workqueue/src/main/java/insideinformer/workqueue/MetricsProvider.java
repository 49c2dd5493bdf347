package insideinformer.workqueue;

/**
 * Where a queue's numbers go. Every method is asked once a queue, with the queue's name; what it returns is called with
 * the queue's lock held and must not call the queue.
 *
 * <p>Upstream: {@code util/workqueue/metrics.go, MetricsProvider}.
 */
public interface MetricsProvider {

    /** Goes up and down. */
    interface Gauge {
        void inc();

        void dec();
    }

    /** Only goes up. */
    @FunctionalInterface
    interface Counter {
        void inc();
    }

    /** Is set. */
    @FunctionalInterface
    interface SettableGauge {
        void set(double value);
    }

    /** Collects observations. */
    @FunctionalInterface
    interface Histogram {
        void observe(double value);
    }

    /** Items that need work and that nobody works on yet, or works on for the last time. */
    Gauge depth(String name);

    Counter adds(String name);

    /** Seconds from the first add of an item to its being handed out. */
    Histogram latency(String name);

    /** Seconds from being handed out to done. */
    Histogram workDuration(String name);

    /** Seconds that all items being worked on have taken so far, together. */
    SettableGauge unfinishedWorkSeconds(String name);

    /** Seconds that the item which has been worked on longest has taken so far. */
    SettableGauge longestRunningProcessorSeconds(String name);

    Counter retries(String name);

    /** Measures nothing. */
    MetricsProvider NONE = new MetricsProvider() {

        @Override
        public Gauge depth(String name) {
            return new Gauge() {
                @Override
                public void inc() {}

                @Override
                public void dec() {}
            };
        }

        @Override
        public Counter adds(String name) {
            return () -> {};
        }

        @Override
        public Histogram latency(String name) {
            return value -> {};
        }

        @Override
        public Histogram workDuration(String name) {
            return value -> {};
        }

        @Override
        public SettableGauge unfinishedWorkSeconds(String name) {
            return value -> {};
        }

        @Override
        public SettableGauge longestRunningProcessorSeconds(String name) {
            return value -> {};
        }

        @Override
        public Counter retries(String name) {
            return () -> {};
        }
    };
}
