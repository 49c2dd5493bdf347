package insideinformer.lab.snippets;

import static insideinformer.lab.snippets.Shop.inLines;
import static insideinformer.lab.snippets.Shop.pod;
import static insideinformer.lab.snippets.Shop.show;

import insideinformer.api.Pod;
import insideinformer.deltafifo.DeltaFIFO;
import insideinformer.deltafifo.DeltaFIFOOptions;

/** A callback of pop that calls the queue: refused, since it would wait for a lock that it holds itself. */
public final class PopHoldsTheLock {

    public static void main(String... args) throws Exception {
        DeltaFIFO<Pod> queue = new DeltaFIFO<>(DeltaFIFOOptions.<Pod>builder().build());
        queue.add(pod("cart", 1));

        // tag::reentry[]
        try {
            queue.pop((deltas, isInInitialList) -> queue.add(pod("search", 2)));
        } catch (IllegalStateException e) {
            System.out.println(inLines(e.getMessage()));
        }
        // end::reentry[]

        queue.add(pod("checkout", 3));
        queue.pop((deltas, isInInitialList) -> System.out.println("the next pop: " + show(deltas)));
    }
}
