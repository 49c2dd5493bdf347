package insideinformer.soak;

import static org.assertj.core.api.Assertions.assertThat;

import insideinformer.wait.Clock;
import insideinformer.wait.FakeClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FastClockTest {

    private final FakeClock machine = new FakeClock();
    private final Clock fast = new FastClock(machine, 100);

    @Test
    void all_its_times_run_at_the_same_speed() {
        Instant start = fast.now();
        long startNanos = fast.nanoTime();

        machine.step(Duration.ofMillis(30));

        assertThat(fast.now()).isEqualTo(start.plusSeconds(3));
        assertThat(fast.nanoTime() - startNanos).isEqualTo(Duration.ofSeconds(3).toNanos());
    }

    @Test
    void a_timer_fires_when_its_time_has_come_and_not_if_it_was_stopped() {
        List<String> fired = new ArrayList<>();
        fast.newTimer(Duration.ofSeconds(3), () -> fired.add("kept"));
        Clock.Timer stopped = fast.newTimer(Duration.ofSeconds(3), () -> fired.add("stopped"));

        machine.step(Duration.ofMillis(29));
        assertThat(fired).isEmpty();
        assertThat(stopped.stop()).isTrue();
        machine.step(Duration.ofMillis(1));

        assertThat(fired).containsExactly("kept");
    }
}
