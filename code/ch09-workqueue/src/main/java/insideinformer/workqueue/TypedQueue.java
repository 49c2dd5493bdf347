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
 * The queue itself. Only {@link #get} and {@link #shutDownWithDrain} wait; both are interruptible, and an interrupted
 * {@code get} has taken nothing.
 *
 * <p>Upstream: {@code util/workqueue/queue.go, Typed}.
 */
final class TypedQueue<T> implements WorkQueue<T> {

    // I1  dirty holds what needs work, processing what somebody works on.
    // I2  What stands in order is dirty, not processing, and stands there once.
    // I3  What is dirty and not processing stands in order; what is both goes there when it is done.
    // I4  Nobody waits for work while order holds something.

    private static final Logger LOG = LoggerFactory.getLogger(TypedQueue.class);
    private static final Duration UPDATE_PERIOD = Duration.ofMillis(500);

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition workOrShutDown = lock.newCondition();
    private final Condition drainedOrShutDown = lock.newCondition();

    private final OrderQueue<T> order; // guarded by lock
    final Set<T> dirty = new HashSet<>(); // guarded by lock
    final Set<T> processing = new HashSet<>(); // guarded by lock
    private boolean shuttingDown; // guarded by lock
    private boolean drain; // guarded by lock

    private final QueueMetrics<T> metrics; // guarded by lock
    private final Cancellable measuring = Context.background().withCancel();
    final @Nullable Thread updater; // only if somebody wants to know

    TypedQueue(QueueConfig<T> config) {
        MetricsProvider provider = config.metricsInUse();
        this.order = config.order();
        this.metrics = new QueueMetrics<>(provider, config.name(), config.clock());
        this.updater = provider == MetricsProvider.NONE
                ? null
                : Thread.ofVirtual().name("workqueue-metrics-" + config.name()).start(() -> measure(config.clock()));
    }

    // tag::add[]
    @Override
    public void add(T item) {
        Objects.requireNonNull(item, "item");
        lock.lock();
        try {
            if (shuttingDown) {
                return;
            }
            if (dirty.contains(item)) {
                if (!processing.contains(item)) {
                    order.touch(item); // it waits already
                }
                return;
            }
            metrics.add(item);
            dirty.add(item);
            if (processing.contains(item)) {
                return; // done() will put it in line
            }
            order.push(item);
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
            return order.len();
        } finally {
            lock.unlock();
        }
    }

    // tag::get[]
    @Override
    public Optional<T> get() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (order.len() == 0 && !shuttingDown) {
                workOrShutDown.await();
            }
            if (order.len() == 0) {
                return Optional.empty();
            }
            T item = order.pop();
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
                order.push(item);
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
            beginShutDownLocked(false);
            drainedOrShutDown.signalAll(); // who drains is told to give up
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
            beginShutDownLocked(true);
            while (drain && !processing.isEmpty()) {
                drainedOrShutDown.await();
            }
        } finally {
            lock.unlock();
        }
        joinUpdater();
    }
    // end::drain[]

    private void beginShutDownLocked(boolean drainFirst) {
        assert lock.isHeldByCurrentThread();
        drain = drainFirst;
        shuttingDown = true;
        workOrShutDown.signalAll(); // workers without work may go home
    }

    private void measure(Clock clock) {
        try {
            while (!measuring.await(UPDATE_PERIOD, clock)) {
                updateUnfinishedWork();
            }
        } catch (InterruptedException e) {
            LOG.warn("the metrics updater was interrupted; unfinished work is no longer measured", e);
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

    /** Without the lock: the updater may be waiting for it. */
    private void joinUpdater() {
        if (updater == null) {
            return;
        }
        try {
            updater.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            LOG.warn("interrupted while {} ends; it ends by itself", updater.getName());
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
}
