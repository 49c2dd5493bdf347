package insideinformer.processor;

import insideinformer.deltafifo.DoneChecker;
import insideinformer.wait.Cancellable;
import insideinformer.wait.Context;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * A {@link DoneChecker} with the hand that sets it. All methods may be called from any thread. Asking takes no lock;
 * what depends on it runs on the thread that fires it, without one, and finds it done.
 *
 * <p>Upstream: the channel that a {@code DoneChecker} closes.
 */
public final class DoneSignal implements DoneChecker {

    private final String name;
    private final Cancellable fired = Context.background().withCancel();
    private final CompletableFuture<Void> done = new CompletableFuture<>();
    private final CompletionStage<Void> readOnly = done.minimalCompletionStage();

    /** @param name names it in messages */
    public DoneSignal(String name) {
        this.name = name;
    }

    /** Makes it done, for ever; does nothing the second time. */
    public void fire() {
        done.complete(null); // first: whoever is called by the next line finds it done
        fired.cancel();
    }

    /**
     * Calls {@code action} when it is done; at once, on the caller's thread, if it is. The action must be quick and
     * must not throw. Unlike a dependent stage this can be taken back.
     */
    public Context.Registration onDone(Runnable action) {
        return fired.onDone(action);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public CompletionStage<Void> done() {
        return readOnly;
    }

    @Override
    public boolean isDone() {
        return done.isDone();
    }
}
