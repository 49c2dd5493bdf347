package insideinformer.apiserver.watch;

import insideinformer.api.GroupResource;
import insideinformer.apiserver.faults.Switches;
import insideinformer.apiserver.faults.WatchEnd;
import insideinformer.apiserver.store.Follower;
import insideinformer.apiserver.store.ObjectStore;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * What other threads ask of one open watch: to end, to send a bookmark, to misbehave. The thread of the watch asks
 * {@link #await} before everything that it sends, and waits there while a fault holds it back.
 */
public final class WatchControl {

    /** What the watch may do next. */
    sealed interface Step {

        /** Send the next event. */
        record Go() implements Step {}

        /** Send these bytes, then ask again. */
        record Raw(byte[] bytes) implements Step {}

        /** Send no more events and end like this. */
        record Stop(WatchEnd how) implements Step {}
    }

    /** A bookmark that is due. @param forced it is sent even if the watch did not ask for bookmarks */
    public record Bookmark(boolean forced, boolean marked) {}

    private static final Step GO = new Step.Go();

    private final GroupResource resource;
    private final Switches switches;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final ArrayDeque<byte[]> raw = new ArrayDeque<>(); // guarded by lock
    private @Nullable WatchEnd end; // guarded by lock; null while the watch goes on
    private boolean draining; // guarded by lock
    private boolean abandoned; // guarded by lock; the client is gone or the server closes: faults no longer count
    private @Nullable Bookmark bookmark; // guarded by lock
    private @Nullable Follower follower; // guarded by lock; what the watch waits on while it is live

    WatchControl(GroupResource resource, Switches switches) {
        this.resource = resource;
        this.switches = switches;
    }

    public GroupResource resource() {
        return resource;
    }

    /** Ends the watch; the first call decides how. */
    public void end(WatchEnd how) {
        lock.lock();
        try {
            end = end == null ? how : end;
            wakeLocked();
        } finally {
            lock.unlock();
        }
    }

    /** Ends the watch in order, but not before it has sent what has happened until now. */
    public void drain() {
        lock.lock();
        try {
            draining = true;
            wakeLocked();
        } finally {
            lock.unlock();
        }
    }

    boolean isDraining() {
        lock.lock();
        try {
            return draining;
        } finally {
            lock.unlock();
        }
    }

    /** Ends the watch in order, whatever faults are in force. */
    void abandon() {
        lock.lock();
        try {
            abandoned = true;
            wakeLocked();
        } finally {
            lock.unlock();
        }
    }

    public void sendRaw(byte[] bytes) {
        lock.lock();
        try {
            raw.add(bytes);
            wakeLocked();
        } finally {
            lock.unlock();
        }
    }

    public void sendBookmark(Bookmark due) {
        lock.lock();
        try {
            bookmark = due;
            wakeLocked();
        } finally {
            lock.unlock();
        }
    }

    /** Makes the watch look at the switches again. */
    public void wake() {
        lock.lock();
        try {
            wakeLocked();
        } finally {
            lock.unlock();
        }
    }

    /** From now on the watch may also wait in the follower; null: no longer. */
    void attach(@Nullable Follower newFollower) {
        lock.lock();
        try {
            follower = newFollower;
            if (end != null || abandoned || draining || !raw.isEmpty() || bookmark != null) {
                wakeLocked(); // asked for before there was a follower to wake
            }
        } finally {
            lock.unlock();
        }
    }

    /** Waits until the watch may do something. */
    Step await() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (true) {
                if (abandoned) {
                    return new Step.Stop(WatchEnd.CLEAN);
                }
                if (!raw.isEmpty() && !switches.isSilent()) {
                    return new Step.Raw(raw.remove());
                }
                if (end == WatchEnd.CUT || end != null && !switches.isSilent()) {
                    return new Step.Stop(end);
                }
                if (!switches.isHeld(resource)) {
                    return GO;
                }
                changed.await();
            }
        } finally {
            lock.unlock();
        }
    }

    /** How the watch was told to end, if it was. */
    Optional<WatchEnd> wantedEnd() {
        lock.lock();
        try {
            return Optional.ofNullable(end);
        } finally {
            lock.unlock();
        }
    }

    Optional<Bookmark> takeBookmark() {
        lock.lock();
        try {
            Optional<Bookmark> due = Optional.ofNullable(bookmark);
            bookmark = null;
            return due;
        } finally {
            lock.unlock();
        }
    }

    private void wakeLocked() {
        assertLockHeld();
        changed.signal(); // await() may be held back
        if (follower != null) {
            follower.wake();
        }
    }

    private void assertLockHeld() {
        if (!lock.isHeldByCurrentThread()) {
            throw new IllegalStateException("needs the lock of the control");
        }
    }
}
