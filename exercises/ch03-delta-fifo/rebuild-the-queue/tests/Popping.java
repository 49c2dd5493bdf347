import insideinformer.deltafifo.Deltas;
import java.time.Duration;
import java.util.function.Consumer;

/** A pop on a thread of its own. */
final class Popping {

    static final String WAITS = "it waits";
    private static final Duration LONG = Duration.ofSeconds(2);

    private final LanternQueue queue;
    private final Consumer<Deltas<Pod>> process;
    private final Thread thread;
    private volatile String outcome = WAITS;

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
        } catch (Throwable thrown) {
            outcome = thrown.getClass().getSimpleName();
        }
    }

    /** That it waits, once {@code pops} of them do; else what it popped or threw. */
    String untilItWaits(int pops) {
        long end = System.nanoTime() + LONG.toNanos();
        while (thread.isAlive() && queue.waiting() != pops && System.nanoTime() < end) {
            Thread.onSpinWait();
        }
        return thread.isAlive() ? WAITS : outcome;
    }

    /** What it popped or threw; that it waits, if it still does after a long time. */
    String end() throws InterruptedException {
        thread.join(LONG);
        return outcome;
    }
}
