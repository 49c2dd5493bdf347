package insideinformer.workqueue;

import insideinformer.wait.Cancellable;
import insideinformer.wait.Clock;
import insideinformer.wait.Context;
import java.time.Duration;
import java.util.HashSet;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The work queue itself. Only {@link #get} and {@link #shutDownWithDrain} wait. Both can be interrupted, and an
 * interrupted {@code get} has taken nothing.
 *
 * <p>Upstream: {@code util/workqueue/queue.go, Typed}.
 */
final class TypedQueue<T> implements WorkQueue<T> {

    // I1  dirty holds the items that need work, processing those that somebody works on.
    // I2  An item in queue is in dirty, is not in processing, and is in queue once.
    // I3  An item in dirty that is not in processing is in queue. An item in both comes into queue when it is done.
    // I4  Nobody waits for work while queue holds something.

    private static final Logger LOG = LoggerFactory.getLogger(TypedQueue.class);
    private static final Duration UNFINISHED_WORK_UPDATE_PERIOD = Duration.ofMillis(500);

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition workOrShutDown = lock.newCondition();
    private final Condition drainedOrShutDown = lock.newCondition();

    private final OrderQueue<T> queue; // guarded by lock
    final Set<T> dirty = new HashSet<>(); // guarded by lock
    final Set<T> processing = new HashSet<>(); // guarded by lock
    private boolean shuttingDown; // guarded by lock
    private boolean drain; // guarded by lock

    private final QueueMetrics<T> metrics; // guarded by lock
    private final Cancellable measuring = Context.background().withCancel(); // a life of its own: a shutdown ends it
    final @Nullable Thread updater; // null: there is nowhere to report to

    TypedQueue(QueueConfig<T> config) {
        MetricsProvider provider = config.metricsInUse();
        this.queue = config.order();
        this.metrics = new QueueMetrics<>(provider, config.name(), config.clock());
        this.updater = provider == MetricsProvider.NONE
                ? null
                : Thread.ofVirtual().name("workqueue-metrics-" + config.name())
                        .start(() -> updateUnfinishedWorkLoop(config.clock()));
    }

    // tag::add[]
    @Override
    public void add(T item) {
        Objects.requireNonNull(item, "item is null; give what names the work, such as a key");
        lock.lock();
        try {
            if (shuttingDown) {
                return;
            }
            if (dirty.contains(item)) {
                if (!processing.contains(item)) {
                    queue.touch(item); // it waits already
                }
                return;
            }
            metrics.add(item);
            dirty.add(item);
            if (processing.contains(item)) {
                return; // done() will put it into queue
            }
            queue.push(item);
            workOrShutDown.signal(); // one item, one worker
        } finally {
            lock.unlock();
        }
    }
    // end::add[]

    @Override
    public int len() {
        lock.lock();
        try {
            return queue.len();
        } finally {
            lock.unlock();
        }
    }

    // tag::get[]
    @Override
    public Optional<T> get() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (queue.len() == 0 && !shuttingDown) {
                workOrShutDown.await();
            }
            if (queue.len() == 0) {
                return Optional.empty();
            }
            T item = queue.pop();
            metrics.get(item);
            processing.add(item);
            dirty.remove(item); // from here on an add means: once more
            return Optional.of(item);
        } finally {
            lock.unlock();
        }
    }
    // end::get[]

    // tag::done[]
    @Override
    public void done(T item) {
        lock.lock();
        try {
            metrics.done(item);
            processing.remove(item);
            if (dirty.contains(item)) {
                queue.push(item);
                workOrShutDown.signal();
            }
            if (processing.isEmpty()) {
                drainedOrShutDown.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }
    // end::done[]

    @Override
    public void shutDown() {
        measuring.cancel();
        lock.lock();
        try {
            drain = false;
            setShuttingDownLocked();
            drainedOrShutDown.signalAll(); // those who drain give up
        } finally {
            lock.unlock();
        }
        joinUpdater();
    }

    // tag::drain[]
    @Override
    public void shutDownWithDrain() throws InterruptedException {
        measuring.cancel();
        lock.lockInterruptibly();
        try {
            drain = true;
            setShuttingDownLocked();
            while (drain && !processing.isEmpty()) {
                drainedOrShutDown.await();
            }
        } finally {
            lock.unlock();
        }
        joinUpdater();
    }
    // end::drain[]

    private void setShuttingDownLocked() {
        assertLockHeld();
        shuttingDown = true;
        workOrShutDown.signalAll(); // workers that wait go home
    }

    private void updateUnfinishedWorkLoop(Clock clock) {
        try {
            while (!measuring.await(UNFINISHED_WORK_UPDATE_PERIOD, clock)) {
                updateUnfinishedWork();
            }
        } catch (InterruptedException e) {
            LOG.warn("{}: interrupted; unfinished work is no longer measured", Thread.currentThread().getName(), e);
        }
    }

    private void updateUnfinishedWork() {
        lock.lock();
        try {
            if (!shuttingDown) {
                metrics.updateUnfinishedWork();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Without the lock, because the updater could be waiting for it. */
    private void joinUpdater() {
        if (updater == null) {
            return;
        }
        try {
            updater.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            LOG.warn("Interrupted while {} ends; it ends by itself", updater.getName());
        }
    }

    @Override
    public boolean shuttingDown() {
        lock.lock();
        try {
            return shuttingDown;
        } finally {
            lock.unlock();
        }
    }

    private void assertLockHeld() {
        if (!lock.isHeldByCurrentThread()) {
            throw new IllegalStateException("needs the lock of the work queue");
        }
    }
}
