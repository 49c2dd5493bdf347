package insideinformer.course;

import java.io.EOFException;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Starts {@link Runner} in a process of its own, waits for it, and reads what it reported. A process that neither ends nor
 * reports is killed; what it was doing then is part of the answer.
 */
final class Fork {

    /**
     * What one job came to.
     *
     * @param claims  all that could hold or not, in order
     * @param results of those that were looked at, in order
     * @param trouble why the job could not be run to its end; empty if it could
     */
    record Outcome(List<Claim> claims, List<Result> results, Map<String, String> material,
            List<Event.Asking> questions, String trouble) {

        boolean allKept() {
            return trouble.isEmpty() && !claims.isEmpty() && results.size() == claims.size()
                    && results.stream().allMatch(Result::kept);
        }
    }

    /** @param printed what the code wrote to standard output and error */
    record Run(List<Outcome> outcomes, String printed) {}

    private static final int MEMORY_MEGABYTES = 256;
    private static final int OUT_OF_MEMORY_EXIT = 3; // code may exit with it too; the JVM also says why
    private static final int START_SECONDS = 30;
    private static final int JOBS_PER_PROCESS = 8;
    private static final int MOST_PROCESSES = 4;

    private final int secondsPerTest;

    Fork(int secondsPerTest) {
        this.secondsPerTest = secondsPerTest;
    }

    /**
     * Runs the jobs, in several processes at a time if there are many: most of the time of a wrong solution is waiting.
     *
     * @param scratch an existing folder for the files of this run
     */
    Run run(List<Job> jobs, Path scratch) throws InterruptedException {
        int processes = Math.clamp(jobs.size() / JOBS_PER_PROCESS, 1, MOST_PROCESSES);
        List<Callable<Run>> parts = new ArrayList<>();
        for (int i = 0; i < processes; i++) {
            List<Job> part = jobs.subList(jobs.size() * i / processes, jobs.size() * (i + 1) / processes);
            Path folder = scratch.resolve("process-" + i);
            parts.add(() -> runInOrder(part, Files.createDirectories(folder)));
        }
        List<Outcome> outcomes = new ArrayList<>();
        StringBuilder printed = new StringBuilder();
        try (ExecutorService threads = Executors.newFixedThreadPool(processes)) {
            for (Future<Run> future : threads.invokeAll(parts)) {
                Run run = future.get();
                outcomes.addAll(run.outcomes());
                printed.append(run.printed());
            }
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException failure ? failure : new IllegalStateException(e.getCause());
        }
        return new Run(outcomes, printed.toString());
    }

    /** If the process ends early, for example because a job's code ended it, the next job goes on in a new one. */
    private Run runInOrder(List<Job> jobs, Path scratch) throws InterruptedException {
        List<Outcome> outcomes = new ArrayList<>();
        StringBuilder printed = new StringBuilder();
        while (outcomes.size() < jobs.size()) {
            Run part = runInOneProcess(List.copyOf(jobs.subList(outcomes.size(), jobs.size())), scratch);
            outcomes.addAll(part.outcomes());
            printed.append(part.printed());
        }
        return new Run(outcomes, printed.toString());
    }

    /** The outcomes of the jobs that were begun, and of at least one. */
    private Run runInOneProcess(List<Job> jobs, Path scratch) throws InterruptedException {
        Path jobFile = scratch.resolve("jobs");
        Path eventFile = scratch.resolve("events");
        Path printedFile = scratch.resolve("printed");
        try {
            write(jobs, jobFile);
            Files.deleteIfExists(eventFile);
            ProcessBuilder builder = new ProcessBuilder(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-Xmx" + MEMORY_MEGABYTES + "m", "-XX:+ExitOnOutOfMemoryError", "-XX:TieredStopAtLevel=1",
                    "-XX:+UseSerialGC", "-ea", "-Dstdout.encoding=UTF-8", "-Dstderr.encoding=UTF-8",
                    "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",
                    Runner.class.getName(), jobFile.toString(), eventFile.toString(), Integer.toString(secondsPerTest));
            builder.environment().put("CLASSPATH", System.getProperty("java.class.path"));
            Process process = builder.redirectErrorStream(true).redirectOutput(printedFile.toFile()).start();
            boolean ended = end(process, seconds(jobs.size()));
            String printed = new String(Files.readAllBytes(printedFile), StandardCharsets.UTF_8);
            String end = ended ? describe(process.exitValue(), printed)
                    : "did not come to an end within " + seconds(jobs.size()) + " seconds";
            return new Run(read(eventFile, end), printed);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void write(List<Job> jobs, Path file) throws IOException {
        try (ObjectOutputStream out = new ObjectOutputStream(Files.newOutputStream(file))) {
            out.writeInt(jobs.size());
            for (Job job : jobs) {
                out.writeObject(job);
            }
        }
    }

    private int seconds(int jobs) {
        return START_SECONDS + jobs * 3 * secondsPerTest;
    }

    /** Whether the process ended by itself in this time; if not, it is killed. */
    private static boolean end(Process process, int seconds) throws InterruptedException {
        try {
            return process.waitFor(seconds, TimeUnit.SECONDS);
        } finally {
            process.destroyForcibly();
        }
    }

    /** How the process ended, as the end of a sentence about the code in it. */
    private static String describe(int exit, String printed) {
        return exit == OUT_OF_MEMORY_EXIT && printed.contains("java.lang.OutOfMemoryError")
                ? "used up " + MEMORY_MEGABYTES + " MB of memory: something grows without end"
                : "ended the whole program with exit code " + exit;
    }

    private static List<Outcome> read(Path file, String end) throws IOException {
        List<Reading> readings = new ArrayList<>();
        if (Files.exists(file) && Files.size(file) > 0) {
            try (ObjectInputStream in = new ObjectInputStream(Files.newInputStream(file))) {
                while (true) {
                    Event event = (Event) in.readObject();
                    if (event instanceof Event.Began) {
                        readings.add(new Reading());
                    }
                    readings.getLast().take(event);
                }
            } catch (EOFException e) {
                // The end of what was reported, whether or not there should have been more.
            } catch (ClassNotFoundException e) {
                throw new IllegalStateException(e);
            }
        }
        return readings.isEmpty() ? List.of(new Outcome(List.of(), List.of(), Map.of(), List.of(), "The code " + end + "."))
                : readings.stream().map(reading -> reading.finish(end)).toList();
    }

    private static final class Reading {

        private List<Claim> claims = List.of();
        private final List<Result> results = new ArrayList<>();
        private Map<String, String> material = Map.of();
        private List<Event.Asking> questions = List.of();
        private String trouble = "";
        private @Nullable Claim running;
        private boolean finished;

        void take(Event event) {
            switch (event) {
                case Event.Began began -> {}
                case Event.Planned planned -> claims = planned.claims();
                case Event.Started started -> running = started.claim();
                case Event.Ended ended -> {
                    results.add(ended.result());
                    running = null;
                }
                case Event.Asked asked -> {
                    material = asked.material();
                    questions = asked.questions();
                }
                case Event.Finished end -> finished = true;
                case Event.Failed failed -> trouble = failed.message();
            }
        }

        Outcome finish(String end) {
            if (running == null && !finished) {
                trouble = "The code " + end + ".";
            } else if (running != null) {
                String who = running.isAboutOwnTest() ? "the test " + running.key() : "the code";
                results.add(Result.of(running, Result.Status.DIED, who + " " + end));
            }
            return new Outcome(claims, results, material, questions, trouble);
        }
    }
}
