package insideinformer.lab;

import insideinformer.api.ObjectMeta;
import insideinformer.api.Pod;
import insideinformer.deltafifo.DeltaFIFO;
import insideinformer.deltafifo.DeltaFIFOOptions;
import insideinformer.deltafifo.Deltas;
import insideinformer.lab.Journey.Panel;
import insideinformer.lab.Journey.Row;
import insideinformer.store.DeletedFinalStateUnknown;
import insideinformer.store.DeltaObject;
import insideinformer.store.Keys;
import insideinformer.store.Store;
import insideinformer.store.Stores;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** Chapter 3's journeys: a queue and the store behind it, worked step by step, looked at after each. */
final class DeltaFifoJourneys {

    private static final String REFLECTOR = "Reflector";
    private static final String QUEUE = "DeltaFIFO";
    private static final String STORE = "Store";

    /** What one part of the pipeline does. */
    private interface Action {
        void run() throws Exception;
    }

    private final Store<Pod> store = Stores.newStore(Keys.deletionHandlingMetaNamespaceKeyFunc());
    private final DeltaFIFO<Pod> queue = new DeltaFIFO<>(DeltaFIFOOptions.<Pod>builder()
            .knownObjects(store)
            .emitDeltaTypeReplaced(true)
            .build());
    private final Journey.Recorder recorder;

    private DeltaFifoJourneys(String name, String title, String about) {
        this.recorder = new Journey.Recorder(name, title, about, List.of(REFLECTOR, QUEUE, STORE));
    }

    static Journey fiveOperations() throws Exception {
        DeltaFifoJourneys run = new DeltaFifoJourneys(
                "delta-fifo-five-operations", "Five operations on two keys",
                "The Reflector writes five times about cart and search; a consumer pops three times.");
        run.write("The first list",
                "The list holds cart. It is queued as Replaced, and the queue counts one key to pop.",
                "replace [cart@1]", () -> run.queue.replace(List.of(pod("cart", 1)), "1"));
        run.write("News of a key that waits", "The update joins the delta that waits. cart keeps its place.",
                "update cart@2", () -> run.queue.update(pod("cart", 2)));
        run.write("A second key", "search is new and goes to the end.",
                "add search@3", () -> run.queue.add(pod("search", 3)));
        run.pop("One pop, two deltas", "cart comes out with both. The store changes while the queue is locked.");
        run.write("A deletion", "cart is known, so its deletion is queued. It starts again at the end, behind search.",
                "delete cart@4", () -> run.queue.delete(pod("cart", 4)));
        run.write("A second deletion",
                "Two deletions in a row are one. The older stays, since it shows the real last state.",
                "delete cart@5", () -> run.queue.delete(pod("cart", 5)));
        run.pop("search", "First in, first out, counted by keys.");
        run.pop("cart is gone", "The deletion reaches the store. Queue and store are empty of cart.");
        return run.recorder.journey();
    }

    static Journey relist() throws Exception {
        DeltaFifoJourneys run = new DeltaFifoJourneys(
                "delta-fifo-relist", "The relist that invents a tombstone",
                "While the watch is down, two pods are deleted. Nobody saw it; the next list makes the queue say so.");
        run.write("The first list", "Two pods.",
                "replace [cart@1 search@2]", () -> run.queue.replace(List.of(pod("cart", 1), pod("search", 2)), "2"));
        run.pop("cart", "Into the store.");
        run.pop("search", "Into the store. The first list is done: the queue is synced.");
        run.write("One more event", "checkout is added and waits; nobody has popped it when the watch breaks.",
                "add checkout@3", () -> run.queue.add(pod("checkout", 3)));
        run.recorder.step("The watch is down",
                "On the server cart and checkout are deleted and search changes. Nothing of it arrives.",
                run.panels());
        run.write("The second list",
                "Only search is left. checkout is queued and not listed: a tombstone around its newest "
                        + "state. cart is known, not queued, and not listed: a tombstone around the known state.",
                "replace [search@9]", () -> run.queue.replace(List.of(pod("search", 9)), "9"));
        run.pop("checkout comes and goes", "Added and Deleted in one pop: its handlers will hear both.");
        run.pop("search", "Replaced: what is known is overwritten.");
        run.pop("cart is gone", "The tombstone's key is enough to remove it. The copy is right again.");
        return run.recorder.journey();
    }

    private static Pod pod(String name, int resourceVersion) {
        ObjectMeta metadata = ObjectMeta.named("lantern", name).withResourceVersion(String.valueOf(resourceVersion));
        return new Pod("v1", "Pod", metadata, null, null, Map.of());
    }

    private void write(String title, String text, String message, Action action) throws Exception {
        action.run();
        recorder.step(title, text, REFLECTOR, QUEUE, message, panels());
    }

    private void pop(String title, String text) throws Exception {
        Deltas<Pod> taken = queue.pop((deltas, isInInitialList) -> StoreConsumer.carryInto(store, deltas)).deltas();
        recorder.step(title, text, QUEUE, STORE, "pop: " + String.join(", ", cells(taken)), panels());
    }

    private List<Panel> panels() {
        List<Row> queued = new ArrayList<>();
        queue.contents().forEach((key, deltas) -> queued.add(new Row(key, cells(deltas))));
        List<Row> stored = store.list().stream()
                .sorted(Comparator.comparing(Sighting::keyOf))
                .map(pod -> new Row(Sighting.keyOf(pod), List.of(Sighting.show(pod))))
                .toList();
        return List.of(
                new Panel("Queue", queued),
                new Panel("Store", stored),
                new Panel("Synced", List.of(new Row("hasSynced", List.of(queue.hasSynced() ? "yes" : "no")))));
    }

    private static List<String> cells(Deltas<Pod> deltas) {
        return deltas.list().stream().map(delta -> delta.type() + " " + switch (delta.object()) {
            case DeletedFinalStateUnknown<Pod> tombstone ->
                "tombstone(" + tombstone.object().map(Sighting::show).orElse("nothing known") + ")";
            case DeltaObject.Live<Pod> live -> Sighting.show(live.value());
        }).toList();
    }
}
