package insideinformer.deltafifo;

import insideinformer.wait.Cancellable;
import insideinformer.wait.Context;

/**
 * A {@link DoneChecker} with the method that makes it done. All methods may be called from any thread, and none waits
 * for those who wait for the signal.
 *
 * <p>Upstream: the channel that a {@code DoneChecker} closes.
 */
public final class DoneSignal implements DoneChecker {

    private final String name;
    private final Cancellable done = Context.background().withCancel(); // a life of its own: only fire ends it
    private volatile boolean fired; // spares a queue the lock of done after every operation

    /** @param name names it in messages */
    public DoneSignal(String name) {
        this.name = name;
    }

    /**
     * Makes it done and runs the registered callbacks on this thread. When it returns, {@link #done} has ended. A
     * second call does nothing.
     */
    public void fire() {
        if (!fired) {
            done.cancel();
            fired = true; // last: who skips the line above finds it done
        }
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Context done() {
        return done;
    }
}
