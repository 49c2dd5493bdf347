package insideinformer.course;

import insideinformer.wait.Clock;
import insideinformer.wait.Context;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine;

/** The command that learners use. Exit code 0: done, or right; 1: not right yet; 2: used wrongly, or something is amiss. */
@Command(name = "course", description = "The exercises of Inside the Informer.", sortOptions = false,
        mixinStandardHelpOptions = true, version = "The course of Inside the Informer, 1.0", usageHelpAutoWidth = true,
        scope = CommandLine.ScopeType.INHERIT, footer = "%nWithout a command: next. You can shorten an ID.",
        subcommands = CommandLine.HelpCommand.class)
public final class Course implements Callable<Integer> {

    private static final int SECONDS_PER_TEST = 5;
    private static final int SOLVED = 0;
    private static final int NOT_YET = 1;
    private static final DateTimeFormatter CLOCK = DateTimeFormatter.ofPattern("HH:mm:ss");

    private final Path home;
    private final String command;
    private final Screen screen;
    private final InputStream in;
    private final Exercises exercises;
    private final Progress progress;
    private final Checker checker;
    private final Workspace workspace;

    /**
     * @param home    the folder {@code exercises/}
     * @param command how the learner calls this tool
     * @param in      what the learner types while {@code watch} runs
     */
    Course(Path home, String command, Screen screen, InputStream in, Checker checker) {
        this.home = home;
        this.command = SourceFile.quoted(command);
        this.screen = screen;
        this.in = in;
        this.exercises = Exercises.under(home);
        this.progress = new Progress(home.resolve(".progress.json"));
        this.checker = checker;
        this.workspace = new Workspace(home.resolve("work"), checker);
    }

    /** System properties {@code insideinformer.exercises} (the folder) and {@code insideinformer.command}. */
    public static void main(String[] args) {
        Screen screen = new Screen(System.out, width(), Ansi.AUTO.enabled());
        try {
            Course course = new Course(Path.of(System.getProperty("insideinformer.exercises", "exercises")),
                    System.getProperty("insideinformer.command", "exercises/course"), screen, System.in,
                    new Checker(SECONDS_PER_TEST));
            System.exit(course.run(args));
        } catch (CourseException e) {
            System.err.println(e.getMessage());
            System.exit(CommandLine.ExitCode.USAGE);
        } catch (UncheckedIOException e) {
            System.err.println(describe(e));
            System.exit(CommandLine.ExitCode.USAGE);
        }
    }

    private static String describe(UncheckedIOException failed) {
        return "A file could not be read or written: " + failed.getCause();
    }

    private static int width() {
        try {
            return Integer.parseInt(System.getenv().getOrDefault("COLUMNS", "88"));
        } catch (NumberFormatException e) {
            return 88;
        }
    }

    int run(String... args) {
        return new CommandLine(this)
                .setParameterExceptionHandler((e, words) -> {
                    e.getCommandLine().getErr().println(new Misused(e, command).sentence());
                    return CommandLine.ExitCode.USAGE;
                })
                .setExecutionExceptionHandler((e, line, parsed) -> {
                    switch (e) {
                        case CourseException amiss -> line.getErr().println(amiss.getMessage());
                        case UncheckedIOException failed -> line.getErr().println(describe(failed));
                        default -> throw e;
                    }
                    return CommandLine.ExitCode.USAGE;
                })
                .execute(args);
    }

    @Override
    public Integer call() throws InterruptedException {
        return next(null);
    }

    @Command(description = "Show the next exercise that is not solved, or ID, and make its files.")
    int next(@Parameters(arity = "0..1", paramLabel = "ID") @Nullable String id) throws InterruptedException {
        Optional<Exercise> chosen = id != null ? Optional.of(exercises.named(id)) : nextUnsolved();
        if (chosen.isEmpty()) {
            allSolved();
            return SOLVED;
        }
        enter(chosen.get());
        return SOLVED;
    }

    private void allSolved() {
        int count = exercises.all().size();
        screen.line(count == 1 ? "The only exercise is solved. Well done."
                : "All " + count + " exercises are solved. Well done.");
        screen.line("From here: " + command + " explain ID tells again what to take away from an exercise, and make run "
                + "MANIFESTS=your-chart.yaml shows the same machine at work on objects of your own.");
    }

    private void enter(Exercise exercise) throws InterruptedException {
        Workspace.Desk desk = workspace.prepare(exercise);
        progress.enter(exercise);
        screen.line();
        screen.heading(exercise.title() + "  (" + exercise.id() + ")");
        screen.line("Chapter " + exercise.chapter() + ", " + exercise.kind().words + ", " + exercise.minutes()
                + " minutes, " + exercise.difficulty());
        screen.adoc(exercise.text().body(), "");
        screen.line();
        screen.heading("Your files");
        screen.line();
        desk.toWrite().forEach(file -> screen.line("  " + SourceFile.quoted(SourceFile.shown(file))));
        desk.toRead().forEach(file -> screen.line("  " + SourceFile.quoted(SourceFile.shown(file)) + "  (to read)"));
        screen.line();
        screen.line("Then: " + command + " check");
        screen.line("  or: " + command + " watch (checks at each save), hint, diff, reset");
        tellAboutGiven(exercise, desk);
    }

    private void tellAboutGiven(Exercise exercise, Workspace.Desk desk) {
        if (!desk.restored().isEmpty()) {
            screen.line();
            screen.line(names(desk.restored()) + " was missing. It belongs to the exercise, so it is there again.");
        }
        if (!desk.edited().isEmpty()) {
            screen.line();
            screen.line("You changed " + names(desk.edited()) + ", which belongs to the exercise and is only to be read. "
                    + command + " reset --given " + exercise.id() + " gives it back as it was.");
        }
    }

    private static String names(List<Path> files) {
        return files.stream().map(file -> file.getFileName().toString()).collect(Collectors.joining(", "));
    }

    /** The current exercise if it is not solved, else the next after it that is not. */
    private Optional<Exercise> nextUnsolved() {
        return unsolvedFrom(Math.max(0, exercises.all().stream().map(Exercise::id).toList()
                .indexOf(progress.current())));
    }

    /** The next exercise after {@code exercise} that is not solved, which can be {@code exercise} again if no other is left. */
    private Optional<Exercise> nextAfter(Exercise exercise) {
        return unsolvedFrom(exercises.all().indexOf(exercise) + 1);
    }

    private Optional<Exercise> unsolvedFrom(int start) {
        List<Exercise> all = exercises.all();
        return IntStream.range(0, all.size()).mapToObj(i -> all.get((start + i) % all.size()))
                .filter(exercise -> !progress.isSolved(exercise)).findFirst();
    }

    @Command(description = "Check your work on the current exercise, or on ID.")
    int check(@Parameters(arity = "0..1", paramLabel = "ID") @Nullable String id) throws InterruptedException {
        return check(chosen(id), false);
    }

    private int check(Exercise exercise, boolean everything) throws InterruptedException {
        Workspace.Desk desk = workspace.prepare(exercise);
        progress.enter(exercise);
        Verdict verdict = exercise.asksQuestions() ? mark(exercise, everything) : test(exercise, everything);
        progress.checked(exercise, verdict.passed(), Instant.now());
        screen.line();
        if (!verdict.passed()) {
            screen.line("Stuck? " + command + " hint" + (everything ? "" : "   All details: " + command + " explain"));
            tellAboutGiven(exercise, desk);
            return NOT_YET;
        }
        screen.good("Solved.");
        screen.adoc(exercise.afterwards().body(), "");
        screen.line();
        if (nextUnsolved().isPresent()) {
            screen.line("Then: " + command + " next");
        } else {
            allSolved();
        }
        return SOLVED;
    }

    private Verdict test(Exercise exercise, boolean everything) throws InterruptedException {
        List<SourceFile> files = workspace.sources(exercise);
        Verdict verdict = checker.check(exercise, files);
        Optional<Mistake> mistake = checker.recognise(exercise, files, verdict);
        new Report(screen).showTested(exercise, verdict, mistake, everything);
        return verdict;
    }

    private Verdict mark(Exercise exercise, boolean everything) throws InterruptedException {
        Map<String, String> answers = workspace.answers(exercise);
        Verdict verdict = checker.mark(exercise, answers);
        workspace.requireKnown(exercise, answers.keySet(), verdict.claims());
        new Report(screen).showMarked(exercise, verdict, everything);
        return verdict;
    }

    @Command(description = "Check at each save, until Ctrl-C.")
    int watch(@Parameters(arity = "0..1", paramLabel = "ID") @Nullable String id) throws InterruptedException {
        Exercise exercise = chosen(id);
        workspace.prepare(exercise);
        Typing typing = new Typing(in);
        boolean look = true;
        while (true) {
            Watching watching = new Watching(workspace.of(exercise), typing, Context.background(), Clock.system());
            Watching.State before = watching.state();
            if (look) {
                screen.clear();
                screen.line(CLOCK.format(LocalTime.now()) + "  " + exercise.id());
                check(exercise, false);
            }
            screen.line();
            screen.line("Watching " + SourceFile.quoted(SourceFile.shown(workspace.of(exercise)))
                    + ": each save is checked. Or type a letter and Enter: h hint, l list, r reset, n next, q quit.");
            Watching.Noticed noticed = watching.await(before);
            look = noticed instanceof Watching.Noticed.Saved;
            switch (noticed) {
                case Watching.Noticed.Saved saved -> {}
                case Watching.Noticed.Ended ended -> {
                    return SOLVED;
                }
                case Watching.Noticed.Typed(String key) -> {
                    switch (key) {
                        case "h" -> hint(exercise.id());
                        case "l" -> list();
                        case "r" -> reset(exercise.id(), false);
                        case "n", "" -> {
                            Optional<Exercise> next = nextAfter(exercise);
                            if (next.isEmpty()) {
                                allSolved();
                                return SOLVED;
                            }
                            exercise = next.get();
                            screen.clear();
                            enter(exercise);
                        }
                        case "q" -> {
                            return SOLVED;
                        }
                        default -> screen.line("'" + key + "' is none of h, l, r, n, q.");
                    }
                }
            }
        }
    }

    @Command(description = "Show a hint; each time one more, up to three.")
    int hint(@Parameters(arity = "0..1", paramLabel = "ID") @Nullable String id) {
        Exercise exercise = chosen(id);
        Map<String, List<String>> rungs = exercise.hints().sections();
        int before = progress.of(exercise).hints();
        int shown = progress.hinted(exercise, rungs.size());
        int number = 0;
        for (Map.Entry<String, List<String>> rung : rungs.entrySet()) {
            if (++number > shown) {
                break;
            }
            screen.line();
            screen.heading("Hint " + number + " of " + rungs.size() + ": " + rung.getKey());
            screen.adoc(rung.getValue(), "");
        }
        if (shown == rungs.size()) {
            screen.line();
            screen.line(before == shown ? "There are no more hints."
                    : "That was the last hint. If you are still stuck: " + command + " diff --solution " + exercise.id());
        }
        return SOLVED;
    }

    @Command(description = "Everything about the last failure; once it is solved, what to take away from it.")
    int explain(@Parameters(arity = "0..1", paramLabel = "ID") @Nullable String id) throws InterruptedException {
        Exercise exercise = chosen(id);
        if (!progress.isSolved(exercise)) {
            return check(exercise, true);
        }
        screen.line();
        screen.heading(exercise.title());
        screen.adoc(exercise.afterwards().body(), "");
        return SOLVED;
    }

    @Command(description = "Begin again. Your files are put aside, not deleted.")
    int reset(@Parameters(arity = "0..1", paramLabel = "ID") @Nullable String id,
            @Option(names = "--given", description = "Only the files that are to be read; what you wrote stays.")
            boolean given) throws InterruptedException {
        Exercise exercise = chosen(id);
        if (given) {
            for (Path edited : workspace.prepare(exercise).edited()) {
                screen.line("Your " + edited.getFileName() + " is now " + SourceFile.quoted(SourceFile.shown(
                        workspace.putAside(exercise, edited))) + ".");
            }
            workspace.prepare(exercise);
            screen.line("The given files are as they were.");
            return SOLVED;
        }
        Optional<Path> aside = workspace.putAside(exercise);
        workspace.prepare(exercise);
        progress.forget(exercise);
        aside.ifPresent(path -> screen.line("Your files are now in " + SourceFile.quoted(SourceFile.shown(path))
                + "."));
        screen.line("A fresh start is in " + SourceFile.quoted(SourceFile.shown(workspace.of(exercise))) + ".");
        return SOLVED;
    }

    @Command(description = "What you changed.")
    int diff(@Parameters(arity = "0..1", paramLabel = "ID") @Nullable String id,
            @Option(names = "--solution", description = "Compare with the solution instead of the starter.")
            boolean solution) throws InterruptedException {
        Exercise exercise = chosen(id);
        workspace.prepare(exercise);
        if (solution && exercise.asksQuestions()) {
            throw new CourseException("The answers of " + exercise.id() + " are computed by each check; there is no file "
                    + "with them.");
        }
        List<String> lines = workspace.diff(exercise, solution);
        if (lines.isEmpty()) {
            screen.line("No difference.");
        }
        lines.forEach(screen::line);
        return SOLVED;
    }

    @Command(description = "How far you are.")
    int progress() {
        long solved = exercises.all().stream().filter(progress::isSolved).count();
        int all = exercises.all().size();
        int minutes = exercises.all().stream().filter(exercise -> !progress.isSolved(exercise))
                .mapToInt(Exercise::minutes).sum();
        int bar = all == 0 ? 0 : (int) (40 * solved / all);
        screen.line("[" + "#".repeat(bar) + ".".repeat(40 - bar) + "] " + solved + " of " + all + " solved, about "
                + minutes + " minutes left");
        return list();
    }

    @Command(description = "All exercises.")
    int list() {
        int chapter = -1;
        for (Exercise exercise : exercises.all()) {
            if (exercise.chapter() != chapter) {
                chapter = exercise.chapter();
                screen.line();
                screen.heading("Chapter " + chapter);
            }
            String text = String.format("%-24s %-9s %3d min  %-7s %s", exercise.id(), exercise.kind().words,
                    exercise.minutes(), exercise.difficulty(), exercise.title());
            if (progress.isSolved(exercise)) {
                screen.good(text);
            } else {
                screen.open(text);
            }
        }
        return SOLVED;
    }

    @Command(description = "Look whether this machine has what the course needs.")
    int doctor() throws InterruptedException {
        return new Doctor(home, screen, exercises).look() ? SOLVED : NOT_YET;
    }

    private Exercise chosen(@Nullable String id) {
        if (id != null) {
            return exercises.named(id);
        }
        String current = progress.current();
        if (current != null && exercises.all().stream().anyMatch(exercise -> exercise.id().equals(current))) {
            return exercises.named(current);
        }
        return nextUnsolved().orElseThrow(() -> new CourseException("Which exercise? " + command + " list shows them."));
    }
}
