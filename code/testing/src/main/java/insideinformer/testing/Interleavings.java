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
 * Tells a story of several threads again and again, each time with another interleaving, and always in the same order.
 *
 * <p>Every virtual thread of the story, those included that the code under test starts, is run by one thread that
 * decides at each pause who goes on: where a thread waits for a lock, a condition or another thread, and at the locks of
 * objects given to {@link PreemptedLocks#in}. {@link #preempting} tries every decision with at most so many
 * interruptions of threads that could have gone on; {@link #seeds} decides by lot. A story that fails, or in which
 * nobody can go on, is reported with its decisions, which {@link #replaying} takes.
 *
 * <p>The story must make everything anew and must not depend on real time, on platform threads, or on the order of a
 * hash set of what has no hash of its own, such as threads: told again it would be another one. A JDK whose
 * virtual threads cannot be taken over (they can in 21 to 25) interleaves them as it likes; the stories are then told a
 * hundred times. What is logged meanwhile goes nowhere. For one test at a time.
 */
public final class Interleavings {

    /** What happens and what has to be true in the end. */
    @FunctionalInterface
    public interface Story {
        void tell(Cast cast) throws Exception;
    }

    /** What one thread of a story does. */
    @FunctionalInterface
    public interface Part {
        void play() throws Exception;
    }

    /** The threads of one telling. */
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

        /** Waits for all that were started, and fails if one of them has. */
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
    private static final int ENDLESS = 100_000; // pauses in one telling
    private static final int UNCONTROLLED = 100; // tellings
    private static final int FEW = 10;
    private static final PrintStream NOWHERE = new PrintStream(OutputStream.nullOutputStream());
    private static final int PATIENCE = 2_000; // times a millisecond, before nobody is said to be able to go on
    private static volatile @Nullable Telling now;

    private Interleavings() {}

    /** Whether this JDK lets us decide. */
    public static boolean areControlled() {
        return BUILDER != null;
    }

    /**
     * Every interleaving with at most {@code preemptions} interruptions.
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
                strayed++; // this way is left out
                if (strayed > FEW + count / 100) {
                    throw e;
                }
            }
            forced = telling.next(preemptions);
        }
        return count;
    }

    /**
     * Who could go on when the story was told before cannot now. A story that depends on something else than its
     * decisions does that all the time; a rare one is a lock of the JVM's own, which one of its other threads held.
     */
    private static final class AnotherStory extends AssertionError {
        AnotherStory(String message) {
            super(message);
        }
    }

    /** One interleaving by lot for each seed from 1 on. */
    public static int seeds(int count, Story story) {
        if (!areControlled()) {
            return uncontrolled(story);
        }
        for (int seed = 1; seed <= count; seed++) {
            new Telling(List.of(), new Random(seed)::nextInt).check(story, "seed " + seed);
        }
        return count;
    }

    /** The interleaving that a report names. */
    public static void replaying(List<Integer> decisions, Story story) {
        new Telling(decisions, options -> 0).check(story, "the replay");
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

    /** A place where another thread may go on; outside of stories nothing happens. */
    static void pause(String where) {
        Telling telling = now;
        if (telling != null && Thread.currentThread().isVirtual()) {
            telling.steps.add(Thread.currentThread().getName() + " " + where);
            Thread.yield();
        }
    }

    /** How many could go on, who did, and whether that cost an interruption. */
    private record Decision(int options, int chosen, boolean lastCouldGoOn) {

        boolean preempts() {
            return lastCouldGoOn && chosen > 0;
        }
    }

    private static final class Telling implements Executor {

        private final List<Integer> forced;
        private final IntUnaryOperator choose;
        private final Queue<Runnable> coming = new ConcurrentLinkedQueue<>();
        private final List<Runnable> ready = new ArrayList<>(); // continuations, one a thread
        private final List<Decision> decisions = new ArrayList<>();
        final List<String> steps = new ArrayList<>();
        private @Nullable Runnable last;
        private @Nullable Throwable failure;

        Telling(List<Integer> forced, IntUnaryOperator choose) {
            this.forced = forced;
            this.choose = choose;
        }

        /** Called for each thread that is started, woken or has paused. */
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
            System.setErr(NOWHERE); // its lock would be shared with threads that are not in the story
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
                LockSupport.parkNanos(1_000_000); // somebody may wait for the JVM and not for another
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

        /** The decisions of the next telling, depth first; empty: this was the last. */
        Optional<List<Integer>> next(int preemptions) {
            int[] before = new int[decisions.size()]; // interruptions so far
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

    /** The JDK's own tests make virtual threads with a scheduler of their own like this. */
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
