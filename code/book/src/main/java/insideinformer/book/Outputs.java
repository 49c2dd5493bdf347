package insideinformer.book;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Runs the programs whose output the book shows, in this process, one after another, and compares. A program is a class
 * with a {@code main} that returns in the end and does not call {@code System.exit}.
 */
final class Outputs {

    static final Duration TIMEOUT = Duration.ofSeconds(60);

    private final Problems problems;
    private final boolean update;

    /** @param update whether to write files that differ instead of complaining */
    Outputs(Problems problems, boolean update) {
        this.problems = problems;
        this.update = update;
    }

    void check(List<Listings.Output> outputs) throws IOException {
        Map<String, String> printed = new HashMap<>();
        for (Listings.Output output : outputs) {
            if (!printed.containsKey(output.main())) {
                try {
                    printed.put(output.main(), run(output.main()));
                } catch (BookError e) {
                    problems.add(output.page().source(), output.line(), e.what());
                    continue;
                }
            }
            compare(output, printed.get(output.main()));
        }
    }

    private void compare(Listings.Output output, String text) throws IOException {
        Path file = output.file();
        String shown = Files.exists(file) ? Files.readString(file) : "";
        if (text.equals(shown)) {
            return;
        }
        if (update) {
            Files.createDirectories(file.getParent());
            Files.writeString(file, text);
            return;
        }
        List<String> now = text.lines().toList();
        List<String> was = shown.lines().toList();
        int line = 0;
        while (line < Math.min(now.size(), was.size()) && now.get(line).equals(was.get(line))) {
            line++;
        }
        problems.add(output.page().source(), output.line(), output.main() + " prints something else than " + file.getFileName()
                + " from line " + (line + 1) + " on: \"" + (line < now.size() ? now.get(line) : "(nothing more)") + "\" where the book has \""
                + (line < was.size() ? was.get(line) : "(nothing more)") + "\". If the program is right, run the build with --update");
    }

    /** What {@code main} prints, with {@code \n} at the ends of lines. */
    static String run(String main) throws BookError {
        Method method;
        try {
            method = Class.forName(main).getMethod("main", String[].class);
        } catch (ClassNotFoundException | NoSuchMethodException e) {
            throw new BookError("no program " + main + ": run= names a class on the class path with a public static main(String[])", e);
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PrintStream before = System.out;
        FutureTask<Void> task = new FutureTask<>(() -> {
            method.invoke(null, (Object) new String[0]);
            return null;
        });
        try (PrintStream capture = new PrintStream(out, true, StandardCharsets.UTF_8)) {
            System.setOut(capture);
            Thread thread = Thread.ofPlatform().daemon().name("output of " + main).start(task);
            try {
                task.get(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
            } catch (TimeoutException e) {
                thread.interrupt();
                throw new BookError(main + " did not end within " + TIMEOUT.toSeconds() + " s", e);
            }
        } catch (ExecutionException e) {
            Throwable cause = e.getCause() instanceof InvocationTargetException thrown ? thrown.getCause() : e.getCause();
            throw new BookError(main + " failed: " + cause, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BookError("interrupted while " + main + " ran", e);
        } finally {
            System.setOut(before);
        }
        return out.toString(StandardCharsets.UTF_8).replace("\r\n", "\n");
    }
}
