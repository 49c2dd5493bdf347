package insideinformer.book;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Lines taken from a file.
 *
 * @param from the first line in the file, counted from 1
 * @param to the last
 */
record Include(Path file, int from, int to, List<String> lines) {

    /** Starts the line that tells {@link Listings}, as the first of a listing, where its lines come from. */
    private static final String MARK = "@@included ";

    /**
     * Where a listing's lines come from.
     *
     * @param chapterLine the line of the directive in the chapter
     */
    record Place(Path file, int from, int to, int chapterLine) {}

    String mark(int chapterLine) {
        return MARK + from + " " + to + " " + chapterLine + " " + file;
    }

    /** Undoes {@link #mark}; empty for any other line. */
    static Optional<Place> parseMark(String line) {
        if (!line.startsWith(MARK)) {
            return Optional.empty();
        }
        String[] fields = line.substring(MARK.length()).split(" ", 4);
        return Optional.of(new Place(
                Path.of(fields[3]), Integer.parseInt(fields[0]), Integer.parseInt(fields[1]), Integer.parseInt(fields[2])));
    }
}
