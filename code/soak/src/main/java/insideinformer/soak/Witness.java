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
 * A handler that remembers what it was told and complains of how it was called. Can be told to block, and throws on
 * calls that the plan names.
 */
final class Witness<T extends KubernetesObject> implements ResourceEventHandler<T> {

    private final String name;
    private final int failsEvery; // 0: never

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition released = lock.newCondition();
    private final List<Event> events = new ArrayList<>(); // guarded by lock, as all below
    private final Map<String, State> view = new HashMap<>(); // by key
    private final Set<String> complaints = new HashSet<>();
    private @Nullable ResourceEventHandlerRegistration registration; // null until its coming is complete
    private @Nullable Thread caller; // of every call
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
        hear(new Event.Added(State.of(obj), isInInitialList));
    }

    @Override
    public void onUpdate(T oldObj, T newObj) {
        hear(new Event.Updated(State.of(oldObj), State.of(newObj)));
    }

    @Override
    public void onDelete(DeletedObject<T> obj) {
        State last = obj.object().map(State::of).orElseGet(() -> new State(obj.key(), "", 0, ""));
        hear(new Event.Deleted(last, obj.finalStateUnknown().isPresent()));
    }

    private void hear(Event event) {
        lock.lock();
        try {
            complainIf(called, "is called while another call of it runs");
            complainIf(caller != null && caller != Thread.currentThread(), "is called by another thread than before");
            caller = Thread.currentThread();
            complainIf(left, "is called after its last call");
            complainIf(event instanceof Event.Added(State now, boolean initial) && initial && hasSyncedLocked(),
                    "hears of an object of the initial list after it counted as synced");
            called = true;
            events.add(event);
            while (blocked) {
                released.awaitUninterruptibly();
            }
            switch (event) {
                case Event.Added(State now, boolean initial) -> view.put(now.key(), now);
                case Event.Updated(State before, State now) -> view.put(now.key(), now);
                case Event.Deleted(State last, boolean tombstone) -> view.remove(last.key());
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

    /** Its coming is complete. */
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

    /** From now on no call returns until this is taken back. */
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

    /** How many notifications are on their way to it. */
    int pending() {
        lock.lock();
        try {
            return registration instanceof ProcessorListener<?> listener ? listener.pendingNotifications() : 0;
        } finally {
            lock.unlock();
        }
    }

    /** What there is, as far as it knows. */
    Set<State> view() {
        lock.lock();
        try {
            return Set.copyOf(view.values());
        } finally {
            lock.unlock();
        }
    }

    List<Event> events() {
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

    /** Without a stack, which would only fill the log. */
    static final class PlannedFailure extends RuntimeException {
        private static final long serialVersionUID = 1;

        PlannedFailure() {
            super("planned failure of a handler", null, false, false);
        }
    }
}
