package insideinformer.course;

import insideinformer.course.check.BrokenPromise;
import insideinformer.course.check.NoAnswer;
import insideinformer.course.check.Paper;
import insideinformer.course.check.Promise;
import insideinformer.course.check.Question;
import insideinformer.course.check.Questionnaire;
import insideinformer.course.check.Stage;
import insideinformer.course.check.TimeLimit;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.platform.engine.CancellationToken;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherExecutionRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * The other process: runs the code of learners, which can loop forever, exit, or eat all memory.
 *
 * <p>Each job has its own class loader. Within a job the stages run in order until one is not kept; a test that does not
 * return ends the job. If a job leaves a thread behind that goes on computing, the process ends after it, since that thread
 * would slow down all others; {@link Fork} starts the next process for what is left.
 */
final class Runner {

    /** What the code of starters says when it throws {@link UnsupportedOperationException}. */
    static final String NOT_WRITTEN = "not written yet";

    private static final int LONGEST_TEXT = 2000;

    private final ObjectOutputStream events;
    private final int seconds;

    private Runner(ObjectOutputStream events, int seconds) {
        this.events = events;
        this.seconds = seconds;
    }

    /** Arguments: a file with the jobs, a file for the events, the seconds a test may take. */
    public static void main(String[] args) throws Exception {
        List<Job> jobs = new ArrayList<>();
        try (ObjectInputStream in = new ObjectInputStream(new BufferedInputStream(
                Files.newInputStream(Path.of(args[0]))))) {
            for (int left = in.readInt(); left > 0; left--) {
                jobs.add((Job) in.readObject());
            }
        }
        try (ObjectOutputStream out = new ObjectOutputStream(new BufferedOutputStream(
                Files.newOutputStream(Path.of(args[1]))))) {
            Runner runner = new Runner(out, Integer.parseInt(args[2]));
            for (Job job : jobs) {
                runner.run(job);
                if (isComputing(job.learners())) {
                    break;
                }
            }
        }
        System.out.flush();
        // Threads that a learner's code left behind must not keep the process.
        Runtime.getRuntime().halt(0);
    }

    /** Whether a thread still runs code of these files, and does not only wait in it. */
    private static boolean isComputing(List<String> files) {
        return Thread.getAllStackTraces().entrySet().stream()
                .anyMatch(thread -> thread.getKey().getState() == Thread.State.RUNNABLE
                        && Stream.of(thread.getValue()).anyMatch(frame -> files.contains(frame.getFileName())));
    }

    private void run(Job job) {
        report(new Event.Began());
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        try (URLClassLoader loader = new URLClassLoader(urls(job.classes()), Runner.class.getClassLoader())) {
            Thread.currentThread().setContextClassLoader(loader);
            switch (job.what()) {
                case STAGES, OWN_TESTS -> runTests(job, loader);
                case QUESTIONS -> ask(job, loader);
            }
        } catch (Exception | LinkageError e) {
            report(new Event.Failed(describe(e)));
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
        report(new Event.Finished());
    }

    private static URL[] urls(List<String> folders) throws MalformedURLException {
        URL[] urls = new URL[folders.size()];
        for (int i = 0; i < urls.length; i++) {
            urls[i] = Path.of(folders.get(i)).toUri().toURL();
        }
        return urls;
    }

    private void runTests(Job job, ClassLoader loader) throws ClassNotFoundException {
        Launcher launcher = LauncherFactory.create();
        Map<Integer, TestPlan> plans = new TreeMap<>();
        List<Claim> claims = new ArrayList<>();
        for (String name : job.candidates()) {
            Class<?> type = Class.forName(name, true, loader);
            Stage stage = type.getAnnotation(Stage.class);
            if (stage == null && job.what() == Job.What.STAGES) {
                continue;
            }
            TestPlan plan = launcher.discover(LauncherDiscoveryRequestBuilder.request()
                    .selectors(DiscoverySelectors.selectClass(type))
                    .configurationParameter("junit.jupiter.extensions.autodetection.enabled", "true")
                    .configurationParameter("junit.jupiter.testmethod.order.default", PromiseOrder.class.getName())
                    .configurationParameter(TimeLimit.SECONDS, Integer.toString(seconds))
                    .build());
            plans.put(stage == null ? -plans.size() : stage.number(), plan);
            claimsOf(plan).forEach(claims::add);
        }
        claims.sort(Comparator.comparingInt(Claim::stage).thenComparingInt(Claim::number));
        report(new Event.Planned(List.copyOf(claims)));
        for (TestPlan plan : plans.values()) {
            CancellationToken token = CancellationToken.create();
            Reporter reporter = new Reporter(plan, job, token);
            launcher.execute(LauncherExecutionRequestBuilder.request(plan).listeners(reporter)
                    .cancellationToken(token).build());
            if (!reporter.allKept) {
                return;
            }
        }
    }

    private static List<Claim> claimsOf(TestPlan plan) {
        List<Claim> claims = new ArrayList<>();
        for (TestIdentifier root : plan.getRoots()) {
            plan.getDescendants(root).stream().filter(TestIdentifier::isTest)
                    .forEach(test -> claim(test).ifPresent(claims::add));
        }
        return claims;
    }

    private static Optional<Claim> claim(TestIdentifier test) {
        return test.getSource().filter(MethodSource.class::isInstance).map(MethodSource.class::cast).map(source -> {
            Stage stage = source.getJavaClass().getAnnotation(Stage.class);
            Promise promise = source.getJavaMethod().getAnnotation(Promise.class);
            if (stage == null || promise == null) {
                return new Claim(source.getMethodName(), 0, "Your own tests", 0, test.getDisplayName(), "");
            }
            return new Claim(source.getMethodName(), stage.number(), stage.title(), promise.number(), promise.text(),
                    promise.read());
        });
    }

    private void ask(Job job, ClassLoader loader) throws Exception {
        Class<?> type = Class.forName("Questions", true, loader);
        Paper paper = ((Questionnaire) type.getConstructor().newInstance()).ask();
        List<Claim> claims = new ArrayList<>();
        for (Question question : paper.questions()) {
            claims.add(new Claim(question.id(), 1, "Your answers", claims.size() + 1, question.text(),
                    question.read()));
        }
        report(new Event.Planned(claims));
        report(new Event.Asked(new LinkedHashMap<>(paper.material()),
                paper.questions().stream().map(Event.Asking::of).toList()));
        for (Map<String, String> sheet : job.sheets()) {
            for (int i = 0; i < claims.size(); i++) {
                Question question = paper.questions().get(i);
                report(new Event.Ended(mark(question, claims.get(i), sheet.getOrDefault(question.id(), ""))));
            }
        }
    }

    private static Result mark(Question question, Claim claim, String answer) {
        if (answer.isBlank()) {
            return Result.of(claim, Result.Status.UNWRITTEN, "");
        }
        String given;
        try {
            given = question.form().canonical(answer);
        } catch (IllegalArgumentException e) {
            return Result.of(claim, Result.Status.THREW, String.valueOf(e.getMessage()));
        }
        List<String> choices = question.choices().stream().map(question.form()::canonical).toList();
        if (!choices.isEmpty() && !choices.contains(given)) {
            return Result.of(claim, Result.Status.THREW,
                    "'" + answer + "' is none of: " + String.join(", ", question.choices()));
        }
        if (given.equals(question.form().canonical(question.answer()))) {
            return Result.of(claim, Result.Status.KEPT, given);
        }
        List<String> mistakes = question.mistakes().entrySet().stream()
                .filter(wrong -> question.form().canonical(wrong.getKey()).equals(given))
                .map(Map.Entry::getValue).findFirst().orElse(List.of());
        return new Result(claim, Result.Status.BROKEN, "", "", answer, "", List.copyOf(mistakes));
    }

    private void report(Event event) {
        try {
            events.writeObject(event);
            events.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String describe(Throwable failure) {
        String message = failure.getMessage();
        String text = failure.getClass().getSimpleName() + (message == null ? "" : ": " + message);
        return text.length() <= LONGEST_TEXT ? text : text.substring(0, LONGEST_TEXT) + " ...";
    }

    private final class Reporter implements TestExecutionListener {

        private final TestPlan plan;
        private final Job job;
        private final CancellationToken token;
        private boolean allKept = true;

        Reporter(TestPlan plan, Job job, CancellationToken token) {
            this.plan = plan;
            this.job = job;
            this.token = token;
        }

        @Override
        public void executionStarted(TestIdentifier test) {
            claim(test).filter(claim -> test.isTest()).ifPresent(claim -> report(new Event.Started(claim)));
        }

        /** Also called for what is left after {@link #token}; that was not switched off by anybody. */
        @Override
        public void executionSkipped(TestIdentifier test, String reason) {
            if (token.isCancellationRequested()) {
                return;
            }
            allKept = false;
            String why = reason.contains("@Disabled") ? "@Disabled" : reason;
            Stream.concat(Stream.of(test), plan.getDescendants(test).stream()).filter(TestIdentifier::isTest)
                    .forEach(each -> claim(each).ifPresent(claim -> report(new Event.Ended(Result.of(claim,
                            Result.Status.UNWRITTEN, "Your test " + claim.key() + " is switched off (" + why + ").")))));
        }

        @Override
        public void executionFinished(TestIdentifier test, TestExecutionResult outcome) {
            Optional<Throwable> failure = outcome.getThrowable();
            if (!test.isTest()) {
                failure.ifPresent(thrown -> {
                    allKept = false;
                    report(new Event.Failed(describe(thrown)));
                });
                return;
            }
            Claim claim = claim(test).orElseThrow();
            Result result = outcome.getStatus() == TestExecutionResult.Status.ABORTED
                    ? Result.of(claim, Result.Status.UNWRITTEN, "Your test " + claim.key()
                            + " gave up at an assumption; only an assertion can show a bug.")
                    : failure.map(thrown -> failed(claim, thrown))
                    .orElseGet(() -> Result.of(claim, Result.Status.KEPT, ""));
            allKept &= result.kept();
            report(new Event.Ended(result));
            if (result.status() == Result.Status.HUNG || !result.kept() && job.until() == Job.Until.FIRST_BROKEN) {
                token.cancel();
            }
        }

        private Result failed(Claim claim, Throwable thrown) {
            return switch (thrown) {
                case BrokenPromise broken -> new Result(claim, Result.Status.BROKEN, broken.did(), broken.promised(),
                        cut(broken.got()), "", List.of());
                case NoAnswer hung -> new Result(claim, Result.Status.HUNG, "", "",
                        String.valueOf(hung.getMessage()), where(hung), List.of());
                case UnsupportedOperationException unwritten when NOT_WRITTEN.equals(unwritten.getMessage()) ->
                        new Result(claim, Result.Status.UNWRITTEN, "", "", NOT_WRITTEN, where(thrown), List.of());
                case AssertionError failed -> new Result(claim, Result.Status.BROKEN, "", "",
                        cut(String.valueOf(failed.getMessage()).strip()), where(thrown), List.of());
                default -> new Result(claim, Result.Status.THREW, "", "", describe(thrown), where(thrown), List.of());
            };
        }

        private static String cut(String text) {
            return text.length() <= LONGEST_TEXT ? text : text.substring(0, LONGEST_TEXT) + " ...";
        }

        private String where(Throwable thrown) {
            for (StackTraceElement frame : thrown.getStackTrace()) {
                if (job.learners().contains(frame.getFileName())) {
                    return frame.getFileName() + ":" + frame.getLineNumber();
                }
            }
            return "";
        }
    }
}
