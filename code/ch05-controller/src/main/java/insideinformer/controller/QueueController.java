package insideinformer.controller;

import insideinformer.api.KubernetesObject;
import insideinformer.deltafifo.Delta;
import insideinformer.deltafifo.DoneChecker;
import insideinformer.deltafifo.FIFOClosedException;
import insideinformer.deltafifo.PopResult;
import insideinformer.reflector.Reflector;
import insideinformer.store.DeletedObject;
import insideinformer.wait.Cancellable;
import insideinformer.wait.Context;
import insideinformer.wait.CrashLog;
import insideinformer.wait.CrashPolicy;
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

    // tag::invariants[]
    // I1  One object is processed at a time, on the thread that called run.
    // I2  The context is looked at before each object: once it has ended, no other
    //     object is taken out of the queue, but for one that was about to be.
    // I3  When run returns, the queue is closed and both threads have ended.
    // end::invariants[]

    private static final Logger LOG = LoggerFactory.getLogger(QueueController.class);
    private static final Duration PERIOD = Duration.ofSeconds(1); // from a crash or a closed queue to another try

    private final Config<T> config;
    private final AtomicBoolean ran = new AtomicBoolean();
    private volatile @Nullable Reflector<T> reflector; // set once, by run

    QueueController(Config<T> config) {
        this.config = config;
    }

    // tag::run[]
    @Override
    public void run(Context context) {
        if (!ran.compareAndSet(false, true)) {
            throw new IllegalStateException(
                    "this controller has run already; make another one");
        }
        Group threads = new Group();
        try (Cancellable running = context.withCancel()) {
            threads.start("queue closer", () -> closeQueueAfter(running));
            Reflector<T> source = new Reflector<>(
                    config.listerWatcher(), config.objectType(), config.queue(),
                    config.reflectorOptions());
            reflector = source;
            threads.start("reflector of " + source.typeDescription(),
                    () -> read(source, running));
            repeat(running, () -> processLoop(running));
        } // ends running: the threads end too, even if a crash leads out of here
        threads.awaitAll(); // I3
    }
    // end::run[]

    // tag::process-loop[]
    /** Pops and processes until the context ends or the queue is closed. */
    private void processLoop(Context context) {
        while (!context.isDone() && !Thread.currentThread().isInterrupted()) { // I2
            try {
                PopResult<T> popped = config.queue().pop(config.process());
                popped.error().ifPresent(e -> CrashLog.error(LOG, e,
                        "{}: processing {} failed; it is dropped, the next one follows",
                        name(), popped.deltas().newest().map(this::keyOf).orElse("")));
            } catch (FIFOClosedException e) {
                return;
            }
        }
    }
    // end::process-loop[]

    private String name() {
        Reflector<T> source = reflector;
        return "controller of " + (source == null ? "nothing yet" : source.typeDescription());
    }

    private String keyOf(Delta<T> delta) {
        return DeletedObject.of(delta.object()).key();
    }

    /** A reader that cannot go on takes the whole controller with it: nobody may trust a store that nobody fills. */
    private void read(Reflector<T> source, Cancellable running) {
        try {
            repeat(running, () -> source.run(running));
        } finally {
            running.cancel();
        }
    }

    private void repeat(Context context, CrashPolicy.Body body) {
        Wait.backoffUntil(context, config.reflectorOptions().clock(), () -> PERIOD, config.crashPolicy(), body);
    }

    /** On a thread of its own: closing waits for the queue's lock, which the one who ends the context may hold. */
    private void closeQueueAfter(Context context) {
        try {
            context.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // nobody interrupts this thread; if somebody does, it ends
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
        Reflector<T> source = reflector;
        return source == null ? "" : source.lastSyncResourceVersion();
    }
}
