package insideinformer.lab.snippets;

import static insideinformer.lab.snippets.Shop.pod;
import static insideinformer.lab.snippets.Shop.show;

import insideinformer.api.Pod;
import insideinformer.deltafifo.DeltaFIFO;
import insideinformer.deltafifo.DeltaFIFOOptions;
import insideinformer.deltafifo.FIFOClosedException;
import insideinformer.lab.StoreConsumer;
import insideinformer.store.Keys;
import insideinformer.store.Store;
import insideinformer.store.StoreException;
import insideinformer.store.Stores;
import java.util.List;

/**
 * Runs operations on a {@link DeltaFIFO} with a store behind it and prints what happens, for example
 * {@code QueueScript "add cart@1" "pop" "replace search@9"}. The operations are:
 *
 * <ul>
 *   <li>{@code add}, {@code update}, {@code delete}, each with a pod
 *   <li>{@code replace} with any number of pods
 *   <li>{@code resync}
 *   <li>{@code pop}, which carries what it takes into the store
 *   <li>{@code drain}, which pops until the queue is empty
 *   <li>{@code close}
 * </ul>
 */
public final class QueueScript {

    private final Store<Pod> store = Stores.newStore(Keys.deletionHandlingMetaNamespaceKeyFunc());
    private final DeltaFIFO<Pod> queue = new DeltaFIFO<>(DeltaFIFOOptions.<Pod>builder()
            .knownObjects(store)
            .emitDeltaTypeReplaced(true)
            .build());

    public static void main(String... operations) throws Exception {
        QueueScript script = new QueueScript();
        for (String operation : operations) {
            System.out.println(operation);
            script.run(operation);
        }
        System.out.println("store: " + show(script.store.list()) + ", synced: "
                + (script.queue.hasSynced() ? "yes" : "no"));
    }

    private void run(String operation) throws StoreException, FIFOClosedException {
        List<String> words = List.of(operation.split(" "));
        List<Pod> pods = words.stream().skip(1).map(QueueScript::podOf).toList();
        switch (words.getFirst()) {
            case "add" -> queue.add(pods.getFirst());
            case "update" -> queue.update(pods.getFirst());
            case "delete" -> queue.delete(pods.getFirst());
            case "replace" -> queue.replace(pods, "");
            case "resync" -> queue.resync();
            case "pop" -> pop();
            case "drain" -> drain();
            case "close" -> queue.close();
            default -> throw new IllegalArgumentException(operation + ": no such operation; see the class comment");
        }
    }

    private static Pod podOf(String word) {
        String[] parts = word.split("@");
        return pod(parts[0], Integer.parseInt(parts[1]));
    }

    private void pop() throws FIFOClosedException {
        // tag::pop[]
        queue.pop((deltas, isInInitialList) -> {
            System.out.println("  -> " + show(deltas) + (isInInitialList ? " initial list" : ""));
            StoreConsumer.carryInto(store, deltas);
        });
        // end::pop[]
    }

    private void drain() throws FIFOClosedException {
        queue.close(); // a closed queue hands out what it holds and then says so, instead of waiting
        try {
            while (true) {
                pop();
            }
        } catch (FIFOClosedException empty) {
            return;
        }
    }
}
