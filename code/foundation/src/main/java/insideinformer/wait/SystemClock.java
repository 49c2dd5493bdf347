package insideinformer.wait;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The machine's clock. One daemon thread runs the actions of all timers of the process. */
final class SystemClock implements Clock {

    private static final Logger LOG = LoggerFactory.getLogger(SystemClock.class);
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
        AtomicBoolean over = new AtomicBoolean(); // begun or stopped; the future does not say which
        Runnable once = () -> {
            if (over.compareAndSet(false, true)) {
                try {
                    action.run();
                } catch (RuntimeException | Error e) {
                    CrashLog.error(LOG, e, "a timer's action failed; the clock goes on");
                }
            }
        };
        ScheduledFuture<?> future = timers.schedule(once, saturatedNanos(delay), TimeUnit.NANOSECONDS);
        return () -> {
            future.cancel(false);
            return over.compareAndSet(false, true);
        };
    }

    private static long saturatedNanos(Duration delay) {
        try {
            return delay.toNanos();
        } catch (ArithmeticException e) {
            return delay.isNegative() ? 0 : Long.MAX_VALUE;
        }
    }
}
