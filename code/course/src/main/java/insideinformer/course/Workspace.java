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
     * @param toWrite  those in which something is missing
     * @param toRead   the others
     * @param restored those to read that were gone and have just been made again
     * @param edited   those to read that are no longer as they were given
     */
    record Desk(List<Path> toWrite, List<Path> toRead, List<Path> restored, List<Path> edited) {}

    /** Makes what is missing of the learner's files. */
    Desk prepare(Exercise exercise) throws InterruptedException {
        Set<String> toWrite = new LinkedHashSet<>();
        List<Path> restored = new ArrayList<>();
        List<Path> edited = new ArrayList<>();
        boolean isNew = !Files.exists(of(exercise));
        if (exercise.asksQuestions()) {
            toWrite.add(ANSWERS);
            if (!Files.exists(of(exercise).resolve(ANSWERS))) {
                paper(exercise).forEach((name, text) -> writeUnlessThere(of(exercise).resolve(name), text));
            }
        } else {
            exercise.templates().forEach((name, template) -> {
                Path file = of(exercise).resolve(name);
                boolean made = writeUnlessThere(file, template.starter());
                if (!template.regions().isEmpty()) {
                    toWrite.add(name);
                } else if (made && !isNew) {
                    restored.add(file);
                } else if (!made && !Exercise.read(file).equals(template.starter())) {
                    edited.add(file);
                }
            });
        }
        try (Stream<Path> files = Files.list(of(exercise))) {
            List<Path> all = files.sorted().toList();
            Predicate<Path> writable = file -> toWrite.contains(file.getFileName().toString());
            return new Desk(all.stream().filter(writable).toList(), all.stream().filter(writable.negate()).toList(),
                    restored, edited);
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

    /** @return whether it was not there */
    private static boolean writeUnlessThere(Path file, String text) {
        if (Files.exists(file)) {
            return false;
        }
        try {
            Files.createDirectories(file.getParent());
            Files.writeString(file, text);
            return true;
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
        Path file = of(exercise).resolve(ANSWERS);
        return parseAnswers(SourceFile.shown(file), Exercise.read(file));
    }

    /** @param name the file, for messages */
    static Map<String, String> parseAnswers(String name, String text) {
        Map<String, String> answers = new LinkedHashMap<>();
        int number = 0;
        for (String line : text.lines().toList()) {
            number++;
            if (line.isBlank() || line.stripLeading().startsWith("#")) {
                continue;
            }
            int equals = line.indexOf('=');
            if (equals <= 0) {
                throw new CourseException(name + ":" + number + ": '" + line.strip() + "' is no answer. Write the answer "
                        + "behind the = of its question.");
            }
            String id = line.substring(0, equals).strip();
            if (answers.putIfAbsent(id, line.substring(equals + 1).strip()) != null) {
                throw new CourseException(name + ":" + number + ": '" + id + "' is answered twice. Delete one of the two "
                        + "lines.");
            }
        }
        return answers;
    }

    /** Throws if there are answers to questions that were not asked. */
    void requireKnown(Exercise exercise, Set<String> answered, List<Claim> questions) {
        List<String> asked = questions.stream().map(Claim::key).toList();
        List<String> unknown = answered.stream().filter(id -> !asked.contains(id)).toList();
        if (!asked.isEmpty() && !unknown.isEmpty()) {
            throw new CourseException(SourceFile.shown(of(exercise).resolve(ANSWERS)) + ": no question is called '"
                    + unknown.getFirst() + "'. The questions are " + String.join(", ", asked) + ".");
        }
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

    /** @return where {@code file} is now */
    Path putAside(Exercise exercise, Path file) {
        int number = 1;
        while (Files.exists(aside(exercise, number))) {
            number++;
        }
        try {
            Path folder = Files.createDirectory(aside(exercise, number));
            return Files.move(file, folder.resolve(file.getFileName()));
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
