package insideinformer.deltafifo;

import static insideinformer.deltafifo.Thing.deltaObject;
import static insideinformer.deltafifo.Thing.text;

import insideinformer.store.StoreException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * A queue driven by text. Known objects: {@code -} for none, {@code {a1 b1}} fixed, {@code live{…}} kept up to date by
 * the consumer. Operations, joined by {@code ;}: {@code add x}, {@code upd x}, {@code del x}, {@code replace x y …},
 * {@code resync}, {@code pop}, {@code close}. What was popped reads {@code key[deltas, oldest first]}, with {@code *}
 * behind the key in the initial list.
 */
final class Scenario {

    final DeltaFIFO<Thing> fifo;
    final Set<DeltaType> typesSeen = EnumSet.noneOf(DeltaType.class);
    private final Known known;
    private final boolean live;

    Scenario(String knownObjects, boolean emitReplaced) {
        live = knownObjects.startsWith("live");
        known = Known.of(knownObjects.equals("-") ? "" : knownObjects.replace("live", ""));
        DeltaFIFOOptions.Builder<Thing> options = DeltaFIFOOptions.<Thing>builder()
                .keyFunction(Thing::key)
                .emitDeltaTypeReplaced(emitReplaced);
        fifo = new DeltaFIFO<>((knownObjects.equals("-") ? options : options.knownObjects(known)).build());
    }

    /** @return what the {@code pop}s among the operations took */
    List<String> run(String operations) throws StoreException, FIFOClosedException {
        List<String> popped = new ArrayList<>();
        for (String operation : operations.split(";")) {
            List<String> words = Arrays.asList(operation.trim().split(" "));
            List<String> objects = words.subList(1, words.size());
            switch (words.getFirst()) {
                case "add" -> fifo.add(Thing.of(objects.getFirst()));
                case "upd" -> fifo.update(Thing.of(objects.getFirst()));
                case "del" -> fifo.delete(deltaObject(objects.getFirst()));
                case "replace" -> fifo.replace(objects.stream().map(Thing::of).toList(), "7");
                case "resync" -> fifo.resync();
                case "pop" -> popped.add(pop());
                case "close" -> fifo.close();
                default -> throw new IllegalArgumentException("no operation: " + operation);
            }
        }
        return popped;
    }

    String pop() throws FIFOClosedException {
        String[] taken = new String[1];
        fifo.pop((deltas, isInInitialList) -> {
            deltas.forEach(delta -> typesSeen.add(delta.type()));
            taken[0] = fifo.keyOf(deltas) + (isInInitialList ? "*" : "") + text(deltas);
            if (live) {
                known.apply(deltas);
            }
        });
        return taken[0];
    }

    List<String> drain() {
        fifo.close();
        List<String> popped = new ArrayList<>();
        while (true) {
            try {
                popped.add(pop());
            } catch (FIFOClosedException e) {
                return popped;
            }
        }
    }

    /** Runs the operations, drains the queue, and tells all that was popped in the notation of the tables. */
    Outcome play(String operations) throws StoreException, FIFOClosedException {
        List<String> byPops = run(operations);
        boolean synced = fifo.hasSynced();
        List<String> byDrain = drain();
        String between = byPops.isEmpty() || byDrain.isEmpty() ? "" : " // ";
        String popped = String.join(" ", byPops) + between + String.join(" ", byDrain);
        return new Outcome(
                popped.isEmpty() ? "(nothing)" : popped, yesOrNo(synced) + " → " + yesOrNo(fifo.hasSynced()));
    }

    record Outcome(String popped, String synced) {}

    private static String yesOrNo(boolean answer) {
        return answer ? "yes" : "no";
    }
}
