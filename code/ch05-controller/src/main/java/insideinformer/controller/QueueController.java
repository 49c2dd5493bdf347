package insideinformer.controller;

import insideinformer.api.KubernetesObject;
import insideinformer.deltafifo.DoneChecker;
import insideinformer.deltafifo.FIFOClosedException;
import insideinformer.deltafifo.PopResult;
import insideinformer.wait.Cancellable;
import insideinformer.wait.Context;
import insideinformer.wait.Group;
import insideinformer.wait.Wait;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The {@link Controller} over a queue: a reflector fills it on a thread of its own, {@link #run}'s caller empties it.
 *
 * <p>Upstream: {@code tools/cache/controller.go, controller}.
 */
final class QueueController<T extends KubernetesObject> implements Controller {

    private static final Logger LOG = LoggerFactory.getLogger(QueueController.class);
    private static final Duration PERIOD = Duration.ofSeconds(1);

    private final Config<T> config;
    private final AtomicBoolean ran = new AtomicBoolean();
    private volatile @Nullable ListThenWatch<T> reflector; // set once, by run

    QueueController(Config<T> config) {
        this.config = config;
    }

    // tag::run[]
    @Override
    public void run(Context context) {
        if (!ran.compareAndSet(false, true)) {
            throw new IllegalStateException("this controller has run already; make another one");
        }
        Group threads = new Group();
        try (Cancellable running = context.withCancel()) {
            threads.start("queue closer", () -> closeQueueAfter(running));
            ListThenWatch<T> source = new ListThenWatch<>(config);
            reflector = source;
            threads.start("reflector of " + config.objectDescription(), () -> source.run(running));
            Wait.backoffUntil(running, config.clock(), () -> PERIOD, true, config.crashPolicy(),
                    () -> processLoop(running));
        } // closes running, so that nothing outlives a crash either
        threads.awaitAll();
    }

    /** Pops and processes until the context ends or the queue is closed. */
    private void processLoop(Context context) {
        while (!context.isDone()) {
            try {
                PopResult<T> popped = config.queue().pop(config.process());
                popped.error().ifPresent(e -> LOG.error(
                        "Processing {} failed; it is dropped, the next one follows", popped.deltas(), e));
            } catch (FIFOClosedException e) {
                return;
            }
        }
    }
    // end::run[]

    private void closeQueueAfter(Context context) {
        try {
            context.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // this thread is ours alone: it ends here
        }
        config.queue().close();
    }

    @Override
    public boolean hasSynced() {
        return config.queue().hasSynced();
    }

    @Override
    public DoneChecker hasSyncedChecker() {
        return config.queue().hasSyncedChecker();
    }

    @Override
    public String lastSyncResourceVersion() {
        ListThenWatch<T> source = reflector;
        return source == null ? "" : source.lastSyncResourceVersion();
    }
}
