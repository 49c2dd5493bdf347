package insideinformer.apiserver.store;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;

/**
 * One reader of the store's history: it gets each change that fits, once and in order. A follower holds no changes
 * itself. It remembers its place in the one history that all followers share, so a slow reader costs nothing until the
 * history is cut off behind it.
 *
 * <p>Upstream: {@code apiserver/pkg/storage/cacher/cache_watcher.go, cacheWatcher}, whose buffer is its own.
 */
public final class Follower implements AutoCloseable {

    /**
     * Changes that were taken together.
     *
     * @param revision every change of this follower up to here has been taken
     */
    public record Batch(List<Change> changes, long revision) {}

    private static final long NONE = 0;
    private static final long LOST = -1;

    private final ReentrantLock lock; // the store's
    private final History history; // guarded by lock
    private final Set<Follower> followers; // guarded by lock; those of the store
    private final Predicate<Change> filter;
    private final Condition news;
    private long after; // guarded by lock
    private long next; // guarded by lock; revision of the first change not yet taken, or NONE, or LOST
    private boolean woken; // guarded by lock

    /** @param followers this one takes itself out when it is closed */
    Follower(ReentrantLock lock, History history, Set<Follower> followers, Predicate<Change> filter, long after) {
        this.lock = lock;
        this.history = history;
        this.followers = followers;
        this.filter = filter;
        this.after = after;
        this.news = lock.newCondition();
    }

    /**
     * Waits for a change or a {@link #wake}, then takes up to {@code limit} changes. It takes none only if it was woken
     * and there are none.
     *
     * @throws RevisionGoneException changes have left the history before this follower took them
     */
    public Batch take(int limit) throws RevisionGoneException, InterruptedException {
        lock.lockInterruptibly();
        try {
            while (next == NONE && !woken) {
                news.await();
            }
            if (next == NONE) {
                woken = false; // only here: after a batch, what the follower was woken for might still be to do
                return new Batch(List.of(), Math.max(history.revision(), after));
            }
            if (next <= history.oldest()) { // LOST is, too
                throw new RevisionGoneException(next - 1, history.oldest());
            }
            return new Batch(takeLocked(limit), next == NONE ? history.revision() : next - 1);
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

    /** Goes on with the changes from now on, after some were missed. */
    public void skipToPresent() {
        lock.lock();
        try {
            after = history.revision();
            next = NONE;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        lock.lock();
        try {
            followers.remove(this);
        } finally {
            lock.unlock();
        }
    }

    /** The history was rewound, so what this follower would take next is no longer there. */
    void loseLocked() {
        assertLockHeld();
        next = LOST;
        news.signal(); // take() throws
    }

    void offerLocked(Change change) {
        assertLockHeld();
        if (next == NONE && change.revision() > after && filter.test(change)) {
            next = change.revision();
            news.signal(); // take() waits for the first change; more may follow before it runs
        }
    }

    void findNextLocked(long behind) {
        assertLockHeld();
        next = NONE;
        for (long r = Math.min(behind, history.revision()) + 1; r <= history.revision() && next == NONE; r++) {
            if (filter.test(history.change(r))) {
                next = r;
            }
        }
    }

    private List<Change> takeLocked(int limit) {
        assertLockHeld();
        List<Change> taken = new ArrayList<>();
        while (next > NONE && taken.size() < limit) {
            taken.add(history.change(next));
            findNextLocked(next);
        }
        return taken;
    }

    private void assertLockHeld() {
        if (!lock.isHeldByCurrentThread()) {
            throw new IllegalStateException("the thread must hold the lock of the store");
        }
    }
}
