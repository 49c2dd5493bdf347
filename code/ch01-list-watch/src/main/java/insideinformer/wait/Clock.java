package insideinformer.wait;

import java.time.Duration;
import java.time.Instant;

/**
 * Time as a constructor argument, so that tests can hold it still ({@link FakeClock}).
 *
 * <p>Upstream: {@code k8s.io/utils/clock}, {@code WithTickerAndDelayedExecution}.
 */
public interface Clock {

    /** The machine's clock. */
    static Clock system() {
        return SystemClock.INSTANCE;
    }

    /** Wall-clock time. */
    Instant now();

    /** Nanoseconds since an arbitrary origin; only differences mean anything. */
    long nanoTime();

    /**
     * Calls {@code action} once after {@code delay}, on a thread of the clock's. The action must be quick: it signals,
     * it does not work. A delay of zero or less fires at once.
     */
    Timer newTimer(Duration delay, Runnable action);

    /** A timer that may still be stopped. */
    interface Timer {
        /** @return true if the action will not run because of this call; false if it ran or was stopped before */
        boolean stop();
    }
}
