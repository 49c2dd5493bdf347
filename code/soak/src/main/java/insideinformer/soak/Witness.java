package insideinformer.soak;

import insideinformer.api.KubernetesObject;
import insideinformer.controller.ResourceEventHandler;
import insideinformer.processor.ProcessorListener;
import insideinformer.processor.ResourceEventHandlerRegistration;
import insideinformer.store.DeletedObject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A handler that remembers what it heard and notes calls that must not happen, such as one after its last. It can be
 * made to block, and it throws in the calls that its plan names.
 */
final class Witness<T extends KubernetesObject> implements ResourceEventHandler<T> {

    private final String name;
    private final int failsEvery; // 0: never

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition released = lock.newCondition();
    private final List<HandlerEvent> events = new ArrayList<>(); // guarded by lock, as all below
    private final Map<String, State> view = new HashMap<>(); // by key
    private final Set<String> complaints = new HashSet<>();
    private @Nullable ResourceEventHandlerRegistration registration; // null until it is known
    private @Nullable Thread caller; // the one thread that calls it
    private boolean blocked;
    private boolean called;
    private boolean left;

    Witness(String name, int failsEvery) {
        this.name = name;
        this.failsEvery = failsEvery;
    }

    String name() {
        return name;
    }

    @Override
    public void onAdd(T obj, boolean isInInitialList) {
        hear(new HandlerEvent.Added(State.of(obj), isInInitialList));
    }

    @Override
    public void onUpdate(T oldObj, T newObj) {
        hear(new HandlerEvent.Updated(State.of(oldObj), State.of(newObj)));
    }

    @Override
    public void onDelete(DeletedObject<T> obj) {
        State last = obj.object().map(State::of).orElseGet(() -> new State(obj.key(), "", 0, ""));
        hear(new HandlerEvent.Deleted(last, obj.finalStateUnknown().isPresent()));
    }

    private void hear(HandlerEvent event) {
        lock.lock();
        try {
            complainIf(called, "is called while another call of it runs");
            complainIf(caller != null && caller != Thread.currentThread(), "is called by another thread than before");
            caller = Thread.currentThread();
            complainIf(left, "is called after its last call");
            complainIf(event instanceof HandlerEvent.Added(State now, boolean initial) && initial && hasSyncedLocked(),
                    "hears of an object of the initial list after it counted as synced");
            called = true;
            events.add(event);
            while (blocked) {
                released.awaitUninterruptibly();
            }
            switch (event) {
                case HandlerEvent.Added(State now, boolean initial) -> view.put(now.key(), now);
                case HandlerEvent.Updated(State before, State now) -> view.put(now.key(), now);
                case HandlerEvent.Deleted(State last, boolean tombstone) -> view.remove(last.key());
            }
            called = false;
            if (failsEvery > 0 && events.size() % failsEvery == 0) {
                throw new PlannedFailure();
            }
        } finally {
            lock.unlock();
        }
    }

    private void complainIf(boolean wrong, String what) {
        if (wrong) {
            complaints.add("handler " + name + " " + what);
        }
    }

    private boolean hasSyncedLocked() {
        return registration != null && registration.hasSynced();
    }

    /** Gives it its registration. */
    void joined(ResourceEventHandlerRegistration its) {
        lock.lock();
        try {
            registration = its;
        } finally {
            lock.unlock();
        }
        its.shutdown().onDone(this::leave);
    }

    /** From now on it must not be called. */
    void leave() {
        lock.lock();
        try {
            left = true;
        } finally {
            lock.unlock();
        }
    }

    /** While this is on, no call returns. */
    void block(boolean on) {
        lock.lock();
        try {
            blocked = on;
            released.signalAll(); // the call that waits, if one does
        } finally {
            lock.unlock();
        }
    }

    boolean hasLeft() {
        lock.lock();
        try {
            return left;
        } finally {
            lock.unlock();
        }
    }

    boolean hasSynced() {
        lock.lock();
        try {
            return hasSyncedLocked();
        } finally {
            lock.unlock();
        }
    }

    /** How many notifications wait for it. */
    int pending() {
        lock.lock();
        try {
            return registration instanceof ProcessorListener<?> listener ? listener.pendingNotifications() : 0;
        } finally {
            lock.unlock();
        }
    }

    /** The objects that exist, as far as it has heard. */
    Set<State> view() {
        lock.lock();
        try {
            return Set.copyOf(view.values());
        } finally {
            lock.unlock();
        }
    }

    List<HandlerEvent> events() {
        lock.lock();
        try {
            return List.copyOf(events);
        } finally {
            lock.unlock();
        }
    }

    Set<String> complaints() {
        lock.lock();
        try {
            return Set.copyOf(complaints);
        } finally {
            lock.unlock();
        }
    }

    /** It has no stack, which would only fill the log. */
    static final class PlannedFailure extends RuntimeException {
        private static final long serialVersionUID = 1;

        PlannedFailure() {
            super("planned failure of a handler", null, false, false);
        }
    }
}
