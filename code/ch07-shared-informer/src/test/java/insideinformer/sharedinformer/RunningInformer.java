package insideinformer.sharedinformer;

import insideinformer.wait.Cancellable;
import insideinformer.wait.Context;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

/** Runs an informer on a thread of its own. Closing stops it and waits until its run has returned. */
final class RunningInformer implements AutoCloseable {

    private final Cancellable context = Context.background().withCancel();
    private final CompletableFuture<Void> returned = new CompletableFuture<>();

    private RunningInformer() {}

    static RunningInformer start(SharedInformer<?> informer) {
        RunningInformer running = new RunningInformer();
        Thread.ofVirtual().name("test runs informer").start(() -> {
            try {
                informer.run(running.context);
                running.returned.complete(null);
            } catch (Throwable t) {
                running.returned.completeExceptionally(t);
            }
        });
        return running;
    }

    Context context() {
        return context;
    }

    void stop() {
        context.cancel();
    }

    boolean hasReturned() {
        return returned.isDone();
    }

    /** Waits for the return of run and throws what it threw. */
    void awaitReturn() throws Exception {
        try {
            returned.get(20, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Exception thrown) {
                throw thrown;
            }
            throw e;
        }
    }

    /** Waits until run has thrown. */
    Throwable awaitFailure() throws Exception {
        try {
            returned.get(20, TimeUnit.SECONDS);
            throw new AssertionError("run has returned without throwing");
        } catch (ExecutionException e) {
            return e.getCause();
        }
    }

    @Override
    public void close() throws Exception {
        stop();
        awaitReturn();
    }
}
