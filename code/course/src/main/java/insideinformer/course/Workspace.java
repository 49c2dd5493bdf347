package insideinformer.course;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** The learner's own files, one folder an exercise, which git ignores. Nothing here is ever overwritten. */
final class Workspace {

    static final String ANSWERS = "answers.txt";

    private final Path folder;
    private final Checker checker;

    Workspace(Path folder, Checker checker) {
        this.folder = folder;
        this.checker = checker;
    }

    Path of(Exercise exercise) {
        return folder.resolve(exercise.id());
    }

    /**
     * The learner's files.
     *
     * @param toWrite those in which something is missing
     * @param toRead  the others
     */
    record Desk(List<Path> toWrite, List<Path> toRead) {}

    /** Makes what is missing of the learner's files. */
    Desk prepare(Exercise exercise) throws InterruptedException {
        Set<String> toWrite = new LinkedHashSet<>();
        if (exercise.asksQuestions()) {
            toWrite.add(ANSWERS);
            if (!Files.exists(of(exercise).resolve(ANSWERS))) {
                paper(exercise).forEach((name, text) -> writeUnlessThere(of(exercise).resolve(name), text));
            }
        } else {
            exercise.templates().forEach((name, template) -> {
                if (!template.regions().isEmpty()) {
                    toWrite.add(name);
                }
                writeUnlessThere(of(exercise).resolve(name), template.starter());
            });
        }
        try (Stream<Path> files = Files.list(of(exercise))) {
            List<Path> all = files.sorted().toList();
            Predicate<Path> writable = file -> toWrite.contains(file.getFileName().toString());
            return new Desk(all.stream().filter(writable).toList(), all.stream().filter(writable.negate()).toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Map<String, String> paper(Exercise exercise) throws InterruptedException {
        Fork.Outcome asked = checker.ask(exercise);
        Map<String, String> files = new LinkedHashMap<>(asked.material());
        files.put(ANSWERS, answersFile(exercise, asked.questions()));
        return files;
    }

    private static String answersFile(Exercise exercise, List<Event.Asking> questions) {
        StringBuilder text = new StringBuilder("# " + exercise.title() + "\n# Write each answer behind its =\n");
        String asked = "";
        for (Event.Asking question : questions) {
            if (question.text().equals(asked)) {
                text.append(question.id()).append(" =\n");
                continue;
            }
            asked = question.text();
            text.append('\n');
            asked.lines().forEach(line -> text.append("# ").append(line).append('\n'));
            if (!question.choices().isEmpty()) {
                text.append("# One of: ").append(String.join(", ", question.choices())).append('\n');
            }
            text.append(question.id()).append(" =\n");
        }
        return text.toString();
    }

    private static void writeUnlessThere(Path file, String text) {
        if (Files.exists(file)) {
            return;
        }
        try {
            Files.createDirectories(file.getParent());
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The learner's Java files. */
    List<SourceFile> sources(Exercise exercise) {
        try (Stream<Path> files = Files.list(of(exercise))) {
            return files.filter(file -> file.toString().endsWith(".java")).sorted().map(SourceFile::of).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The learner's answers, by question id. */
    Map<String, String> answers(Exercise exercise) {
        return parseAnswers(Exercise.read(of(exercise).resolve(ANSWERS)));
    }

    static Map<String, String> parseAnswers(String text) {
        Map<String, String> answers = new LinkedHashMap<>();
        for (String line : text.lines().toList()) {
            int equals = line.indexOf('=');
            if (!line.startsWith("#") && equals > 0) {
                answers.put(line.substring(0, equals).strip(), line.substring(equals + 1).strip());
            }
        }
        return answers;
    }

    /**
     * Puts the learner's files aside, so that {@link #prepare} makes new ones.
     *
     * @return where they are now; empty if there were none
     */
    Optional<Path> putAside(Exercise exercise) {
        if (!Files.exists(of(exercise))) {
            return Optional.empty();
        }
        int number = 1;
        while (Files.exists(aside(exercise, number))) {
            number++;
        }
        try {
            return Optional.of(Files.move(of(exercise), aside(exercise, number)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Path aside(Exercise exercise, int number) {
        return folder.resolve(exercise.id() + ".before-reset-" + number);
    }

    /** The learner's changes against the starter or the solution, file by file. */
    List<String> diff(Exercise exercise, boolean solution) throws InterruptedException {
        Function<Template, String> chosen = solution ? Template::solution : Template::starter;
        Map<String, String> from = new LinkedHashMap<>();
        if (exercise.asksQuestions()) {
            from.put(ANSWERS, paper(exercise).get(ANSWERS));
        } else {
            exercise.templates().forEach((name, template) -> from.put(name, chosen.apply(template)));
        }
        List<String> lines = new ArrayList<>();
        from.forEach((name, text) -> lines.addAll(Diff.of(name, text, Exercise.read(of(exercise).resolve(name)))));
        return lines;
    }
}
