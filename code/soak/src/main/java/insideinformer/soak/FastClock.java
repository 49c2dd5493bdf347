package insideinformer.soak;

import insideinformer.wait.Clock;
import java.time.Duration;
import java.time.Instant;

/** A clock that runs faster than its source, so that minutes of backoff pass in a fraction of a second. */
final class FastClock implements Clock {

    private final Clock source;
    private final int factor;
    private final Instant start;
    private final long startNanos;

    /** @param factor how many of its seconds pass in one of the source's */
    FastClock(Clock source, int factor) {
        this.source = source;
        this.factor = factor;
        this.start = source.now();
        this.startNanos = source.nanoTime();
    }

    @Override
    public Instant now() {
        return start.plusNanos(nanoTime());
    }

    @Override
    public long nanoTime() {
        return (source.nanoTime() - startNanos) * factor;
    }

    @Override
    public Timer newTimer(Duration delay, Runnable action) {
        return source.newTimer(delay.dividedBy(factor), action);
    }
}
