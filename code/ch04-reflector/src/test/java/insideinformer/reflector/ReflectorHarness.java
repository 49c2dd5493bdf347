package insideinformer.reflector;

import insideinformer.api.ApiException;
import insideinformer.api.ConfigMap;
import insideinformer.api.KubernetesObject;
import insideinformer.store.StoreException;
import insideinformer.wait.Backoff;
import insideinformer.wait.Cancellable;
import insideinformer.wait.Context;
import java.io.EOFException;
import java.net.ConnectException;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;

/** A Reflector between a scripted source and a journaling store, on a clock on which every pause is over at once. */
final class ReflectorHarness implements AutoCloseable {

    /** Pauses of 10, 20, 40, 80, 80 … ms. */
    static final Backoff DOUBLING = new Backoff(Duration.ofMillis(10), 2, 0, 10, Duration.ofMillis(80));

    final Journal journal = new Journal();
    final EagerClock clock = new EagerClock(journal);
    final ScriptedSource source = new ScriptedSource(journal);
    final AtomicReference<Throwable> crash = new AtomicReference<>();
    JournalingStore store = new JournalingStore(journal);
    Class<? extends KubernetesObject> expectedType = ConfigMap.class;
    ReflectorOptions options = ReflectorOptions.defaults()
            .withName("test")
            .withBackoff(DOUBLING)
            .withClock(clock, new Random(7))
            .withWatchErrorHandler((r, e) -> journal.add("handler " + kindOf(e)));

    Runnable beforeTheReflectorHearsOfTheEnd = () -> {}; // run when the context has ended

    volatile boolean stillInterrupted; // after the run

    private Reflector<KubernetesObject> reflector;
    private Cancellable stop;
    private Thread thread;

    Reflector<KubernetesObject> reflector() {
        if (reflector == null) {
            reflector = new Reflector<>(source, expectedType, store, options);
        }
        return reflector;
    }

    void start() {
        Reflector<KubernetesObject> running = reflector();
        Cancellable context = Context.background().withCancel();
        stop = context;
        context.onDone(beforeTheReflectorHearsOfTheEnd); // callbacks run in the order in which they were registered
        thread = Thread.ofVirtual().name("run").start(() -> {
            try {
                running.run(context);
                stillInterrupted = Thread.currentThread().isInterrupted();
            } catch (RuntimeException | Error e) {
                crash.set(e);
            }
        });
    }

    void cancel() {
        stop.cancel();
    }

    void stop() throws InterruptedException {
        cancel();
        join();
    }

    /** Whether the thread that runs the Reflector waits for something. */
    boolean isWaiting() {
        return thread.getState() == Thread.State.WAITING;
    }

    void interrupt() {
        thread.interrupt();
    }

    void join() throws InterruptedException {
        thread.join();
    }

    /** Whether the run ends within this real time. */
    boolean endsWithin(Duration limit) throws InterruptedException {
        return thread.join(limit);
    }

    /** Runs until the script is used up, stops, and gives what happened. */
    List<String> runToEnd() throws InterruptedException {
        start();
        source.awaitEnd();
        List<String> lines = journal.lines();
        stop();
        return lines;
    }

    @Override
    public void close() throws InterruptedException {
        if (thread != null) {
            stop();
        }
    }

    /** The kind of failure along the causes: a Status' reason, or the name of a failure without one. */
    static String kindOf(Throwable error) {
        for (Throwable t = error; t != null; t = t.getCause()) {
            if (t instanceof ApiException e) {
                return e.status().reason() == null ? "code " + e.status().code() : e.status().reason();
            }
            if (t instanceof ConnectException) {
                return "refused";
            }
            if (t instanceof EOFException) {
                return "EOF";
            }
            if (t instanceof StoreException) {
                return "store";
            }
        }
        return error.getMessage();
    }
}
