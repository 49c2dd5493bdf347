package insideinformer.lab.snippets;

import insideinformer.api.ObjectMeta;
import insideinformer.api.Pod;
import insideinformer.deltafifo.Delta;
import insideinformer.deltafifo.Deltas;
import insideinformer.store.DeletedFinalStateUnknown;
import insideinformer.store.DeltaObject;
import java.util.Collection;
import java.util.Comparator;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Lantern's pods and how the book writes them: {@code cart@3} is the pod cart at resourceVersion 3. */
final class Shop {

    private Shop() {}

    static Pod pod(String name, int resourceVersion) {
        ObjectMeta metadata = ObjectMeta.named("lantern", name).withResourceVersion(String.valueOf(resourceVersion));
        return new Pod("v1", "Pod", metadata, null, null, Map.of());
    }

    static String show(Pod pod) {
        return pod.metadata().name() + "@" + pod.metadata().resourceVersion();
    }

    static String show(DeltaObject<Pod> object) {
        return switch (object) {
            case DeltaObject.Live<Pod> live -> show(live.value());
            case DeletedFinalStateUnknown<Pod> tombstone ->
                    "tombstone(" + tombstone.object().map(Shop::show).orElse(tombstone.key() + ", nothing known") + ")";
        };
    }

    static String show(Deltas<Pod> deltas) {
        return deltas.list().stream().map(Shop::show).collect(Collectors.joining(", ", "[", "]"));
    }

    private static String show(Delta<Pod> delta) {
        return delta.type() + " " + show(delta.object());
    }

    static String show(Collection<Pod> pods) {
        return pods.isEmpty() ? "nothing" : pods.stream()
                .sorted(Comparator.comparing(pod -> String.valueOf(pod.metadata().name())))
                .map(Shop::show)
                .collect(Collectors.joining(" "));
    }

    /** A sentence, broken so that it fits a page. */
    static String inLines(@Nullable String sentence) {
        return String.valueOf(sentence).replaceAll("(.{1,78})( |$)", "$1\n").stripTrailing();
    }
}
