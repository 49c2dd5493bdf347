package insideinformer.wait;

import java.time.Duration;
import java.time.Instant;

/**
 * Time as a constructor argument, so that tests can hold it still ({@link FakeClock}). All methods may be called from
 * any thread, and none waits.
 *
 * <p>Upstream: {@code k8s.io/utils/clock}, {@code WithTickerAndDelayedExecution}.
 */
public interface Clock {

    /** The machine's clock, one for the whole process. */
    static Clock system() {
        return SystemClock.INSTANCE;
    }

    /** Wall-clock time, which may be set back. */
    Instant now();

    /** Nanoseconds since an arbitrary origin; only differences mean anything. */
    long nanoTime();

    /**
     * Calls {@code action} once after {@code delay}, on a thread that the clock chooses; after a delay of zero or less
     * at once, perhaps before this returns. The action must be quick and must not throw: it signals, it does not work.
     */
    Timer newTimer(Duration delay, Runnable action);

    /** A timer that may still be stopped. */
    interface Timer {
        /**
         * Does not wait for an action that is running.
         *
         * @return true if the action will not run because of this call; false if it has begun or was stopped before
         */
        boolean stop();
    }
}
