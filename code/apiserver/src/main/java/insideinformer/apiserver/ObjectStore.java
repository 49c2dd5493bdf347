package insideinformer.apiserver;

import insideinformer.api.ApiException;
import insideinformer.api.GroupResource;
import insideinformer.wait.Clock;
import insideinformer.wait.Context;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
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
 * All objects of all kinds, as trees, with one revision counter and the history of every write.
 *
 * <p>Knows nothing about what the objects mean: defaults, validation, finalizers and status belong to the layer above.
 * What goes in is copied; what comes out is shared and must not be changed. Reads and writes never block for longer
 * than another one takes; only {@link Follower#take} and {@link #awaitRevision} wait.
 *
 * <p>Upstream: {@code apiserver/pkg/storage/etcd3/store.go} with etcd behind it, and
 * {@code storage/cacher/watch_cache.go}.
 */
public final class ObjectStore {

    // I1  Every successful write takes the next revision and appends one change: the history holds the revisions
    //     compacted+1 to revision, without a gap.
    // I2  A stored object's resourceVersion is the revision of the change that stored it.
    // I3  An update or delete succeeds only from the state its writer has seen.
    // I4  A follower sees every change of its resource and namespace after its start, each once, in order, or is told
    //     that it missed some.

    /**
     * A state of one collection: its objects in the byte order of namespace/name, and the revision at which it is true.
     */
    public record Snapshot(long revision, List<ObjectNode> items) {}

    /** @param revision nothing of this follower's up to here is still to come */
    public record Batch(List<Change> changes, long revision) {}

    private final Clock clock;
    private final int historyLimit;

    private final ReentrantLock lock = new ReentrantLock();
    private final Map<GroupResource, NavigableMap<String, ObjectNode>> objects = new HashMap<>(); // guarded by lock
    private final List<Change> history =
            new ArrayList<>(); // guarded by lock; where a revision stands: see changeLocked
    private int dropped; // guarded by lock; leading entries of history that are compacted but not yet cut off
    private long revision; // guarded by lock
    private long compacted; // guarded by lock
    private final Set<Follower> followers = new HashSet<>(); // guarded by lock
    private final ArrayDeque<Condition> awaitingRevision = new ArrayDeque<>(); // guarded by lock

    /** @param historyLimit how many changes are kept at most */
    public ObjectStore(Clock clock, int historyLimit) {
        if (historyLimit < 1) {
            throw new IllegalArgumentException("historyLimit is " + historyLimit + "; a watch needs at least 1");
        }
        this.clock = clock;
        this.historyLimit = historyLimit;
    }

    /** The revision of the newest write. */
    public long revision() {
        lock.lock();
        try {
            return revision;
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
            return new Snapshot(revision, List.copyOf(inNamespace(collectionLocked(resource), namespace).values()));
        } finally {
            lock.unlock();
        }
    }

    /** The state as it was at {@code at}, which must not lie in the future. */
    public Snapshot listAt(GroupResource resource, String namespace, long at) throws RevisionGoneException {
        lock.lock();
        try {
            if (at > revision) {
                throw new IllegalArgumentException("revision " + at + " is yet to come; the newest is " + revision);
            }
            requireKeptLocked(at);
            NavigableMap<String, ObjectNode> state = new TreeMap<>(inNamespace(collectionLocked(resource), namespace));
            for (long r = revision; r > at; r--) {
                Change change = changeLocked(r);
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
     * Replaces the object that has the same namespace and name, provided it still has {@code object}'s resourceVersion;
     * otherwise 409. An object equal to the stored one changes nothing and takes no revision.
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

    /** Forgets the changes up to {@code upTo}: states and watches from before it are gone. */
    public void compact(long upTo) {
        lock.lock();
        try {
            compactLocked(Math.min(upTo, revision));
        } finally {
            lock.unlock();
        }
    }

    /** Goes back to the state at {@code to}, counter included. Followers are told that they missed something. */
    public void rewind(long to) throws RevisionGoneException {
        lock.lock();
        try {
            requireKeptLocked(to);
            while (revision > to) {
                Change last = history.removeLast();
                undo(collectionLocked(last.resource()), last);
                revision--;
            }
            followers.forEach(Follower::loseLocked);
        } finally {
            lock.unlock();
        }
    }

    /** The oldest revision that can still be listed or watched from. */
    public long oldest() {
        lock.lock();
        try {
            return compacted;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits until the newest write is at least {@code wanted}, {@code timeout} has passed, or {@code context} has
     * ended.
     *
     * @return the newest revision, smaller than wanted if it gave up
     */
    public long awaitRevision(long wanted, Duration timeout, Context context) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            if (revision >= wanted) {
                return revision;
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
                while (revision < wanted && !late.get()) {
                    advanced.await();
                }
                return revision;
            } finally {
                timer.stop();
                awaitingRevision.remove(advanced);
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * Follows the changes after {@code after}, which may lie in the future: then those up to it are left out.
     *
     * @param namespace empty for all namespaces
     */
    public Follower follow(GroupResource resource, String namespace, long after) throws RevisionGoneException {
        lock.lock();
        try {
            requireKeptLocked(after);
            return followLocked(change -> concerns(change, resource, namespace), after);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Follows the changes from now on that fit. The filter is called with the lock held: it must be quick and call
     * nothing here.
     */
    Follower followNew(Predicate<Change> filter) {
        lock.lock();
        try {
            return followLocked(filter, revision);
        } finally {
            lock.unlock();
        }
    }

    /**
     * One reader of the history. It holds no changes itself: it remembers its place in the one history that all share,
     * so a slow reader costs nothing until the history is cut off behind it.
     */
    public final class Follower implements AutoCloseable {

        private static final long LOST = -1;

        private final Predicate<Change> filter;
        private long after; // guarded by lock
        private final Condition news = lock.newCondition();
        private long next; // guarded by lock; revision of the first change not yet taken, 0 if there is none
        private boolean woken; // guarded by lock

        private Follower(Predicate<Change> filter, long after) {
            this.filter = filter;
            this.after = after;
        }

        /**
         * Waits for a change or a {@link #wake} and takes up to {@code limit} changes; none only if it was woken and
         * there are none.
         *
         * @throws RevisionGoneException changes of this follower's have left the history before it took them
         */
        public Batch take(int limit) throws RevisionGoneException, InterruptedException {
            lock.lockInterruptibly();
            try {
                while (next == 0 && !woken) {
                    news.await();
                }
                if (next == 0) {
                    woken = false; // otherwise the next call returns at once: what it was woken for may be still to do
                    return new Batch(List.of(), Math.max(revision, after));
                }
                if (next <= compacted) { // also if the store was rewound
                    throw new RevisionGoneException(next - 1, compacted);
                }
                return new Batch(takeLocked(limit), next == 0 ? revision : next - 1);
            } finally {
                lock.unlock();
            }
        }

        /** Makes a waiting or the next {@link #take} return. */
        public void wake() {
            lock.lock();
            try {
                woken = true;
                news.signal(); // take() may be waiting
            } finally {
                lock.unlock();
            }
        }

        /** Goes on with what happens from now on, after changes were missed. */
        public void skipToPresent() {
            lock.lock();
            try {
                after = revision;
                next = 0;
            } finally {
                lock.unlock();
            }
        }

        /** Takes the follower out of the store. */
        @Override
        public void close() {
            lock.lock();
            try {
                followers.remove(this);
            } finally {
                lock.unlock();
            }
        }

        private void loseLocked() {
            assertLockHeld();
            next = LOST;
            news.signal(); // take() tells
        }

        private List<Change> takeLocked(int limit) {
            assertLockHeld();
            List<Change> taken = new ArrayList<>();
            while (next > 0 && taken.size() < limit) {
                taken.add(changeLocked(next));
                findNextLocked(next);
            }
            return taken;
        }

        private void findNextLocked(long behind) {
            assertLockHeld();
            next = 0;
            for (long r = Math.min(behind, revision) + 1; r <= revision && next == 0; r++) {
                if (filter.test(changeLocked(r))) {
                    next = r;
                }
            }
        }

        private void offerLocked(Change change) {
            assertLockHeld();
            if (next == 0 && change.revision() > after && filter.test(change)) {
                next = change.revision();
                news.signal(); // take() waits for the first change; more may follow before it runs
            }
        }
    }

    private Follower followLocked(Predicate<Change> filter, long after) {
        assertLockHeld();
        Follower follower = new Follower(filter, after);
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
        // nothing has moved if this fails
        ObjectNode stored = Canonical.ordered(Meta.withResourceVersion(object, revision + 1));
        revision++;
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
        compactLocked(revision - historyLimit);
        awaitingRevision.forEach(Condition::signal); // the revision that somebody waits for may be this one
        return stored;
    }

    private void compactLocked(long upTo) {
        assertLockHeld();
        if (upTo <= compacted) {
            return;
        }
        dropped += (int) (upTo - compacted);
        compacted = upTo;
        // moving the rest down costs as much as it holds, so it waits until that is less than what goes
        if (dropped > history.size() / 2) {
            history.subList(0, dropped).clear();
            dropped = 0;
        }
    }

    private Change changeLocked(long r) {
        assertLockHeld();
        return history.get(dropped + (int) (r - compacted - 1));
    }

    private void requireKeptLocked(long r) throws RevisionGoneException {
        assertLockHeld();
        if (r < compacted) {
            throw new RevisionGoneException(r, compacted);
        }
    }

    private NavigableMap<String, ObjectNode> collectionLocked(GroupResource resource) {
        assertLockHeld();
        return objects.computeIfAbsent(resource, r -> new TreeMap<>());
    }

    private void assertLockHeld() {
        if (!lock.isHeldByCurrentThread()) {
            throw new IllegalStateException("needs the lock of the store");
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
