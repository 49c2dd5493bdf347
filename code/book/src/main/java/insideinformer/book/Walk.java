package insideinformer.book;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The stops of the walk through the source, in order. Reads {@code walk.txt}, which says what each column means. */
record Walk(List<Stop> stops) {

    /**
     * @param go what upstream calls it, Go symbols between backticks
     * @param java {@code Type} or {@code Type#member}
     * @param tests {@code Class} or {@code Class#method}
     */
    record Stop(String id, String title, String go, List<String> modules, List<String> java, List<String> tests) {

        /** The anchor that a chapter puts where it walks this stop. */
        String anchor() {
            return "walk-" + id;
        }
    }

    static Walk load() {
        return new Walk(Resources.lines("walk.txt").stream().filter(line -> !line.isBlank()).map(Walk::stop).toList());
    }

    private static Stop stop(String line) {
        String[] fields = line.split("\\|", -1);
        if (fields.length != 6) {
            throw new IllegalStateException("walk.txt: six fields expected in: " + line);
        }
        return new Stop(fields[0].strip(), fields[1].strip(), fields[2].strip(), list(fields[3]), list(fields[4]), list(fields[5]));
    }

    private static List<String> list(String field) {
        return Arrays.stream(field.split(",")).map(String::strip).filter(item -> !item.isEmpty()).toList();
    }

    Optional<Stop> find(String id) {
        return stops.stream().filter(stop -> stop.id().equals(id)).findFirst();
    }
}
