package insideinformer.processor;

import insideinformer.deltafifo.DoneChecker;
import insideinformer.deltafifo.DoneSignal;
import insideinformer.wait.Context;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Tells when everything that was started is finished and nothing more will be started. Only counts, so it serves work
 * that is done in the order in which it was started.
 *
 * <p>{@link #start} must be called for every initial object before {@link #upstreamHasSynced}; then the order of the
 * calls that follow, on whatever threads, does not matter. Nothing blocks. More finished than started is an {@link
 * IllegalStateException}.
 *
 * <p>Upstream: {@code tools/cache/synctrack/synctrack.go, SingleFileTracker}.
 */
public final class SingleFileTracker implements DoneChecker {

    // I1  Synced, once and for ever, in the moment when upstream is known to be synced and the count is 0.

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
