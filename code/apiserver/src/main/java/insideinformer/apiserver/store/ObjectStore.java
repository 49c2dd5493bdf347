package insideinformer.apiserver.store;

import insideinformer.api.ApiException;
import insideinformer.api.GroupResource;
import insideinformer.apiserver.errors.Errors;
import insideinformer.wait.Clock;
import insideinformer.wait.Context;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * All objects of all kinds, as trees, with one revision counter and the history of the last writes. It takes the place
 * that etcd and the API server's watch cache have in a cluster.
 *
 * <p>The store does not know what the objects mean. Defaults, rules, finalizers and status belong to the layer above.
 * It copies what goes in. What comes out is shared and must not be changed. Only {@link Follower#take} and
 * {@link #awaitRevision} wait; every other call takes the lock for as long as it works, and calls no code of others.
 *
 * <p>Upstream: {@code apiserver/pkg/storage/etcd3/store.go} with etcd behind it, and
 * {@code storage/cacher/watch_cache.go}.
 */
public final class ObjectStore {

    // I1  Every successful write takes the next revision and appends one change: the history holds the revisions
    //     oldest+1 to revision, without a gap.
    // I2  A stored object's resourceVersion is the revision of the change that stored it.
    // I3  An update or delete succeeds only from the state its writer has seen.
    // I4  A follower sees every change of its resource and namespace after its start, each once, in order, or is told
    //     that it missed some.

    /**
     * A state of one collection: its objects in the byte order of namespace/name, and the revision at which it is true.
     */
    public record Snapshot(long revision, List<ObjectNode> items) {

        /** Without the objects, which may be Secrets. */
        @Override
        public String toString() {
            return items.size() + " objects at revision " + revision;
        }
    }

    private final Clock clock;

    private final ReentrantLock lock = new ReentrantLock();
    private final Map<GroupResource, NavigableMap<String, ObjectNode>> objects = new HashMap<>(); // guarded by lock
    private final History history; // guarded by lock
    private final Set<Follower> followers = new HashSet<>(); // guarded by lock
    private final ArrayDeque<Condition> awaitingRevision = new ArrayDeque<>(); // guarded by lock

    /** @param historyLimit how many changes are kept at most */
    public ObjectStore(Clock clock, int historyLimit) {
        if (historyLimit < 1) {
            throw new IllegalArgumentException("historyLimit is " + historyLimit + "; a watch needs at least 1");
        }
        this.clock = clock;
        this.history = new History(historyLimit);
    }

    /** The revision of the newest write. */
    public long revision() {
        lock.lock();
        try {
            return history.revision();
        } finally {
            lock.unlock();
        }
    }

    /** The oldest revision that can still be listed or watched from. */
    public long oldest() {
        lock.lock();
        try {
            return history.oldest();
        } finally {
            lock.unlock();
        }
    }

    /** @param namespace empty for objects outside namespaces */
    public @Nullable ObjectNode get(GroupResource resource, String namespace, String name) {
        lock.lock();
        try {
            return collectionLocked(resource).get(Meta.key(namespace, name));
        } finally {
            lock.unlock();
        }
    }

    /** @param namespace empty for all namespaces */
    public Snapshot list(GroupResource resource, String namespace) {
        lock.lock();
        try {
            return new Snapshot(
                    history.revision(), List.copyOf(inNamespace(collectionLocked(resource), namespace).values()));
        } finally {
            lock.unlock();
        }
    }

    /** The state as it was at the revision {@code at}, which must not lie in the future. */
    public Snapshot listAt(GroupResource resource, String namespace, long at) throws RevisionGoneException {
        lock.lock();
        try {
            if (at > history.revision()) {
                throw new IllegalArgumentException(
                        "revision " + at + " does not exist yet; the newest is " + history.revision());
            }
            history.requireKept(at);
            NavigableMap<String, ObjectNode> state = new TreeMap<>(inNamespace(collectionLocked(resource), namespace));
            for (long r = history.revision(); r > at; r--) {
                Change change = history.change(r);
                if (concerns(change, resource, namespace)) {
                    undo(state, change);
                }
            }
            return new Snapshot(at, List.copyOf(state.values()));
        } finally {
            lock.unlock();
        }
    }

    /** Stores a new object under its metadata's namespace and name. */
    public ObjectNode create(GroupResource resource, ObjectNode object) throws ApiException {
        lock.lock();
        try {
            String name = Meta.name(object);
            ObjectNode present = collectionLocked(resource).get(Meta.key(Meta.namespace(object), name));
            if (present != null) {
                throw Errors.alreadyExists(resource, name);
            }
            return commitLocked(Change.Type.ADDED, resource, object, null);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Replaces the object that has the same namespace and name. The stored object must still have {@code object}'s
     * resourceVersion; otherwise the update is refused with 409. An object equal to the stored one changes nothing and
     * takes no revision.
     *
     * @return what is stored now
     */
    public ObjectNode update(GroupResource resource, ObjectNode object) throws ApiException {
        lock.lock();
        try {
            ObjectNode present = requireLocked(resource, object);
            if (Meta.equal(present, object)) {
                return present;
            }
            return commitLocked(Change.Type.MODIFIED, resource, object, present);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Removes the object that has the namespace, name and resourceVersion of {@code seen}; otherwise 404 or 409.
     *
     * @return its last state, with the revision of the delete
     */
    public ObjectNode delete(GroupResource resource, ObjectNode seen) throws ApiException {
        lock.lock();
        try {
            ObjectNode present = requireLocked(resource, seen);
            return commitLocked(Change.Type.DELETED, resource, present, present);
        } finally {
            lock.unlock();
        }
    }

    /** Forgets the changes up to {@code upTo}. Older states can no longer be listed or watched from. */
    public void compact(long upTo) {
        lock.lock();
        try {
            history.compact(Math.min(upTo, history.revision()));
        } finally {
            lock.unlock();
        }
    }

    /** Goes back to the state at {@code to}, counter included. Followers are told that they missed something. */
    public void rewind(long to) throws RevisionGoneException {
        lock.lock();
        try {
            history.requireKept(to);
            while (history.revision() > to) {
                Change last = history.removeLast();
                undo(collectionLocked(last.resource()), last);
            }
            followers.forEach(Follower::loseLocked);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits until the newest write is at least {@code wanted}, {@code timeout} has passed, or {@code context} has
     * ended.
     *
     * @return the newest revision, which is smaller than wanted if the wait was given up
     */
    public long awaitRevision(long wanted, Duration timeout, Context context) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            if (history.revision() >= wanted) {
                return history.revision();
            }
            Condition advanced = lock.newCondition();
            AtomicBoolean late = new AtomicBoolean();
            Runnable giveUp = () -> {
                late.set(true);
                signal(advanced);
            };
            Clock.Timer timer = clock.newTimer(timeout, giveUp);
            awaitingRevision.add(advanced);
            try (Context.Registration gone = context.onDone(giveUp)) {
                while (history.revision() < wanted && !late.get()) {
                    advanced.await();
                }
                return history.revision();
            } finally {
                timer.stop();
                awaitingRevision.remove(advanced);
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * Follows the changes after {@code after}. That revision may lie in the future; the changes up to it are left out.
     *
     * @param namespace empty for all namespaces
     */
    public Follower follow(GroupResource resource, String namespace, long after) throws RevisionGoneException {
        lock.lock();
        try {
            history.requireKept(after);
            return followLocked(change -> concerns(change, resource, namespace), after);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Follows the changes from now on that fit. The filter is called with the lock held, so it must be quick and must
     * not call the store.
     */
    public Follower followNew(Predicate<Change> filter) {
        lock.lock();
        try {
            return followLocked(filter, history.revision());
        } finally {
            lock.unlock();
        }
    }

    private Follower followLocked(Predicate<Change> filter, long after) {
        assertLockHeld();
        Follower follower = new Follower(lock, history, followers, filter, after);
        follower.findNextLocked(after);
        followers.add(follower);
        return follower;
    }

    private ObjectNode requireLocked(GroupResource resource, ObjectNode seen) throws ApiException {
        assertLockHeld();
        String name = Meta.name(seen);
        ObjectNode present = collectionLocked(resource).get(Meta.key(Meta.namespace(seen), name));
        if (present == null) {
            throw Errors.notFound(resource, name);
        }
        if (!Meta.resourceVersion(present).equals(Meta.resourceVersion(seen))) {
            throw Errors.conflict(resource, name, Errors.OPTIMISTIC_LOCK);
        }
        return present;
    }

    private ObjectNode commitLocked(
            Change.Type type, GroupResource resource, ObjectNode object, @Nullable ObjectNode previous) {
        assertLockHeld();
        long revision = history.revision() + 1;
        ObjectNode stored = Canonical.ordered(Meta.withResourceVersion(object, revision)); // if it fails, nothing moved
        String key = Meta.key(Meta.namespace(stored), Meta.name(stored));
        if (type == Change.Type.DELETED) {
            collectionLocked(resource).remove(key);
        } else {
            collectionLocked(resource).put(key, stored);
        }
        Change change =
                new Change(revision, type, resource, Meta.namespace(stored), Meta.name(stored), stored, previous);
        history.add(change);
        for (Follower follower : followers) {
            follower.offerLocked(change);
        }
        awaitingRevision.forEach(Condition::signal); // the revision that somebody waits for may be this one
        return stored;
    }

    private NavigableMap<String, ObjectNode> collectionLocked(GroupResource resource) {
        assertLockHeld();
        return objects.computeIfAbsent(resource, r -> new TreeMap<>());
    }

    private void assertLockHeld() {
        if (!lock.isHeldByCurrentThread()) {
            throw new IllegalStateException("the thread must hold the lock of the store");
        }
    }

    private void signal(Condition condition) {
        lock.lock();
        try {
            condition.signal(); // its waiter gives up
        } finally {
            lock.unlock();
        }
    }

    private static NavigableMap<String, ObjectNode> inNamespace(
            NavigableMap<String, ObjectNode> collection, String namespace) {
        // '0' is the character after '/': the range holds the keys that begin with "namespace/"
        return namespace.isEmpty() ? collection : collection.subMap(namespace + "/", true, namespace + "0", false);
    }

    private static boolean concerns(Change change, GroupResource resource, String namespace) {
        return change.resource().equals(resource) && (namespace.isEmpty() || change.namespace().equals(namespace));
    }

    private static void undo(NavigableMap<String, ObjectNode> state, Change change) {
        String key = Meta.key(change.namespace(), change.name());
        if (change.previous() == null) {
            state.remove(key);
        } else {
            state.put(key, change.previous());
        }
    }
}
