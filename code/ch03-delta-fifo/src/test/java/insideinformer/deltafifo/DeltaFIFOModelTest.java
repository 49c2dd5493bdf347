package insideinformer.deltafifo;

import static insideinformer.deltafifo.Thing.text;
import static org.assertj.core.api.Assertions.assertThat;

import insideinformer.testing.Spec;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Random operations on a queue and on a model of it: a map in order of insertion from each key to its deltas, as text.
 * After each operation the invariants I1, I2 and I4 are looked up in the queue itself, and everything popped is
 * compared. A failure names the seed and the operations that led to it.
 */
class DeltaFIFOModelTest {

    private static final int SEEDS = 2_000;

    @Test
    @Spec({"DF-18", "DF-17", "DF-19", "DF-21", "DF-32", "DF-39", "DF-42", "DF-44"})
    void after_any_operations_the_queue_keeps_its_invariants_and_does_what_the_model_does() throws Exception {
        for (int seed = 0; seed < SEEDS; seed++) {
            new Run(seed).play();
        }
    }

    private static final class Run {
        private final Random random;
        private final List<String> done = new ArrayList<>();
        private final boolean hasKnown;
        private final boolean consumes;
        private final Known known;
        private final DeltaFIFO<Thing> fifo;
        private int revision;

        // the model
        private final Map<String, List<String>> queued = new LinkedHashMap<>();
        private boolean populated;
        private int initial;
        private boolean wasSynced;

        Run(int seed) {
            random = new Random(seed);
            done.add("seed " + seed);
            hasKnown = random.nextInt(4) > 0;
            consumes = random.nextInt(3) > 0;
            known = Known.of(hasKnown ? List.of("", "a1", "b1 a1", "c1 b1 a1 d1").get(random.nextInt(4)) : "");
            DeltaFIFOOptions.Builder<Thing> options =
                    DeltaFIFOOptions.<Thing>builder().keyFunction(Thing::key).emitDeltaTypeReplaced(true);
            fifo = new DeltaFIFO<>((hasKnown ? options.knownObjects(known) : options).build());
            done.add("known " + (hasKnown ? known : "-"));
            revision = 2;
        }

        void play() throws Exception {
            for (int i = 0; i < 20; i++) {
                step();
                check();
            }
            fifo.close();
            while (!queued.isEmpty()) {
                pop();
                check();
            }
        }

        private void step() throws Exception {
            switch (random.nextInt(10)) {
                case 0, 1 -> {
                    Thing thing = thing();
                    done.add("add " + thing);
                    fifo.add(thing);
                    populated = true;
                    put(thing.name(), "Added " + thing);
                }
                case 2 -> {
                    Thing thing = thing();
                    done.add("upd " + thing);
                    fifo.update(thing);
                    populated = true;
                    put(thing.name(), "Updated " + thing);
                }
                case 3, 4 -> {
                    Thing thing = thing();
                    String text = random.nextBoolean() ? thing.toString() : thing.name() + "!" + thing.revision();
                    done.add("del " + text);
                    fifo.delete(Thing.deltaObject(text));
                    populated = true;
                    if (queued.containsKey(thing.name()) || known.listKeys().contains(thing.name())) {
                        put(thing.name(), "Deleted " + text);
                    }
                }
                case 5, 6 -> replace();
                case 7 -> {
                    done.add("resync");
                    fifo.resync();
                    for (String key : known.listKeys()) {
                        if (!queued.containsKey(key)) {
                            put(key, "Sync " + known.getByKey(key).orElseThrow());
                        }
                    }
                }
                default -> {
                    if (!queued.isEmpty()) {
                        pop();
                    }
                }
            }
        }

        private void replace() throws Exception {
            List<Thing> list = new ArrayList<>();
            for (int n = random.nextInt(4); n > 0; n--) {
                list.add(thing());
            }
            done.add("replace " + list);
            fifo.replace(list, "7");

            Set<String> gone = new HashSet<>(queued.keySet());
            list.forEach(thing -> put(thing.name(), "Replaced " + thing));
            list.forEach(thing -> gone.remove(thing.name()));
            for (String key : gone) {
                String newest = queued.get(key).getLast();
                put(key, "Deleted " + key + "!" + newest.replaceAll("\\D", ""));
            }
            for (String key : known.listKeys()) {
                if (!queued.containsKey(key)) {
                    put(key, "Deleted " + key + "!" + known.getByKey(key).orElseThrow().revision());
                }
            }
            if (!populated) {
                populated = true;
                initial = queued.size();
            }
        }

        private void put(String key, String delta) {
            List<String> deltas = queued.computeIfAbsent(key, k -> new ArrayList<>());
            String last = deltas.isEmpty() ? "" : deltas.getLast();
            if (last.startsWith("Deleted") && delta.startsWith("Deleted")) {
                if (!last.contains("!")) {
                    return;
                }
                deltas.removeLast();
            }
            deltas.add(delta);
        }

        private void pop() throws Exception {
            done.add("pop");
            String key = queued.keySet().iterator().next();
            String expected = queued.remove(key) + (populated && initial == 0 ? "" : " initial");
            initial = Math.max(0, initial - 1);

            List<String> taken = new ArrayList<>();
            fifo.pop((deltas, isInInitialList) -> {
                taken.add(text(deltas) + (isInInitialList ? " initial" : ""));
                if (consumes && hasKnown) {
                    known.apply(deltas);
                }
            });

            assertThat(taken).as(done::toString).containsExactly(expected);
        }

        private Thing thing() {
            return new Thing(String.valueOf("aabcd".charAt(random.nextInt(5))), revision++);
        }

        private void check() throws Exception {
            Map<String, List<Delta<Thing>>> items = field("items");
            Collection<String> queue = field("queue");

            assertThat(queue).as("I1, in the model's order: %s", done).containsExactlyElementsOf(queued.keySet());
            assertThat(items.keySet()).as("I1: %s", done).isEqualTo(queued.keySet());
            items.forEach((key, deltas) -> {
                assertThat(deltas).as("I2: %s", done).isNotEmpty();
                assertThat(text(deltas)).as(done::toString).isEqualTo(queued.get(key).toString());
                for (int i = 1; i < deltas.size(); i++) {
                    assertThat(isDeletion(deltas.get(i - 1)) && isDeletion(deltas.get(i))).as("I4: %s", done).isFalse();
                }
            });
            boolean synced = populated && initial == 0;
            assertThat(fifo.hasSynced()).as(done::toString).isEqualTo(synced);
            assertThat(fifo.done().isDone()).as(done::toString).isEqualTo(synced);
            assertThat(synced || !wasSynced).as("I7: %s", done).isTrue();
            wasSynced = synced;
        }

        private static boolean isDeletion(Delta<Thing> delta) {
            return delta.type() == DeltaType.DELETED;
        }

        @SuppressWarnings("unchecked")
        private <F> F field(String name) throws ReflectiveOperationException {
            Field field = DeltaFIFO.class.getDeclaredField(name);
            field.setAccessible(true);
            return (F) field.get(fifo);
        }
    }
}
