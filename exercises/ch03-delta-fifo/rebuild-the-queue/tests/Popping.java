import insideinformer.deltafifo.Deltas;
import java.time.Duration;
import java.util.function.Consumer;

/** A pop on a thread of its own. */
final class Popping {

    static final String WAITS = "it waits";
    private static final String BUSY = "it goes on without waiting for changed";
    private static final Duration LONG = Duration.ofSeconds(2);

    private final LanternQueue queue;
    private final Consumer<Deltas<Pod>> process;
    private final Thread thread;
    private volatile String outcome = WAITS;
    private volatile Throwable thrown;

    private Popping(LanternQueue queue, Consumer<Deltas<Pod>> process) {
        this.queue = queue;
        this.process = process;
        this.thread = Thread.ofPlatform().daemon().name("pop").unstarted(this::run);
    }

    static Popping on(LanternQueue queue, Consumer<Deltas<Pod>> process) {
        Popping popping = new Popping(queue, process);
        popping.thread.start();
        return popping;
    }

    private void run() {
        try {
            outcome = Show.deltas(queue.pop(process));
        } catch (Throwable failure) {
            thrown = failure;
            outcome = failure.getClass().getSimpleName();
        }
    }

    /** That it waits, once {@code pops} of them do; else what it popped or threw. */
    String untilItWaits(int pops) {
        long end = System.nanoTime() + LONG.toNanos();
        while (thread.isAlive() && queue.waiting() != pops && System.nanoTime() < end) {
            Thread.onSpinWait();
        }
        return !thread.isAlive() ? outcome : queue.waiting() == pops ? WAITS : BUSY;
    }

    /** That it waits, once it has noticed an interrupt and waits again; else what it popped or threw. */
    String interrupt() {
        thread.interrupt();
        long end = System.nanoTime() + LONG.toNanos();
        while (thread.isAlive() && (thread.isInterrupted() || thread.getState() != Thread.State.WAITING)
                && System.nanoTime() < end) {
            Thread.onSpinWait();
        }
        return untilItWaits(1);
    }

    /** What came out of it in place of {@code expected}, if it was not that. */
    String threw(Throwable expected) {
        return thrown == expected ? "what was thrown comes out" : thrown == null ? "nothing comes out"
                : thrown.getCause() == expected ? "another exception comes out, with that one inside"
                : "another exception comes out";
    }

    /** What it popped or threw; that it waits, if it still does after a long time. */
    String end() throws InterruptedException {
        thread.join(LONG);
        return outcome;
    }
}
