package insideinformer.book;

import java.util.Locale;
import java.util.Map;

/** The parts of the pipeline have one colour each, in every diagram, journey and table. The style sheet has the values. */
final class Lanes {

    private static final Map<String, String> CLASSES = Map.ofEntries(
            Map.entry("api server", "api-server"),
            Map.entry("server", "api-server"),
            Map.entry("reflector", "reflector"),
            Map.entry("queue", "queue"),
            Map.entry("deltafifo", "queue"),
            Map.entry("realfifo", "queue"),
            Map.entry("store", "store"),
            Map.entry("indexer", "store"),
            Map.entry("cache", "store"),
            Map.entry("listener", "listener"),
            Map.entry("listeners", "listener"),
            Map.entry("handler", "listener"),
            Map.entry("processor", "listener"),
            Map.entry("work queue", "work-queue"),
            Map.entry("workqueue", "work-queue"),
            Map.entry("controller", "controller"),
            Map.entry("worker", "controller"));

    private Lanes() {}

    /** {@code queue} for {@code Queue}, {@code DeltaFIFO}, {@code Queue of pods}; {@code other} for what has no colour. */
    static String of(String name) {
        String key = name.toLowerCase(Locale.ROOT).strip();
        if (CLASSES.containsKey(key)) {
            return CLASSES.get(key);
        }
        return CLASSES.entrySet().stream()
                .filter(entry -> key.startsWith(entry.getKey() + " "))
                .max(java.util.Comparator.comparingInt(entry -> entry.getKey().length()))
                .map(Map.Entry::getValue)
                .orElse("other");
    }
}
