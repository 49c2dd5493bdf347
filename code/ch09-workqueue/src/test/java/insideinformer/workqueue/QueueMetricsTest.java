package insideinformer.workqueue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import insideinformer.testing.Spec;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class QueueMetricsTest {

    private static final Duration PERIOD = Duration.ofMillis(500);

    private final ObservedClock clock = new ObservedClock();
    private final RecordingMetrics metrics = new RecordingMetrics();
    private final QueueConfig<String> config =
            QueueConfig.<String>named("quota").withClock(clock).withMetrics(metrics);
    private final TypedQueue<String> queue = new TypedQueue<>(config);

    @AfterEach
    void no_thread_stays_behind() {
        queue.shutDown();
        assertThat(queue.updater).isNotNull();
        assertThat(queue.updater.isAlive()).isFalse();
        assertThat(clock.live()).isZero();
    }

    private static Duration micros(long n) {
        return Duration.ofNanos(n * 1000);
    }

    private void expect(int adds, int depth) {
        assertThat(List.of(metrics.adds.get(), metrics.depth.get())).containsExactly(adds, depth);
    }

    @Test
    @Spec({"WQ-45", "WQ-46", "WQ-47"})
    void the_life_of_a_key_in_numbers() throws InterruptedException {
        clock.awaitMade(1); // the updater waits
        queue.add("foo");
        expect(1, 1);
        clock.step(micros(50));
        queue.get();
        expect(1, 0);
        assertThat(metrics.latencies).containsExactly(50e-6);
        for (int i = 0; i < 5; i++) {
            queue.add("foo");
        }
        expect(2, 1);
        clock.step(micros(25));
        queue.done("foo");
        expect(2, 1);
        assertThat(metrics.workDurations).containsExactly(25e-6);
        queue.get();
        expect(2, 0);
        assertThat(metrics.latencies).containsExactly(50e-6, 25e-6);

        clock.andSettle(() -> clock.step(PERIOD.minus(micros(75)))); // 500 ms since the updater began

        assertThat(metrics.unfinished).containsExactly(0.499925);
        assertThat(metrics.longest).containsExactly(0.499925);
        queue.done("foo");
        assertThat(metrics.workDurations).containsExactly(25e-6, 0.499925);
    }

    @Test
    @Spec("WQ-45")
    void depth_is_what_needs_work_and_not_what_waits() throws InterruptedException {
        queue.add("a");
        queue.add("b");
        queue.add("a");
        expect(2, 2);
        queue.get();
        queue.add("a");
        queue.add("a");
        expect(3, 2);
        assertThat(queue.len()).isOne();
        queue.shutDown();
        queue.add("c");
        expect(3, 2);
    }

    @Test
    @Spec({"WQ-11", "WQ-46"})
    void keys_that_the_queue_does_not_know_are_not_measured() throws InterruptedException {
        queue.done("zz");
        assertThat(metrics.workDurations).isEmpty();
        queue.add("a");
        queue.done("a");
        queue.get();
        queue.get();

        expect(1, -1); // the quirk of done() without get()
        assertThat(metrics.latencies).hasSize(1);
    }

    @Test
    @Spec("WQ-47")
    void unfinished_work_is_the_sum_of_ages_and_the_longest_is_the_oldest() throws InterruptedException {
        clock.awaitMade(1);
        queue.add("a");
        queue.get();
        clock.step(Duration.ofMillis(200));
        queue.add("b");
        queue.get();

        clock.andSettle(() -> clock.step(Duration.ofMillis(300)));
        queue.done("a");
        clock.andSettle(() -> clock.step(PERIOD));

        assertThat(metrics.unfinished).containsExactly(0.8, 0.8);
        assertThat(metrics.longest).containsExactly(0.5, 0.8);
    }

    @Test
    @Spec({"WQ-19", "WQ-47"})
    void a_shutdown_ends_the_updater_before_it_returns() throws InterruptedException {
        clock.awaitMade(1);
        queue.add("a");
        queue.get();

        queue.shutDown();

        assertThat(queue.updater.isAlive()).isFalse();
        clock.step(Duration.ofHours(1));
        assertThat(metrics.unfinished).isEmpty();
    }

    @Test
    @Spec("WQ-19")
    void so_does_a_drain() throws InterruptedException {
        queue.shutDownWithDrain();

        assertThat(queue.updater.isAlive()).isFalse();
    }

    @Test
    @Spec({"WQ-14", "WQ-47"})
    void a_queue_without_a_name_or_without_a_provider_has_no_updater() {
        RecordingMetrics unused = new RecordingMetrics();
        TypedQueue<String> unnamed =
                new TypedQueue<>(QueueConfig.<String>named("").withMetrics(unused));
        TypedQueue<String> unmeasured = new TypedQueue<>(QueueConfig.named("quota"));

        unnamed.add("a");

        assertThat(unnamed.updater).isNull();
        assertThat(unmeasured.updater).isNull();
        assertThat(unused.names).isEmpty();
        assertThat(unused.adds).hasValue(0);
    }

    @Test
    @Spec("WQ-48")
    void every_delayed_add_to_a_live_queue_is_a_retry() {
        DelayingQueue<String> delaying = WorkQueues.newDelayingQueue(config);
        delaying.addAfter("a", Duration.ZERO);
        assertThat(metrics.retries).hasValue(1);
        delaying.addAfter("b", Duration.ofHours(1));
        assertThat(metrics.retries).hasValue(2);
        delaying.add("c");
        delaying.shutDown();
        delaying.addAfter("d", Duration.ZERO);

        assertThat(metrics.retries).hasValue(2);
        assertThat(metrics.names).containsOnly("quota");
    }

    @Test
    void a_provider_that_fails_leaves_no_thread_behind() {
        RecordingMetrics failing = new RecordingMetrics() {
            @Override
            public CounterMetric newRetriesMetric(String name) {
                throw new IllegalStateException("no retries today");
            }
        };

        assertThatThrownBy(() -> WorkQueues.newDelayingQueue(config.withMetrics(failing))).hasMessage("no retries today");

        assertThat(failing.names).as("the queue below, and with it its thread, was not made").isEmpty();
    }

    @Test
    @Spec("WQ-49")
    void each_queue_has_the_provider_it_was_made_with_and_no_other() {
        RecordingMetrics others = new RecordingMetrics();
        try (WorkQueue<String> other = new TypedQueue<>(config.withMetrics(others));
                WorkQueue<String> unmeasured = new TypedQueue<>(config.withMetrics(MetricsProvider.NONE))) {
            queue.add("a");
            other.add("b");
            other.add("c");
            unmeasured.add("d");
        }

        assertThat(metrics.adds.get()).isEqualTo(1);
        assertThat(others.adds.get()).isEqualTo(2);
    }
}
