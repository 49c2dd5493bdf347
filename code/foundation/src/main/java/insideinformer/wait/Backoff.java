package insideinformer.wait;

import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Pauses that grow: the next pause and how the one after it is found. An immutable value; taking a step gives the
 * backoff that is left.
 *
 * <p>With steps left, a pause is followed by {@code factor} times itself (0: by itself), but once that would exceed
 * {@code cap} it stays at the cap and no steps are left. Without steps the pause stays as it is.
 *
 * <p>Upstream: {@code apimachinery pkg/util/wait/backoff.go, Backoff}.
 *
 * @param duration the next pause, before jitter
 * @param factor multiplies the pause after each step; 0: constant
 * @param jitter up to this part of a pause is added at random; 0 or less: none
 * @param steps how many more times the pause grows
 * @param cap the longest pause, before jitter; zero or less: no limit
 */
public record Backoff(Duration duration, double factor, double jitter, int steps, Duration cap) {

    /** One step: the pause to make, jitter included, and what is left. */
    public record Step(Duration delay, Backoff next) {}

    /**
     * Asks {@code random} only if there is jitter.
     *
     * @throws ArithmeticException if the pause is longer than a {@code long} of nanoseconds, 292 years
     */
    public Step step(RandomGenerator random) {
        Duration delay = jitter > 0 ? Wait.jitter(duration, jitter, random) : duration;
        if (steps < 1) {
            return new Step(delay, left(duration, 0));
        }
        if (factor == 0) {
            return new Step(delay, left(duration, steps - 1));
        }
        // The cast saturates: a product beyond 63 bits is the longest duration there is, and so beyond any cap.
        Duration grown = Duration.ofNanos((long) (duration.toNanos() * factor));
        if (cap.isPositive() && grown.compareTo(cap) > 0) {
            return new Step(delay, left(cap, 0));
        }
        return new Step(delay, left(grown, steps - 1));
    }

    /** Pause after pause, without ever starting anew. For any number of threads; one at a time asks {@code random}. */
    public DelayFunc delayFunc(RandomGenerator random) {
        return new Delays(this, random, Clock.system(), null, false)::next;
    }

    /**
     * Pause after pause; starts anew whenever one is asked for more than {@code reset} after the last new start. A
     * factor of 0 or less knows no reset; a reset of zero or less always gives the first pause. For any number of
     * threads.
     */
    public DelayFunc delayWithReset(Clock clock, Duration reset, RandomGenerator random) {
        if (factor <= 0) {
            return delayFunc(random);
        }
        if (!reset.isPositive()) {
            return new Backoff(duration, 0, jitter, 0, cap).delayFunc(random);
        }
        return new Delays(this, random, clock, reset, false)::next;
    }

    /**
     * The older rule: starts anew only when {@code reset} has passed without anybody asking for a pause. For any number
     * of threads. Upstream: {@code wait.NewExponentialBackoffManager}.
     */
    public DelayFunc delayWithQuietReset(Clock clock, Duration reset, RandomGenerator random) {
        return new Delays(this, random, clock, reset, true)::next;
    }

    private Backoff left(Duration next, int stepsLeft) {
        return new Backoff(next, factor, jitter, stepsLeft, cap);
    }

    private static final class Delays {

        private final ReentrantLock lock = new ReentrantLock();
        private final Backoff initial;
        private final RandomGenerator random;
        private final Clock clock;
        private final @Nullable Duration reset; // null: never
        private final boolean quiet; // reset counts from the last call, not from the last new start
        private Backoff current; // guarded by lock
        private long since; // guarded by lock; nanos

        Delays(Backoff initial, RandomGenerator random, Clock clock, @Nullable Duration reset, boolean quiet) {
            this.initial = initial;
            this.random = random;
            this.clock = clock;
            this.reset = reset;
            this.quiet = quiet;
            this.current = initial;
            this.since = clock.nanoTime();
        }

        Duration next() {
            lock.lock();
            try {
                long now = clock.nanoTime();
                if (reset != null && Duration.ofNanos(now - since).compareTo(reset) > 0) {
                    current = initial;
                    since = now;
                }
                if (quiet) {
                    since = now;
                }
                Step step = current.step(random);
                current = step.next();
                return step.delay();
            } finally {
                lock.unlock();
            }
        }
    }
}
