package insideinformer.book;

import java.nio.file.Path;
import java.util.Objects;

/**
 * Where the book's sources lie and where the site goes. Problems name files relative to {@link #root}.
 *
 * @param journeys recordings that the lab wrote, {@code NAME.json}
 */
record Folders(Path chapters, Path code, Path exercises, Path diagrams, Path journeys, Path out) {

    Folders {
        chapters = chapters.toAbsolutePath().normalize();
        code = code.toAbsolutePath().normalize();
        exercises = exercises.toAbsolutePath().normalize();
        diagrams = diagrams.toAbsolutePath().normalize();
        journeys = journeys.toAbsolutePath().normalize();
        out = out.toAbsolutePath().normalize();
    }

    Path root() {
        return Objects.requireNonNull(chapters.getParent(), "the chapters' folder has no parent");
    }

    /** Recordings of what programs print. */
    Path outputs() {
        return chapters.resolve("outputs");
    }

    /** {@code file} as a reader of the repository would write it. */
    String show(Path file) {
        Path absolute = file.toAbsolutePath().normalize();
        Path shown = absolute.startsWith(root()) ? root().relativize(absolute) : absolute;
        return shown.toString().replace('\\', '/');
    }
}
