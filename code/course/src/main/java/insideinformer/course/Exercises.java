package insideinformer.course;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** All exercises under a folder, in the order in which they are meant to be done. */
record Exercises(List<Exercise> all) {

    static Exercises under(Path home) {
        List<Exercise> found = new ArrayList<>();
        for (Path chapter : folders(home)) {
            if (chapter.getFileName().toString().matches("ch\\d\\d-.*")) {
                for (Path folder : folders(chapter)) {
                    if (Files.exists(folder.resolve("exercise.adoc"))) {
                        found.add(Exercise.at(chapter, folder.getFileName().toString()));
                    }
                }
            }
        }
        found.sort(Comparator.comparingInt(Exercise::chapter).thenComparingInt(Exercise::order)
                .thenComparing(Exercise::id));
        return new Exercises(List.copyOf(found));
    }

    private static List<Path> folders(Path place) {
        try (Stream<Path> entries = Files.list(place)) {
            return entries.filter(Files::isDirectory).toList();
        } catch (NoSuchFileException e) {
            throw new CourseException("There is no folder " + place.toAbsolutePath());
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
