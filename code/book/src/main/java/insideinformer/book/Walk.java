package insideinformer.book;

import insideinformer.conformance.catalogue.SpecIndex;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The stops of the walk through the source, in order. What upstream has there comes from the catalogue, what we have from
 * {@code walk.txt}, which says what each of its columns means.
 */
record Walk(List<Stop> stops) {

    /**
     * @param go what upstream calls it, as one line of Markdown
     * @param modules whose chapters walk it
     * @param java {@code Type} or {@code Type#member}; empty while there is none
     * @param rows catalogue rows whose tests show what happens there
     */
    record Stop(String id, String title, String go, List<String> modules, List<String> java, List<String> rows) {

        /** The anchor that a chapter puts where it walks this stop. */
        String anchor() {
            return "walk-" + id;
        }
    }

    static Walk load(SpecIndex catalogue) {
        Map<String, String[]> ours = Resources.lines("walk.txt").stream()
                .map(line -> line.split("\\|", -1))
                .filter(fields -> fields.length == 4)
                .collect(Collectors.toMap(fields -> fields[0].strip(), Function.identity()));
        return new Walk(catalogue.stops().stream().map(stop -> {
            String[] fields = Optional.ofNullable(ours.get(stop.id()))
                    .orElseThrow(() -> new IllegalStateException("walk.txt lacks the stop " + stop.id()));
            return new Stop(stop.id(), fields[1].strip(), stop.goSymbols(), stop.modules(), list(fields[2]), list(fields[3]));
        }).toList());
    }

    private static List<String> list(String field) {
        return Arrays.stream(field.split(",")).map(String::strip).filter(item -> !item.isEmpty()).toList();
    }

    Optional<Stop> find(String id) {
        return stops.stream().filter(stop -> stop.id().equals(id)).findFirst();
    }
}
