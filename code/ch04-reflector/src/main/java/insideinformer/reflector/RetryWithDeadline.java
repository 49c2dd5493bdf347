package insideinformer.reflector;

import insideinformer.wait.Clock;
import java.time.Duration;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Allows retries for a while after the first of a row of failures. The row ends when no failure has come for {@code
 * minReset}, or when the time is over. For one thread.
 *
 * <p>Upstream: {@code tools/cache/retry_with_deadline.go, retryWithDeadline}.
 */
final class RetryWithDeadline {

    private final Duration max;
    private final Duration minReset;
    private final Predicate<Throwable> isRetryable;
    private final Clock clock;
    private @Nullable Long first; // of the row, nanos; null: no row
    private @Nullable Long last; // likewise

    RetryWithDeadline(Duration max, Duration minReset, Predicate<Throwable> isRetryable, Clock clock) {
        this.max = max;
        this.minReset = minReset;
        this.isRetryable = isRetryable;
        this.clock = clock;
    }

    /** Notes a failure; null and other failures than the retryable change nothing. */
    void after(@Nullable Throwable error) {
        if (error == null || !isRetryable.test(error)) {
            return;
        }
        long now = clock.nanoTime();
        if (last != null && Duration.ofNanos(now - last).compareTo(minReset) >= 0) {
            first = null;
        }
        first = first == null ? now : first;
        last = now;
    }

    boolean shouldRetry() {
        if (!max.isPositive() || first == null) {
            return false;
        }
        if (Duration.ofNanos(clock.nanoTime() - first).compareTo(max) <= 0) {
            return true;
        }
        first = null;
        last = null;
        return false;
    }
}
