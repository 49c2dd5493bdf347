package insideinformer.apiserver.faults;

import insideinformer.api.GroupResource;
import insideinformer.apiserver.store.Change;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;

/** The faults of lists and watches that are in force. Lists and watches ask here before they answer. */
public final class Switches {

    private final ReentrantLock lock = new ReentrantLock();
    private final Set<GroupResource> held = new HashSet<>(); // guarded by lock
    private final List<Predicate<Change>> drops = new ArrayList<>(); // guarded by lock
    private final Map<GroupResource, Break> cuts = new HashMap<>(); // guarded by lock
    private volatile boolean silent;
    private volatile boolean watchListsRefused;
    private volatile boolean bookmarksSuppressed;
    private volatile boolean pagesAtRevisionZero;
    private volatile InitialEventsEnd initialEventsEnd = InitialEventsEnd.MARKED;
    private volatile OptionalLong staleAt = OptionalLong.empty();
    private volatile Optional<Duration> watchLimit = Optional.empty();

    public void setHeld(GroupResource resource, boolean on) {
        lock.lock();
        try {
            if (on) {
                held.add(resource);
            } else {
                held.remove(resource);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Whether a watch of this resource may send nothing at the moment. */
    public boolean isHeld(GroupResource resource) {
        lock.lock();
        try {
            return silent || held.contains(resource);
        } finally {
            lock.unlock();
        }
    }

    public void drop(Predicate<Change> which) {
        lock.lock();
        try {
            drops.add(which);
        } finally {
            lock.unlock();
        }
    }

    /** Whether this change is to be lost on the watch that asks; asked once a watch and change. */
    public boolean takeDrop(Change change) {
        lock.lock();
        try {
            for (Predicate<Change> drop : drops) {
                if (drop.test(change)) {
                    drops.remove(drop);
                    return true;
                }
            }
            return false;
        } finally {
            lock.unlock();
        }
    }

    public void cutAt(GroupResource resource, Break where) {
        lock.lock();
        try {
            cuts.put(resource, where);
        } finally {
            lock.unlock();
        }
    }

    /** Where the connection is to be cut that carries this change; asked once a watch and change. */
    public Optional<Break> takeCut(Change change) {
        lock.lock();
        try {
            return Optional.ofNullable(cuts.remove(change.resource()));
        } finally {
            lock.unlock();
        }
    }

    public void setSilent(boolean on) {
        silent = on;
    }

    public boolean isSilent() {
        return silent;
    }

    public void setWatchListsRefused(boolean on) {
        watchListsRefused = on;
    }

    public boolean servesWatchLists() {
        return !watchListsRefused;
    }

    public void setBookmarksSuppressed(boolean on) {
        bookmarksSuppressed = on;
    }

    public boolean sendsBookmarks() {
        return !bookmarksSuppressed;
    }

    public void setInitialEventsEnd(InitialEventsEnd how) {
        initialEventsEnd = how;
    }

    public InitialEventsEnd initialEventsEnd() {
        return initialEventsEnd;
    }

    public void setPagesAtRevisionZero(boolean on) {
        pagesAtRevisionZero = on;
    }

    public boolean pagesAtRevisionZero() {
        return pagesAtRevisionZero;
    }

    public void setStaleAt(OptionalLong revision) {
        staleAt = revision;
    }

    /** The revision at which reads have stopped; empty if they see everything. */
    public OptionalLong staleAt() {
        return staleAt;
    }

    public void setWatchLimit(Optional<Duration> limit) {
        watchLimit = limit;
    }

    /** How long a watch lasts at most, whatever it asked for. */
    public Optional<Duration> watchLimit() {
        return watchLimit;
    }

    public void clear() {
        lock.lock();
        try {
            held.clear();
            drops.clear();
            cuts.clear();
        } finally {
            lock.unlock();
        }
        silent = false;
        watchListsRefused = false;
        bookmarksSuppressed = false;
        pagesAtRevisionZero = false;
        initialEventsEnd = InitialEventsEnd.MARKED;
        staleAt = OptionalLong.empty();
        watchLimit = Optional.empty();
    }
}
