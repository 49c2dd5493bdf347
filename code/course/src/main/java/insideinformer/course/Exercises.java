package insideinformer.course;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** All exercises under a folder, in the order in which they are meant to be done. */
record Exercises(List<Exercise> all) {

    static Exercises under(Path home) {
        try (Stream<Path> texts = Files.find(home, 3, (path, attributes) -> path.endsWith("exercise.adoc"))) {
            return new Exercises(texts.map(text -> Exercise.at(text.getParent()))
                    .filter(exercise -> exercise.folder().getParent().getFileName().toString().matches("ch\\d\\d-.*"))
                    .sorted(Comparator.comparingInt(Exercise::chapter).thenComparingInt(Exercise::order)
                            .thenComparing(Exercise::id))
                    .toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** @param name an id, or the beginning of exactly one */
    Exercise named(String name) {
        List<Exercise> found = all.stream().filter(exercise -> exercise.id().equals(name)).toList();
        if (found.isEmpty()) {
            found = all.stream().filter(exercise -> exercise.id().startsWith(name)).toList();
        }
        if (found.size() == 1) {
            return found.getFirst();
        }
        throw new CourseException((found.isEmpty() ? "There is no exercise '" : "More than one exercise begins with '")
                + name + "'. There are: "
                + (found.isEmpty() ? all : found).stream().map(Exercise::id).collect(Collectors.joining(", ")));
    }
}
