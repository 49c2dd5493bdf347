package insideinformer.apiserver;

import insideinformer.wait.Clock;
import java.time.Duration;
import java.time.Instant;

/** The machine's clock, except that a minute of waiting passes in a tenth of a second. */
final class Hasty implements Clock {

    private static final int FACTOR = 600;

    @Override
    public Instant now() {
        return Clock.system().now();
    }

    @Override
    public long nanoTime() {
        return Clock.system().nanoTime();
    }

    @Override
    public Timer newTimer(Duration delay, Runnable action) {
        return Clock.system().newTimer(delay.dividedBy(FACTOR), action);
    }
}
