package insideinformer.wait;

import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * How long to pause between attempts: the next pause, and how it grows. An immutable value; {@link #step} gives the
 * pause to make now and the backoff that is left.
 *
 * <p>While there are steps left, each pause is {@code factor} times the one before; with a factor of 0 it stays the
 * same. When a pause would exceed {@code cap}, it becomes the cap and no steps are left. Without steps the pause stays
 * as it is.
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

    /** The pause to make, jitter included, and the backoff that is left. */
    public record Step(Duration delay, Backoff next) {}

    /**
     * The pause to make now. {@code random} is asked only if there is jitter.
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
        // The cast saturates, so a product beyond 63 bits is the longest duration there is, which exceeds any cap.
        Duration grown = Duration.ofNanos((long) (duration.toNanos() * factor));
        if (cap.isPositive() && grown.compareTo(cap) > 0) {
            return new Step(delay, left(cap, 0));
        }
        return new Step(delay, left(grown, steps - 1));
    }

    /** Gives pause after pause. Any number of threads can use it; only one at a time asks {@code random}. */
    public DelayFunc delayFunc(RandomGenerator random) {
        return new Delays(this, random, Clock.system(), null)::next;
    }

    /**
     * Gives pause after pause, and begins again with the first one if it is asked more than {@code reset} after it last
     * began. With a factor of 0 or less it never begins again; with a reset of zero or less it always gives the first
     * pause. Any number of threads can use it.
     */
    public DelayFunc delayWithReset(Clock clock, Duration reset, RandomGenerator random) {
        if (factor <= 0) {
            return delayFunc(random);
        }
        if (!reset.isPositive()) {
            return new Backoff(duration, 0, jitter, 0, cap).delayFunc(random);
        }
        return new Delays(this, random, clock, reset)::next;
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
        private Backoff current; // guarded by lock
        private long since; // guarded by lock; when it last began, in nanoseconds

        Delays(Backoff initial, RandomGenerator random, Clock clock, @Nullable Duration reset) {
            this.initial = initial;
            this.random = random;
            this.clock = clock;
            this.reset = reset;
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
                Step step = current.step(random);
                current = step.next();
                return step.delay();
            } finally {
                lock.unlock();
            }
        }
    }
}
