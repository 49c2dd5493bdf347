package insideinformer.wait;

import static org.assertj.core.api.Assertions.assertThat;

import insideinformer.testing.Spec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class BackoffTest {

    private final RandomGenerator random = new Random(7);

    static Stream<Arguments> steps() {
        return Stream.of(
                Arguments.of(-1, 0.0, 0, List.of(1, 1, 1)),
                Arguments.of(0, 0.0, 0, List.of(1, 1, 1)),
                Arguments.of(1, 0.0, 0, List.of(1, 1, 1)),
                Arguments.of(3, 2.0, 0, List.of(1, 2, 4, 8, 8, 8)),
                Arguments.of(3, 2.0, 3, List.of(1, 2, 3, 3, 3)));
    }

    @ParameterizedTest
    @MethodSource("steps")
    @Spec("WT-09")
    void a_pause_grows_while_steps_are_left_and_stays_at_the_cap(int steps, double factor, int cap,
            List<Integer> seconds) {
        Backoff left = new Backoff(Duration.ofSeconds(1), factor, 0, steps, Duration.ofSeconds(cap));
        List<Integer> pauses = new ArrayList<>();
        for (int i = 0; i < seconds.size(); i++) {
            Backoff.Step step = left.step(random);
            pauses.add((int) step.delay().toSeconds());
            left = step.next();
        }

        assertThat(pauses).isEqualTo(seconds);
    }

    @Test
    @Spec("WT-09")
    void jitter_is_added_to_each_pause_and_does_not_build_up() {
        Backoff left = new Backoff(Duration.ofSeconds(1), 2, 0.5, 4, Duration.ZERO);
        for (int seconds : new int[] {1, 2, 4, 8, 16, 16, 16}) {
            Backoff.Step step = left.step(random);
            assertThat(step.delay()).isBetween(Duration.ofSeconds(seconds), Duration.ofMillis(seconds * 1500L));
            left = step.next();
        }
    }

    @Test
    @Spec("WT-09")
    void a_product_beyond_63_bits_is_the_cap_and_without_one_the_longest_pause() {
        Backoff capped = new Backoff(Duration.ofDays(100_000), 10, 0, 5, Duration.ofDays(106_000));
        Backoff uncapped = new Backoff(Duration.ofDays(100_000), 10, 0, 5, Duration.ZERO);

        assertThat(capped.step(random).next().duration()).isEqualTo(Duration.ofDays(106_000));
        assertThat(uncapped.step(random).next().duration()).isEqualTo(Duration.ofNanos(Long.MAX_VALUE));
    }

    @Test
    @Spec({"WT-13", "RF-19"})
    void the_pauses_start_anew_some_time_after_the_last_new_start_whoever_asks_in_between() {
        FakeClock clock = new FakeClock();
        DelayFunc delays = growing().delayWithReset(clock, Duration.ofSeconds(10), random);

        assertThat(seconds(delays, 7)).containsExactly(1L, 2L, 4L, 8L, 10L, 10L, 10L);
        clock.step(Duration.ofSeconds(6));
        assertThat(delays.next()).isEqualTo(Duration.ofSeconds(10));
        clock.step(Duration.ofSeconds(4));
        assertThat(delays.next()).as("exactly the reset interval is not more than it")
                .isEqualTo(Duration.ofSeconds(10));
        clock.step(Duration.ofNanos(1));
        assertThat(seconds(delays, 2)).containsExactly(1L, 2L);
    }

    @Test
    @Spec({"WT-13", "RF-19"})
    void a_wall_clock_that_is_set_back_does_not_delay_the_new_start() {
        FakeClock clock = new FakeClock();
        DelayFunc delays = growing().delayWithReset(clock, Duration.ofSeconds(10), random);
        assertThat(seconds(delays, 3)).containsExactly(1L, 2L, 4L);

        clock.setBack(Duration.ofHours(1));
        clock.step(Duration.ofSeconds(11));

        assertThat(delays.next()).isEqualTo(Duration.ofSeconds(1));
    }

    @Test
    @Spec("WT-13")
    void without_a_factor_nothing_is_reset_and_without_an_interval_nothing_grows() {
        FakeClock clock = new FakeClock();
        Backoff constant = new Backoff(Duration.ofSeconds(3), 0, 0, 2, Duration.ZERO);

        assertThat(seconds(constant.delayWithReset(clock, Duration.ofSeconds(10), random), 4)).containsOnly(3L);
        assertThat(seconds(growing().delayWithReset(clock, Duration.ZERO, random), 4)).containsOnly(1L);
    }

    @Test
    @Spec("WT-13")
    void jitter_lies_between_the_pause_and_the_pause_with_all_of_it() {
        DelayFunc jittered = new Backoff(Duration.ofSeconds(1), 0, 0.5, 0, Duration.ZERO).delayFunc(random);
        DelayFunc exact = new Backoff(Duration.ofSeconds(1), 0, -1, 0, Duration.ZERO).delayFunc(random);

        for (int i = 0; i < 100; i++) {
            assertThat(jittered.next()).isBetween(Duration.ofSeconds(1), Duration.ofMillis(1500));
            assertThat(exact.next()).isEqualTo(Duration.ofSeconds(1));
        }
    }

    private static Backoff growing() {
        return new Backoff(Duration.ofSeconds(1), 2, 0, Integer.MAX_VALUE, Duration.ofSeconds(10));
    }

    private static List<Long> seconds(DelayFunc delays, int count) {
        return IntStream.range(0, count).mapToObj(i -> delays.next().toSeconds()).toList();
    }

    @Test
    @Spec("WT-05")
    void asking_for_a_pause_makes_no_timer_and_changes_nothing_so_that_threads_may_share_it() {
        Backoff backoff = new Backoff(Duration.ofSeconds(1), 2, 0, 4, Duration.ZERO);

        Backoff.Step once = backoff.step(random);
        Backoff.Step again = backoff.step(random);

        assertThat(once).isEqualTo(again);
        assertThat(once.delay()).isEqualTo(Duration.ofSeconds(1));
        assertThat(once.next().step(random).delay()).isEqualTo(Duration.ofSeconds(2));
        assertThat(backoff.steps()).isEqualTo(4);
    }
}
