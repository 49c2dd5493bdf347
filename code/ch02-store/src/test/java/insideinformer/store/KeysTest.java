package insideinformer.store;

import static insideinformer.store.Maps.map;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import insideinformer.api.ConfigMap;
import insideinformer.testing.Spec;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class KeysTest {

    @Test
    @Spec("KY-01")
    void a_key_error_carries_the_object_the_cause_and_both_in_its_text() {
        KeyException cause = new KeyException("no plate on the door", null);
        KeyFunc<String> failing = object -> {
            throw cause;
        };
        Store<String> store = Stores.newStore(failing);

        assertThatExceptionOfType(KeyError.class)
                .isThrownBy(() -> store.add("cart"))
                .withMessage("couldn't create key for object cart: no plate on the door")
                .withCause(cause)
                .satisfies(error -> assertThat(error.object()).isEqualTo("cart"));
    }

    @Test
    @Spec("KY-01")
    void the_first_cause_is_reachable_through_key_errors_inside_key_errors() {
        KeyException first = new KeyException("no plate on the door", null);

        KeyError outer = new KeyError("outer", new KeyError("inner", first));

        assertThat(outer).hasRootCause(first);
        assertThat(outer).hasMessage(
                "couldn't create key for object outer: couldn't create key for object inner: no plate on the door");
    }

    @ParameterizedTest
    @CsvSource({"shop, cart, shop/cart", "'', cart, cart", "shop, '', shop/", "'', '', ''"})
    @Spec("KY-02")
    void the_key_is_the_name_behind_its_namespace_if_there_is_one(String namespace, String name, String key)
            throws KeyException {
        assertThat(Keys.metaNamespaceKey(map(namespace, name))).isEqualTo(key);
        assertThat(Keys.<ConfigMap>metaNamespaceKeyFunc().key(map(namespace, name))).isEqualTo(key);
        assertThat(Keys.objectToName(map(namespace, name))).isEqualTo(new ObjectName(namespace, name));
    }

    @Test
    @Spec("KY-03")
    void nothing_is_checked_or_escaped_so_that_some_keys_cannot_be_taken_apart_again() throws KeyException {
        String key = Keys.metaNamespaceKey(map("a/b", "c"));

        assertThat(key).isEqualTo("a/b/c");
        assertThatThrownBy(() -> Keys.splitMetaNamespaceKey(key)).isInstanceOf(KeyFormatException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"x/y/z", "", "cart"})
    @Spec("KY-04")
    void an_explicit_key_is_taken_as_it_is_but_is_no_object(String text) throws KeyException {
        ExplicitKey key = new ExplicitKey(text);

        assertThat(Keys.metaNamespaceKey(key)).isEqualTo(text);
        assertThat(Keys.deletionHandlingMetaNamespaceKey(key)).isEqualTo(text);
        assertThatThrownBy(() -> Keys.objectToName(key)).isInstanceOf(KeyException.class);
        assertThatThrownBy(() -> Keys.deletionHandlingObjectToName(key)).isInstanceOf(KeyException.class);
    }

    static List<Object> withoutMetadata() {
        return Arrays.asList("cart", null, new DeletedFinalStateUnknown<>("shop/cart", Optional.of(map("cart"))));
    }

    @ParameterizedTest
    @MethodSource("withoutMetadata")
    @Spec("KY-05")
    void what_has_no_metadata_has_no_key(Object object) {
        assertThatExceptionOfType(KeyException.class)
                .isThrownBy(() -> Keys.objectToName(object))
                .withMessageStartingWith("object has no meta: " + object);
        assertThatExceptionOfType(KeyException.class)
                .isThrownBy(() -> Keys.metaNamespaceKey(object))
                .withMessageStartingWith("object has no meta: " + object);
    }

    @ParameterizedTest
    @CsvSource({
        "cart, '', cart", "shop/cart, shop, cart", "'', '', ''", "/cart, '', cart", "shop/, shop, ''", "/, '', ''"
    })
    @Spec("KY-06")
    void a_key_is_split_at_its_slash(String key, String namespace, String name) throws KeyFormatException {
        assertThat(Keys.splitMetaNamespaceKey(key)).isEqualTo(new ObjectName(namespace, name));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a/b/c", "//", "/a/"})
    @Spec("KY-06")
    void a_key_with_two_slashes_is_refused(String key) {
        assertThatThrownBy(() -> Keys.splitMetaNamespaceKey(key))
                .isInstanceOf(KeyFormatException.class)
                .hasMessage("unexpected key format: \"" + key + "\"");
    }

    @Test
    @Spec("KY-07")
    void parsing_and_printing_changes_nothing_but_a_leading_slash() {
        for (int seed = 0; seed < 5_000; seed++) {
            Random random = new Random(seed);
            StringBuilder text = new StringBuilder();
            for (int length = random.nextInt(7); length > 0; length--) {
                text.append("abc/".charAt(random.nextInt(4)));
            }
            String key = text.toString();
            long slashes = key.chars().filter(c -> c == '/').count();

            if (slashes > 1) {
                assertThatThrownBy(() -> ObjectName.parse(key)).as(key).isInstanceOf(KeyFormatException.class);
            } else {
                assertThat(printedAgain(key)).isEqualTo(key.startsWith("/") ? key.substring(1) : key);
            }
        }
    }

    private static String printedAgain(String key) {
        try {
            return ObjectName.parse(key).toString();
        } catch (KeyFormatException e) {
            throw new AssertionError(key, e);
        }
    }

    @ParameterizedTest
    @CsvSource({"shop, cart, shop/cart, shop/cart", "'', cart, cart, /cart", "shop, '', shop/, shop/", "'', '', '', /"})
    @Spec("KY-08")
    void both_kinds_of_names_hold_the_same_and_print_differently(
            String namespace, String name, String objectName, String namespacedName) {
        ObjectName one = new ObjectName(namespace, name);

        assertThat(one).hasToString(objectName);
        assertThat(one.asNamespacedName()).hasToString(namespacedName);
        assertThat(one.asNamespacedName().asObjectName()).isEqualTo(one);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a/b/c", "", "shop/cart"})
    @Spec("KY-09")
    void the_key_of_a_tombstone_is_the_one_written_on_it_whatever_lies_inside(String key) throws KeyException {
        var empty = new DeletedFinalStateUnknown<ConfigMap>(key, Optional.empty());
        var filled = new DeletedFinalStateUnknown<>(key, Optional.of(map("other", "object")));

        assertThat(Keys.deletionHandlingMetaNamespaceKey(empty)).isEqualTo(key);
        assertThat(Keys.deletionHandlingMetaNamespaceKey(filled)).isEqualTo(key);
        assertThat(Keys.<ConfigMap>deletionHandlingMetaNamespaceKeyFunc().deletionKey(filled)).isEqualTo(key);
    }

    @Test
    @Spec("KY-09")
    void what_is_no_tombstone_has_its_usual_key_there_too() throws KeyException {
        KeyFunc<ConfigMap> keyFunc = Keys.deletionHandlingMetaNamespaceKeyFunc();
        DeltaObject<ConfigMap> live = new DeltaObject.Live<>(map("shop", "cart"));

        assertThat(Keys.deletionHandlingMetaNamespaceKey(map("shop", "cart"))).isEqualTo("shop/cart");
        assertThat(Keys.deletionHandlingMetaNamespaceKey(live)).isEqualTo("shop/cart");
        assertThat(keyFunc.key(map("shop", "cart"))).isEqualTo("shop/cart");
        assertThat(keyFunc.deletionKey(live)).isEqualTo("shop/cart");
        assertThatThrownBy(() -> Keys.deletionHandlingMetaNamespaceKey("cart"))
                .isInstanceOf(KeyException.class)
                .hasMessageStartingWith("object has no meta: ");
    }

    @Test
    @Spec("KY-10")
    void the_name_of_a_tombstone_comes_from_its_key_and_may_not_exist() throws KeyException {
        var good = new DeletedFinalStateUnknown<ConfigMap>("shop/cart", Optional.empty());
        var bad = new DeletedFinalStateUnknown<ConfigMap>("a/b/c", Optional.empty());

        assertThat(Keys.deletionHandlingObjectToName(good)).isEqualTo(new ObjectName("shop", "cart"));
        assertThat(Keys.deletionHandlingObjectToName(map("shop", "cart"))).isEqualTo(new ObjectName("shop", "cart"));
        assertThat(Keys.deletionHandlingObjectToName(new DeltaObject.Live<>(map("shop", "cart"))))
                .isEqualTo(new ObjectName("shop", "cart"));
        assertThatThrownBy(() -> Keys.deletionHandlingObjectToName(bad)).isInstanceOf(KeyFormatException.class);
    }

    @Test
    @Spec("KY-11")
    void one_indexed_value_can_be_the_key() throws KeyException {
        KeyFunc<ConfigMap> byTag = Keys.indexFuncToKeyFuncAdapter(Maps::tags);

        assertThat(byTag.key(Maps.tagged("cart", "blue"))).isEqualTo("blue");
    }

    @Test
    @Spec("KY-11")
    void two_indexed_values_none_or_a_failure_are_no_key() {
        KeyFunc<ConfigMap> byTag = Keys.indexFuncToKeyFuncAdapter(Maps::tags);
        IndexException cause = new IndexException("cannot count", null);
        KeyFunc<ConfigMap> failing = Keys.indexFuncToKeyFuncAdapter(map -> {
            throw cause;
        });

        assertThatThrownBy(() -> byTag.key(Maps.tagged("cart", "blue,red")))
                .isInstanceOf(KeyException.class)
                .hasMessage("too many keys: [blue, red]");
        assertThatThrownBy(() -> byTag.key(map("cart")))
                .isInstanceOf(KeyException.class)
                .hasMessage("unexpected empty indexKeys");
        assertThatThrownBy(() -> failing.key(map("cart")))
                .isInstanceOf(KeyException.class)
                .hasMessage("cannot count")
                .hasCause(cause);
    }

    @Test
    @Spec("KY-12")
    void a_store_deletes_a_tombstone_only_if_its_key_function_handles_deletions() throws StoreException {
        Store<ConfigMap> handling = Stores.newStore(Keys.deletionHandlingMetaNamespaceKeyFunc());
        Store<ConfigMap> plain = Stores.newStore(Keys.metaNamespaceKeyFunc());
        handling.add(map("shop", "cart"));
        plain.add(map("shop", "cart"));
        var tombstone = new DeletedFinalStateUnknown<ConfigMap>("shop/cart", Optional.empty());

        handling.delete(tombstone);

        assertThat(handling.listKeys()).isEmpty();
        assertThatExceptionOfType(KeyError.class)
                .isThrownBy(() -> plain.delete(tombstone))
                .satisfies(error -> assertThat(error.object()).isEqualTo(tombstone));
        assertThat(plain.listKeys()).containsExactly("shop/cart");
    }

    @Test
    @Spec("KY-13")
    void a_deleted_object_is_named_by_its_tombstone_else_by_itself_else_not_at_all() {
        var tombstone = new DeletedFinalStateUnknown<>("a/b/c", Optional.of(map("shop", "cart")));

        DeletedObject<ConfigMap> missed = DeletedObject.of(tombstone);
        DeletedObject<ConfigMap> seen = DeletedObject.of(new DeltaObject.Live<>(map("shop", "cart")));
        DeletedObject<ConfigMap> nothing = new DeletedObject<>(Optional.empty(), Optional.empty());

        assertThat(missed.key()).isEqualTo("a/b/c");
        assertThat(missed.objectName()).isEqualTo(new ObjectName("a", "b/c"));
        assertThat(missed.object()).contains(map("shop", "cart"));
        assertThat(seen.key()).isEqualTo("shop/cart");
        assertThat(seen.objectName()).isEqualTo(new ObjectName("shop", "cart"));
        assertThat(seen.finalStateUnknown()).isEmpty();
        assertThat(nothing.key()).isEmpty();
        assertThat(nothing.objectName()).isEqualTo(new ObjectName("", ""));
    }

    @Test
    @Spec("KY-13")
    void the_name_of_a_deleted_object_without_a_slash_is_its_whole_key() {
        var tombstone = new DeletedFinalStateUnknown<ConfigMap>("cart", Optional.empty());

        assertThat(DeletedObject.of(tombstone).objectName()).isEqualTo(new ObjectName("", "cart"));
    }
}
