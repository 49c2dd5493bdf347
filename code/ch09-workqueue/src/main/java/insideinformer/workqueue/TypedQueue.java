package insideinformer.workqueue;

import java.util.HashSet;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

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

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition workOrShutDown = lock.newCondition();
    private final Condition drainedOrShutDown = lock.newCondition();

    private final OrderQueue<T> order; // guarded by lock
    final Set<T> dirty = new HashSet<>(); // guarded by lock
    final Set<T> processing = new HashSet<>(); // guarded by lock
    private boolean shuttingDown; // guarded by lock
    private boolean drain; // guarded by lock

    TypedQueue(QueueConfig<T> config) {
        this.order = config.order();
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
            if (!dirty.add(item)) {
                if (!processing.contains(item)) {
                    order.touch(item); // it waits already
                }
                return;
            }
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
            processing.add(item);
            dirty.remove(item); // from here on an add means: once more
            return Optional.of(item);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void done(T item) {
        lock.lock();
        try {
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
    // end::get[]

    @Override
    public void shutDown() {
        lock.lock();
        try {
            beginShutDownLocked(false);
            drainedOrShutDown.signalAll(); // who drains is told to give up
        } finally {
            lock.unlock();
        }
    }

    // tag::drain[]
    @Override
    public void shutDownWithDrain() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            beginShutDownLocked(true);
            while (drain && !processing.isEmpty()) {
                drainedOrShutDown.await();
            }
        } finally {
            lock.unlock();
        }
    }
    // end::drain[]

    private void beginShutDownLocked(boolean drainFirst) {
        assert lock.isHeldByCurrentThread();
        drain = drainFirst;
        shuttingDown = true;
        workOrShutDown.signalAll(); // workers without work may go home
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
