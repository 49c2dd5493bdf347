package insideinformer.processor;

import insideinformer.deltafifo.DoneChecker;
import insideinformer.deltafifo.DoneSignal;
import insideinformer.wait.Context;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

/**
 * As {@link SingleFileTracker}, for work that is finished in any order and may be started or finished twice: keeps the
 * keys instead of counting. All methods may be called from any thread and wait for its lock at most.
 *
 * <p>Upstream: {@code tools/cache/synctrack/synctrack.go, AsyncTracker}.
 */
public final class AsyncTracker<K> implements DoneChecker {

    // I1  Synced, once and for ever, in the moment when upstream is known to be synced and nothing is waiting.

    private final DoneSignal synced;
    private final ReentrantLock lock = new ReentrantLock();
    private final Set<K> waiting = new HashSet<>(); // guarded by lock
    private boolean upstreamSynced; // guarded by lock

    /** @param name names it in messages */
    public AsyncTracker(String name) {
        synced = new DoneSignal(name);
    }

    /** The object of this key is on its way; saying it twice is saying it once. */
    public void start(K key) {
        lock.lock();
        try {
            waiting.add(key);
        } finally {
            lock.unlock();
        }
    }

    /** It has arrived; a key that is not on its way is let pass. */
    public void finished(K key) {
        boolean complete;
        lock.lock();
        try {
            waiting.remove(key);
            complete = upstreamSynced && waiting.isEmpty();
        } finally {
            lock.unlock();
        }
        fireIf(complete);
    }

    /** No more initial objects will be started. */
    public void upstreamHasSynced() {
        boolean complete;
        lock.lock();
        try {
            upstreamSynced = true;
            complete = waiting.isEmpty();
        } finally {
            lock.unlock();
        }
        fireIf(complete);
    }

    private void fireIf(boolean complete) {
        if (complete) {
            synced.fire(); // without the lock: what depends on it may use this tracker
        }
    }

    /** Whether {@link #done} has ended. */
    public boolean hasSynced() {
        return synced.done().isDone();
    }

    @Override
    public String name() {
        return synced.name();
    }

    @Override
    public Context done() {
        return synced.done();
    }
}
