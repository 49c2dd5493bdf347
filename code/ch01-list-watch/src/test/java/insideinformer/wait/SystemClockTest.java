package insideinformer.wait;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class SystemClockTest {

    private final Clock clock = Clock.system();

    @Test
    void a_timer_whose_action_has_begun_cannot_be_stopped() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch mayEnd = new CountDownLatch(1);
        Clock.Timer timer = clock.newTimer(Duration.ZERO, () -> {
            begun.countDown();
            awaitQuietly(mayEnd);
        });
        begun.await();

        boolean stopped = timer.stop();
        mayEnd.countDown();

        assertThat(stopped).as("stop claimed that the running action will not run").isFalse();
        assertThat(timer.stop()).isFalse();
    }

    @Test
    void a_timer_is_stopped_once() {
        Clock.Timer timer = clock.newTimer(Duration.ofDays(1), () -> {});

        assertThat(timer.stop()).isTrue();
        assertThat(timer.stop()).isFalse();
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
