import insideinformer.deltafifo.Deltas;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A pop on a thread of its own. What it comes to is told when it has ended or waits for {@code changed} again; how long that
 * takes does not matter.
 */
final class Popping {

    static final String WAITS = "it waits";
    private static final String BUSY = "it goes on and on without waiting for changed";
    private static final long MUCH_NANOS = TimeUnit.MILLISECONDS.toNanos(500); // of computing

    private final LanternQueue queue;
    private final Consumer<Deltas<Pod>> process;
    private final List<Popping> all; // of this queue
    private final Thread thread = Thread.ofPlatform().daemon().name("pop").unstarted(this::run);
    private volatile String outcome = "";
    private volatile Throwable thrown;

    private Popping(LanternQueue queue, Consumer<Deltas<Pod>> process, List<Popping> all) {
        this.queue = queue;
        this.process = process;
        this.all = all;
    }

    /** A first pop on this queue. */
    static Popping on(LanternQueue queue, Consumer<Deltas<Pod>> process) {
        return start(queue, process, new ArrayList<>());
    }

    /** One more pop on the same queue, whose callback does nothing. */
    Popping another() {
        return start(queue, deltas -> {}, all);
    }

    private static Popping start(LanternQueue queue, Consumer<Deltas<Pod>> process, List<Popping> all) {
        Popping popping = new Popping(queue, process, all);
        all.add(popping);
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

    /** What it popped or threw, or that it waits. */
    String outcome() {
        while (thread.isAlive() && queue.waiting() < all.stream().filter(popping -> popping.thread.isAlive()).count()) {
            if (isBusy()) {
                return BUSY;
            }
            Thread.onSpinWait();
        }
        return thread.isAlive() ? WAITS : outcome;
    }

    /** What it comes to after an interrupt. */
    String interrupt() {
        thread.interrupt();
        while (thread.isAlive() && (thread.isInterrupted() || thread.getState() != Thread.State.WAITING) && !isBusy()) {
            Thread.onSpinWait();
        }
        return outcome();
    }

    private boolean isBusy() {
        return ManagementFactory.getThreadMXBean().getThreadCpuTime(thread.threadId()) > MUCH_NANOS;
    }

    /** What came out of it in place of {@code expected}, if it was not that. */
    String threw(Throwable expected) {
        return thrown == expected ? "what was thrown comes out" : thrown == null ? "nothing comes out"
                : thrown.getCause() == expected ? "another exception comes out, with that one inside"
                : "another exception comes out";
    }
}
