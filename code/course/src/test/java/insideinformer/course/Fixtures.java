package insideinformer.course;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Small exercises about lamps in boxes. */
final class Fixtures {

    static final Path HOME = Path.of("src", "test", "resources", "exercises");
    static final Exercise LAMPS = Exercise.at(HOME.resolve("ch01-lamps"), "count-the-lamps");
    static final Exercise QUESTIONS = Exercise.at(HOME.resolve("ch02-questions"), "how-many");

    private Fixtures() {}

    /** What a learner hands in: a Lamps class with this in its only method. */
    static List<SourceFile> lamps(String body) {
        return List.of(new SourceFile("Lamps.java", "work/Lamps.java",
                "class Lamps {\n    int count(int... boxes) {\n        " + body + "\n    }\n}\n"));
    }

    static void copyTo(Path folder) {
        try (Stream<Path> files = Files.walk(HOME)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path copy = folder.resolve(HOME.relativize(file).toString());
                Files.createDirectories(copy.getParent());
                Files.copy(file, copy);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
