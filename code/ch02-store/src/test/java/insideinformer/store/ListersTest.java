package insideinformer.store;

import static insideinformer.store.Maps.labelled;
import static insideinformer.store.Maps.map;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import insideinformer.api.ApiErrors;
import insideinformer.api.ApiException;
import insideinformer.api.ConfigMap;
import insideinformer.api.GroupResource;
import insideinformer.selectors.LabelSelector;
import insideinformer.testing.Spec;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ListersTest {

    private static final ConfigMap CART = labelled("shop", "cart", Map.of("app", "x"));
    private static final ConfigMap SEARCH = labelled("shop", "search", Map.of("app", "y"));
    private static final ConfigMap OTHER_CART = labelled("staging", "cart", Map.of("app", "x"));
    private static final ConfigMap NODE = labelled("", "node", Map.of("app", "x"));
    private static final LabelSelector APP_X = LabelSelector.parse("app=x");
    private static final GroupResource CONFIG_MAPS = new GroupResource("", "configmaps");

    private final Indexer<ConfigMap> indexed = Stores.newIndexer(
            Keys.metaNamespaceKeyFunc(), Map.of(IndexFunc.NAMESPACE_INDEX, IndexFunc.metaNamespaceIndexFunc()));
    private final Indexer<ConfigMap> plain = Stores.newIndexer(Keys.metaNamespaceKeyFunc(), Map.of());

    @BeforeEach
    void fill() throws StoreException {
        for (ConfigMap object : List.of(CART, SEARCH, OTHER_CART, NODE)) {
            indexed.add(object);
            plain.add(object);
        }
    }

    private static <T> List<T> all(Store<T> store, LabelSelector selector) {
        List<T> found = new ArrayList<>();
        Listers.listAll(store, selector, found::add);
        return found;
    }

    private static <T> List<T> inNamespace(Indexer<T> indexer, String namespace, LabelSelector selector) {
        List<T> found = new ArrayList<>();
        Listers.listAllByNamespace(indexer, namespace, selector, found::add);
        return found;
    }

    @Test
    @Spec("LS-01")
    void whoever_is_told_of_the_matches_may_write_to_the_store() {
        List<ConfigMap> found = new ArrayList<>();

        Listers.listAll(plain, APP_X, object -> {
            found.add(object);
            try {
                plain.delete(object);
                plain.add(map("added", "during-" + found.size()));
            } catch (StoreException e) {
                throw new AssertionError(e);
            }
        });

        assertThat(found).containsExactlyInAnyOrder(CART, OTHER_CART, NODE);
        assertThat(plain.listKeys())
                .containsExactlyInAnyOrder("shop/search", "added/during-1", "added/during-2", "added/during-3");
    }

    /** An indexer that writes down which of its methods are called. */
    @SuppressWarnings("unchecked")
    private static <T> Indexer<T> watched(Indexer<T> indexer, List<String> calls) {
        return (Indexer<T>) Proxy.newProxyInstance(
                ListersTest.class.getClassLoader(), new Class<?>[] {Indexer.class}, (proxy, method, arguments) -> {
                    calls.add(method.getName());
                    return method.invoke(indexer, arguments);
                });
    }

    @Test
    @Spec("LS-02")
    void for_nothing_the_store_is_not_even_read() {
        List<String> calls = new ArrayList<>();
        Indexer<ConfigMap> watched = watched(indexed, calls);

        assertThat(all(watched, LabelSelector.nothing())).isEmpty();
        assertThat(inNamespace(watched, "shop", LabelSelector.nothing())).isEmpty();
        assertThat(calls).isEmpty();

        assertThat(all(watched, LabelSelector.parse("app,!app"))).as("matches nothing, by being tried").isEmpty();
        assertThat(calls).containsExactly("list");
    }

    @Test
    @Spec("LS-03")
    void the_empty_selector_wants_no_metadata_and_any_other_does() throws StoreException {
        Store<Object> words = Stores.newStore(Object::toString);
        words.add("one");

        assertThat(all(words, LabelSelector.everything())).containsExactly("one");
        assertThatThrownBy(() -> all(words, APP_X))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("object has no meta: one");
    }

    @Test
    @Spec("LS-03")
    void matches_before_an_object_without_metadata_have_been_appended() {
        ListOnly<Object> mixed = new ListOnly<>(List.of(CART, SEARCH, "word", OTHER_CART));
        List<Object> found = new ArrayList<>();

        assertThatThrownBy(() -> Listers.listAll(mixed.store(), APP_X, found::add))
                .isInstanceOf(IllegalArgumentException.class);

        assertThat(found).containsExactly(CART);
    }

    /** A store whose list has an order. */
    private record ListOnly<T>(List<T> objects) {
        @SuppressWarnings("unchecked")
        Store<T> store() {
            return (Store<T>) Proxy.newProxyInstance(
                    ListersTest.class.getClassLoader(),
                    new Class<?>[] {Store.class},
                    (proxy, method, arguments) -> objects);
        }
    }

    @Test
    @Spec("LS-04")
    void the_empty_namespace_means_all_of_them() {
        assertThat(inNamespace(indexed, "", APP_X)).containsExactlyInAnyOrder(CART, OTHER_CART, NODE);
        assertThat(inNamespace(indexed, "", LabelSelector.everything())).hasSize(4);
    }

    @Test
    @Spec("LS-05")
    void a_namespace_is_looked_up_in_its_index_and_filtered_then() {
        List<String> calls = new ArrayList<>();

        assertThat(inNamespace(watched(indexed, calls), "shop", APP_X)).containsExactly(CART);

        assertThat(calls).containsExactly("byIndex");
        assertThat(inNamespace(indexed, "shop", LabelSelector.everything())).containsExactlyInAnyOrder(CART, SEARCH);
        assertThat(inNamespace(indexed, "nowhere", LabelSelector.everything())).isEmpty();
    }

    @Test
    @Spec("LS-06")
    void without_that_index_every_object_is_looked_at_with_the_same_result() throws StoreException {
        assertThat(inNamespace(plain, "shop", APP_X)).containsExactly(CART);
        assertThat(inNamespace(plain, "shop", LabelSelector.everything())).containsExactlyInAnyOrder(CART, SEARCH);

        Indexer<Object> words = Stores.newIndexer(Object::toString, Map.of());
        words.add("one");
        assertThatThrownBy(() -> inNamespace(words, "shop", LabelSelector.everything()))
                .as("where namespaces are compared, metadata is needed")
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    @Spec("LS-07")
    void the_generic_lister_gets_by_the_key_as_it_is() throws ApiException {
        GenericLister<ConfigMap> lister = new GenericLister<>(indexed, CONFIG_MAPS);

        assertThat(lister.get("shop/cart")).isSameAs(CART);
        assertThat(lister.get("node")).isSameAs(NODE);
        assertThatExceptionOfType(ApiException.class)
                .isThrownBy(() -> lister.get("cart"))
                .withMessage("configmaps \"cart\" not found")
                .satisfies(error -> {
                    assertThat(ApiErrors.isNotFound(error)).isTrue();
                    assertThat(error.status().code()).isEqualTo(404);
                    assertThat(error.status().details().kind()).isEqualTo("configmaps");
                    assertThat(error.status().details().name()).isEqualTo("cart");
                });
    }

    @Test
    @Spec("LS-08")
    void within_a_namespace_an_object_is_found_by_its_name() throws ApiException {
        GenericNamespaceLister<ConfigMap> shop = new GenericLister<>(indexed, CONFIG_MAPS).byNamespace("shop");

        assertThat(shop.get("cart")).isSameAs(CART);
        assertThatThrownBy(() -> shop.get("node")).hasMessage("configmaps \"node\" not found");
        assertThat(shop.list(APP_X)).singleElement().isSameAs(CART);
    }

    @Test
    @Spec("LS-08")
    void in_the_empty_namespace_nothing_is_found_by_name_not_even_what_has_no_namespace() {
        GenericNamespaceLister<ConfigMap> empty = new GenericLister<>(indexed, CONFIG_MAPS).byNamespace("");

        assertThatThrownBy(() -> empty.get("node")).hasMessage("configmaps \"node\" not found");
        assertThat(empty.list(APP_X)).containsExactlyInAnyOrder(CART, OTHER_CART, NODE);
    }

    @Test
    @Spec("LS-09")
    void no_match_is_an_empty_list_and_a_match_is_the_stored_object() {
        GenericLister<ConfigMap> lister = new GenericLister<>(indexed, CONFIG_MAPS);

        assertThat(lister.list(LabelSelector.parse("app=nobody"))).isEmpty();
        assertThat(lister.list(LabelSelector.parse("app=y"))).singleElement().isSameAs(SEARCH);
        assertThat(lister.byNamespace("shop").list(LabelSelector.parse("app=nobody"))).isEmpty();
    }
}
