package insideinformer.wait;

import static org.assertj.core.api.Assertions.assertThat;

import insideinformer.testing.CapturedLog;
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

    @Test
    void an_action_that_fails_is_logged_and_later_timers_fire() throws Exception {
        CountDownLatch later = new CountDownLatch(1);

        try (CapturedLog log = new CapturedLog()) {
            clock.newTimer(Duration.ZERO, () -> {
                throw new IllegalStateException("out of order");
            });
            clock.newTimer(Duration.ZERO, later::countDown);
            later.await();

            assertThat(log.linesWith("ERROR", "a timer's action failed")).hasSize(1);
        }
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
