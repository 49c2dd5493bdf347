package insideinformer.book;

import insideinformer.conformance.catalogue.SpecIndex;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The stops of the walk through the source, in order. What upstream has there comes from the catalogue, what we have from
 * {@code walk.txt}, which says what each of its columns means.
 */
record Walk(List<Stop> stops) {

    /** Below {@code code/}. */
    static final String FILE = "book/src/main/resources/insideinformer/book/walk.txt";

    /**
     * @param go what upstream calls it, as one line of Markdown
     * @param modules whose chapters walk it
     * @param java {@code Type} or {@code Type#member}; empty while there is none
     * @param rows catalogue rows whose tests show what happens there
     * @param line where {@code walk.txt} has it
     */
    record Stop(String id, String title, String go, List<String> modules, List<String> java, List<String> rows, int line) {

        /** The anchor that a chapter puts where it walks this stop. */
        String anchor() {
            return "walk-" + id;
        }
    }

    static Walk load(SpecIndex catalogue) {
        List<String> lines = Resources.text("walk.txt").lines().toList();
        Map<String, Integer> ours = IntStream.range(0, lines.size())
                .filter(i -> lines.get(i).matches("W\\d\\d .*"))
                .boxed()
                .collect(Collectors.toMap(i -> lines.get(i).substring(0, 3), i -> i));
        return new Walk(catalogue.stops().stream().map(stop -> {
            int at = Optional.ofNullable(ours.get(stop.id()))
                    .orElseThrow(() -> new IllegalStateException("walk.txt lacks the stop " + stop.id()));
            String[] fields = lines.get(at).split("\\|", -1);
            return new Stop(stop.id(), fields[1].strip(), stop.goSymbols(), stop.modules(), list(fields[2]), list(fields[3]), at + 1);
        }).toList());
    }

    private static List<String> list(String field) {
        return Arrays.stream(field.split(",")).map(String::strip).filter(item -> !item.isEmpty()).toList();
    }

    Optional<Stop> find(String id) {
        return stops.stream().filter(stop -> stop.id().equals(id)).findFirst();
    }
}
