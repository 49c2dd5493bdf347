package insideinformer.course;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/** Looks whether this machine has what the course needs, and says what to do where it has not. */
final class Doctor {

    private static final int OLDEST_JAVA = 21;

    private final Path home;
    private final Screen screen;
    private final Exercises exercises;

    Doctor(Path home, Screen screen, Exercises exercises) {
        this.home = home;
        this.screen = screen;
        this.exercises = exercises;
    }

    /** @return whether all is well */
    boolean look() throws InterruptedException {
        // One sound after the other, so that every line is shown.
        boolean well = java();
        well &= libraries();
        well &= exercises();
        well &= workFolder();
        well &= anotherProcess();
        return well;
    }

    private boolean java() {
        String java = Runtime.version() + " in " + System.getProperty("java.home");
        if (Runtime.version().feature() < OLDEST_JAVA) {
            return bad("Java " + java + " is too old: set JAVA_HOME to a JDK of version " + OLDEST_JAVA + " or newer");
        }
        if (ToolProvider.getSystemJavaCompiler() == null) {
            return bad("Java " + java + " has no compiler: set JAVA_HOME to a JDK, not a JRE");
        }
        return good("JDK " + java);
    }

    private boolean libraries() {
        List<String> missing = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> !Files.exists(Path.of(entry))).toList();
        if (!missing.isEmpty()) {
            return bad("built code or libraries are gone (" + missing.getFirst()
                    + "): delete code/course/target, the next call builds again");
        }
        return good("the built code and its libraries");
    }

    private boolean exercises() {
        return exercises.all().isEmpty()
                ? bad("no exercises under " + home.toAbsolutePath())
                : good(exercises.all().size() + " exercises under " + home);
    }

    private boolean workFolder() {
        try {
            Path work = Files.createDirectories(home.resolve("work"));
            Files.delete(Files.createTempFile(work, "doctor", ""));
            return good("your files can be written to " + work);
        } catch (IOException e) {
            return bad(home.resolve("work") + " cannot be written to: " + e.getMessage());
        }
    }

    private boolean anotherProcess() throws InterruptedException {
        try {
            Path scratch = Files.createTempDirectory("inside-the-informer-");
            try {
                Fork.Outcome outcome = new Fork(1).run(List.of(new Job(Job.What.STAGES, Job.Until.END_OF_STAGE,
                        List.of(), List.of(), List.of(), List.of())), scratch).outcomes().getFirst();
                return outcome.trouble().isEmpty() ? good("checks run in a process of their own")
                        : bad("the process that runs the checks failed: " + outcome.trouble());
            } finally {
                Checker.delete(scratch);
            }
        } catch (IOException e) {
            return bad("no other process can be started: " + e.getMessage());
        }
    }

    private boolean good(String text) {
        screen.good(text);
        return true;
    }

    private boolean bad(String text) {
        screen.bad(text);
        return false;
    }
}
