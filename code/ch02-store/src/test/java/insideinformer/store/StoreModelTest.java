package insideinformer.store;

import static org.assertj.core.api.Assertions.assertThat;

import insideinformer.testing.Spec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Random operations on a store and on a model of it that keeps no index and looks at every object instead. A failure
 * names the seed and the operations that led to it.
 */
class StoreModelTest {

    private static final int SEEDS = 2_000;
    private static final List<String> VALUES = List.of("foo", "bar", "baz", "", "a", "b", "c");

    /** Stands under each value of its comma list in one index, and under the first letter of its key in another. */
    private record Item(String key, String list, int number) {
        List<String> values() {
            return list.equals("none") ? List.of() : Arrays.asList(list.split(",", -1));
        }
    }

    private static final Map<String, IndexFunc<Item>> INDEXERS =
            Map.of("list", Item::values, "initial", item -> List.of(item.key().substring(0, 1)));

    @Test
    @Spec({"ST-01", "ST-03", "ST-06", "ST-11", "ST-12", "ST-14", "ST-17", "ST-18", "ST-23", "ST-25"})
    void after_any_operations_the_indexes_say_what_looking_at_every_object_says() throws StoreException {
        for (int seed = 0; seed < SEEDS; seed++) {
            new Run(seed).play();
        }
    }

    private static final class Run {
        private final Random random;
        private final String name;
        private final List<String> done = new ArrayList<>();
        private final Indexer<Item> store;
        private final Map<String, Item> model = new TreeMap<>();
        private final Map<String, IndexFunc<Item>> indexers = new HashMap<>();
        private int number;

        Run(int seed) {
            random = new Random(seed);
            name = "seed " + seed;
            if (random.nextBoolean()) {
                indexers.putAll(INDEXERS);
            }
            store = Stores.newIndexer(Item::key, indexers);
        }

        void play() throws StoreException {
            for (int i = 0; i < 20; i++) {
                step();
                check();
            }
        }

        private void step() throws StoreException {
            switch (random.nextInt(8)) {
                case 0, 1 -> {
                    Item item = item();
                    done.add("add " + item);
                    store.add(item);
                    model.put(item.key(), item);
                }
                case 2, 3 -> {
                    Item item = item();
                    done.add("update " + item);
                    store.update(item);
                    model.put(item.key(), item);
                }
                case 4, 5 -> {
                    Item item = item();
                    done.add("delete " + item.key());
                    store.delete(item);
                    model.remove(item.key());
                }
                case 6 -> {
                    List<Item> list = new ArrayList<>();
                    for (int n = random.nextInt(5); n > 0; n--) {
                        list.add(item());
                    }
                    done.add("replace " + list);
                    store.replace(list, "7");
                    model.clear();
                    list.forEach(item -> model.put(item.key(), item));
                }
                default -> {
                    if (indexers.isEmpty()) {
                        done.add("addIndexers");
                        store.addIndexers(INDEXERS);
                        indexers.putAll(INDEXERS);
                    }
                }
            }
        }

        private Item item() {
            String key = String.valueOf("abc".charAt(random.nextInt(3))) + random.nextInt(2);
            List<String> lists = List.of("none", "foo", "bar", "foo,bar", "bar,baz", "foo,foo", "", "foo,");
            return new Item(key, lists.get(random.nextInt(lists.size())), number++);
        }

        private void check() throws StoreException {
            Item probe = item();

            assertThat(seenIn(store, probe)).as(() -> name + ": " + done).isEqualTo(expected(probe));
        }

        private Map<String, Object> seenIn(Indexer<Item> store, Item probe) throws StoreException {
            Map<String, Object> seen = new TreeMap<>();
            seen.put("keys", sorted(store.listKeys()));
            seen.put("objects", sorted(store.list()));
            seen.put("probe", store.get(probe));
            for (String index : indexers.keySet()) {
                seen.put(index + " values", sorted(store.listIndexFuncValues(index)));
                seen.put(index + " of the probe", sorted(store.index(index, probe)));
                for (String value : VALUES) {
                    seen.put(index + " keys under " + value, store.indexKeys(index, value));
                    seen.put(index + " objects under " + value, sorted(store.byIndex(index, value)));
                }
            }
            return seen;
        }

        private Map<String, Object> expected(Item probe) throws StoreException {
            Map<String, Object> expected = new TreeMap<>();
            expected.put("keys", sorted(model.keySet()));
            expected.put("objects", sorted(model.values()));
            expected.put("probe", Optional.ofNullable(model.get(probe.key())));
            for (String index : indexers.keySet()) {
                Set<String> used = new TreeSet<>();
                Set<Item> sharing = new HashSet<>();
                Map<String, List<Item>> under = new TreeMap<>();
                for (Item item : model.values()) {
                    for (String value : Set.copyOf(indexers.get(index).values(item))) {
                        used.add(value);
                        under.computeIfAbsent(value, v -> new ArrayList<>()).add(item);
                        if (indexers.get(index).values(probe).contains(value)) {
                            sharing.add(item);
                        }
                    }
                }
                expected.put(index + " values", sorted(used));
                expected.put(index + " of the probe", sorted(sharing));
                for (String value : VALUES) {
                    List<Item> items = under.getOrDefault(value, List.of());
                    expected.put(index + " keys under " + value, items.stream().map(Item::key).toList());
                    expected.put(index + " objects under " + value, sorted(items));
                }
            }
            return expected;
        }

        private static List<Object> sorted(Collection<?> objects) {
            return objects.stream().sorted(Comparator.comparing(Object::toString)).collect(Collectors.toList());
        }
    }
}
