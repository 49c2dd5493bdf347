package insideinformer.soak;

import insideinformer.wait.Clock;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/** Runs many seeds, several at a time. */
final class Batch {

    private static final int AT_A_TIME = 3 * Runtime.getRuntime().availableProcessors(); // a run mostly waits
    private static final int FIRST_PORT = 20_000; // below the ports that systems give to sockets that ask for any
    private static final int PORTS = 10_000;
    private static final Duration LOOK_EVERY = Duration.ofMillis(1);
    private static final Duration PROGRESS = Duration.ofSeconds(3);
    private static final Duration LOOK_FOR_HANGING = Duration.ofMillis(500);
    private static final int LONGEST_RUN = 10; // times the patience with one thing
    private static final Pattern THREAD_OF_A_RUN = Pattern.compile("\\[\\d+]|\"(queue closer|apiserver-|informer of)");
    private static final Duration LOOK_FOR_THREADS = Duration.ofMillis(50);

    private final Clock clock;
    private final Wiring wiring;
    private final Patience patience;
    private final AtomicInteger ports =
            new AtomicInteger(FIRST_PORT + (int) (ProcessHandle.current().pid() * 37 % PORTS));

    private final Map<Thread, Long> started = new ConcurrentHashMap<>(); // by worker: when its run began

    /** @param clock the machine's */
    Batch(Clock clock, Wiring wiring, Duration patience) {
        this.clock = clock;
        this.wiring = wiring;
        this.patience = new Patience(clock, patience, LOOK_EVERY);
    }

    /**
     * Runs all seeds.
     *
     * @param mostFailures after so many failures it stops
     * @param progress hears every few seconds how far the batch has come
     */
    Summary run(Seeds seeds, int mostFailures, Consumer<String> progress)
            throws Exception {
        long start = clock.nanoTime();
        Tally tally = new Tally();
        List<Outcome> failures = new ArrayList<>();
        long done = 0;
        try (ExecutorService workers = Executors.newFixedThreadPool(AT_A_TIME)) {
            CompletionService<Outcome> runs = new ExecutorCompletionService<>(workers);
            long next = seeds.first();
            int running = 0;
            long told = clock.nanoTime();
            while (running > 0 || next <= seeds.last() && failures.size() < mostFailures) {
                while (running < AT_A_TIME && next <= seeds.last() && failures.size() < mostFailures) {
                    long seed = next++;
                    runs.submit(() -> one(seed));
                    running++;
                }
                Future<Outcome> ended = runs.poll(LOOK_FOR_HANGING.toMillis(), TimeUnit.MILLISECONDS);
                interruptHanging();
                if (ended != null) {
                    running--;
                    done++;
                    Outcome outcome = get(ended);
                    tally.addAll(outcome.tally());
                    if (!outcome.isGood()) {
                        failures.add(outcome);
                    }
                }
                if (clock.nanoTime() - told >= PROGRESS.toNanos()) {
                    told = clock.nanoTime();
                    progress.accept(done + " of " + seeds.count() + " seeds, " + failures.size() + " failed");
                }
            }
        }
        return new Summary(done, Duration.ofNanos(clock.nanoTime() - start), tally, failures, leftThreads());
    }

    private Outcome one(long seed) {
        Schedule schedule = Schedule.of(seed);
        started.put(Thread.currentThread(), clock.nanoTime());
        try {
            return SoakRun.of(schedule, wiring, patience, ports);
        } catch (Exception e) {
            StringWriter stack = new StringWriter();
            e.printStackTrace(new PrintWriter(stack, true));
            return new Outcome(schedule, List.of("the run broke off: " + stack), new Tally());
        } finally {
            started.remove(Thread.currentThread());
        }
    }

    /** Interrupts a run that takes too long. Its stack then shows where it waits. */
    private void interruptHanging() {
        long now = clock.nanoTime();
        long longest = patience.limit().multipliedBy(LONGEST_RUN).toNanos();
        started.forEach((worker, start) -> {
            if (now - start > longest) {
                worker.interrupt();
                started.replace(worker, start, now); // it may hang again on its way out
            }
        });
    }

    private static Outcome get(Future<Outcome> ended) throws InterruptedException {
        try {
            return ended.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("a failed run has an outcome and throws nothing", e);
        }
    }

    /**
     * The threads that outlived their runs. Most have their seed in the name. It looks only after the last run, because
     * a JVM can crash if its threads are listed while many virtual threads come and go (seen with 25.0.3).
     */
    private List<String> leftThreads() throws Exception {
        patience.every(LOOK_FOR_THREADS).await(() -> ThreadDump.matching(THREAD_OF_A_RUN).isEmpty());
        return ThreadDump.matching(THREAD_OF_A_RUN);
    }
}
