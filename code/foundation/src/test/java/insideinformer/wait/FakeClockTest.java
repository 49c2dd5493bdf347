package insideinformer.wait;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class FakeClockTest {

    private final FakeClock clock = new FakeClock();

    @Test
    void the_next_timer_is_the_earliest_that_neither_fired_nor_was_stopped() {
        assertThat(clock.nextTimer()).isEmpty();

        clock.newTimer(Duration.ofSeconds(7), () -> {});
        Clock.Timer sooner = clock.newTimer(Duration.ofSeconds(3), () -> {});
        assertThat(clock.nextTimer()).hasValue(clock.now().plusSeconds(3));

        sooner.stop();
        assertThat(clock.nextTimer()).hasValue(clock.now().plusSeconds(7));

        clock.step(Duration.ofSeconds(7));
        assertThat(clock.nextTimer()).isEmpty();
    }

    @Test
    void the_wall_clock_may_be_set_back_and_neither_intervals_nor_timers_feel_it() {
        Instant begin = clock.now();
        AtomicInteger fired = new AtomicInteger();
        clock.newTimer(Duration.ofSeconds(2), fired::incrementAndGet);
        clock.step(Duration.ofSeconds(1));

        clock.setBack(Duration.ofHours(1));

        assertThat(clock.now()).isEqualTo(begin.plusSeconds(1).minus(Duration.ofHours(1)));
        assertThat(clock.nanoTime()).isEqualTo(1_000_000_000L);
        assertThat(clock.nextTimer()).hasValue(clock.now().plusSeconds(1));
        clock.setTime(clock.now().plusSeconds(1));
        assertThat(fired).hasValue(1);
        assertThat(clock.nanoTime()).isEqualTo(2_000_000_000L);
    }
}
