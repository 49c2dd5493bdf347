package insideinformer.course;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** Finds out whether code or answers are right, and if not, which plausible mistake they are. */
final class Checker {

    /** The claims about a learner's own test. */
    static final String PASSES_ON_RIGHT = "your_test_passes_where_the_promise_is_kept";
    static final String FAILS_ON_WRONG = "your_test_fails_on_the_code_as_you_found_it";

    private final Compiler compiler = new Compiler();
    private final Fork fork;

    Checker(int secondsPerTest) {
        fork = new Fork(secondsPerTest);
    }

    /** What a learner hands in. */
    Verdict check(Exercise exercise, List<SourceFile> files) throws InterruptedException {
        return check(exercise, List.of(files), true, Job.Until.END_OF_STAGE).getFirst();
    }

    /**
     * Variants of the solution, each for itself, all in one process. Their methods are the solution's, only bodies differ, so
     * that of each only the changed files are compiled.
     */
    List<Verdict> checkVariants(Exercise exercise, List<List<SourceFile>> variants) throws InterruptedException {
        return check(exercise, variants, false, Job.Until.END_OF_STAGE);
    }

    /** As {@link #checkVariants}, but of each only up to its first broken promise. */
    List<Verdict> checkVariantsUntilBroken(Exercise exercise, List<List<SourceFile>> variants) throws InterruptedException {
        return check(exercise, variants, false, Job.Until.FIRST_BROKEN);
    }

    private List<Verdict> check(Exercise exercise, List<List<SourceFile>> variants, boolean mayNotFit, Job.Until until)
            throws InterruptedException {
        Path scratch = newScratch();
        try {
            return new Bench(exercise, scratch, mayNotFit, until).check(variants);
        } finally {
            delete(scratch);
        }
    }

    /** Marks answers, by question id. */
    Verdict mark(Exercise exercise, Map<String, String> answers) throws InterruptedException {
        return markAll(exercise, List.of(answers)).getFirst();
    }

    /** Each of the sheets for itself; what they are about is run once. */
    List<Verdict> markAll(Exercise exercise, List<Map<String, String>> sheets) throws InterruptedException {
        Fork.Run run = runQuestions(exercise, sheets);
        Fork.Outcome outcome = run.outcomes().getFirst();
        List<Claim> claims = outcome.claims();
        List<Verdict> verdicts = new ArrayList<>();
        for (int i = 0; i < sheets.size(); i++) {
            List<Result> results = outcome.trouble().isEmpty()
                    ? outcome.results().subList(i * claims.size(), (i + 1) * claims.size()) : List.of();
            verdicts.add(new Verdict(List.of(), claims, results, outcome.trouble(), run.printed()));
        }
        return verdicts;
    }

    /** The material and the questions, for a learner to begin with. */
    Fork.Outcome ask(Exercise exercise) throws InterruptedException {
        Fork.Run run = runQuestions(exercise, List.of());
        Fork.Outcome outcome = run.outcomes().getFirst();
        if (!outcome.trouble().isEmpty()) {
            throw new CourseException("The run that " + exercise.id() + " asks about failed: " + outcome.trouble()
                    + "\n" + run.printed());
        }
        return outcome;
    }

    private Fork.Run runQuestions(Exercise exercise, List<Map<String, String>> sheets) throws InterruptedException {
        Path scratch = newScratch();
        try {
            List<SourceFile> sources = exercise.tests().stream().map(SourceFile::of).toList();
            Path out = scratch.resolve("questions");
            List<String> errors = compiler.compile(sources, out);
            if (!errors.isEmpty()) {
                throw new CourseException("The questions of " + exercise.id() + " do not compile:\n"
                        + String.join("\n", errors));
            }
            for (Path file : exercise.questionMaterial()) {
                copy(file, out.resolve(file.getFileName().toString()));
            }
            return fork.run(List.of(new Job(Job.What.QUESTIONS, Job.Until.END_OF_STAGE, List.of(out.toString()), List.of(), List.of(), sheets)),
                    scratch);
        } finally {
            delete(scratch);
        }
    }

    /**
     * The wrong solution that fails as the learner's does: first at the same promise in the same way, and if several do,
     * the one whose other failures agree most. Empty if none does, or if that leaves a tie; also for code that is still as
     * it was found, since the explanation would give away what is wrong with it.
     */
    Optional<Mistake> recognise(Exercise exercise, List<SourceFile> files, Verdict verdict) throws InterruptedException {
        Optional<Result> first = verdict.firstBroken();
        if (first.isEmpty() || first.get().status() == Result.Status.UNWRITTEN
                || !first.get().claim().isAboutOwnTest() && isUntouched(exercise, files)) {
            return Optional.empty();
        }
        List<Mistake> mistakes = exercise.mistakes().stream()
                .filter(mistake -> mistake.breaks().equals(first.get().claim().key())).toList();
        List<Verdict> theirs = checkVariants(exercise,
                mistakes.stream().map(mistake -> solution(exercise, mistake)).toList());
        return recognise(verdict, mistakes, theirs);
    }

    private static boolean isUntouched(Exercise exercise, List<SourceFile> files) {
        return code(starter(exercise)).stream().allMatch(found -> files.stream()
                .anyMatch(file -> file.name().equals(found.name()) && file.text().equals(found.text())));
    }

    /** The thinking behind a wrong answer: one mistake, or several at once; empty if it is not known. */
    static List<Mistake> recognise(Exercise exercise, Result answer) {
        return exercise.mistakes().stream().filter(mistake -> answer.mistakes().contains(mistake.id())).toList();
    }

    static Optional<Mistake> recognise(Verdict verdict, List<Mistake> mistakes, List<Verdict> theirs) {
        Result first = verdict.firstBroken().orElseThrow();
        List<Mistake> best = new ArrayList<>();
        double most = 0;
        for (int i = 0; i < mistakes.size(); i++) {
            if (theirs.get(i).firstBroken().filter(first::looksLike).isEmpty()) {
                continue;
            }
            double agreement = agreement(verdict.broken(), theirs.get(i).broken());
            if (agreement > most) {
                best.clear();
                most = agreement;
            }
            if (agreement == most) {
                best.add(mistakes.get(i));
            }
        }
        return best.size() == 1 ? Optional.of(best.getFirst()) : Optional.empty();
    }

    private static double agreement(List<Result> ours, List<Result> theirs) {
        long common = ours.stream().filter(mine -> theirs.stream().anyMatch(mine::looksLike)).count();
        return (double) common / (ours.size() + theirs.size() - common);
    }

    static List<SourceFile> solution(Exercise exercise) {
        return files(exercise, Template::solution);
    }

    static List<SourceFile> starter(Exercise exercise) {
        return files(exercise, Template::starter);
    }

    static List<SourceFile> solution(Exercise exercise, Mistake mistake) {
        return files(exercise, template -> template.with(mistake.regions()));
    }

    static List<SourceFile> files(Exercise exercise, Function<Template, String> text) {
        return exercise.templates().entrySet().stream()
                .map(file -> new SourceFile(file.getKey(), file.getKey(), text.apply(file.getValue()))).toList();
    }

    /** The checks of one exercise; the solution and the tests are compiled once. */
    private final class Bench {

        private final List<SourceFile> solution;
        private final List<SourceFile> tests;
        private final Path scratch;
        private final Path right; // the solution's code and the exercise's tests
        private final Path wrong; // the starter's code
        private final boolean mayNotFit;
        private final Job.Until until;
        private final boolean wantsTest;

        Bench(Exercise exercise, Path scratch, boolean mayNotFit, Job.Until until) {
            this.solution = solution(exercise);
            this.tests = exercise.tests().stream().map(SourceFile::of).toList();
            this.scratch = scratch;
            this.right = scratch.resolve("right");
            this.wrong = scratch.resolve("wrong");
            this.mayNotFit = mayNotFit;
            this.until = until;
            this.wantsTest = solution.stream().anyMatch(Checker::isTest);
            if (wantsTest || !mayNotFit) {
                mustCompile(exercise, concat(code(solution), tests), right);
            }
            if (wantsTest) {
                mustCompile(exercise, code(starter(exercise)), wrong);
            }
        }

        private void mustCompile(Exercise exercise, List<SourceFile> sources, Path out) {
            List<String> errors = compiler.compile(sources, out);
            if (!errors.isEmpty()) {
                throw new CourseException("A file of the exercise " + exercise.id() + " does not compile:\n"
                        + String.join("\n", errors));
            }
        }

        List<Verdict> check(List<List<SourceFile>> variants) throws InterruptedException {
            List<Job> jobs = new ArrayList<>();
            List<List<String>> errors = new ArrayList<>();
            for (List<SourceFile> files : variants) {
                errors.add(prepare(files, scratch.resolve("variant-" + errors.size()), jobs));
            }
            Fork.Run run = jobs.isEmpty() ? new Fork.Run(List.of(), "") : fork.run(jobs, scratch);
            List<Verdict> verdicts = new ArrayList<>();
            int next = 0;
            for (List<String> problems : errors) {
                if (!problems.isEmpty()) {
                    verdicts.add(Verdict.doesNotCompile(problems));
                    continue;
                }
                int count = wantsTest ? 3 : 1;
                verdicts.add(verdict(variants.get(verdicts.size()), run.outcomes().subList(next, next + count), run.printed()));
                next += count;
            }
            return verdicts;
        }

        /** Compiles one variant and adds its jobs, or returns the compiler's errors. */
        private List<String> prepare(List<SourceFile> files, Path out, List<Job> jobs) {
            Path stages = out.resolve("stages");
            List<String> unfit = mayNotFit ? files.stream().filter(this::isExpected).map(compiler::unfit)
                    .flatMap(Optional::stream).toList() : List.of();
            if (!unfit.isEmpty()) {
                return unfit;
            }
            List<String> errors = mayNotFit ? compileWhole(files, stages) : compileChanged(code(files), stages);
            if (!errors.isEmpty()) {
                return errors;
            }
            if (wantsTest) {
                Path test = out.resolve("test");
                errors = compileTest(files, test, stages);
                if (!errors.isEmpty()) {
                    return errors;
                }
                for (Path code : List.of(right, wrong)) {
                    jobs.add(job(Job.What.OWN_TESTS, List.of(test, code), test(files), test(files)));
                }
            }
            jobs.add(job(Job.What.STAGES, mayNotFit ? List.of(stages) : List.of(stages, right), tests, files));
            return List.of();
        }

        /** The test has to fit the exercise's own code too, because it runs there. */
        private List<String> compileTest(List<SourceFile> files, Path out, Path learners) {
            List<String> errors = compiler.compile(test(files), out, right);
            if (errors.isEmpty() || !compiler.compile(test(files), out.resolveSibling("test-alone"), learners).isEmpty()) {
                return errors;
            }
            return concat(List.of("Your test fits your own files, but it also runs on a queue that keeps the promise and on the "
                    + "code as you found it. They have only the methods that were there at the start, so use no others in the "
                    + "test."), errors);
        }

        private boolean isExpected(SourceFile file) {
            return solution.stream().anyMatch(expected -> expected.name().equals(file.name()));
        }

        private List<String> compileWhole(List<SourceFile> files, Path out) {
            List<String> errors = compiler.compile(concat(code(files), tests), out);
            if (errors.isEmpty()) {
                return errors;
            }
            List<String> own = compiler.compile(code(files), out.resolveSibling("alone"));
            return own.isEmpty() ? concat(List.of("Your code compiles, but the tests of the exercise no longer fit it. "
                    + "Was a method renamed, or its parameters changed?"), errors) : own;
        }

        private List<String> compileChanged(List<SourceFile> files, Path out) {
            List<SourceFile> changed = files.stream().filter(file -> !solution.contains(file)).toList();
            return changed.isEmpty() ? List.of() : compiler.compile(changed, out, right);
        }

        private Job job(Job.What what, List<Path> classes, List<SourceFile> candidates, List<SourceFile> learners) {
            return new Job(what, until, classes.stream().map(Path::toString).toList(),
                    candidates.stream().map(SourceFile::className).toList(),
                    learners.stream().map(SourceFile::name).toList(), List.of());
        }

        private Verdict verdict(List<SourceFile> files, List<Fork.Outcome> outcomes, String printed) {
            Fork.Outcome stages = outcomes.getLast();
            if (!wantsTest) {
                return new Verdict(List.of(), stages.claims(), stages.results(), stages.trouble(), printed);
            }
            Result onRight = onRight(outcomes.get(0));
            Result onWrong = onWrong(outcomes.get(1), test(files));
            List<Result> own = onRight.status() == Result.Status.UNWRITTEN ? List.of(onRight) : List.of(onRight, onWrong);
            boolean goOn = own.stream().allMatch(Result::kept);
            return new Verdict(List.of(), concat(List.of(onRight.claim(), onWrong.claim()), stages.claims()),
                    goOn ? concat(own, stages.results()) : own, goOn ? stages.trouble() : "", printed);
        }

        private Result onRight(Fork.Outcome outcome) {
            Claim claim = new Claim(PASSES_ON_RIGHT, 0, "Your own test", 1,
                    "Your test passes on code that keeps the promise.", "");
            if (!outcome.trouble().isEmpty()) {
                return Result.of(claim, Result.Status.THREW, outcome.trouble());
            }
            if (outcome.claims().isEmpty()) {
                return Result.of(claim, Result.Status.UNWRITTEN, "There is no method with @Test yet.");
            }
            return outcome.results().stream().filter(result -> !result.kept()).findFirst()
                    .map(result -> new Result(claim, result.status(), "", "", switch (result.status()) {
                        case UNWRITTEN, DIED -> result.got();
                        default -> result.claim().key() + ": " + result.got();
                    }, result.where(), List.of()))
                    .orElse(Result.of(claim, Result.Status.KEPT, ""));
        }

        private Result onWrong(Fork.Outcome outcome, List<SourceFile> test) {
            Claim claim = new Claim(FAILS_ON_WRONG, 0, "Your own test", 2,
                    "Your test fails on the code as you found it.", "");
            boolean failed = outcome.results().stream()
                    .anyMatch(result -> !result.kept() && result.status() != Result.Status.UNWRITTEN);
            if (failed) {
                return Result.of(claim, Result.Status.KEPT, "");
            }
            if (outcome.allKept() && test.stream().noneMatch(compiler::canFail)) {
                return Result.of(claim, Result.Status.UNWRITTEN, "Your test claims nothing, so it cannot fail. End it with what "
                        + "must hold, as in assertThat(...).isEmpty().");
            }
            return outcome.allKept()
                    ? Result.of(claim, Result.Status.BROKEN, "It passes there too, so it does not see the bug.")
                    : Result.of(claim, Result.Status.BROKEN, "No test of yours ran to a failure there. "
                            + outcome.results().stream().filter(result -> !result.kept()).map(Result::got).findFirst()
                                    .orElse(outcome.trouble()));
        }
    }

    private static boolean isTest(SourceFile file) {
        return file.name().endsWith("Test.java");
    }

    private static List<SourceFile> code(List<SourceFile> files) {
        return files.stream().filter(file -> !isTest(file)).toList();
    }

    private static List<SourceFile> test(List<SourceFile> files) {
        return files.stream().filter(Checker::isTest).toList();
    }

    private static <T> List<T> concat(Collection<? extends T> first, Collection<? extends T> second) {
        return Stream.<T>concat(first.stream(), second.stream()).toList();
    }

    private static Path newScratch() {
        try {
            return Files.createTempDirectory("inside-the-informer-");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void copy(Path from, Path to) {
        try {
            Files.copy(from, to);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static void delete(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
