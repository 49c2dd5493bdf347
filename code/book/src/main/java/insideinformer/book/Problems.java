package insideinformer.book;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Collects every problem of one build, so that an author sees all of them at once. Confined to the building thread. */
final class Problems {

    private final Set<Problem> found = new LinkedHashSet<>();

    void add(Path file, int line, String message) {
        found.add(new Problem(file.toAbsolutePath().normalize(), Math.max(line, 1), message));
    }

    /** In the order of files and lines. */
    List<Problem> all() {
        List<Problem> sorted = new ArrayList<>(found);
        sorted.sort(Comparator.comparing(Problem::file).thenComparingInt(Problem::line));
        return sorted;
    }
}
