package insideinformer.deltafifo;

import insideinformer.wait.Cancellable;
import insideinformer.wait.Context;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * A {@link DoneChecker} with the hand that sets it. All methods may be called from any thread, and none waits for
 * anybody who waits for the signal. Asking takes no lock.
 *
 * <p>Upstream: the channel that a {@code DoneChecker} closes.
 */
public final class DoneSignal implements DoneChecker {

    private final String name;
    private final Cancellable listeners = Context.background().withCancel(); // ends when it is done
    private volatile boolean done;

    /** @param name names it in messages */
    public DoneSignal(String name) {
        this.name = name;
    }

    /** Makes it done, for ever, and runs what {@link #onDone} registered; does nothing the second time. */
    public void fire() {
        if (!done) {
            done = true; // first: whoever is called by the next line finds it done
            listeners.cancel();
        }
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public boolean isDone() {
        return done;
    }

    @Override
    public Context.Registration onDone(Runnable action) {
        return listeners.onDone(action);
    }

    @Override
    public CompletionStage<Void> done() {
        if (done) {
            return CompletableFuture.completedStage(null);
        }
        CompletableFuture<Void> stage = new CompletableFuture<>();
        onDone(() -> Thread.ofVirtual().name("done: " + name).start(() -> stage.complete(null))); // it may wait
        return stage;
    }
}
