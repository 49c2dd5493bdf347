package insideinformer.deltafifo;

import insideinformer.wait.Context;
import java.util.concurrent.CompletionStage;

/**
 * Something that becomes done once, and says so. May be asked from any thread, whatever lock it holds.
 *
 * <p>Upstream: {@code tools/cache/shared_informer.go, DoneChecker}.
 */
public interface DoneChecker {

    /** Names it in messages. */
    String name();

    boolean isDone();

    /**
     * Calls {@code action} when it is done, on the thread that makes it so; at once, on the caller's thread, if it is.
     * The action must be quick and must not throw. Closing the registration takes it back.
     */
    Context.Registration onDone(Runnable action);

    /**
     * A new stage, which completes when done, never exceptionally, on a thread of its own: what depends on it may wait,
     * and holds up nobody. It cannot be taken back: who may give up waiting uses {@link #onDone}.
     */
    CompletionStage<Void> done();
}
