package insideinformer.wait;

import java.time.Duration;
import java.time.Instant;

/**
 * Where time comes from. Code takes a clock as an argument, so that tests can hold time still with a {@link FakeClock}.
 * Any thread can call all methods, and none of them waits.
 *
 * <p>Upstream: {@code k8s.io/utils/clock}, {@code WithTickerAndDelayedExecution}.
 */
public interface Clock {

    /** The machine's clock; the whole process has one. */
    static Clock system() {
        return SystemClock.INSTANCE;
    }

    /** The time of day. It can go backward, because people set clocks. */
    Instant now();

    /** Nanoseconds since an arbitrary moment; only differences mean something. */
    long nanoTime();

    /**
     * Calls {@code action} once after {@code delay}, on a thread that the clock chooses. If the delay is zero or less,
     * it calls the action at once, perhaps before this method returns. The action must be quick and must not throw,
     * because all timers can share one thread: let it signal another thread that does the work.
     */
    Timer newTimer(Duration delay, Runnable action);

    /** A call in the future that can be stopped. */
    interface Timer {
        /**
         * Stops the timer. It does not wait for an action that is running.
         *
         * @return true if this call keeps the action from running; false if the action has begun or the timer was
         *     stopped before
         */
        boolean stop();
    }
}
