package insideinformer.lab.snippets;

import static insideinformer.lab.snippets.Shop.pod;
import static insideinformer.lab.snippets.Shop.show;

import insideinformer.api.Pod;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;

/**
 * A plain queue between server and cache. An object that is deleted while the watch is down stays in the cache forever.
 */
public final class PlainQueueLosesADelete {

    // tag::plain[]
    private record Change(boolean deleted, Pod pod) {}

    private final Queue<Change> queue = new ArrayDeque<>();
    private final Map<String, Pod> cache = new TreeMap<>();

    void list(List<Pod> pods) {
        pods.forEach(pod -> queue.add(new Change(false, pod)));
    }

    void watch(Change change) {
        queue.add(change);
    }

    void drain() {
        for (Change change = queue.poll(); change != null; change = queue.poll()) {
            String name = change.pod().metadata().name();
            if (change.deleted()) {
                cache.remove(name);
            } else {
                cache.put(name, change.pod());
            }
        }
    }
    // end::plain[]

    public static void main(String... args) {
        PlainQueueLosesADelete copy = new PlainQueueLosesADelete();

        copy.list(List.of(pod("cart", 1), pod("checkout", 2), pod("search", 3)));
        copy.drain();
        System.out.println("after the first list    " + show(copy.cache.values()));

        copy.watch(new Change(true, pod("checkout", 4)));
        copy.drain();
        System.out.println("a deletion is heard     " + show(copy.cache.values()));

        System.out.println("the watch breaks        and cart is deleted meanwhile");

        copy.list(List.of(pod("search", 9)));
        copy.drain();
        System.out.println("after the second list   " + show(copy.cache.values()));
    }
}
