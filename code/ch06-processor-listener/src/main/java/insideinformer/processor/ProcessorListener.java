package insideinformer.processor;

import static java.util.Objects.requireNonNull;

import insideinformer.api.KubernetesObject;
import insideinformer.controller.ResourceEventHandler;
import insideinformer.deltafifo.DoneChecker;
import insideinformer.deltafifo.DoneSignal;
import insideinformer.wait.Clock;
import insideinformer.wait.Context;
import insideinformer.wait.CrashPolicy;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a slow handler from holding up the informer: buffers what the handler is to be told, and tells it on a thread
 * of its own. {@link #add} puts a notification into the buffer and never waits for the handler; the thread that
 * executes {@link #run} takes the notifications out, one after the other, and calls the handler.
 *
 * <p>All methods except {@link #run} can be called from any thread and wait for the lock at most. The buffer has no
 * limit; {@link #pendingNotifications} tells how far the handler is behind. After a failure of the handler the crash
 * policy decides. If it returns, the notification counts as delivered, and the next one waits a second. {@link #close}
 * interrupts nobody: the call in progress returns, everything that is pending is dropped. A notification that already
 * waits for its second is still delivered.
 *
 * <p>Upstream: {@code tools/cache/shared_informer.go, processorListener}. Its two goroutines, {@code pop} and {@code
 * run}, are one lock-guarded ring and one thread here.
 */
public final class ProcessorListener<T extends KubernetesObject> implements ResourceEventHandlerRegistration {

    // tag::invariants[]
    // I1  Only run calls the handler, one call at a time, in the order of add,
    //     without the lock.
    // I2  add waits for the lock and for nothing else, and nobody who holds the
    //     lock waits for anything.
    // I3  Close wins: once closed is true, the ring is empty and stays so.
    // I4  An initial add is counted before it is in the ring, and counted down
    //     after its call, however that call ended.
    // I5  finished fires once: when run ends, or when a listener that never ran
    //     is given up.
    // end::invariants[]

    private static final Logger LOG = LoggerFactory.getLogger(ProcessorListener.class);
    private static final int INITIAL_BUFFER_SIZE = 1024; // notifications
    private static final long SLOW_NANOS = Duration.ofMillis(100).toNanos();
    private static final Duration PAUSE_AFTER_FAILURE = Duration.ofSeconds(1);

    private final ResourceEventHandler<T> handler;
    private final String handlerName;
    private final SingleFileTracker syncTracker;
    private final Clock clock;
    private final CrashPolicy crashPolicy;
    private final DoneSignal finished;
    private final Duration requestedResyncPeriod;
    private volatile @Nullable Thread runner; // the thread inside run

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition notEmpty = lock.newCondition(); // or closed
    // guarded by lock
    private RingGrowing<Notification<T>> pendingNotifications = new RingGrowing<>(INITIAL_BUFFER_SIZE);
    private boolean closed; // guarded by lock
    private Context.@Nullable Registration upstreamSynced; // guarded by lock
    private Duration resyncPeriod; // guarded by lock; zero: no resync
    private long nextResync; // guarded by lock; nanos of the clock; unused while resyncPeriod is zero

    /** @throws NullPointerException if the handler is null */
    public ProcessorListener(ResourceEventHandler<T> handler, ListenerOptions options, Clock clock) {
        this.handler = requireNonNull(handler, "handler is null; give the handler that is to be told");
        this.handlerName = options.handlerName();
        this.syncTracker = new SingleFileTracker(options.informerName() + " + event handler " + handlerName);
        this.finished = new DoneSignal("end of " + handlerName);
        this.requestedResyncPeriod = options.requestedResyncPeriod();
        this.resyncPeriod = options.resyncPeriod();
        this.clock = clock;
        this.crashPolicy = options.crashPolicy();
        this.nextResync = clock.nanoTime() + nanos(resyncPeriod);
    }

    String handlerName() {
        return handlerName;
    }

    // tag::add[]
    /** Buffers a notification. A closed listener drops it and logs that. */
    public void add(Notification<T> notification) {
        lock.lock();
        try {
            if (closed) {
                LOG.error("{}: {} came after the listener was closed; it is dropped",
                        handlerName, notification);
                return;
            }
            if (isInitialAdd(notification)) {
                syncTracker.start(); // I4
            }
            pendingNotifications.writeOne(notification);
            notEmpty.signal(); // run may wait for it
        } finally {
            lock.unlock();
        }
    }
    // end::add[]

    // tag::run[]
    /**
     * Calls the handler until the listener is closed. One thread calls this, once.
     * An interrupt does not end it, but an exception of the crash policy does.
     */
    public void run() {
        runner = Thread.currentThread();
        try {
            boolean failed = false;
            Optional<Notification<T>> next = take();
            while (next.isPresent()) {
                if (failed) {
                    pause();
                }
                failed = !deliver(next.get());
                next = take();
            }
        } finally { // also if the crash policy threw: nothing must pile up here
            close();
            runner = null;
            finished.fire(); // I5
        }
    }
    // end::run[]

    // tag::take[]
    /** Waits for the oldest notification; empty once closed. */
    private Optional<Notification<T>> take() {
        lock.lock();
        try {
            while (pendingNotifications.len() == 0 && !closed) {
                notEmpty.awaitUninterruptibly();
            }
            return pendingNotifications.readOne(); // I3
        } finally {
            lock.unlock();
        }
    }
    // end::take[]

    // tag::deliver[]
    private boolean deliver(Notification<T> notification) {
        int behind = pendingNotifications();
        long start = clock.nanoTime();
        Thread.interrupted(); // an interrupt from before this call does not concern it
        try {
            call(notification);
            return true;
        } catch (Throwable failure) {
            crashPolicy.crashed(failure, handlerName + ", " + notification);
            return false;
        } finally {
            if (isInitialAdd(notification)) {
                syncTracker.finished(); // I4
            }
            Thread.interrupted(); // an interrupt that the call left must not end the pause
            logIfSlow(clock.nanoTime() - start, behind);
        }
    }
    // end::deliver[]

    private void logIfSlow(long nanos, int behind) {
        if (behind > INITIAL_BUFFER_SIZE && nanos >= SLOW_NANOS) {
            LOG.warn("{} took {} ms while {} notifications were pending behind it",
                    handlerName, nanos / 1_000_000, behind);
        }
    }

    private void call(Notification<T> notification) {
        switch (notification) {
            case Notification.Add<T> add -> handler.onAdd(add.newObj(), add.isInInitialList());
            case Notification.Update<T> update -> handler.onUpdate(update.oldObj(), update.newObj());
            case Notification.Delete<T> delete -> handler.onDelete(delete.oldObj());
        }
    }

    private void pause() {
        try {
            Context.background().await(PAUSE_AFTER_FAILURE, clock); // close does not cut it short
        } catch (InterruptedException e) {
            LOG.debug("{}: interrupted in the pause after a failure; going on", handlerName);
        }
    }

    // tag::close[]
    /** Ends {@link #run} after the call in progress and drops what is pending. */
    public void close() {
        Context.Registration registration;
        lock.lock();
        try {
            closed = true;
            pendingNotifications = new RingGrowing<>(0); // frees the space of a backlog
            registration = upstreamSynced;
            upstreamSynced = null;
            notEmpty.signal(); // run may wait for a notification that will never come
        } finally {
            lock.unlock();
        }
        if (registration != null) {
            registration.close();
        }
    }
    // end::close[]

    /** Whether {@code thread} is the one that calls the handler. */
    public boolean isRunBy(Thread thread) {
        return thread.equals(runner);
    }

    /** Ends a listener whose {@link #run} was never called and will never be. */
    void giveUp() {
        close();
        finished.fire();
    }

    @Override
    public int pendingNotifications() {
        lock.lock();
        try {
            return pendingNotifications.len();
        } finally {
            lock.unlock();
        }
    }

    int bufferCapacity() {
        lock.lock();
        try {
            return pendingNotifications.cap();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Lets the end of the informer's initial list count for this handler. The owner calls this once, after it has added
     * the initial adds that are known by then: earlier, the handler could count as synced before it has seen them.
     */
    public void watchSynced(DoneSignal upstream) {
        Context.Registration registration = upstream.done().onDone(syncTracker::upstreamHasSynced);
        lock.lock();
        try {
            if (!closed) {
                upstreamSynced = registration;
                return;
            }
        } finally {
            lock.unlock();
        }
        registration.close();
    }

    @Override
    public boolean hasSynced() {
        return syncTracker.hasSynced();
    }

    @Override
    public DoneChecker hasSyncedChecker() {
        return syncTracker;
    }

    @Override
    public Context shutdown() {
        return finished.done();
    }

    // tag::should-resync[]
    /** Whether a resync is due. If so, the next one is due a period after {@code now}, in nanos. */
    boolean shouldResync(long now) {
        lock.lock();
        try {
            if (resyncPeriod.isZero() || now - nextResync < 0) {
                return false;
            }
            nextResync = now + nanos(resyncPeriod);
            return true;
        } finally {
            lock.unlock();
        }
    }
    // end::should-resync[]

    /** A longer period than a long can count, which is 292 years, becomes the longest that it can. */
    private static long nanos(Duration period) {
        return TimeUnit.NANOSECONDS.convert(period);
    }

    Duration requestedResyncPeriod() {
        return requestedResyncPeriod;
    }

    /** What the handler gets; zero: no resync. */
    public Duration resyncPeriod() {
        lock.lock();
        try {
            return resyncPeriod;
        } finally {
            lock.unlock();
        }
    }

    /** Does not move the time at which the next resync is due. */
    void setResyncPeriod(Duration period) {
        lock.lock();
        try {
            resyncPeriod = period;
        } finally {
            lock.unlock();
        }
    }

    private static boolean isInitialAdd(Notification<?> notification) {
        return notification instanceof Notification.Add<?> add && add.isInInitialList();
    }
}
