package insideinformer.testing;

import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Finds races: runs a short test with several threads, a <em>story</em>, many times, each time with another
 * interleaving of the threads. The order of the interleavings is the same in every run.
 *
 * <p>One thread runs all virtual threads of the story, also those that the code under test starts. Whenever one of them
 * pauses, it decides which one goes on. A thread pauses where it waits for a lock, a condition or another thread, and
 * at the locks of objects given to {@link PreemptedLocks#in}. {@link #preempting} tries every decision that interrupts
 * at most so many threads which could have gone on. {@link #seeds} decides at random. A story that fails, or in which
 * no thread can go on, is reported with its decisions, and {@link #replaying} takes them.
 *
 * <p>A story must be the same each time. So it makes all its objects in each run, and it does not depend on real time or
 * on platform threads. It does not depend on the order of a hash set either, if the elements have no hash of their own,
 * such as threads. The JDK must let us take over its virtual threads, which JDK 21 to 25 do with {@code --add-opens
 * java.base/java.lang=ALL-UNNAMED}. Another one interleaves the threads as it likes, and then every story runs a hundred
 * times. Log lines are lost meanwhile. Only one test can use this at a time.
 */
public final class Interleavings {

    /** What happens, and what must be true in the end. */
    @FunctionalInterface
    public interface Story {
        void tell(Cast cast) throws Exception;
    }

    /** What one thread of a story does. */
    @FunctionalInterface
    public interface Part {
        void play() throws Exception;
    }

    /** The threads of one run of the story. */
    public static final class Cast {

        private final List<Thread> threads = new ArrayList<>();
        private @Nullable Throwable failure; // of the first that failed; threads of a story never run side by side

        private Cast() {}

        public Thread start(String name, Part part) {
            Thread thread = Thread.ofVirtual().name(name).start(() -> {
                try {
                    part.play();
                } catch (Throwable e) {
                    failure = failure == null ? e : failure;
                }
            });
            threads.add(thread);
            return thread;
        }

        /** Waits for all threads that were started, and fails if one of them has failed. */
        public void join() throws InterruptedException {
            for (Thread thread : threads) {
                thread.join();
            }
            if (failure != null) {
                throw new AssertionError("a thread of the story failed: " + failure.getMessage(), failure);
            }
        }
    }

    private static final @Nullable Constructor<?> BUILDER = builder();
    private static final int ENDLESS = 100_000; // pauses in one run of a story
    private static final int UNCONTROLLED = 100; // runs of a story
    private static final int FEW = 10;
    private static final PrintStream NOWHERE = new PrintStream(OutputStream.nullOutputStream());
    private static final int PATIENCE = 2_000; // milliseconds until a story counts as stuck
    private static volatile @Nullable Telling now;

    private Interleavings() {}

    /** Whether this JDK lets us decide which thread goes on. */
    public static boolean areControlled() {
        return BUILDER != null;
    }

    /**
     * Runs the story in every interleaving with at most {@code preemptions} interruptions.
     *
     * @return how many there were
     */
    public static int preempting(int preemptions, Story story) {
        if (!areControlled()) {
            return uncontrolled(story);
        }
        int count = 0;
        int strayed = 0;
        Optional<List<Integer>> forced = Optional.of(List.of());
        while (forced.isPresent()) {
            count++;
            Telling telling = new Telling(forced.get(), options -> 0);
            try {
                telling.check(story, "telling " + count);
            } catch (AnotherStory e) {
                strayed++; // this interleaving is left out
                if (strayed > FEW + count / 100) {
                    throw e;
                }
            }
            forced = telling.next(preemptions);
        }
        return count;
    }

    /**
     * A thread that could go on in an earlier run of the story cannot go on now. A story that depends on something else
     * than its decisions does that all the time. It happens now and then where another thread holds a lock of the JVM.
     */
    private static final class AnotherStory extends AssertionError {
        AnotherStory(String message) {
            super(message);
        }
    }

    /** One random interleaving for each seed from 1 to {@code count}. */
    public static int seeds(int count, Story story) {
        if (!areControlled()) {
            return uncontrolled(story);
        }
        for (int seed = 1; seed <= count; seed++) {
            new Telling(List.of(), new Random(seed)::nextInt).check(story, "seed " + seed);
        }
        return count;
    }

    /** Runs the story once, with the decisions that a report names. */
    public static void replaying(List<Integer> decisions, Story story) {
        new Telling(decisions, options -> 0).check(story, "the replay");
    }

    /** How many runs a test can expect: {@code count}, or what is left where this JDK does not let us decide. */
    public static int atLeast(int count) {
        return areControlled() ? count : Math.min(count, UNCONTROLLED);
    }

    private static int uncontrolled(Story story) {
        for (int i = 0; i < UNCONTROLLED; i++) {
            try {
                story.tell(new Cast());
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        }
        return UNCONTROLLED;
    }

    /** Lets another thread go on, if this is a thread of a story. */
    static void pause(String where) {
        Telling telling = now;
        if (telling != null && Thread.currentThread().isVirtual()) {
            telling.steps.add(Thread.currentThread().getName() + " " + where);
            Thread.yield();
        }
    }

    /** How many threads could go on, which one did, and whether that interrupted another one. */
    private record Decision(int options, int chosen, boolean lastCouldGoOn) {

        boolean preempts() {
            return lastCouldGoOn && chosen > 0;
        }
    }

    private static final class Telling implements Executor {

        private final List<Integer> forced;
        private final IntUnaryOperator choose;
        private final Queue<Runnable> coming = new ConcurrentLinkedQueue<>();
        private final List<Runnable> ready = new ArrayList<>(); // continuations, one for each thread
        private final List<Decision> decisions = new ArrayList<>();
        final List<String> steps = new ArrayList<>();
        private @Nullable Runnable last;
        private @Nullable Throwable failure;

        Telling(List<Integer> forced, IntUnaryOperator choose) {
            this.forced = forced;
            this.choose = choose;
        }

        /** The JDK calls this for each thread that was started, was woken or has paused. */
        @Override
        public void execute(Runnable continuation) {
            coming.add(continuation);
        }

        void check(Story story, String which) {
            Thread teller = newThread(this, () -> {
                try {
                    story.tell(new Cast());
                } catch (Throwable e) {
                    failure = e;
                }
            });
            PrintStream before = System.err;
            System.setErr(NOWHERE); // threads outside of the story could hold its lock
            now = this;
            try {
                teller.start();
                for (collect(teller); !ready.isEmpty(); collect(teller)) {
                    if (decisions.size() > ENDLESS) {
                        throw new AssertionError("no end after " + ENDLESS + " pauses" + report(which));
                    }
                    Runnable next = decide(which);
                    last = next;
                    next.run();
                }
            } finally {
                now = null;
                System.setErr(before);
            }
            if (failure != null) {
                throw new AssertionError(failure.getMessage() + report(which), failure);
            }
            if (teller.isAlive()) {
                throw new AssertionError("nobody can go on" + report(which));
            }
        }

        private void collect(Thread teller) {
            for (int i = 0; i < PATIENCE && teller.isAlive() && ready.isEmpty() && coming.isEmpty(); i++) {
                LockSupport.parkNanos(1_000_000); // a thread may wait for the JVM and not for another one
            }
            for (Runnable next = coming.poll(); next != null; next = coming.poll()) {
                ready.add(next);
            }
        }

        private Runnable decide(String which) {
            boolean lastCouldGoOn = last != null && ready.remove(last);
            if (lastCouldGoOn) {
                ready.addFirst(last); // choice 0: no interruption
            }
            int n = decisions.size();
            int chosen = n < forced.size() ? forced.get(n) : ready.size() == 1 ? 0 : choose.applyAsInt(ready.size());
            if (chosen >= ready.size()) {
                throw new AnotherStory("the story depends on something else than its decisions: " + (chosen + 1)
                        + " could go on before, and now " + ready.size() + report(which));
            }
            decisions.add(new Decision(ready.size(), chosen, lastCouldGoOn));
            return ready.remove(chosen);
        }

        /** The decisions of the next run, depth first; empty: this was the last. */
        Optional<List<Integer>> next(int preemptions) {
            int[] before = new int[decisions.size()]; // interruptions until then
            for (int i = 1; i < before.length; i++) {
                before[i] = before[i - 1] + (decisions.get(i - 1).preempts() ? 1 : 0);
            }
            for (int i = before.length - 1; i >= 0; i--) {
                Decision decision = decisions.get(i);
                int cost = decision.lastCouldGoOn() ? 1 : 0;
                if (decision.chosen() + 1 < decision.options() && before[i] + cost <= preemptions) {
                    List<Integer> prefix = new ArrayList<>();
                    decisions.subList(0, i).forEach(d -> prefix.add(d.chosen()));
                    prefix.add(decision.chosen() + 1);
                    return Optional.of(prefix);
                }
            }
            return Optional.empty();
        }

        private String report(String which) {
            List<Integer> chosen = decisions.stream().map(Decision::chosen).toList();
            return "\nin " + which + "; replay with decisions " + chosen + "\nsteps:\n  "
                    + String.join("\n  ", steps.subList(Math.max(0, steps.size() - 60), steps.size()));
        }
    }

    private static Thread newThread(Executor scheduler, Runnable task) {
        if (BUILDER == null) {
            throw new IllegalStateException("this JDK does not let us decide; ask areControlled first");
        }
        try {
            Thread.Builder.OfVirtual builder = (Thread.Builder.OfVirtual) BUILDER.newInstance(scheduler);
            return builder.name("teller").unstarted(task); // threads that it starts inherit the scheduler
        } catch (InstantiationException | IllegalAccessException | InvocationTargetException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The JDK's own tests make virtual threads with a scheduler of their own in this way. */
    private static @Nullable Constructor<?> builder() {
        try {
            Constructor<?> constructor = Arrays.stream(
                            Class.forName("java.lang.ThreadBuilders$VirtualThreadBuilder").getDeclaredConstructors())
                    .filter(c -> Arrays.equals(c.getParameterTypes(), new Class<?>[] {Executor.class}))
                    .findFirst().orElseThrow(NoSuchMethodException::new);
            constructor.setAccessible(true); // needs --add-opens java.base/java.lang=ALL-UNNAMED
            return constructor;
        } catch (ReflectiveOperationException | RuntimeException e) {
            return null;
        }
    }
}
