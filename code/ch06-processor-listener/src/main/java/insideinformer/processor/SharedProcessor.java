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
 * Hands every change of an informer to all of its handlers. It keeps one {@link ProcessorListener} for each handler,
 * decides who takes part in a resync, and owns the threads that call the handlers.
 *
 * <p>All methods can be called from any thread, also from the thread of a handler. {@link #run} blocks until the
 * informer stops. The other methods wait for the lock at most, never for a handler. A notification that is distributed
 * before {@link #run} is called waits in the buffers of the listeners.
 *
 * <p>Upstream: {@code tools/cache/shared_informer.go, sharedProcessor}.
 */
public final class SharedProcessor<T extends KubernetesObject> {

    // tag::invariants[]
    // I1  A listener in the map has a thread if and only if listenersStarted is
    //     true, and never a second one.
    // I2  A listener leaves the map once, by removal or by the stop, and whoever
    //     takes it out closes it.
    // I3  The flag of a listener says whether it gets resyncs: true until the first
    //     check after it was added, then what the last check found.
    // I4  Threads are waited for without the lock, so that a handler may remove
    //     itself while the informer stops.
    // end::invariants[]

    private static final Logger LOG = LoggerFactory.getLogger(SharedProcessor.class);

    private final Clock clock;
    private final Group threads = new Group();
    private final ReentrantLock listenersLock = new ReentrantLock();
    private final Map<ProcessorListener<T>, Boolean> listeners = new LinkedHashMap<>(); // guarded by listenersLock; I3
    private boolean listenersStarted; // guarded by listenersLock

    /** @param clock tells when listeners are due for a resync */
    public SharedProcessor(Clock clock) {
        this.clock = clock;
    }

    // tag::add-listener[]
    /** A running processor starts its thread now, another one when it starts. */
    public void addListener(ProcessorListener<T> listener) {
        listenersLock.lock();
        try {
            listeners.put(listener, true); // I3
            if (listenersStarted) {
                startLocked(listener); // I1
            }
        } finally {
            listenersLock.unlock();
        }
    }
    // end::add-listener[]

    // tag::remove-listener[]
    /** Closes the listener. Does nothing if it is not one of this processor's. */
    public void removeListener(ResourceEventHandlerRegistration handle) {
        boolean running;
        listenersLock.lock();
        try {
            if (listeners.remove(handle) == null) {
                return; // never here, or not any more
            }
            running = listenersStarted;
        } finally {
            listenersLock.unlock();
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
        listenersLock.lock();
        try {
            return listeners.containsKey(listener);
        } finally {
            listenersLock.unlock();
        }
    }

    // tag::distribute[]
    /**
     * Puts the notification into the buffer of every listener it concerns.
     *
     * @param sync a resync, which concerns only the listeners that the last check
     *     found due and those that were added after it
     */
    public void distribute(Notification<T> notification, boolean sync) {
        listenersLock.lock();
        try {
            listeners.forEach((listener, syncing) -> {
                if (!sync || syncing) {
                    listener.add(notification);
                }
            });
        } finally {
            listenersLock.unlock();
        }
    }
    // end::distribute[]

    // tag::run[]
    /**
     * Runs the listeners until {@code stop} ends, and returns after the last call of
     * a handler. An interrupt counts as that end and is kept. To be called once.
     */
    public void run(Context stop) {
        listenersLock.lock();
        try {
            listenersStarted = true;
            listeners.keySet().forEach(this::startLocked);
        } finally {
            listenersLock.unlock();
        }
        awaitEnd(stop);
        listenersLock.lock();
        try {
            listenersStarted = false; // a listener that is added from now on gets no thread
            listeners.keySet().forEach(ProcessorListener::close);
            listeners.clear();
        } finally {
            listenersLock.unlock();
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

    /** Takes out a listener that the crash policy has ended. Every other one has left the map before. */
    private void forget(ProcessorListener<T> listener) {
        listenersLock.lock();
        try {
            listeners.remove(listener);
        } finally {
            listenersLock.unlock();
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
     * Whether any listener is due for a resync. It asks all of them, because each
     * keeps its own time. Those that are due get the resyncs until the next check.
     */
    public boolean shouldResync() {
        listenersLock.lock();
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
            listenersLock.unlock();
        }
    }
    // end::should-resync[]

    /** Gives every handler the period nearest to the one it requested, now that the informer checks more often. */
    public void resyncCheckPeriodChanged(Duration resyncCheckPeriod) {
        listenersLock.lock();
        try {
            for (ProcessorListener<T> listener : List.copyOf(listeners.keySet())) {
                listener.setResyncPeriod(determineResyncPeriod(
                        listener.handlerName(), listener.requestedResyncPeriod(), resyncCheckPeriod));
            }
        } finally {
            listenersLock.unlock();
        }
    }

    /**
     * The period of a handler that asks for {@code desired} where the informer checks every {@code check}. It is never
     * shorter than {@code check}; zero means no resync.
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
        if (!listenersLock.isHeldByCurrentThread()) {
            throw new IllegalStateException("the caller must hold listenersLock");
        }
    }
}
