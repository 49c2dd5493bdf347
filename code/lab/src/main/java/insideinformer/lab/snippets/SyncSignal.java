package insideinformer.lab.snippets;

import static insideinformer.lab.snippets.Shop.pod;
import static insideinformer.lab.snippets.Shop.show;

import insideinformer.api.Pod;
import insideinformer.deltafifo.DeltaFIFO;
import insideinformer.deltafifo.DeltaFIFOOptions;
import insideinformer.deltafifo.Deltas;
import java.util.List;

/** When does a queue count as synced? After the last object of the first list was handled, and from then on. */
public final class SyncSignal {

    public static void main(String... args) throws Exception {
        DeltaFIFO<Pod> queue = new DeltaFIFO<>(DeltaFIFOOptions.<Pod>builder().emitDeltaTypeReplaced(true).build());
        // tag::signal[]
        queue.done().onDone(() -> System.out.println("signal"));

        queue.replace(List.of(pod("cart", 1), pod("search", 2)), "2");
        queue.update(pod("cart", 3));
        queue.add(pod("checkout", 4));
        while (!queue.hasSynced()) {
            queue.pop((deltas, initial) -> print(deltas, initial, queue.done().isDone()));
        }
        queue.pop((deltas, initial) -> print(deltas, initial, queue.done().isDone()));
        // end::signal[]
    }

    private static void print(Deltas<Pod> deltas, boolean initial, boolean done) {
        System.out.println(show(deltas) + " initial=" + initial + " done=" + done);
    }
}
