package insideinformer.wait;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** The machine's clock; one daemon thread for the whole process fires its timers. */
final class SystemClock implements Clock {

    static final SystemClock INSTANCE = new SystemClock();

    private final ScheduledThreadPoolExecutor timers = new ScheduledThreadPoolExecutor(
            1, Thread.ofPlatform().daemon().name("system-clock").factory());

    private SystemClock() {
        timers.setRemoveOnCancelPolicy(true);
    }

    @Override
    public Instant now() {
        return Instant.now();
    }

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }

    @Override
    public Timer newTimer(Duration delay, Runnable action) {
        ScheduledFuture<?> future = timers.schedule(action, saturatedNanos(delay), TimeUnit.NANOSECONDS);
        return () -> future.cancel(false);
    }

    private static long saturatedNanos(Duration delay) {
        try {
            return delay.toNanos();
        } catch (ArithmeticException e) {
            return delay.isNegative() ? 0 : Long.MAX_VALUE;
        }
    }
}
