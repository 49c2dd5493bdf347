package insideinformer.store;

import static insideinformer.store.Maps.indexerByTags;
import static insideinformer.store.Maps.map;
import static insideinformer.store.Maps.tagged;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import insideinformer.api.ConfigMap;
import insideinformer.testing.Spec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class IndexTest {

    /** An object that can be changed behind the store's back, which no record can. */
    private static final class Crate {
        String label;

        Crate(String label) {
            this.label = label;
        }
    }

    private static final Map<String, IndexFunc<Crate>> BY_LABEL = Map.of("label", crate -> List.of(crate.label));

    /** Fails for what is tagged boom. */
    private static List<String> explosive(ConfigMap map) throws IndexException {
        if (Maps.tags(map).contains("boom")) {
            throw new IndexException("it blew up", null);
        }
        return Maps.tags(map);
    }

    private static Indexer<ConfigMap> explosive() {
        return Stores.newIndexer(Keys.metaNamespaceKeyFunc(), Map.of("tags", IndexTest::explosive));
    }

    private final Indexer<ConfigMap> store = indexerByTags();

    @Test
    @Spec("ST-10")
    void null_is_no_object() {
        ThreadSafeMap<ConfigMap> map = new ThreadSafeMap<>(Map.of());
        Map<String, ConfigMap> items = new HashMap<>();
        items.put("cart", null);

        assertThatThrownBy(() -> map.add("cart", null))
                .isInstanceOf(NullPointerException.class)
                .hasMessageContaining("cart");
        assertThatThrownBy(() -> map.replace(items, "7"))
                .isInstanceOf(NullPointerException.class)
                .hasMessageContaining("cart");

        assertThat(map.listKeys()).isEmpty();
    }

    @Test
    @Spec("ST-11")
    void an_object_stands_under_every_value_once_and_the_empty_text_is_one() throws StoreException {
        store.add(tagged("cart", "x,x,"));

        assertThat(store.listIndexFuncValues("tags")).containsExactlyInAnyOrder("x", "");
        assertThat(store.indexKeys("tags", "x")).containsExactly("cart");
        assertThat(store.indexKeys("tags", "")).containsExactly("cart");
    }

    @Test
    @Spec("ST-11")
    void an_object_without_values_is_stored_and_not_indexed() throws StoreException {
        store.add(map("cart"));

        assertThat(store.listKeys()).containsExactly("cart");
        assertThat(store.listIndexFuncValues("tags")).isEmpty();
    }

    @Test
    @Spec("ST-14")
    void a_value_leaves_the_index_with_its_last_key() throws StoreException {
        store.add(tagged("cart", "foo"));
        store.add(tagged("search", "foo"));

        store.delete(map("cart"));
        assertThat(store.listIndexFuncValues("tags")).containsExactly("foo");

        store.delete(map("search"));
        assertThat(store.listIndexFuncValues("tags")).isEmpty();
    }

    @Test
    @Spec({"ST-13", "ST-15"})
    void an_object_changed_in_place_is_never_removed_from_its_first_values() throws StoreException {
        ThreadSafeMap<Crate> crates = new ThreadSafeMap<>(BY_LABEL);
        Crate crate = new Crate("blue");
        crates.add("crate", crate);

        crate.label = "red";
        crates.update("crate", new Crate("red"));
        assertThat(crates.indexKeys("label", "red")).as("one equal value: the index is not touched").isEmpty();
        assertThat(crates.indexKeys("label", "blue")).containsExactly("crate");

        crates.delete("crate");
        assertThat(crates.byIndex("label", "blue")).as("a key without its object").containsExactly((Crate) null);
    }

    @Test
    @Spec("ST-13")
    void equal_values_are_not_skipped_if_there_are_several() throws StoreException {
        ThreadSafeMap<Crate> crates = new ThreadSafeMap<>(Map.of("twice", crate -> List.of(crate.label, crate.label)));
        Crate crate = new Crate("blue");
        crates.add("crate", crate);

        crate.label = "red";
        crates.update("crate", new Crate("red"));

        assertThat(crates.indexKeys("twice", "red")).containsExactly("crate");
    }

    @Test
    @Spec("ST-16")
    void a_put_in_which_an_index_function_fails_changes_nothing() throws StoreException {
        Indexer<ConfigMap> explosive = explosive();

        assertThatThrownBy(() -> explosive.add(tagged("cart", "boom")))
                .isInstanceOf(IndexFunctionException.class)
                .hasMessage("unable to calculate an index entry for key \"cart\" on index \"tags\": it blew up")
                .hasCauseInstanceOf(IndexException.class);
        assertThat(explosive.listKeys()).isEmpty();

        explosive.add(tagged("cart", "foo"));
        assertThatThrownBy(() -> explosive.update(tagged("cart", "boom"))).isInstanceOf(IndexFunctionException.class);
        assertThat(explosive.getByKey("cart")).contains(tagged("cart", "foo"));
        assertThat(explosive.indexKeys("tags", "foo")).containsExactly("cart");

        explosive.update(tagged("cart", "bar"));
        assertThat(explosive.listIndexFuncValues("tags")).containsExactly("bar");
    }

    @Test
    @Spec("ST-16")
    void a_put_that_one_of_several_indexes_refuses_leaves_the_others_alone() throws StoreException {
        AtomicBoolean fails = new AtomicBoolean();
        Map<String, IndexFunc<ConfigMap>> several = new HashMap<>();
        for (int i = 0; i < 8; i++) {
            several.put("tags-" + i, Maps::tags);
        }
        several.put("broken", map -> {
            if (fails.get()) {
                throw new ArithmeticException("secret " + map.data());
            }
            return List.of("x");
        });
        Indexer<ConfigMap> indexer = Stores.newIndexer(Keys.metaNamespaceKeyFunc(), several);
        indexer.add(tagged("cart", "foo"));
        fails.set(true);

        assertThatThrownBy(() -> indexer.update(tagged("cart", "bar"))).hasMessage("unable to calculate an index entry "
                + "for key \"cart\" on index \"broken\": it threw ArithmeticException");

        for (int i = 0; i < 8; i++) {
            assertThat(indexer.listIndexFuncValues("tags-" + i)).containsExactly("foo");
        }
    }

    @Test
    @Spec("ST-16")
    void an_object_can_be_deleted_and_replaced_even_if_its_index_function_fails_on_it_by_now() throws StoreException {
        AtomicBoolean fails = new AtomicBoolean();
        Indexer<ConfigMap> moody = Stores.newIndexer(Keys.metaNamespaceKeyFunc(), Map.of("tags", map -> {
            if (fails.get() && !Maps.tags(map).contains("new")) {
                throw new IndexException("not today", null);
            }
            return Maps.tags(map);
        }));
        moody.add(tagged("cart", "foo,bar"));
        moody.add(tagged("search", "foo"));
        fails.set(true);

        moody.update(tagged("search", "new"));
        assertThat(moody.indexKeys("tags", "foo")).containsExactly("cart");
        moody.delete(map("cart"));

        assertThat(moody.listKeys()).containsExactly("search");
        assertThat(moody.listIndexFuncValues("tags")).containsExactly("new");
    }

    @Test
    @Spec("ST-16")
    void a_replace_in_which_an_index_function_fails_changes_nothing() throws StoreException {
        Indexer<ConfigMap> explosive = explosive();
        explosive.add(tagged("cart", "foo"));

        assertThatThrownBy(() -> explosive.replace(
                List.of(tagged("checkout", "bar"), tagged("search", "boom"), tagged("cart", "bar")), "7"))
                .isInstanceOf(IndexFunctionException.class);

        assertThat(explosive.list()).containsExactly(tagged("cart", "foo"));
        assertThat(explosive.listIndexFuncValues("tags")).containsExactly("foo");
    }

    /** Whatever fails when, index and items agree after each write. */
    @ParameterizedTest
    @MethodSource("seeds")
    @Spec({"ST-11", "ST-16"})
    void an_index_function_that_fails_at_random_never_leaves_a_wrong_entry(long seed) throws StoreException {
        Random random = new Random(seed);
        ThreadSafeMap<Crate> crates = new ThreadSafeMap<>(Map.of("label", crate -> {
            if (random.nextInt(4) == 0) {
                throw new IndexException("at random", null);
            }
            return List.of(crate.label.split(","));
        }, "length", crate -> {
            if (random.nextInt(8) == 0) {
                throw new IllegalStateException("at random");
            }
            if (random.nextInt(16) == 0) {
                throw new StackOverflowError();
            }
            return List.of(Integer.toString(crate.label.length()));
        }));
        Map<String, String> model = new HashMap<>();
        for (int i = 0; i < 200; i++) {
            String key = "crate-" + random.nextInt(4);
            String label = List.of("red", "blue", "red,blue", "green").get(random.nextInt(4));
            try {
                switch (random.nextInt(5)) {
                    case 0 -> {
                        crates.delete(key);
                        model.remove(key);
                    }
                    case 1 -> {
                        crates.replace(Map.of(key, new Crate(label)), "1");
                        model.clear();
                        model.put(key, label);
                    }
                    case 2 -> {
                        crates.transaction(List.of(
                                step(Transaction.Type.ADD, "first", label), step(Transaction.Type.DELETE, key, label),
                                step(Transaction.Type.UPDATE, "last", label)));
                        model.put("first", label);
                        model.remove(key);
                        model.put("last", label);
                    }
                    default -> {
                        crates.update(key, new Crate(label));
                        model.put(key, label);
                    }
                }
            } catch (IndexFunctionException e) {
                // and nothing has changed
            }
            assertThat(crates.listKeys()).containsExactlyInAnyOrderElementsOf(model.keySet());
            for (String value : List.of("red", "blue", "green")) {
                assertThat(crates.indexKeys("label", value)).as(value + " after step " + i).isEqualTo(model.entrySet().stream()
                        .filter(e -> List.of(e.getValue().split(",")).contains(value)).map(Map.Entry::getKey).sorted().toList());
            }
        }
    }

    private static ThreadSafeStoreTransaction<Crate> step(Transaction.Type type, String key, String label) {
        return new ThreadSafeStoreTransaction<>(new Transaction<>(type, new Crate(label)), key);
    }

    @Test
    @Spec("ST-16")
    void an_object_on_which_its_index_function_breaks_by_now_can_be_deleted() {
        AtomicBoolean broken = new AtomicBoolean();
        ThreadSafeMap<Crate> crates = new ThreadSafeMap<>(Map.of("label", crate -> {
            if (broken.get()) {
                throw new LinkageError("a class is missing");
            }
            return List.of(crate.label);
        }));
        crates.add("crate", new Crate("red"));
        broken.set(true);

        crates.delete("crate");

        assertThat(crates.listKeys()).isEmpty();
        assertThat(crates.listIndexFuncValues("label")).isEmpty();
    }

    @Test
    @Spec("ST-10")
    void a_transaction_with_a_null_does_nothing() {
        ThreadSafeMap<Crate> crates = new ThreadSafeMap<>(Map.of());

        assertThatThrownBy(() -> crates.transaction(List.of(step(Transaction.Type.ADD, "a", "red"),
                new ThreadSafeStoreTransaction<>(new Transaction<>(Transaction.Type.ADD, null), "b"))))
                .isInstanceOf(NullPointerException.class);

        assertThat(crates.listKeys()).isEmpty();
    }

    static LongStream seeds() {
        return LongStream.range(0, 200);
    }

    @Test
    @Spec("ST-16")
    void after_a_failed_write_the_lock_is_free() throws Exception {
        Indexer<ConfigMap> explosive = explosive();
        assertThatThrownBy(() -> explosive.add(tagged("cart", "boom"))).isInstanceOf(IllegalStateException.class);

        Thread other = Thread.startVirtualThread(() -> {
            try {
                explosive.add(tagged("search", "foo"));
            } catch (StoreException e) {
                throw new AssertionError(e);
            }
        });
        other.join();

        assertThat(explosive.indexKeys("tags", "foo")).containsExactly("search");
    }

    @Test
    @Spec("ST-17")
    void replace_builds_every_index_anew() throws StoreException {
        store.add(tagged("cart", "foo"));

        store.replace(List.of(tagged("search", "bar")), "7");
        assertThat(store.listIndexFuncValues("tags")).containsExactly("bar");

        store.replace(List.of(), "8");
        assertThat(store.listIndexFuncValues("tags")).isEmpty();
        assertThat(store.byIndex("tags", "bar")).as("the index is still known").isEmpty();
    }

    @Test
    @Spec("ST-18")
    void indexers_added_later_index_what_is_stored_already() throws StoreException {
        store.add(map("shop", "cart"));

        store.addIndexers(Map.of(IndexFunc.NAMESPACE_INDEX, IndexFunc.metaNamespaceIndexFunc()));

        assertThat(store.byIndex("namespace", "shop")).containsExactly(map("shop", "cart"));
    }

    @Test
    @Spec("ST-18")
    void indexers_added_later_of_which_one_fails_on_the_content_are_not_added() throws StoreException {
        store.add(tagged("cart", "boom"));

        assertThatThrownBy(() -> store.addIndexers(Map.of("explosive", IndexTest::explosive, "names",
                map -> List.of(map.metadata().name()))))
                .isInstanceOf(IndexFunctionException.class)
                .hasMessageContaining("on index \"explosive\"");

        assertThat(store.getIndexers()).containsOnlyKeys("tags");
        store.update(tagged("cart", "foo"));
        assertThat(store.listIndexFuncValues("tags")).containsExactly("foo");
    }

    @Test
    @Spec("ST-18")
    void an_index_without_a_function_is_refused_and_the_others_with_it() throws StoreException {
        Map<String, IndexFunc<ConfigMap>> more = new HashMap<>();
        more.put("names", map -> List.of(map.metadata().name()));
        more.put("forgotten", null);

        assertThatThrownBy(() -> store.addIndexers(more))
                .isInstanceOf(NullPointerException.class).hasMessageContaining("\"forgotten\" is null");
        assertThatThrownBy(() -> Stores.newIndexer(Keys.metaNamespaceKeyFunc(), more))
                .isInstanceOf(NullPointerException.class).hasMessageContaining("\"forgotten\" is null");

        assertThat(store.getIndexers()).containsOnlyKeys("tags");
        store.add(map("cart"));
        assertThat(store.listKeys()).containsExactly("cart");
    }

    @Test
    @Spec({"ST-11", "ST-22"})
    void a_function_that_gives_null_gives_no_values() throws StoreException {
        store.addIndexers(Map.of("nothing", map -> null));

        store.add(tagged("cart", "foo"));
        store.update(tagged("cart", "bar"));

        assertThat(store.listIndexFuncValues("nothing")).isEmpty();
        assertThat(store.index("nothing", tagged("cart", "bar"))).isEmpty();
        assertThat(store.indexKeys("tags", "bar")).containsExactly("cart");
        assertThatThrownBy(() -> Keys.indexFuncToKeyFuncAdapter((ConfigMap map) -> null).key(map("cart")))
                .isInstanceOf(KeyException.class).hasMessage("unexpected empty indexKeys");
        store.delete(new DeltaObject.Live<>(tagged("cart", "bar")));
        assertThat(store.listKeys()).isEmpty();
    }

    @Test
    @Spec("ST-16")
    void a_null_among_the_values_is_a_failure_of_the_function_and_makes_no_entry() throws StoreException {
        Indexer<ConfigMap> holes = Stores.newIndexer(
                Keys.metaNamespaceKeyFunc(), Map.of("holes", map -> Arrays.asList("foo", null)));

        assertThatThrownBy(() -> holes.add(map("cart")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("unable to calculate an index entry for key \"cart\" on index \"holes\": "
                        + "null is among its values; give the empty text, or leave it out");
        assertThatThrownBy(() -> holes.index("holes", map("cart"))).isInstanceOf(IndexException.class);

        assertThat(holes.listIndexFuncValues("holes")).isEmpty();
    }

    @Test
    @Spec("ST-18")
    void indexers_may_be_added_to_an_empty_store() throws StoreException {
        store.addIndexers(Map.of("names", map -> List.of(map.metadata().name())));

        store.add(map("cart"));

        assertThat(store.indexKeys("names", "cart")).containsExactly("cart");
    }

    @Test
    @Spec("ST-19")
    void a_name_that_is_taken_keeps_all_new_indexers_out() {
        assertThatThrownBy(() -> store.addIndexers(Map.of("tags", Maps::tags, "names", map -> List.of("x"))))
                .isInstanceOf(IndexerConflictException.class)
                .hasMessageStartingWith("indexer conflict: [tags]");

        assertThat(store.getIndexers()).containsOnlyKeys("tags");
    }

    @Test
    @Spec("ST-20")
    void the_namespace_index_has_one_value_each_and_the_empty_one_outside_of_namespaces() throws StoreException {
        Indexer<ConfigMap> byNamespace = Stores.newIndexer(
                Keys.metaNamespaceKeyFunc(), Map.of(IndexFunc.NAMESPACE_INDEX, IndexFunc.metaNamespaceIndexFunc()));
        byNamespace.add(map("shop", "cart"));
        byNamespace.add(map("node"));

        assertThat(byNamespace.indexKeys("namespace", "shop")).containsExactly("shop/cart");
        assertThat(byNamespace.indexKeys("namespace", "")).containsExactly("node");
        assertThatThrownBy(() -> IndexFunc.<String>metaNamespaceIndexFunc().values("cart"))
                .isInstanceOf(IndexException.class)
                .hasMessageStartingWith("object has no meta: ");
    }

    @Test
    @Spec("ST-21")
    void the_map_of_indexers_is_copied_on_its_way_in_and_on_its_way_out() throws StoreException {
        Map<String, IndexFunc<ConfigMap>> given = new HashMap<>(Map.of("tags", Maps::tags));
        Indexer<ConfigMap> indexer = Stores.newIndexer(Keys.metaNamespaceKeyFunc(), given);
        Map<String, IndexFunc<ConfigMap>> taken = indexer.getIndexers();

        indexer.addIndexers(Map.of("names", map -> List.of(map.metadata().name())));
        given.clear();

        assertThat(taken).containsOnlyKeys("tags");
        assertThat(indexer.getIndexers()).containsOnlyKeys("tags", "names");
        assertThatThrownBy(() -> indexer.getIndexers().clear()).isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    @Spec("ST-22")
    void index_finds_whatever_shares_a_value_each_once() throws StoreException {
        ConfigMap cart = tagged("cart", "1,2");
        ConfigMap search = tagged("search", "2,3");
        store.add(cart);
        store.add(search);
        store.add(tagged("checkout", "4"));

        assertThat(store.index("tags", tagged("not-stored", "1,2,3"))).containsExactlyInAnyOrder(cart, search);
        assertThat(store.index("tags", tagged("not-stored", "3"))).singleElement().isSameAs(search);
        assertThat(store.index("tags", tagged("not-stored", "5"))).isEmpty();
        assertThat(store.index("tags", map("without-values"))).isEmpty();
    }

    @Test
    @Spec("ST-22")
    void in_a_query_the_index_functions_own_error_comes_out() {
        Indexer<ConfigMap> explosive = explosive();

        assertThatThrownBy(() -> explosive.index("tags", tagged("cart", "boom")))
                .isInstanceOf(IndexException.class)
                .isNotInstanceOf(NoSuchIndexException.class)
                .hasMessage("it blew up");
    }

    @Test
    @Spec("ST-22")
    void what_a_query_returns_is_the_callers() throws StoreException {
        store.add(tagged("cart", "foo"));

        store.index("tags", tagged("x", "foo")).clear();
        store.byIndex("tags", "foo").clear();
        store.listIndexFuncValues("tags").clear();

        assertThat(store.byIndex("tags", "foo")).hasSize(1);
    }

    @Test
    @Spec("ST-23")
    void by_index_gives_the_objects_and_index_keys_their_keys_in_order() throws StoreException {
        for (String name : List.of("d", "a", "c", "b")) {
            store.add(tagged(name, "foo"));
        }

        assertThat(store.byIndex("tags", "foo"))
                .extracting(map -> map.metadata().name())
                .containsExactlyInAnyOrder("a", "b", "c", "d");
        assertThat(store.indexKeys("tags", "foo")).containsExactly("a", "b", "c", "d");
        assertThat(store.byIndex("tags", "unknown")).isEmpty();
        assertThat(store.indexKeys("tags", "unknown")).isEmpty();
    }

    @Test
    @Spec("ST-24")
    void an_index_that_does_not_exist_is_an_error_and_has_no_values() {
        assertThatThrownBy(() -> store.index("nope", map("cart")))
                .isInstanceOf(NoSuchIndexException.class)
                .hasMessage("Index with name nope does not exist");
        assertThatThrownBy(() -> store.byIndex("nope", "x")).isInstanceOf(NoSuchIndexException.class);
        assertThatThrownBy(() -> store.indexKeys("nope", "x")).isInstanceOf(NoSuchIndexException.class);
        assertThat(store.listIndexFuncValues("nope")).isEmpty();
    }

    @Test
    @Spec("ST-25")
    void the_values_in_use_are_listed() throws StoreException {
        store.add(tagged("cart", "bar"));
        store.add(tagged("search", "biz"));
        store.add(tagged("checkout", "bar"));

        assertThat(store.listIndexFuncValues("tags")).containsExactlyInAnyOrder("bar", "biz");
    }

    @Test
    @Spec("ST-27")
    void index_functions_run_under_the_lock_and_key_functions_and_transformers_do_not() throws StoreException {
        List<String> log = new ArrayList<>();
        LockProbe probe = new LockProbe();
        Indexer<ConfigMap> probed = Stores.newIndexer(
                map -> {
                    log.add("key " + probe.canRead() + probe.canWrite());
                    return Keys.metaNamespaceKey(map);
                },
                Map.of("tags", map -> {
                    log.add("index " + probe.canRead() + probe.canWrite());
                    return Maps.tags(map);
                }),
                map -> {
                    log.add("transform " + probe.canRead() + probe.canWrite());
                    return map;
                });
        probe.store = probed;

        probed.add(tagged("cart", "foo"));
        probe.joinAll();
        assertThat(log).containsExactly("key rw", "transform rw", "index --");

        log.clear();
        probed.index("tags", tagged("cart", "foo"));
        probe.joinAll();
        assertThat(log).as("a query shares the lock with readers").containsExactly("index r-");

        log.clear();
        probed.addIndexers(Map.of("more", map -> {
            log.add("index " + probe.canRead() + probe.canWrite());
            return List.of();
        }));
        probe.joinAll();
        assertThat(log).containsExactly("index --");
    }

    /** Tries a read and a write on another thread and says which of them got through at once. */
    private static final class LockProbe {
        private Indexer<ConfigMap> store;
        private final List<Thread> tries = new ArrayList<>();

        String canRead() {
            return getsThrough("r", Indexer::listKeys);
        }

        String canWrite() {
            return getsThrough("w", indexer -> indexer.bookmark("1"));
        }

        private String getsThrough(String letter, Consumer<Indexer<ConfigMap>> access) {
            if (store == null) {
                return letter;
            }
            Thread attempt = Thread.ofPlatform().start(() -> access.accept(store));
            tries.add(attempt);
            while (attempt.isAlive() && attempt.getState() != Thread.State.WAITING) {
                Thread.onSpinWait(); // it ends, or it waits for the lock
            }
            return attempt.isAlive() ? "-" : letter;
        }

        void joinAll() {
            for (Thread attempt : tries) {
                try {
                    attempt.join();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }
        }
    }
}
