package insideinformer.workqueue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import insideinformer.testing.Spec;
import insideinformer.wait.Clock;
import insideinformer.wait.FakeClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class RateLimiterTest {

    private static final Duration FOREVER = Duration.ofNanos(Long.MAX_VALUE);

    private final FakeClock clock = new FakeClock();

    private static Duration millis(long n) {
        return Duration.ofMillis(n);
    }

    private static Duration seconds(long n) {
        return Duration.ofSeconds(n);
    }

    private static List<Long> whenMillis(RateLimiter<String> limiter, String item, int calls) {
        return Stream.generate(() -> limiter.when(item).toMillis()).limit(calls).toList();
    }

    private static Duration last(RateLimiter<String> limiter, String item, int calls) {
        Duration last = Duration.ZERO;
        for (int i = 0; i < calls; i++) {
            last = limiter.when(item);
        }
        return last;
    }

    static Stream<RateLimiter<String>> all() {
        Clock clock = new FakeClock();
        return Stream.of(
                RateLimiters.itemExponentialFailure(millis(1), seconds(1)),
                RateLimiters.itemFastSlow(millis(1), seconds(1), 2),
                RateLimiters.maxOf(
                        List.of(RateLimiters.itemFastSlow(millis(1), seconds(1), 2), RateLimiters.bucket(1, 1, clock))),
                RateLimiters.withMaxWait(RateLimiters.itemExponentialFailure(millis(1), seconds(1)), millis(2)),
                RateLimiters.defaultController(clock),
                RateLimiters.defaultItemBased());
    }

    @Spec("WQ-38")
    @ParameterizedTest
    @MethodSource("all")
    void each_call_is_counted_until_the_item_is_forgotten(RateLimiter<String> limiter) {
        Duration first = limiter.when("one");
        limiter.when("one");
        limiter.when("two");

        assertThat(limiter.numRequeues("one")).isEqualTo(2);
        assertThat(limiter.numRequeues("two")).isOne();
        assertThat(limiter.numRequeues("three")).isZero();
        limiter.forget("one");
        limiter.forget("three");
        assertThat(limiter.numRequeues("one")).isZero();
        assertThat(limiter.numRequeues("two")).isOne();
        assertThat(limiter.when("one")).isGreaterThanOrEqualTo(first);
    }

    @Test
    @Spec("WQ-39")
    void the_pause_doubles_with_each_failure_of_the_item() {
        RateLimiter<String> limiter = RateLimiters.itemExponentialFailure(millis(1), seconds(1));

        assertThat(whenMillis(limiter, "one", 5)).containsExactly(1L, 2L, 4L, 8L, 16L);
        assertThat(limiter.numRequeues("one")).isEqualTo(5);
        assertThat(whenMillis(limiter, "two", 2)).containsExactly(1L, 2L);
        limiter.forget("one");
        assertThat(limiter.numRequeues("one")).isZero();
        assertThat(limiter.when("one")).isEqualTo(millis(1));
    }

    @Test
    @Spec("WQ-39")
    void the_pause_ends_at_its_maximum_however_often_an_item_fails() {
        RateLimiter<String> quick = RateLimiters.itemExponentialFailure(millis(1), seconds(1000));
        assertThat(last(quick, "one", 6)).isEqualTo(millis(32));
        assertThat(last(quick, "one", 995)).isEqualTo(seconds(1000));
        assertThat(quick.numRequeues("one")).isEqualTo(1001);

        RateLimiter<String> slow = RateLimiters.itemExponentialFailure(Duration.ofMinutes(1), Duration.ofHours(1000));
        assertThat(last(slow, "one", 3)).isEqualTo(Duration.ofMinutes(4));
        assertThat(last(slow, "one", 998)).isEqualTo(Duration.ofHours(1000));
    }

    @Test
    @Spec("WQ-39")
    void a_product_of_exactly_two_to_the_63_is_the_maximum_and_a_base_of_zero_stays_zero() {
        RateLimiter<String> nanos = RateLimiters.itemExponentialFailure(Duration.ofNanos(1), seconds(1000));
        assertThat(last(nanos, "one", 64)).isEqualTo(seconds(1000));
        assertThat(last(nanos, "one", 1)).isEqualTo(seconds(1000));

        RateLimiter<String> zero = RateLimiters.itemExponentialFailure(Duration.ZERO, seconds(1000));
        assertThat(last(zero, "one", 1100)).isZero();
    }

    @Test
    @Spec("WQ-40")
    void the_first_attempts_come_quickly_and_all_later_ones_slowly() {
        RateLimiter<String> limiter = RateLimiters.itemFastSlow(millis(5), seconds(10), 3);

        assertThat(whenMillis(limiter, "one", 5)).containsExactly(5L, 5L, 5L, 10_000L, 10_000L);
        assertThat(limiter.numRequeues("one")).isEqualTo(5);
        limiter.forget("one");
        assertThat(limiter.numRequeues("one")).isZero();
        assertThat(limiter.when("one")).isEqualTo(millis(5));
        assertThat(RateLimiters.<String>itemFastSlow(millis(5), seconds(10), 0).when("one"))
                .isEqualTo(seconds(10));
    }

    @Test
    @Spec("WQ-41")
    void a_bucket_lets_a_burst_through_and_lines_up_the_rest() {
        RateLimiter<String> limiter = RateLimiters.bucket(10, 100, clock);

        for (int i = 0; i < 100; i++) {
            assertThat(limiter.when("item" + i)).isZero();
        }
        assertThat(whenMillis(limiter, "any", 10))
                .containsExactly(100L, 200L, 300L, 400L, 500L, 600L, 700L, 800L, 900L, 1000L);
        limiter.forget("any");
        assertThat(limiter.numRequeues("any")).isZero();
        assertThat(limiter.when("any")).isEqualTo(millis(1100)); // no token was given back
        clock.step(seconds(2));
        assertThat(limiter.when("any")).isZero();
        clock.step(Duration.ofHours(1));
        assertThat(last(limiter, "any", 100)).isZero(); // a quiet hour is worth a burst and no more
        assertThat(limiter.when("any")).isEqualTo(millis(100));
    }

    @Test
    @Spec("WQ-41")
    void a_bucket_without_a_burst_never_lets_anything_through() {
        RateLimiter<String> limiter = RateLimiters.bucket(10, 0, clock);

        assertThat(limiter.when("one")).isEqualTo(FOREVER);
        clock.step(Duration.ofHours(1));
        assertThat(limiter.when("one")).isEqualTo(FOREVER);
    }

    @Test
    @Spec("WQ-42")
    void the_strictest_limiter_decides_and_all_are_asked() {
        List<String> asked = new ArrayList<>();
        RateLimiter<String> limiter = RateLimiters.maxOf(List.of(
                new Fake("a", seconds(3), asked), new Fake("b", seconds(1), asked), new Fake("c", seconds(2), asked)));

        assertThat(limiter.when("one")).isEqualTo(seconds(3));
        assertThat(limiter.numRequeues("one")).isEqualTo(3);
        limiter.forget("one");

        assertThat(asked).containsExactly("when a", "when b", "when c", "forget a", "forget b", "forget c");
        RateLimiter<String> none = RateLimiters.maxOf(List.of());
        assertThat(none.when("one")).isZero();
        assertThat(none.numRequeues("one")).isZero();
    }

    @Test
    @Spec("WQ-42")
    void a_maximum_of_two_real_limiters() {
        RateLimiter<String> limiter = RateLimiters.maxOf(List.of(
                RateLimiters.itemFastSlow(millis(5), seconds(3), 3),
                RateLimiters.itemExponentialFailure(millis(1), seconds(1))));

        assertThat(whenMillis(limiter, "one", 5)).containsExactly(5L, 5L, 5L, 3000L, 3000L);
        assertThat(limiter.numRequeues("one")).isEqualTo(5);
    }

    @Test
    @Spec("WQ-43")
    void a_cap_cuts_the_answer_and_lets_the_counting_through() {
        RateLimiter<String> inner = RateLimiters.itemFastSlow(millis(5), seconds(1000), 100);
        RateLimiter<String> limiter = RateLimiters.withMaxWait(inner, seconds(500));

        assertThat(last(limiter, "one", 100)).isEqualTo(millis(5));
        assertThat(limiter.when("one")).isEqualTo(seconds(500));
        assertThat(limiter.numRequeues("one")).isEqualTo(101);
        limiter.forget("one");
        assertThat(inner.numRequeues("one")).isZero();
    }

    @Test
    @Spec({"WQ-39", "WQ-44"})
    void what_controllers_use_is_exponential_an_item_and_a_bucket_for_all() {
        RateLimiter<String> oneItem = RateLimiters.defaultController(clock);
        List<Long> pauses = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            clock.step(seconds(1)); // tokens in plenty
            pauses.add(oneItem.when("one").toMillis());
        }
        assertThat(pauses)
                .containsExactly(
                        5L,
                        10L,
                        20L,
                        40L,
                        80L,
                        160L,
                        320L,
                        640L,
                        1280L,
                        2560L,
                        5120L,
                        10_240L,
                        20_480L,
                        40_960L,
                        81_920L,
                        163_840L,
                        327_680L,
                        655_360L,
                        1_000_000L,
                        1_000_000L);

        RateLimiter<String> manyItems = RateLimiters.defaultController(clock);
        for (int i = 0; i < 100; i++) {
            assertThat(manyItems.when("item" + i)).isEqualTo(millis(5));
        }
        assertThat(manyItems.when("item100")).isEqualTo(millis(100));

        RateLimiter<String> itemBased = RateLimiters.defaultItemBased();
        assertThat(last(itemBased, "one", 6)).isEqualTo(millis(32));
        assertThat(last(itemBased, "one", 30)).isEqualTo(seconds(1000));
    }

    @Test
    @Spec({"WQ-38", "WQ-44"})
    void no_call_is_lost_between_threads() {
        RateLimiter<String> limiter = RateLimiters.itemExponentialFailure(millis(1), seconds(1));
        RateLimiter<String> bucket = RateLimiters.bucket(1000, 1, clock);

        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 8; i++) {
                threads.submit(() -> {
                    for (int n = 0; n < 1000; n++) {
                        limiter.when("one");
                        bucket.when("one");
                    }
                });
            }
        }

        assertThat(limiter.numRequeues("one")).isEqualTo(8000);
        assertThat(bucket.when("one")).isEqualTo(seconds(8));
    }

    private record Fake(String name, Duration pause, List<String> asked) implements RateLimiter<String> {

        @Override
        public Duration when(String item) {
            asked.add("when " + name);
            return pause;
        }

        @Override
        public void forget(String item) {
            asked.add("forget " + name);
        }

        @Override
        public int numRequeues(String item) {
            return (int) pause.toSeconds();
        }
    }

    @ParameterizedTest
    @CsvSource({"-1, 5", "0, 5", "NaN, 5", "-0.0, 5", "Infinity, 5", "10, -1"})
    void a_bucket_that_makes_no_sense_is_refused_with_what_to_give(double qps, int burst) {
        assertThatIllegalArgumentException().isThrownBy(() -> RateLimiters.bucket(qps, burst, clock))
                .withMessageContaining("a bucket of " + qps + " attempts a second and a burst of " + burst)
                .withMessageContaining("above zero");
    }

    @Test
    void a_negative_pause_is_refused() {
        assertThatIllegalArgumentException().isThrownBy(() -> RateLimiters.itemExponentialFailure(millis(-1), seconds(1)))
                .withMessageContaining("first pause").withMessageContaining("PT-0.001S");
        assertThatIllegalArgumentException().isThrownBy(() -> RateLimiters.itemExponentialFailure(millis(1), seconds(-1)));
        assertThatIllegalArgumentException().isThrownBy(() -> RateLimiters.itemFastSlow(millis(-1), seconds(1), 1));
        assertThatIllegalArgumentException().isThrownBy(() -> RateLimiters.itemFastSlow(millis(1), seconds(-1), 1));
        assertThatIllegalArgumentException().isThrownBy(() ->
                RateLimiters.withMaxWait(RateLimiters.defaultItemBased(), seconds(-1)));
    }
}
