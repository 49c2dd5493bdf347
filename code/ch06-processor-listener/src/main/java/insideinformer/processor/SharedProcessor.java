package insideinformer.processor;

import insideinformer.api.KubernetesObject;
import insideinformer.wait.Clock;
import insideinformer.wait.Context;
import insideinformer.wait.Group;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The listeners of one informer: hands every notification to those concerned, decides who takes part in a resync, and
 * owns the threads that call the handlers.
 *
 * <p>All methods may be called from any thread, also that of a handler. Only {@link #run} blocks; the others wait for
 * the lock at most, never for a handler. A notification distributed before {@link #run} is called waits in the
 * listeners' buffers.
 *
 * <p>Upstream: {@code tools/cache/shared_informer.go, sharedProcessor}.
 */
public final class SharedProcessor<T extends KubernetesObject> {

    // tag::invariants[]
    // I1  A listener in the map has a thread if and only if started is true, and
    //     never a second one.
    // I2  A listener leaves the map once, by removal or by the stop, and whoever
    //     takes it out closes it.
    // I3  The flag of a listener says whether it gets resyncs: true from its coming
    //     to the next check, then what that check found.
    // I4  Threads are waited for without the lock, so that a handler may remove
    //     itself while the informer stops.
    // end::invariants[]

    private static final Logger LOG = LoggerFactory.getLogger(SharedProcessor.class);

    private final Clock clock;
    private final Group threads = new Group();
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<ProcessorListener<T>, Boolean> listeners = new LinkedHashMap<>(); // guarded by lock; I3
    private boolean started; // guarded by lock

    /** @param clock tells when listeners are due for a resync */
    public SharedProcessor(Clock clock) {
        this.clock = clock;
    }

    // tag::add-listener[]
    /** It gets a thread now if the processor runs, else when it starts. */
    public void addListener(ProcessorListener<T> listener) {
        lock.lock();
        try {
            listeners.put(listener, true); // I3
            if (started) {
                startLocked(listener); // I1
            }
        } finally {
            lock.unlock();
        }
    }
    // end::add-listener[]

    // tag::remove-listener[]
    /** Closes it, see {@link ProcessorListener#close}; nothing if it is not here. */
    public void removeListener(ResourceEventHandlerRegistration handle) {
        boolean running;
        lock.lock();
        try {
            if (listeners.remove(handle) == null) {
                return; // not here, or not any more
            }
            running = started;
        } finally {
            lock.unlock();
        }
        ProcessorListener<?> listener = (ProcessorListener<?>) handle;
        if (running) {
            listener.close();
        } else {
            listener.giveUp();
        }
    }
    // end::remove-listener[]

    boolean has(ProcessorListener<T> listener) {
        lock.lock();
        try {
            return listeners.containsKey(listener);
        } finally {
            lock.unlock();
        }
    }

    // tag::distribute[]
    /**
     * @param sync a resync: goes only to listeners that the last check found due,
     *     or that came after it
     */
    public void distribute(Notification<T> notification, boolean sync) {
        lock.lock();
        try {
            listeners.forEach((listener, syncing) -> {
                if (!sync || syncing) {
                    listener.add(notification);
                }
            });
        } finally {
            lock.unlock();
        }
    }
    // end::distribute[]

    // tag::run[]
    /**
     * Runs the listeners until {@code stop} ends; returns after the last call. An
     * interrupt counts as that end and is kept. To be called once.
     */
    public void run(Context stop) {
        lock.lock();
        try {
            started = true;
            listeners.keySet().forEach(this::startLocked);
        } finally {
            lock.unlock();
        }
        awaitEnd(stop);
        lock.lock();
        try {
            started = false;
            listeners.keySet().forEach(ProcessorListener::close);
            listeners.clear();
        } finally {
            lock.unlock();
        }
        threads.awaitAll(); // I4
    }
    // end::run[]

    private void startLocked(ProcessorListener<T> listener) {
        assertLockHeld();
        threads.start("listener " + listener.handlerName(), () -> {
            try {
                listener.run();
            } finally {
                forget(listener);
            }
        });
    }

    /** Usually it is gone already; not if the crash policy ended it. */
    private void forget(ProcessorListener<T> listener) {
        lock.lock();
        try {
            listeners.remove(listener);
        } finally {
            lock.unlock();
        }
    }

    private static void awaitEnd(Context stop) {
        try {
            stop.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    // tag::should-resync[]
    /**
     * Asks every listener, so that each keeps its own time; true if any is due. Who is
     * takes part in the resyncs that follow, until the next check.
     */
    public boolean shouldResync() {
        lock.lock();
        try {
            long now = clock.nanoTime();
            boolean any = false;
            for (var listener : listeners.entrySet()) {
                boolean due = listener.getKey().shouldResync(now);
                listener.setValue(due); // I3
                any |= due;
            }
            return any;
        } finally {
            lock.unlock();
        }
    }
    // end::should-resync[]

    /** The informer will look more often than before; every handler gets the period nearest to what it asked for. */
    public void resyncCheckPeriodChanged(Duration resyncCheckPeriod) {
        lock.lock();
        try {
            for (ProcessorListener<T> listener : List.copyOf(listeners.keySet())) {
                listener.setResyncPeriod(
                        determineResyncPeriod(
                        listener.handlerName(), listener.requestedResyncPeriod(), resyncCheckPeriod));
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * The period a handler gets that asks for {@code desired} where a check happens every {@code check}: never less
     * than that; zero: none.
     */
    public static Duration determineResyncPeriod(String handlerName, Duration desired, Duration check) {
        if (desired.isZero()) {
            return desired;
        }
        if (check.isZero()) {
            LOG.warn("{} asks for a resync every {}, but its informer was made without a resync period, so it gets"
                    + " none; give the informer one when you make it", handlerName, desired);
            return Duration.ZERO;
        }
        if (desired.compareTo(check) < 0) {
            LOG.warn("{} asks for a resync every {}, but its informer looks only every {}; it gets that",
                    handlerName, desired, check);
            return check;
        }
        return desired;
    }

    private void assertLockHeld() {
        if (!lock.isHeldByCurrentThread()) {
            throw new IllegalStateException("the caller must hold the lock");
        }
    }
}
