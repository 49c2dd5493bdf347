package insideinformer.wait;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
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
}
