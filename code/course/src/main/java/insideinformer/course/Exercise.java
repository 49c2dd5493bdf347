package insideinformer.course;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * One exercise, a folder {@code exercises/chNN-chapter/ID/}:
 *
 * <ul>
 * <li>{@code exercise.adoc}: the text, with {@code :kind:}, {@code :minutes:}, {@code :difficulty:}, {@code :order:} and
 *     {@code :first-red:} (the promise at which the starter fails)
 * <li>{@code hints.adoc}: three sections, from a nudge to almost the answer
 * <li>{@code afterwards.adoc}: what to read once it is solved
 * <li>{@code mistakes/*.adoc}: wrong solutions ({@link Mistake})
 * <li>{@code allowed-mutants.adoc}: small changes of the solution that its tests rightly let pass, each a section with the
 *     reason; the build names them
 * <li>{@code solution/*.java}: what the learner writes ({@link Template}); a file named {@code ...Test.java} is the
 *     learner's own test, which must pass on the solution and fail on the starter
 * <li>{@code tests/*.java}: the stages, one class each, and what they share
 * <li>{@code questions/*.java}, in place of the last two: a class {@code Questions}, and beside it the
 *     files that it reads as resources
 * </ul>
 */
record Exercise(Path chapterFolder, String id, Adoc text) {

    enum Kind {
        REBUILD("rebuild"), HUNT("bug hunt"), EXTEND("extend"), OPERATE("operate");

        final String words;

        Kind(String words) {
            this.words = words;
        }

        static Kind of(Adoc text) {
            for (Kind kind : values()) {
                if (kind.words.equals(text.attribute("kind"))) {
                    return kind;
                }
            }
            throw new CourseException(text.file() + ": ':kind: " + text.attribute("kind")
                    + "' is none of rebuild, bug hunt, extend, operate");
        }
    }

    static Exercise at(Path chapterFolder, String id) {
        return new Exercise(chapterFolder, id, Adoc.read(chapterFolder.resolve(id).resolve("exercise.adoc")));
    }

    Path folder() {
        return chapterFolder.resolve(id);
    }

    /** Where {@code chapters/} and {@code code/} are. */
    Path repository() {
        return chapterFolder.resolve("../..").toAbsolutePath().normalize();
    }

    String title() {
        return text.title();
    }

    int chapter() {
        return Integer.parseInt(chapterFolder.getFileName().toString().substring(2, 4));
    }

    int order() {
        return text.number("order");
    }

    Kind kind() {
        return Kind.of(text);
    }

    int minutes() {
        return text.number("minutes");
    }

    String difficulty() {
        return text.attribute("difficulty").toLowerCase(Locale.ROOT);
    }

    /** The promise at which the starter fails. */
    String firstRed() {
        return text.attribute("first-red");
    }

    Adoc hints() {
        return Adoc.read(folder().resolve("hints.adoc"));
    }

    Adoc afterwards() {
        return Adoc.read(folder().resolve("afterwards.adoc"));
    }

    List<Mistake> mistakes() {
        return files(folder().resolve("mistakes"), ".adoc").stream().map(Adoc::read).map(Mistake::of).toList();
    }

    boolean asksQuestions() {
        return Files.isDirectory(folder().resolve("questions"));
    }

    /** File name to what it is made from. */
    Map<String, Template> templates() {
        Map<String, Template> templates = new LinkedHashMap<>();
        for (Path place : List.of(chapterFolder.resolve("given"), folder().resolve("solution"))) {
            for (Path file : files(place, ".java")) {
                templates.put(file.getFileName().toString(), Template.parse(file.toString(), read(file)));
            }
        }
        return templates;
    }

    /** The tests or the questions. */
    List<Path> tests() {
        return Stream.of("tests", "questions").flatMap(place -> files(folder().resolve(place), ".java").stream())
                .toList();
    }

    /** What else the questions need; they find it as a resource of their class. */
    List<Path> questionMaterial() {
        return files(folder().resolve("questions"), "").stream().filter(file -> !file.toString().endsWith(".java")).toList();
    }

    /** The text, without the byte order mark that some editors put before it. */
    static String read(Path file) {
        try {
            String text = Files.readString(file);
            return text.startsWith("\uFEFF") ? text.substring(1) : text;
        } catch (CharacterCodingException e) {
            throw new CourseException(SourceFile.shown(file) + " is not UTF-8. Save it in this encoding.");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Path> files(Path place, String ending) {
        if (!Files.isDirectory(place)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(place)) {
            return files.filter(file -> file.toString().endsWith(ending)).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
