package insideinformer.conformance.subject;

import insideinformer.wait.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A clock that moves in one jump: timers that became due on the way fire afterwards and see the new time. The clock of
 * the recordings of work queues did the same. A {@code FakeClock} would stop at each timer.
 *
 * <p>For any thread. Upstream: {@code k8s.io/utils/clock/testing}, {@code FakeClock}.
 */
final class JumpingClock implements Clock {

    private record Waiter(Instant due, Runnable action) {}

    private final ReentrantLock lock = new ReentrantLock();
    private final Instant start = Instant.parse("2030-01-01T00:00:00Z");
    private final List<Waiter> waiters = new ArrayList<>(); // guarded by lock
    private Instant now = start; // guarded by lock

    @Override
    public Instant now() {
        lock.lock();
        try {
            return now;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public long nanoTime() {
        return Duration.between(start, now()).toNanos();
    }

    @Override
    public Timer newTimer(Duration delay, Runnable action) {
        if (!delay.isPositive()) {
            action.run();
            return () -> false;
        }
        lock.lock();
        try {
            Waiter waiter = new Waiter(now.plus(delay), action);
            waiters.add(waiter);
            return () -> remove(waiter);
        } finally {
            lock.unlock();
        }
    }

    private boolean remove(Waiter waiter) {
        lock.lock();
        try {
            return waiters.removeIf(other -> other == waiter);
        } finally {
            lock.unlock();
        }
    }

    void jump(Duration by) {
        List<Waiter> due;
        lock.lock();
        try {
            now = now.plus(by);
            due = waiters.stream()
                    .filter(waiter -> !waiter.due().isAfter(now))
                    .sorted(Comparator.comparing(Waiter::due))
                    .toList();
            waiters.removeAll(due);
        } finally {
            lock.unlock();
        }
        due.forEach(waiter -> waiter.action().run());
    }
}
