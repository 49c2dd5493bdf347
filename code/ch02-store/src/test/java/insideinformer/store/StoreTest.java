package insideinformer.store;

import static insideinformer.store.Maps.map;
import static insideinformer.store.Maps.version;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import insideinformer.api.ConfigMap;
import insideinformer.testing.Spec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class StoreTest {

    private static final ConfigMap CART_1 = version(map("shop", "cart"), "1");
    private static final ConfigMap CART_2 = version(map("shop", "cart"), "2");
    private static final ConfigMap SEARCH_1 = version(map("shop", "search"), "1");
    private static final ConfigMap BAD = map("shop", "bad");

    /** Fails for what is named bad. */
    private static final KeyFunc<ConfigMap> PICKY = object -> {
        if ("bad".equals(object.metadata().name())) {
            throw new KeyException("it is bad", null);
        }
        return Keys.metaNamespaceKey(object);
    };

    private final Store<ConfigMap> store = Stores.newStore(PICKY);

    @Test
    @Spec("ST-01")
    void add_and_update_both_put_whatever_was_there_before() throws StoreException {
        store.update(CART_1);
        assertThat(store.list()).containsExactly(CART_1);

        store.add(CART_2);
        assertThat(store.list()).containsExactly(CART_2);

        store.update(CART_1);
        assertThat(store.list()).containsExactly(CART_1);
    }

    @Test
    @Spec("ST-02")
    void without_a_key_nothing_is_done() throws StoreException {
        store.add(CART_1);

        assertThatExceptionOfType(KeyError.class).isThrownBy(() -> store.add(BAD));
        assertThatExceptionOfType(KeyError.class).isThrownBy(() -> store.update(BAD));
        assertThatExceptionOfType(KeyError.class)
                .isThrownBy(() -> store.delete(BAD))
                .satisfies(error -> assertThat(error.object()).isSameAs(BAD));
        assertThatExceptionOfType(KeyError.class)
                .isThrownBy(() -> store.get(BAD))
                .withMessage("couldn't create key for object " + BAD + ": it is bad");

        assertThat(store.list()).containsExactly(CART_1);
    }

    @Test
    @Spec("ST-03")
    void deleting_what_is_not_there_does_nothing() throws StoreException {
        store.delete(CART_1);
        store.add(SEARCH_1);
        store.delete(CART_1);

        assertThat(store.list()).containsExactly(SEARCH_1);
    }

    @Test
    @Spec("ST-04")
    void get_looks_at_nothing_but_the_key() throws StoreException {
        store.add(CART_1);

        assertThat(store.get(CART_2)).containsSame(CART_1);
        assertThat(store.getByKey("shop/cart")).containsSame(CART_1);
        assertThat(store.get(SEARCH_1)).isEmpty();
        assertThat(store.getByKey("shop/search")).isEmpty();
    }

    @Test
    @Spec("ST-05")
    void lists_are_snapshots_of_the_stored_references() throws StoreException {
        store.add(CART_1);
        List<ConfigMap> objects = store.list();
        List<String> keys = store.listKeys();

        store.add(SEARCH_1);
        store.delete(CART_1);

        assertThat(objects).singleElement().isSameAs(CART_1);
        assertThat(keys).containsExactly("shop/cart");
    }

    @Test
    @Spec("ST-05")
    void a_list_belongs_to_its_caller() throws StoreException {
        store.add(CART_1);

        store.list().clear();
        store.listKeys().clear();

        assertThat(store.list()).containsExactly(CART_1);
    }

    @Test
    @Spec("ST-06")
    void replace_exchanges_the_whole_content_and_the_last_of_equal_keys_wins() throws StoreException {
        store.add(SEARCH_1);

        store.replace(List.of(CART_2, CART_1), "7");

        assertThat(store.list()).containsExactly(CART_1);
    }

    @Test
    @Spec("C4")
    void what_is_known_of_an_object_that_is_listed_and_could_not_be_read_stays() throws StoreException {
        store.add(CART_1);
        store.add(SEARCH_1);

        store.replace(List.of(), Set.of("shop/cart", "shop/unknown"), "7");

        assertThat(store.list()).containsExactly(CART_1);
    }

    @Test
    @Spec("ST-06")
    void replace_with_one_bad_object_leaves_the_old_content_whole() throws StoreException {
        store.add(SEARCH_1);

        assertThatExceptionOfType(KeyError.class)
                .isThrownBy(() -> store.replace(List.of(CART_1, BAD), "7"))
                .satisfies(error -> assertThat(error.object()).isSameAs(BAD));

        assertThat(store.list()).containsExactly(SEARCH_1);
    }

    @Test
    @Spec("ST-07")
    void resync_does_nothing() throws StoreException {
        store.add(CART_1);

        store.resync();

        assertThat(store.list()).containsExactly(CART_1);
    }

    // The transformer

    /** Renames, which would show if it ran before the key was taken. */
    private static ConfigMap renamed(ConfigMap object) {
        return map("shop", "renamed-" + object.metadata().name());
    }

    @Test
    @Spec("ST-08")
    void a_transformer_changes_what_is_stored_but_not_its_key() throws StoreException {
        Store<ConfigMap> transforming = Stores.newStore(PICKY, StoreTest::renamed);

        transforming.add(CART_1);
        assertThat(transforming.getByKey("shop/cart")).contains(map("shop", "renamed-cart"));

        transforming.update(SEARCH_1);
        assertThat(transforming.getByKey("shop/search")).contains(map("shop", "renamed-search"));

        transforming.replace(List.of(SEARCH_1), "7");
        assertThat(transforming.listKeys()).containsExactly("shop/search");
        assertThat(transforming.getByKey("shop/search")).contains(map("shop", "renamed-search"));
    }

    @Test
    @Spec("ST-08")
    void delete_and_transaction_do_not_transform() throws StoreException {
        AtomicInteger calls = new AtomicInteger();
        Indexer<ConfigMap> transforming = Stores.newIndexer(PICKY, Map.of(), object -> {
            calls.incrementAndGet();
            return object;
        });

        ((TransactionStore<ConfigMap>) transforming)
                .transaction(List.of(new Transaction<>(Transaction.Type.ADD, CART_1)));
        transforming.delete(CART_1);

        assertThat(calls).hasValue(0);
    }

    @Test
    @Spec("ST-08")
    void a_transformer_that_fails_is_reported_with_its_cause_and_stores_nothing() throws StoreException {
        Exception cause = new Exception("too big");
        Store<ConfigMap> transforming = Stores.newStore(PICKY, object -> {
            if (object.equals(CART_2)) {
                throw cause;
            }
            return object;
        });
        transforming.add(CART_1);

        assertThatThrownBy(() -> transforming.add(CART_2))
                .isInstanceOf(TransformException.class)
                .hasMessage("transforming: too big")
                .hasCause(cause);
        assertThatThrownBy(() -> transforming.update(CART_2)).isInstanceOf(TransformException.class);
        assertThatThrownBy(() -> transforming.replace(List.of(SEARCH_1, CART_2), "7"))
                .isInstanceOf(TransformException.class);

        assertThat(transforming.list()).containsExactly(CART_1);
    }

    @Test
    void a_transformer_that_is_interrupted_leaves_the_thread_interrupted() {
        Store<ConfigMap> transforming = Stores.newStore(PICKY, object -> {
            throw new InterruptedException();
        });

        assertThatThrownBy(() -> transforming.add(CART_1)).isInstanceOf(TransformException.class);
        assertThat(Thread.interrupted()).isTrue();
    }

    // Transactions

    @Test
    @Spec("ST-09")
    void a_transaction_does_its_good_steps_in_order_and_names_the_others() throws StoreException {
        TransactionStore<ConfigMap> transactional = (TransactionStore<ConfigMap>) store;
        store.add(SEARCH_1);

        assertThatExceptionOfType(TransactionError.class)
                .isThrownBy(() -> transactional.transaction(List.of(
                        new Transaction<>(Transaction.Type.ADD, CART_1),
                        new Transaction<>(Transaction.Type.UPDATE, BAD),
                        new Transaction<>(Transaction.Type.UPDATE, CART_2),
                        new Transaction<>(Transaction.Type.DELETE, BAD),
                        new Transaction<>(Transaction.Type.DELETE, SEARCH_1))))
                .withMessageStartingWith("failed to execute (2/5) transactions failed due to: [couldn't create key")
                .satisfies(error -> {
                    assertThat(error.successfulIndices()).containsExactly(0, 2, 4);
                    assertThat(error.totalTransactions()).isEqualTo(5);
                    assertThat(error.errors()).hasSize(2).allSatisfy(e -> assertThat(e.object()).isSameAs(BAD));
                });

        assertThat(store.list()).containsExactly(CART_2);
    }

    @Test
    @Spec("ST-09")
    void a_transaction_without_steps_or_with_good_ones_only_fails_nothing() throws StoreException {
        TransactionStore<ConfigMap> transactional = (TransactionStore<ConfigMap>) store;

        transactional.transaction(List.of());
        transactional.transaction(List.of(
                new Transaction<>(Transaction.Type.ADD, CART_1), new Transaction<>(Transaction.Type.DELETE, CART_1)));

        assertThat(store.list()).isEmpty();
    }

    // The resource version

    @Test
    @Spec("ST-28")
    void the_version_is_that_of_the_last_write_not_the_highest() throws StoreException {
        List<String> seen = new ArrayList<>();
        seen.add(store.lastStoreSyncResourceVersion());
        store.add(version(CART_1, "10"));
        seen.add(store.lastStoreSyncResourceVersion());
        store.update(version(CART_1, "7"));
        seen.add(store.lastStoreSyncResourceVersion());
        store.delete(version(SEARCH_1, "8"));
        seen.add(store.lastStoreSyncResourceVersion());
        store.replace(List.of(version(CART_1, "5")), "9");
        seen.add(store.lastStoreSyncResourceVersion());
        store.bookmark("12");
        seen.add(store.lastStoreSyncResourceVersion());
        ((TransactionStore<ConfigMap>) store).transaction(List.of(
                new Transaction<>(Transaction.Type.ADD, version(CART_1, "20")),
                new Transaction<>(Transaction.Type.ADD, version(SEARCH_1, "19"))));
        seen.add(store.lastStoreSyncResourceVersion());
        store.add(map("shop", "cart"));
        seen.add(store.lastStoreSyncResourceVersion());

        assertThat(seen).containsExactly("", "10", "7", "8", "9", "12", "19", "");
    }

    @Test
    @Spec("ST-28")
    void what_has_no_metadata_does_not_touch_the_version() throws StoreException {
        ThreadSafeMap<Object> map = new ThreadSafeMap<>(Map.of());
        map.add("shop/cart", CART_2);

        map.add("word", "word");
        assertThat(map.lastStoreSyncResourceVersion()).isEqualTo("2");

        map.delete("shop/cart");
        assertThat(map.lastStoreSyncResourceVersion()).isEqualTo("2");

        map.deleteWithObject("shop/cart", version(CART_1, "3"));
        assertThat(map.lastStoreSyncResourceVersion()).isEqualTo("3");
    }

    @Test
    @Spec("ST-28")
    void a_tombstone_tells_no_version() throws StoreException {
        Store<ConfigMap> handling = Stores.newStore(Keys.deletionHandlingMetaNamespaceKeyFunc());
        handling.add(CART_1);

        handling.delete(new DeletedFinalStateUnknown<>("shop/cart", Optional.of(version(CART_1, "9"))));

        assertThat(handling.list()).isEmpty();
        assertThat(handling.lastStoreSyncResourceVersion()).isEqualTo("1");
    }
}
