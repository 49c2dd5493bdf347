package insideinformer.processor;

import insideinformer.deltafifo.DoneChecker;
import insideinformer.deltafifo.DoneSignal;
import insideinformer.wait.Context;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Tells when a handler has seen the initial list: when no more initial objects will be started and every one that was
 * started is finished. It only counts, so it suits work that is finished in the order in which it was started.
 *
 * <p>The owner calls {@link #start} for every initial object before it calls {@link #upstreamHasSynced}. All other
 * calls can come in any order and from any thread. Nothing blocks. One {@link #finished} more than there were starts is
 * an {@link IllegalStateException}.
 *
 * <p>Upstream: {@code tools/cache/synctrack/synctrack.go, SingleFileTracker}.
 */
public final class SingleFileTracker implements DoneChecker {

    // I1  It becomes synced when upstream is synced and the count is 0, and stays synced.

    private final AtomicLong count = new AtomicLong();
    private volatile boolean upstreamSynced;
    private final DoneSignal synced;

    /** @param name names it in messages */
    public SingleFileTracker(String name) {
        synced = new DoneSignal(name);
    }

    // tag::tracker[]
    /** One more initial object is on its way. */
    public void start() {
        count.incrementAndGet();
    }

    /** One of them has arrived. */
    public void finished() {
        long left = count.decrementAndGet();
        if (left < 0) {
            throw new IllegalStateException(
                    "negative counter: finished called more often than start");
        }
        if (left == 0 && upstreamSynced) {
            synced.fire();
        }
    }

    /** No more initial objects will be started. */
    public void upstreamHasSynced() {
        upstreamSynced = true;
        if (count.get() == 0) { // else the finish that makes it 0 sees the flag
            synced.fire();
        }
    }
    // end::tracker[]

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
