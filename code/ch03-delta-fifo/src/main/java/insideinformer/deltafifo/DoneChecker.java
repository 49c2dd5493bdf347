package insideinformer.deltafifo;

import java.util.concurrent.CompletionStage;

/**
 * Something that becomes done once, and says so. May be asked from any thread, whatever lock it holds.
 *
 * <p>Upstream: {@code tools/cache/shared_informer.go, DoneChecker}.
 */
public interface DoneChecker {

    /** Names it in messages. */
    String name();

    /** Completes when done, never exceptionally. What depends on it runs on the thread that made it done. */
    CompletionStage<Void> done();

    default boolean isDone() {
        return done().toCompletableFuture().isDone();
    }
}
