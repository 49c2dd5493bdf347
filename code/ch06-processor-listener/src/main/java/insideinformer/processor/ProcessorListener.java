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
 * Stands between the distributor of an informer and one handler: takes notifications without ever waiting for the
 * handler, and calls it with one after the other on the thread that executes {@link #run}. All other methods may be
 * called from any thread and wait for the lock at most.
 *
 * <p>The buffer has no limit; {@link #pendingNotifications} tells how far a handler is behind. A handler that fails is
 * left to the crash policy; if that returns, the notification counts as delivered and the next one waits a second.
 * Closing lets the call in progress return, drops what is pending and interrupts nobody; a notification that waits for
 * its second is still delivered.
 *
 * <p>Upstream: {@code tools/cache/shared_informer.go, processorListener}; its two goroutines, {@code pop} and {@code
 * run}, are one lock-guarded ring and one thread here.
 */
public final class ProcessorListener<T extends KubernetesObject> implements ResourceEventHandlerRegistration {

    // tag::invariants[]
    // I1  The handler is called by run alone, one call at a time, in the order of
    //     add, without the lock.
    // I2  add waits for the lock and for nothing else, and nobody who holds the
    //     lock waits for anything.
    // I3  Close wins: once closed is true, the ring is empty and stays so.
    // I4  An initial add is counted before it is in the ring, and counted down
    //     after its call, however that ended.
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
    private final CrashPolicy crashes;
    private final DoneSignal finished;
    private final Duration requestedResyncPeriod;
    private volatile @Nullable Thread runner; // the thread inside run

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition notEmpty = lock.newCondition(); // or closed
    private RingGrowing<Notification<T>> pending = new RingGrowing<>(INITIAL_BUFFER_SIZE); // guarded by lock
    private boolean closed; // guarded by lock
    private Context.@Nullable Registration upstreamSynced; // guarded by lock
    private Duration resyncPeriod; // guarded by lock; zero: never
    private long nextResync; // guarded by lock; of the clock's nanos; means nothing if the period is zero

    /**
     * @param requestedResyncPeriod what the handler asked for
     * @param resyncPeriod what it gets, counted from now on; zero: no resync
     * @param crashes what follows a failure of the handler, any throwable
     * @throws NullPointerException if the handler is null
     */
    public ProcessorListener(
            ResourceEventHandler<T> handler, String informerName, String handlerName,
            Duration requestedResyncPeriod, Duration resyncPeriod, Clock clock, CrashPolicy crashes) {
        this.handler = requireNonNull(handler, "handler is null; give the handler that is to be told");
        this.handlerName = handlerName;
        this.syncTracker = new SingleFileTracker(informerName + " + event handler " + handlerName);
        this.finished = new DoneSignal("end of " + handlerName);
        this.requestedResyncPeriod = requestedResyncPeriod;
        this.resyncPeriod = resyncPeriod;
        this.clock = clock;
        this.crashes = crashes;
        this.nextResync = clock.nanoTime() + nanos(resyncPeriod);
    }

    String handlerName() {
        return handlerName;
    }

    // tag::add[]
    /** Hands a notification over; if closed, drops it. Never waits for the handler. */
    public void add(Notification<T> notification) {
        lock.lock();
        try {
            if (closed) {
                LOG.error("{}: {} after the listener was closed; dropped",
                        handlerName, notification);
                return;
            }
            if (isInitialAdd(notification)) {
                syncTracker.start(); // I4
            }
            pending.writeOne(notification);
            notEmpty.signal(); // run may wait for it
        } finally {
            lock.unlock();
        }
    }
    // end::add[]

    // tag::run[]
    /**
     * Calls the handler until the listener is closed; for one thread, once.
     * An interrupt does not end it; what the crash policy throws does.
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
        } finally { // also if the crash policy threw: nothing may pile up here
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
            while (pending.len() == 0 && !closed) {
                notEmpty.awaitUninterruptibly();
            }
            return pending.readOne(); // I3
        } finally {
            lock.unlock();
        }
    }
    // end::take[]

    // tag::deliver[]
    private boolean deliver(Notification<T> notification) {
        int behind = pendingNotifications();
        long start = clock.nanoTime();
        Thread.interrupted(); // came between two calls, no business of either
        try {
            call(notification);
            return true;
        } catch (Throwable failure) {
            crashes.crashed(failure, handlerName + ", " + notification);
            return false;
        } finally {
            if (isInitialAdd(notification)) {
                syncTracker.finished(); // I4
            }
            Thread.interrupted(); // left by this call, no business of the next
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
            pending = new RingGrowing<>(0); // gives back a backlog's space
            registration = upstreamSynced;
            upstreamSynced = null;
            notEmpty.signal(); // run must not wait for what will never come
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

    /** For a listener whose {@link #run} never was, and now never will be, called. */
    void giveUp() {
        close();
        finished.fire();
    }

    /** How many notifications wait for the handler; the one it is working on has left the ring and does not count. */
    @Override
    public int pendingNotifications() {
        lock.lock();
        try {
            return pending.len();
        } finally {
            lock.unlock();
        }
    }

    int bufferCapacity() {
        lock.lock();
        try {
            return pending.cap();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Lets the end of the informer's initial list count for this handler. To be called once, after the adds of the
     * initial list that are known by now, lest the handler count as synced before it saw them.
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
    /** Whether it is due; if so, the next time is a period from {@code now}, nanos. */
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

    /** A period of more than 292 years lasts these. */
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

    /** The time at which the next resync is due stays as it is. */
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
