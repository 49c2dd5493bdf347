package insideinformer.wait;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * Loops that pause: run something until told to stop, ask a condition until it is met.
 *
 * <p>Any thread may call; the loops block it and run what they are given on it. The {@code until} methods return once
 * the context has ended; an interrupt counts as its end, and the thread's interrupt flag is set again. The methods with
 * a condition throw {@link WaitException} for a context or time limit that ended, {@link InterruptedException}, and
 * whatever the condition throws. A pause of zero or less is none.
 *
 * <p>Upstream: {@code apimachinery pkg/util/wait}.
 */
public final class Wait {

    /**
     * Asked until it answers true; what it throws ends the waiting. It has to look at the context itself if it takes
     * long. Upstream: {@code wait.ConditionWithContextFunc}.
     */
    @FunctionalInterface
    public interface Condition<E extends Exception> {
        boolean isMet(Context context) throws E, InterruptedException;
    }

    private Wait() {}

    /** Runs {@code body} at once and then {@code period} after each return; a crash is logged and skipped. */
    public static void until(Context context, Clock clock, Duration period, CrashPolicy.Body body) {
        backoffUntil(context, clock, () -> period, true, CrashPolicy.LOG_AND_SKIP, body);
    }

    /**
     * Runs {@code body} at once and then every {@code period}; turns that a slow body missed are not made up for. A
     * crash is logged and skipped.
     */
    public static void nonSlidingUntil(Context context, Clock clock, Duration period, CrashPolicy.Body body) {
        backoffUntil(context, clock, () -> period, false, CrashPolicy.LOG_AND_SKIP, body);
    }

    /**
     * As the others, each pause with a jitter of its own.
     *
     * @param jitterFactor 0 or less: no jitter, unlike {@link #jitter}
     * @param sliding the pause begins when the body has returned, not when it began
     */
    public static void jitterUntil(
            Context context, Clock clock, RandomGenerator random, Duration period, double jitterFactor, boolean sliding,
            CrashPolicy.Body body) {
        DelayFunc delays = () -> jitterFactor > 0 ? jitter(period, jitterFactor, random) : period;
        backoffUntil(context, clock, delays, sliding, CrashPolicy.LOG_AND_SKIP, body);
    }

    /**
     * The loop under the others: looks at the context, runs {@code body}, pauses as {@code delays} says, and again.
     * What {@code crashes} or {@code delays} throws ends it.
     *
     * @param sliding the pause is asked for and begins when the body has returned, not when it began
     */
    public static void backoffUntil(
            Context context, Clock clock, DelayFunc delays, boolean sliding, CrashPolicy crashes,
            CrashPolicy.Body body) {
        try {
            while (!context.isDone()) {
                long start = clock.nanoTime();
                Duration delay = sliding ? Duration.ZERO : delays.next();
                crashes.guard(whereAmI(), body);
                if (sliding) {
                    start = clock.nanoTime();
                    delay = delays.next();
                }
                pause(context, clock, start, delay);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Threads are named after what they do, and whom for. */
    private static String whereAmI() {
        String thread = Thread.currentThread().getName();
        return thread.isEmpty() ? "the body of a loop" : "the loop of " + thread;
    }

    /**
     * {@code duration} and a random part of {@code maxFactor} times itself; a factor of 0 or less counts as 1.
     *
     * @throws ArithmeticException if the duration is longer than a {@code long} of nanoseconds, 292 years
     */
    public static Duration jitter(Duration duration, double maxFactor, RandomGenerator random) {
        double factor = maxFactor > 0 ? maxFactor : 1;
        return duration.plusNanos((long) (random.nextDouble() * factor * duration.toNanos()));
    }

    /**
     * Asks {@code condition} at most {@code backoff.steps()} times, with its pauses in between.
     *
     * <p>Reaching the backoff's cap leaves no steps, so that the condition is not asked again after the pause in which
     * the cap was reached (kubernetes#131122).
     *
     * @throws WaitException of TIMEOUT if it was never met, at once without steps; or of the context's reason
     */
    public static <E extends Exception> void exponentialBackoff(
            Context context, Clock clock, RandomGenerator random, Backoff backoff, Condition<E> condition)
            throws E, WaitException, InterruptedException {
        Backoff left = backoff;
        while (left.steps() > 0) {
            throwIfDone(context);
            if (condition.isMet(context)) {
                return;
            }
            if (left.steps() == 1) {
                break;
            }
            Backoff.Step step = left.step(random);
            left = step.next();
            pause(context, clock, clock.nanoTime(), step.delay());
            throwIfDone(context);
        }
        throw new WaitException(WaitException.Reason.TIMEOUT);
    }

    /**
     * Asks {@code condition} every {@code interval} until it is met.
     *
     * @param immediate asks at once, even if the context has ended, instead of after one interval
     * @throws WaitException of the context's reason if that ended first
     */
    public static <E extends Exception> void pollUntilContextCancel(
            Context context, Clock clock, Duration interval, boolean immediate, Condition<E> condition)
            throws E, WaitException, InterruptedException {
        long start = clock.nanoTime();
        if (immediate && condition.isMet(context)) {
            return;
        }
        while (true) {
            pause(context, clock, start, interval);
            throwIfDone(context);
            start = clock.nanoTime();
            if (condition.isMet(context)) {
                return;
            }
        }
    }

    /**
     * {@link #pollUntilContextCancel} with a limit: after {@code timeout} it ends with DEADLINE. The condition is given
     * the context with the limit.
     */
    public static <E extends Exception> void pollUntilContextTimeout(
            Context context, Clock clock, Duration interval, Duration timeout, boolean immediate,
            Condition<E> condition)
            throws E, WaitException, InterruptedException {
        try (Cancellable limited = context.withTimeout(timeout, clock)) {
            pollUntilContextCancel(limited, clock, interval, immediate, condition);
        }
    }

    /**
     * Asks at once, even if the context has ended, then every {@code interval}.
     *
     * @throws WaitException of TIMEOUT, whatever the reason, if the context ended first
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

    /** True if a {@link WaitException} is among the causes: a time limit or a context ended, nothing failed. */
    public static boolean interrupted(Throwable error) {
        for (Throwable t = error; t != null; t = t.getCause()) {
            if (t instanceof WaitException) {
                return true;
            }
        }
        return false;
    }

    private static void throwIfDone(Context context) throws WaitException {
        if (context.isDone()) {
            throw WaitException.of(context);
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
