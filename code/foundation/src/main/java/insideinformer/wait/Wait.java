package insideinformer.wait;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * Loops that pause: run something again and again until a context ends, or ask a condition until it is met.
 *
 * <p>The loops block the thread that calls them and run everything on it. The {@code until} methods return once the
 * context has ended. They count an interrupt as its end and set the thread's interrupt flag again. The {@code poll}
 * methods throw {@link WaitException} if the context or a time limit ends first, {@link InterruptedException}, and
 * whatever the condition throws. A pause of zero or less is no pause.
 *
 * <p>Upstream: {@code apimachinery pkg/util/wait}.
 */
public final class Wait {

    /**
     * Is asked until it answers true. What it throws ends the waiting. A condition that takes long must look at the
     * context itself. Upstream: {@code wait.ConditionWithContextFunc}.
     */
    @FunctionalInterface
    public interface Condition<E extends Exception> {
        boolean isMet(Context context) throws E, InterruptedException;
    }

    private Wait() {}

    /** Runs {@code body} at once, and again {@code period} after each return. A crash is logged and skipped. */
    public static void until(Context context, Clock clock, Duration period, CrashPolicy.Body body) {
        backoffUntil(context, clock, () -> period, CrashPolicy.LOG_AND_SKIP, body);
    }

    /**
     * Runs {@code body}, pauses after its return as long as {@code delays} says, and begins again, until the context
     * has ended. What {@code crashes} or {@code delays} throws ends the loop.
     */
    public static void backoffUntil(
            Context context, Clock clock, DelayFunc delays, CrashPolicy crashes, CrashPolicy.Body body) {
        try {
            while (!context.isDone()) {
                crashes.guard(whereAmI(), body);
                pause(context, clock, clock.nanoTime(), delays.next());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** For a log line: our threads are named after what they do and for whom. */
    private static String whereAmI() {
        String thread = Thread.currentThread().getName();
        return thread.isEmpty() ? "the body of a loop" : "the loop of " + thread;
    }

    /**
     * {@code duration} plus a random part of {@code maxFactor} times itself. A factor of 0 or less counts as 1.
     *
     * @throws ArithmeticException if the duration is longer than a {@code long} of nanoseconds, 292 years
     */
    public static Duration jitter(Duration duration, double maxFactor, RandomGenerator random) {
        double factor = maxFactor > 0 ? maxFactor : 1;
        return duration.plusNanos((long) (random.nextDouble() * factor * duration.toNanos()));
    }

    /**
     * Asks {@code condition} at once, even if the context has ended, and then every {@code interval} until it is met.
     *
     * @throws WaitException of the context's reason if the context ends first
     */
    public static <E extends Exception> void pollUntilContextCancel(
            Context context, Clock clock, Duration interval, Condition<E> condition)
            throws E, WaitException, InterruptedException {
        long start = clock.nanoTime();
        while (!condition.isMet(context)) {
            pause(context, clock, start, interval);
            if (context.isDone()) {
                throw WaitException.of(context);
            }
            start = clock.nanoTime();
        }
    }

    /**
     * Polls as {@link #pollUntilContextCancel} does, and ends with DEADLINE after {@code timeout}. The condition is
     * given a context that ends then.
     */
    public static <E extends Exception> void pollUntilContextTimeout(
            Context context, Clock clock, Duration interval, Duration timeout, Condition<E> condition)
            throws E, WaitException, InterruptedException {
        try (Cancellable limited = context.withTimeout(timeout, clock)) {
            pollUntilContextCancel(limited, clock, interval, condition);
        }
    }

    /**
     * Polls as {@link #pollUntilContextCancel} does, except that the first interval begins after the first answer.
     *
     * @throws WaitException of TIMEOUT, whatever the context's reason, if the context ends first
     */
    public static <E extends Exception> void pollImmediateUntil(
            Context context, Clock clock, Duration interval, Condition<E> condition)
            throws E, WaitException, InterruptedException {
        boolean met = condition.isMet(context);
        long start = clock.nanoTime();
        while (!met) {
            pause(context, clock, start, interval);
            if (context.isDone()) {
                throw new WaitException(WaitException.Reason.TIMEOUT);
            }
            start = clock.nanoTime();
            met = condition.isMet(context);
        }
    }

    private static void pause(Context context, Clock clock, long startNanos, Duration delay)
            throws InterruptedException {
        Duration left = delay.minusNanos(clock.nanoTime() - startNanos);
        if (left.isPositive()) {
            context.await(left, clock);
        } else if (Thread.interrupted()) {
            throw new InterruptedException("interrupted between two turns");
        }
    }
}
