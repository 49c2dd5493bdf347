package insideinformer.reflector;

import insideinformer.wait.Clock;
import java.time.Duration;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Allows retries for a limited time. The time begins with the first failure of a series. A series ends when no failure
 * has come for {@code minResetPeriod}, or when the time is over. For one thread.
 *
 * <p>Upstream: {@code tools/cache/retry_with_deadline.go, RetryWithDeadline}.
 */
final class RetryWithDeadline {

    private final Duration maxRetryDuration;
    private final Duration minResetPeriod;
    private final Predicate<Throwable> isRetryable;
    private final Clock clock;
    private @Nullable Long firstErrorTime; // of the series, nanos; null: no series
    private @Nullable Long lastErrorTime; // likewise

    RetryWithDeadline(
            Duration maxRetryDuration, Duration minResetPeriod, Predicate<Throwable> isRetryable, Clock clock) {
        this.maxRetryDuration = maxRetryDuration;
        this.minResetPeriod = minResetPeriod;
        this.isRetryable = isRetryable;
        this.clock = clock;
    }

    /** Notes a failure. A failure that is not retryable changes nothing. */
    void after(Throwable error) {
        if (!isRetryable.test(error)) {
            return;
        }
        long now = clock.nanoTime();
        if (lastErrorTime != null && Duration.ofNanos(now - lastErrorTime).compareTo(minResetPeriod) >= 0) {
            reset();
        }
        firstErrorTime = firstErrorTime == null ? now : firstErrorTime;
        lastErrorTime = now;
    }

    boolean shouldRetry() {
        if (!maxRetryDuration.isPositive() || firstErrorTime == null) {
            return false;
        }
        if (Duration.ofNanos(clock.nanoTime() - firstErrorTime).compareTo(maxRetryDuration) <= 0) {
            return true;
        }
        reset();
        return false;
    }

    private void reset() {
        firstErrorTime = null;
        lastErrorTime = null;
    }
}
