package insideinformer.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import insideinformer.testing.Interleavings;
import insideinformer.testing.Interleavings.Cast;
import insideinformer.testing.PreemptedLocks;
import insideinformer.testing.Spec;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Test;

/** Few threads, few operations, every interleaving at the store's lock with up to two interruptions. */
class StoreInterleavingsTest {

    /** An object under one value of the index. */
    private record Item(String name, String color) {}

    /** What the stories need of a store with one index. */
    private interface Shelf {
        void update(Item item);

        void delete(String name);

        void replace(List<Item> items);

        List<Item> byColor(String... colors) throws Exception;
    }

    private static final class RightShelf implements Shelf {

        private final ThreadSafeMap<Item> map = PreemptedLocks.in(new ThreadSafeMap<>(Map.of("color", item -> {
            Thread.yield(); // in the midst of a write, too
            return List.of(item.color().split(","));
        })));

        @Override
        public void update(Item item) {
            map.update(item.name(), item);
        }

        @Override
        public void delete(String name) {
            map.delete(name);
        }

        @Override
        public void replace(List<Item> items) {
            Map<String, Item> all = new HashMap<>();
            items.forEach(item -> all.put(item.name(), item));
            map.replace(all, "1");
        }

        @Override
        public List<Item> byColor(String... colors) throws Exception {
            return map.index("color", new Item("probe", String.join(",", colors)));
        }
    }

    /** The mistake: items and index each change under the lock, but in two steps (I1). */
    private static final class TornShelf implements Shelf {

        private final ReentrantLock lock = new ReentrantLock();
        private final Map<String, Item> items = new HashMap<>(); // guarded by lock
        private final Map<String, String> colorOf = new HashMap<>(); // guarded by lock

        @Override
        public void update(Item item) {
            locked(() -> items.put(item.name(), item));
            locked(() -> colorOf.put(item.name(), item.color()));
        }

        @Override
        public void delete(String name) {
            locked(() -> items.remove(name));
            locked(() -> colorOf.remove(name));
        }

        @Override
        public void replace(List<Item> newItems) {
            locked(items::clear);
            locked(colorOf::clear);
            newItems.forEach(this::update);
        }

        @Override
        public List<Item> byColor(String... colors) {
            List<Item> found = new ArrayList<>();
            locked(() -> colorOf.forEach((name, color) -> {
                if (List.of(colors).contains(color)) {
                    found.add(items.get(name));
                }
            }));
            return found;
        }

        private void locked(Runnable step) {
            lock.lock();
            try {
                step.run();
            } finally {
                lock.unlock();
            }
        }
    }

    private static void readersAndAWriter(Cast cast, Shelf shelf) throws Exception {
        shelf.update(new Item("cart", "red"));
        cast.start("writer", () -> {
            shelf.update(new Item("cart", "blue"));
            shelf.replace(List.of(new Item("cart", "red"), new Item("search", "green")));
            shelf.delete("search");
        });
        cast.start("reader of red", () -> assertThat(shelf.byColor("red")).as("I1: what stands under red is red")
                .allMatch(item -> item != null && item.color().equals("red")));
        cast.start("reader of both", () -> {
            for (int i = 0; i < 2; i++) {
                assertThat(shelf.byColor("red", "blue")).as("I1: cart is red or blue, never both, never neither").hasSize(1);
            }
        });
        cast.join();

        assertThat(shelf.byColor("red", "blue", "green")).containsExactly(new Item("cart", "red"));
    }

    @Test
    @Spec({"ST-26", "ST-101"})
    void however_reads_and_writes_meet_items_and_index_are_seen_together() {
        int tellings = Interleavings.preempting(2, cast -> readersAndAWriter(cast, new RightShelf()));
        Interleavings.seeds(500, cast -> readersAndAWriter(cast, new RightShelf()));

        assertThat(tellings).isGreaterThan(50);
    }

    @Test
    void a_store_that_changes_its_index_in_a_second_step_is_found() {
        assumeTrue(Interleavings.areControlled());

        assertThatThrownBy(() -> Interleavings.preempting(2, cast -> readersAndAWriter(cast, PreemptedLocks.in(new TornShelf()))))
                .hasMessageContaining("I1");
    }

    @Test
    @Spec({"ST-18", "ST-19"})
    void an_index_that_comes_while_objects_do_misses_none_and_a_name_is_given_once() {
        int tellings = Interleavings.preempting(2, cast -> {
            ThreadSafeMap<Item> map = PreemptedLocks.in(new ThreadSafeMap<>(Map.of()));
            AtomicInteger refused = new AtomicInteger();
            map.update("cart", new Item("cart", "red"));
            cast.start("writer", () -> {
                map.update("cart", new Item("cart", "blue"));
                map.update("search", new Item("search", "blue"));
            });
            for (String name : List.of("adds one", "adds another")) {
                cast.start(name, () -> {
                    try {
                        map.addIndexers(Map.of("color", item -> List.of(item.color())));
                    } catch (IndexerConflictException e) {
                        refused.incrementAndGet();
                    }
                });
            }
            cast.join();

            assertThat(refused.get()).isEqualTo(1);
            assertThat(map.indexKeys("color", "blue")).containsExactly("cart", "search");
            assertThat(map.indexKeys("color", "red")).isEmpty();
        });

        assertThat(tellings).isGreaterThan(50);
    }
}
