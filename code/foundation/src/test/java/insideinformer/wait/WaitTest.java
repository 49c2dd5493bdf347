package insideinformer.wait;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import insideinformer.testing.Spec;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WaitTest {

    /** A clock on which every pause is over at once: time has passed, and the pause is written down. */
    private static final class SkippingClock extends FakeClock {

        final List<Duration> pauses = new ArrayList<>();

        @Override
        public Timer newTimer(Duration delay, Runnable action) {
            pauses.add(delay);
            step(delay);
            action.run();
            return () -> false;
        }
    }

    private static final Duration SECOND = Duration.ofSeconds(1);

    private final SkippingClock clock = new SkippingClock();
    private final RandomGenerator random = new Random(7);
    private final Cancellable stop = Context.background().withCancel();
    private final AtomicInteger calls = new AtomicInteger();

    @Test
    @Spec("WT-01")
    void a_context_that_has_ended_runs_nothing() {
        stop.cancel();

        Wait.until(stop, clock, SECOND, calls::incrementAndGet);

        assertThat(calls).hasValue(0);
    }

    @Test
    @Spec({"WT-01", "WT-02"})
    void a_sliding_loop_runs_at_once_and_pauses_after_each_return() {
        Wait.until(stop, clock, SECOND, work(Duration.ofMillis(300), 3));

        assertThat(calls).hasValue(3);
        assertThat(clock.pauses).containsExactly(SECOND, SECOND, SECOND);
    }

    @Test
    @Spec("WT-03")
    void the_end_of_the_context_during_a_pause_ends_the_loop_at_once() throws Exception {
        FakeClock still = new FakeClock();
        Thread loop = Thread.ofVirtual()
                .start(() -> Wait.until(stop, still, Duration.ofDays(1), calls::incrementAndGet));
        still.awaitWaiters(1);

        stop.cancel();
        loop.join();

        assertThat(calls).hasValue(1);
        assertThat(still.hasWaiters()).as("a timer was left behind").isFalse();
    }

    @Test
    @Spec("WT-03")
    void the_end_of_the_context_during_the_body_means_no_further_run() {
        Wait.until(stop, clock, Duration.ofSeconds(30), work(Duration.ZERO, 1));

        assertThat(calls).hasValue(1);
    }

    @Test
    @Spec("WT-03")
    void a_period_of_zero_runs_again_without_a_pause() {
        Wait.until(stop, clock, Duration.ZERO, work(Duration.ZERO, 1000));

        assertThat(calls).hasValue(1000);
        assertThat(clock.pauses).isEmpty();
    }

    @Test
    void an_interrupt_counts_as_the_end_of_the_context() throws Exception {
        AtomicInteger flagged = new AtomicInteger();
        Thread loop = Thread.ofVirtual().start(() -> {
            Wait.until(stop, Clock.system(), SECOND, () -> new CountDownLatch(1).await());
            flagged.set(Thread.currentThread().isInterrupted() ? 1 : -1);
        });

        loop.interrupt();
        loop.join();

        assertThat(flagged).as("the thread's flag after the loop").hasValue(1);
    }

    @Test
    void an_interrupt_ends_a_loop_that_never_pauses() {
        Wait.until(stop, clock, Duration.ZERO, () -> {
            Thread.currentThread().interrupt();
            if (calls.incrementAndGet() == 100) {
                stop.cancel();
            }
        });

        assertThat(Thread.interrupted()).as("the thread's flag after the loop").isTrue();
        assertThat(calls).hasValue(1);
    }

    @Test
    void an_interrupt_ends_polling_that_never_pauses() {
        assertThatThrownBy(() -> Wait.pollUntilContextCancel(stop, clock, Duration.ZERO, context -> {
            Thread.currentThread().interrupt();
            return calls.incrementAndGet() == 100;
        })).isInstanceOf(InterruptedException.class);
        assertThat(calls).hasValue(1);
    }

    @Test
    @Spec("WT-04")
    void jitter_adds_up_to_the_factor_and_a_factor_of_zero_counts_as_one() {
        for (int i = 0; i < 1000; i++) {
            assertThat(Wait.jitter(SECOND, 0.2, random)).isBetween(SECOND, Duration.ofMillis(1200));
        }
        RandomGenerator almostOne = () -> -1L;
        assertThat(Wait.jitter(SECOND, 0, almostOne)).isBetween(Duration.ofMillis(1999), Duration.ofSeconds(2));
        assertThat(Wait.jitter(SECOND, -3, almostOne)).isBetween(Duration.ofMillis(1999), Duration.ofSeconds(2));
    }

    @Test
    @Spec("WT-06")
    void a_crash_ends_one_run_and_the_loop_goes_on_after_the_usual_pause() {
        Wait.until(stop, clock, SECOND, () -> {
            if (calls.incrementAndGet() == 3) {
                stop.cancel();
            } else {
                throw new IllegalStateException("crash " + calls);
            }
        });

        assertThat(calls).hasValue(3);
        assertThat(clock.pauses).containsExactly(SECOND, SECOND, SECOND);
    }

    @Test
    @Spec("WT-07")
    void under_a_fatal_policy_a_crash_ends_the_process_and_escapes_the_loop() {
        AtomicInteger ends = new AtomicInteger();
        IllegalStateException crash = new IllegalStateException("crash");

        assertThatThrownBy(() -> Wait.backoffUntil(
                        stop, clock, () -> SECOND, CrashPolicy.fatal(ends::incrementAndGet), () -> {
                            throw crash;
                        }))
                .isSameAs(crash);
        assertThat(ends).hasValue(1);
    }

    @Test
    @Spec("WT-15")
    void an_immediate_poll_asks_once_even_when_stopped_and_then_times_out() throws Exception {
        stop.cancel();
        IOException failure = new IOException("no");

        Wait.pollImmediateUntil(stop, clock, SECOND, c -> true);
        assertThatThrownBy(() -> Wait.pollImmediateUntil(stop, clock, SECOND, c -> {
            throw failure;
        })).isSameAs(failure);
        assertThatThrownBy(() -> Wait.pollImmediateUntil(stop, clock, SECOND, c -> calls.incrementAndGet() < 0))
                .isInstanceOfSatisfying(WaitException.class,
                        e -> assertThat(e.reason()).isEqualTo(WaitException.Reason.TIMEOUT));
        assertThat(calls).hasValue(1);
    }

    @ParameterizedTest
    @CsvSource({"true", "false"})
    @Spec("WT-15")
    void an_immediate_poll_goes_on_until_the_condition_is_met_or_it_is_stopped(boolean met) throws Exception {
        CrashPolicy.Body poll = () -> {
            try {
                Wait.pollImmediateUntil(stop, clock, SECOND, c -> {
                    if (calls.incrementAndGet() < 4) {
                        return false;
                    }
                    if (!met) {
                        stop.cancel();
                    }
                    return met;
                });
            } catch (WaitException e) {
                assertThat(e.reason()).isEqualTo(WaitException.Reason.TIMEOUT);
                calls.addAndGet(100);
            }
        };

        poll.run();

        assertThat(calls).hasValue(met ? 4 : 104);
        assertThat(clock.pauses).startsWith(SECOND, SECOND, SECOND);
    }

    @Test
    @Spec("WT-16")
    void a_condition_is_asked_once_even_if_the_context_has_ended() throws Exception {
        stop.cancel();
        IOException failure = new IOException("no");

        Wait.pollUntilContextCancel(stop, clock, SECOND, c -> calls.incrementAndGet() > 0);
        assertThat(calls).hasValue(1);
        assertThatThrownBy(() -> Wait.pollUntilContextCancel(stop, clock, SECOND, c -> {
            throw failure;
        })).isSameAs(failure);
        assertCancelled(() -> Wait.pollUntilContextCancel(stop, clock, SECOND, c -> calls.incrementAndGet() < 0));
        assertThat(calls).hasValue(2);
    }

    @Test
    @Spec("WT-16")
    void a_poll_ends_when_its_context_does() {
        assertCancelled(() -> Wait.pollUntilContextCancel(stop, clock, SECOND, c -> {
            if (calls.incrementAndGet() == 5) {
                stop.cancel();
            }
            return false;
        }));

        assertThat(calls).hasValue(5);
    }

    @Test
    @Spec("WT-16")
    void a_time_limit_ends_a_poll_with_deadline_exceeded() throws Exception {
        FakeClock still = new FakeClock();
        AtomicInteger outcome = new AtomicInteger();
        Thread poll = Thread.ofVirtual().start(() -> outcome.set(deadlineAfter(
                still, Duration.ofSeconds(2), c -> calls.incrementAndGet() < 0)));
        still.awaitWaiters(2);

        still.step(SECOND);
        poll.join();

        assertThat(calls).hasValue(1);
        assertThat(outcome).hasValue(1);
    }

    @Test
    @Spec("WT-16")
    void the_time_of_the_condition_counts_towards_the_interval() throws Exception {
        Wait.pollUntilContextCancel(stop, clock, SECOND, c -> {
            clock.step(Duration.ofMillis(300));
            return calls.incrementAndGet() == 4;
        });

        assertThat(clock.pauses).hasSize(3).containsOnly(Duration.ofMillis(700));
    }

    @Test
    @Spec("WT-16")
    void an_interval_of_zero_polls_without_pauses() throws Exception {
        Wait.pollUntilContextCancel(stop, clock, Duration.ZERO, c -> calls.incrementAndGet() == 100);

        assertThat(clock.pauses).isEmpty();
    }

    @Test
    @Spec("WT-19")
    void the_period_of_a_worker_loop_is_not_the_pace_of_its_work() {
        Wait.until(stop, clock, SECOND, () -> {
            while (calls.incrementAndGet() < 1000) {
                clock.step(Duration.ofMillis(1));
            }
            stop.cancel();
        });

        assertThat(calls).hasValue(1000);
        assertThat(clock.now()).isBefore(new FakeClock().now().plusSeconds(10));
    }

    /** A body that takes {@code time} and ends the context in run number {@code runs}. */
    private CrashPolicy.Body work(Duration time, int runs) {
        return () -> {
            clock.step(time);
            if (calls.incrementAndGet() == runs) {
                stop.cancel();
            }
        };
    }

    /** 1 if polling for one second ended with DEADLINE, else -1. */
    private int deadlineAfter(Clock on, Duration interval, Wait.Condition<RuntimeException> condition) {
        try {
            Wait.pollUntilContextTimeout(stop, on, interval, SECOND, condition);
            return -1;
        } catch (WaitException e) {
            return e.reason() == WaitException.Reason.DEADLINE ? 1 : -1;
        } catch (InterruptedException e) {
            return -1;
        }
    }

    private static void assertCancelled(org.assertj.core.api.ThrowableAssert.ThrowingCallable waiting) {
        assertThatThrownBy(waiting).isInstanceOfSatisfying(WaitException.class,
                e -> assertThat(e.reason()).isEqualTo(WaitException.Reason.CANCELLED));
    }
}
