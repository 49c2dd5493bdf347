package insideinformer.workqueue;

import insideinformer.wait.Clock;
import java.time.Duration;
import java.util.List;

/** Makes rate limiters. Upstream: {@code util/workqueue/default_rate_limiters.go}. */
public final class RateLimiters {

    private RateLimiters() {}

    /** The pause doubles with each failure of the item, from {@code base} up to {@code max}. Neither is negative. */
    public static <T> RateLimiter<T> itemExponentialFailure(Duration base, Duration max) {
        requireNotNegative("first pause", base);
        requireNotNegative("longest pause", max);
        return new ItemExponentialFailureRateLimiter<>(base, max);
    }

    /** The pause is {@code fast} for the first failures of an item, then {@code slow}. Neither is negative. */
    public static <T> RateLimiter<T> itemFastSlow(Duration fast, Duration slow, int maxFastAttempts) {
        requireNotNegative("fast pause", fast);
        requireNotNegative("slow pause", slow);
        return new ItemFastSlowRateLimiter<>(fast, slow, maxFastAttempts);
    }

    /**
     * All items together get {@code qps} attempts a second, and up to {@code burst} at once after a quiet time.
     *
     * @param burst zero: every item waits forever
     * @throws IllegalArgumentException if the rate is not finite and above zero, or the burst is negative
     */
    public static <T> RateLimiter<T> bucket(double qps, int burst, Clock clock) {
        if (!(qps > 0 && qps < Double.POSITIVE_INFINITY) || burst < 0) {
            throw new IllegalArgumentException("a bucket of " + qps + " attempts a second and a burst of " + burst
                    + "; give a finite rate above zero and a burst of zero or more");
        }
        return new BucketRateLimiter<>(qps, burst, clock);
    }

    /** The longest pause that any of {@code limiters} asks for. */
    public static <T> RateLimiter<T> maxOf(List<RateLimiter<T>> limiters) {
        return new MaxOfRateLimiter<>(limiters);
    }

    /** The pauses of {@code limiter}, but none longer than {@code max}, which is not negative. */
    public static <T> RateLimiter<T> withMaxWait(RateLimiter<T> limiter, Duration max) {
        requireNotNegative("longest pause", max);
        return new WithMaxWaitRateLimiter<>(limiter, max);
    }

    /** What controllers use: 5 ms doubling up to 1000 s for an item, and 10 attempts a second for all together. */
    public static <T> RateLimiter<T> defaultController(Clock clock) {
        return maxOf(List.of(
                itemExponentialFailure(Duration.ofMillis(5), Duration.ofSeconds(1000)), bucket(10, 100, clock)));
    }

    /** 1 ms doubling up to 1000 s. */
    public static <T> RateLimiter<T> defaultItemBased() {
        return itemExponentialFailure(Duration.ofMillis(1), Duration.ofSeconds(1000));
    }

    private static void requireNotNegative(String what, Duration pause) {
        if (pause.isNegative()) {
            throw new IllegalArgumentException("the " + what + " of a rate limiter is " + pause
                    + "; give zero or a positive duration");
        }
    }
}
