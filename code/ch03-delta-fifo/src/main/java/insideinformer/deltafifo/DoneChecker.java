package insideinformer.deltafifo;

import java.util.concurrent.CompletionStage;

/** Something that becomes done once, and says so. Upstream: {@code tools/cache/shared_informer.go, DoneChecker}. */
public interface DoneChecker {

    /** Names it in messages. */
    String name();

    /** Completes when done, never exceptionally. */
    CompletionStage<Void> done();

    default boolean isDone() {
        return done().toCompletableFuture().isDone();
    }
}
