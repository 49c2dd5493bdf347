package insideinformer.lab.snippets;

import static insideinformer.lab.snippets.Shop.pod;
import static insideinformer.lab.snippets.Shop.show;

import insideinformer.api.Pod;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;

/** A plain queue between server and cache: what is deleted while the watch is down stays in the cache for ever. */
public final class PlainQueueLosesADelete {

    // tag::plain[]
    private final Queue<Pod> queue = new ArrayDeque<>();
    private final Map<String, Pod> cache = new TreeMap<>();

    void list(List<Pod> pods) {
        queue.addAll(pods);
    }

    void drain() {
        for (Pod pod = queue.poll(); pod != null; pod = queue.poll()) {
            cache.put(pod.metadata().name(), pod);
        }
    }
    // end::plain[]

    public static void main(String... args) {
        PlainQueueLosesADelete copy = new PlainQueueLosesADelete();

        copy.list(List.of(pod("cart", 1), pod("search", 2)));
        copy.drain();
        System.out.println("after the first list    " + show(copy.cache.values()));

        System.out.println("the watch breaks        and cart is deleted meanwhile");

        copy.list(List.of(pod("search", 9)));
        copy.drain();
        System.out.println("after the second list   " + show(copy.cache.values()));
    }
}
