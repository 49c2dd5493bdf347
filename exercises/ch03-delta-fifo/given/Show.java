import insideinformer.deltafifo.Delta;
import insideinformer.store.DeletedFinalStateUnknown;
import insideinformer.store.DeltaObject.Live;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Queues and deltas as short texts. Given: nothing to do here. */
final class Show {

    private Show() {}

    /** What waits, in the order of the queue, as in {@code cart[Added v1, Updated v2] search[Added v1]}. */
    static String contents(Collection<String> queue, Map<String, List<Delta<Pod>>> items) {
        List<String> texts = new ArrayList<>();
        for (String key : queue) {
            texts.add(items.containsKey(key) ? key + deltas(items.get(key)) : key + "(in the queue, not in items)");
        }
        items.keySet().stream().filter(key -> !queue.contains(key)).sorted()
                .forEach(key -> texts.add(key + "(in items, not in the queue)"));
        return texts.isEmpty() ? "nothing" : String.join(" ", texts);
    }

    /** As in {@code [Added v1, Deleted tombstone v1]}. */
    static String deltas(Iterable<Delta<Pod>> deltas) {
        List<String> texts = new ArrayList<>();
        for (Delta<Pod> delta : deltas) {
            String object = switch (delta.object()) {
                case Live<Pod> live -> "v" + live.value().version();
                case DeletedFinalStateUnknown<Pod> tombstone ->
                        "tombstone " + tombstone.object().map(pod -> "v" + pod.version()).orElse("of nothing");
            };
            texts.add(delta.type() + " " + object);
        }
        return texts.stream().collect(Collectors.joining(", ", "[", "]"));
    }
}
