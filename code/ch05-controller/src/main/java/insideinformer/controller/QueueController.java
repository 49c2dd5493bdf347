package insideinformer.controller;

import insideinformer.api.KubernetesObject;
import insideinformer.deltafifo.Deltas;
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
 * The {@link Controller} over a queue. A Reflector fills the queue on a thread of its own, and the thread that calls
 * {@link #run} empties it.
 *
 * <p>Upstream: {@code tools/cache/controller.go, controller}.
 */
final class QueueController<T extends KubernetesObject> implements Controller {

    // tag::invariants[]
    // I1  One object is processed at a time, on the thread that called run.
    // I2  The context is looked at before each pop: once it has ended, no further
    //     object is taken out of the queue, except by a pop that had begun.
    // I3  When run returns, the queue is closed and both threads have ended.
    // end::invariants[]

    private static final Logger LOG = LoggerFactory.getLogger(QueueController.class);
    private static final Duration PERIOD = Duration.ofSeconds(1); // between a crash or a closed queue and the next try

    private final Config<T> config;
    private final AtomicBoolean ran = new AtomicBoolean();
    private volatile @Nullable Reflector<T> reflector; // set once, by run
    private String inProcess = "nothing"; // a key, for messages; only the thread inside run uses it

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
        Reflector<T> source = new Reflector<>(
                config.listerWatcher(), config.objectType(), config.queue(),
                config.reflectorOptions());
        reflector = source;
        String type = source.typeDescription();
        Group threads = new Group();
        try (Cancellable running = context.withCancel()) {
            threads.start("queue closer of " + type, () -> closeQueueAfter(running));
            threads.start("reflector of " + type, () -> read(source, running));
            repeat(running, this::processingCrashed, () -> processLoop(running));
        } // ends running: the threads end too, even if a crash leads out of here
        threads.awaitAll(); // I3
    }
    // end::run[]

    // tag::process-loop[]
    /** Pops and processes until the context ends or the queue is closed. */
    private void processLoop(Context context) {
        while (!context.isDone() && !Thread.currentThread().isInterrupted()) { // I2
            inProcess = "nothing";
            try {
                PopResult<T> popped = config.queue().pop(this::process);
                popped.error().ifPresent(e -> CrashLog.error(LOG, e,
                        "{}: processing {} failed; it is dropped, the next one follows",
                        name(), inProcess));
            } catch (FIFOClosedException e) {
                return;
            }
        }
    }
    // end::process-loop[]

    private void process(Deltas<T> deltas, boolean isInInitialList) throws Exception {
        inProcess = DeletedObject.of(deltas.newest().orElseThrow().object()).key();
        config.process().process(deltas, isInInitialList);
    }

    private void processingCrashed(Throwable crash, String where) {
        config.crashPolicy().crashed(crash, name() + ", processing " + inProcess);
    }

    private String name() {
        Reflector<T> source = reflector;
        return "controller of " + (source == null ? "nothing yet" : source.typeDescription());
    }

    /** If the reader cannot go on, the controller ends, because nobody fills the store any more. */
    private void read(Reflector<T> source, Cancellable running) {
        try {
            repeat(running, config.crashPolicy(), () -> source.run(running));
        } finally {
            running.cancel();
        }
    }

    private void repeat(Context context, CrashPolicy crashPolicy, CrashPolicy.Body body) {
        Wait.backoffUntil(context, config.reflectorOptions().clock(), () -> PERIOD, crashPolicy, body);
    }

    /**
     * Needs a thread of its own: closing waits for the queue's lock, which the thread that ends the context may hold.
     */
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
