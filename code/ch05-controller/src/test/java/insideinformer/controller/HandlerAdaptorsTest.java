package insideinformer.controller;

import static insideinformer.controller.TestObjects.configMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import insideinformer.api.ConfigMap;
import insideinformer.api.ObjectMeta;
import insideinformer.store.DeletedFinalStateUnknown;
import insideinformer.store.DeletedObject;
import insideinformer.store.DeltaObject;
import insideinformer.store.Keys;
import insideinformer.testing.Spec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class HandlerAdaptorsTest {

    private final RecordingHandler<ConfigMap> nested = new RecordingHandler<>();

    private static DeletedObject<ConfigMap> deleted(ConfigMap object) {
        return DeletedObject.of(new DeltaObject.Live<>(object));
    }

    private static DeletedObject<ConfigMap> tombstone(String key, Optional<ConfigMap> last) {
        return DeletedObject.of(new DeletedFinalStateUnknown<>(key, last));
    }

    // --- functions

    @Test
    @Spec("CT-17")
    void functions_that_are_not_set_are_not_called() {
        List<ResourceEventHandler<ConfigMap>> empty = List.of(
                new ResourceEventHandlerFuncs<>(null, null, null),
                new ResourceEventHandlerDetailedFuncs<>(null, null, null));

        for (ResourceEventHandler<ConfigMap> handler : empty) {
            handler.onAdd(configMap("a"), true);
            handler.onUpdate(configMap("a"), configMap("a"));
            handler.onDelete(deleted(configMap("a")));
        }
    }

    @Test
    @Spec("CT-17")
    void functions_that_are_set_get_what_the_handler_gets_and_the_detailed_ones_the_flag_too() {
        List<Object> plain = new ArrayList<>();
        List<Object> detailed = new ArrayList<>();
        ConfigMap older = configMap("a", "1");
        ConfigMap newer = configMap("a", "2");
        ResourceEventHandler<ConfigMap> funcs = new ResourceEventHandlerFuncs<>(
                plain::add, (o, n) -> plain.addAll(List.of(o, n)), gone -> plain.add(gone));
        ResourceEventHandler<ConfigMap> detailedFuncs = new ResourceEventHandlerDetailedFuncs<>(
                (o, initial) -> detailed.addAll(List.of(o, initial)), (o, n) -> detailed.addAll(List.of(o, n)),
                gone -> detailed.add(gone));

        for (ResourceEventHandler<ConfigMap> handler : List.of(funcs, detailedFuncs)) {
            handler.onAdd(older, true);
            handler.onUpdate(older, newer);
            handler.onDelete(deleted(newer));
            handler.onAdd(newer, false);
        }

        assertThat(plain).containsExactly(older, older, newer, deleted(newer), newer);
        assertThat(detailed).containsExactly(older, true, older, newer, deleted(newer), newer, false);
    }

    // --- filtering

    /** Passes the objects that have a {@code 1} in their version. */
    private FilteringResourceEventHandler<ConfigMap> filtering() {
        return new FilteringResourceEventHandler<>(
                o -> o != null && String.valueOf(o.metadata().resourceVersion()).contains("1"), nested);
    }

    @ParameterizedTest
    @CsvSource({
        "1, true, add n/a@1 initial",
        "1, false, add n/a@1",
        "2, true, ",
        "2, false, ",
    })
    @Spec("CT-18")
    void an_add_passes_with_its_flag_or_not_at_all(String version, boolean initial, String heard) {
        filtering().onAdd(configMap("a", version), initial);

        assertThat(nested.events()).isEqualTo(heard == null ? List.of() : List.of(heard));
    }

    @ParameterizedTest
    @CsvSource({
        "1, 11, update n/a@1>11",
        "2, 11, add n/a@11",
        "1, 22, delete n/a@1",
        "2, 22, ",
    })
    @Spec("CT-18")
    void an_update_becomes_what_it_is_for_one_who_sees_only_what_passes(String older, String newer, String heard) {
        filtering().onUpdate(configMap("a", older), configMap("a", newer));

        assertThat(nested.events()).isEqualTo(heard == null ? List.of() : List.of(heard));
    }

    @Test
    @Spec("CT-18")
    void the_delete_of_one_that_ceased_to_pass_carries_the_old_object_and_no_tombstone() {
        List<DeletedObject<ConfigMap>> gone = new ArrayList<>();
        ConfigMap older = configMap("a", "1");
        ResourceEventHandler<ConfigMap> handler = new FilteringResourceEventHandler<>(
                o -> o == older, new ResourceEventHandlerFuncs<>(null, null, gone::add));

        handler.onUpdate(older, configMap("a", "2"));

        assertThat(gone).singleElement().satisfies(one -> {
            assertThat(one.object()).containsSame(older);
            assertThat(one.finalStateUnknown()).isEmpty();
        });
    }

    @Test
    @Spec("CT-19")
    void on_an_update_the_filter_is_asked_about_the_new_object_and_then_the_old_one_once_each() {
        List<String> asked = new ArrayList<>();
        ResourceEventHandler<ConfigMap> handler = new FilteringResourceEventHandler<>(o -> {
            asked.add(o.metadata().resourceVersion());
            return false;
        }, nested);

        handler.onUpdate(configMap("a", "old"), configMap("a", "new"));

        assertThat(asked).containsExactly("new", "old");
    }

    @Test
    @Spec("CT-20")
    void a_missing_filter_or_handler_is_refused_when_it_is_made() {
        assertThatNullPointerException()
                .isThrownBy(() -> new FilteringResourceEventHandler<ConfigMap>(null, nested))
                .withMessageContaining("filterFunc is null").withMessageContaining("register the handler itself");
        assertThatNullPointerException()
                .isThrownBy(() -> new FilteringResourceEventHandler<ConfigMap>(o -> true, null))
                .withMessageContaining("handler is null");
    }

    @Test
    @Spec({"CT-18", "CT-21"})
    void on_a_delete_the_filter_is_shown_the_object_inside_which_may_be_missing() {
        List<Object> asked = new ArrayList<>();
        ResourceEventHandler<ConfigMap> handler = new FilteringResourceEventHandler<>(o -> {
            asked.add(o == null ? "nothing" : o.metadata().resourceVersion());
            return o != null;
        }, nested);

        handler.onDelete(deleted(configMap("a", "1")));
        handler.onDelete(tombstone("n/b", Optional.of(configMap("b", "2"))));
        handler.onDelete(tombstone("n/c", Optional.empty()));

        assertThat(asked).containsExactly("1", "2", "nothing");
        assertThat(nested.events()).containsExactly("delete n/a@1", "delete n/b@2 tombstone");
    }

    // --- deleted objects

    static Stream<Arguments> deletedObjects() {
        ConfigMap namespaced = configMap("x");
        ConfigMap clusterScoped = new ConfigMap("v1", "ConfigMap", ObjectMeta.named("", "x"), Map.of(), Map.of());
        return Stream.of(
                Arguments.of(deleted(namespaced), "n", "x", "n/x"),
                Arguments.of(deleted(clusterScoped), "", "x", "x"),
                Arguments.of(tombstone("n/x", Optional.of(configMap("other"))), "n", "x", "n/x"),
                Arguments.of(tombstone("n/x", Optional.empty()), "n", "x", "n/x"),
                Arguments.of(tombstone("x", Optional.empty()), "", "x", "x"),
                Arguments.of(tombstone("n/x/y", Optional.empty()), "n", "x/y", "n/x/y"),
                Arguments.of(new DeletedObject<ConfigMap>(Optional.empty(), Optional.empty()), "", "", ""));
    }

    @ParameterizedTest
    @MethodSource("deletedObjects")
    @Spec("CT-22")
    void a_deleted_object_knows_its_name_whatever_is_left_of_it(
            DeletedObject<ConfigMap> gone, String namespace, String name, String key) {
        assertThat(gone.objectName().namespace()).isEqualTo(namespace);
        assertThat(gone.objectName().name()).isEqualTo(name);
        assertThat(gone.key()).isEqualTo(key);
    }

    @Test
    @Spec("CT-23")
    void of_what_the_queue_delivers_a_handler_gets_object_and_tombstone_as_far_as_they_exist() {
        ConfigMap object = configMap("x", "1");

        DeletedObject<ConfigMap> plain = deleted(object);
        DeletedObject<ConfigMap> withObject = tombstone("n/x", Optional.of(object));
        DeletedObject<ConfigMap> without = tombstone("n/x", Optional.empty());

        assertThat(plain.object()).containsSame(object);
        assertThat(plain.finalStateUnknown()).isEmpty();
        assertThat(withObject.object()).containsSame(object);
        assertThat(withObject.finalStateUnknown()).map(DeletedFinalStateUnknown::key).contains("n/x");
        assertThat(without.object()).isEmpty();
        assertThat(without.finalStateUnknown()).map(DeletedFinalStateUnknown::key).contains("n/x");
    }

    @Test
    @Spec("CT-24")
    void a_tombstones_key_is_taken_as_it_is_but_may_be_no_name() throws Exception {
        DeletedFinalStateUnknown<ConfigMap> odd = new DeletedFinalStateUnknown<>("a/b/c", Optional.empty());

        assertThat(Keys.deletionHandlingMetaNamespaceKey(odd)).isEqualTo("a/b/c");
        assertThatThrownBy(() -> Keys.deletionHandlingObjectToName(odd)).hasMessageContaining("a/b/c");
        assertThat(Keys.deletionHandlingMetaNamespaceKey(configMap("x"))).isEqualTo("n/x");
        assertThat(Keys.deletionHandlingObjectToName(configMap("x")).name()).isEqualTo("x");
    }

    // --- names

    @Test
    @Spec("PL-30")
    void a_handler_is_named_after_its_class_and_functions_after_where_they_were_written() {
        BiConsumer<ConfigMap, ConfigMap> here = (older, newer) -> {};
        Consumer<DeletedObject<ConfigMap>> elsewhere = Elsewhere.FUNCTION;

        assertThat(EventHandlerName.nameForHandler(nested))
                .isEqualTo("insideinformer.controller.RecordingHandler");
        assertThat(EventHandlerName.nameForHandler(new ResourceEventHandlerFuncs<ConfigMap>(o -> {}, here, null)))
                .isEqualTo("insideinformer.controller.HandlerAdaptorsTest");
        assertThat(EventHandlerName.nameForHandler(new ResourceEventHandlerDetailedFuncs<>(null, here, elsewhere)))
                .isEqualTo("insideinformer.controller.HandlerAdaptorsTest"
                        + "+insideinformer.controller.HandlerAdaptorsTest$Elsewhere");
        assertThat(EventHandlerName.nameForHandler(new ResourceEventHandlerFuncs<ConfigMap>(null, null, null)))
                .isEqualTo("insideinformer.controller.ResourceEventHandlerFuncs");
    }

    private static final class Elsewhere {
        static final Consumer<DeletedObject<ConfigMap>> FUNCTION = gone -> {};
    }

    @Test
    void a_handler_is_made_of_the_functions_that_are_needed() {
        List<String> heard = new ArrayList<>();
        ResourceEventHandler<ConfigMap> all = ResourceEventHandlerFuncs
                .onAdd((ConfigMap map) -> heard.add("add " + map.metadata().name()))
                .withUpdate((older, newer) -> heard.add("update " + newer.metadata().name()))
                .withDelete(gone -> heard.add("delete " + gone.key()));
        for (ResourceEventHandler<ConfigMap> handler : List.of(all,
                ResourceEventHandlerFuncs.onUpdate((ConfigMap older, ConfigMap newer) -> heard.add("only update")),
                ResourceEventHandlerFuncs.<ConfigMap>onDelete(gone -> heard.add("only delete"))
                        .withAdd(map -> heard.add("and add")))) {
            handler.onAdd(configMap("x"), false);
            handler.onUpdate(configMap("x"), configMap("x"));
            handler.onDelete(DeletedObject.of(new DeltaObject.Live<>(configMap("x"))));
        }

        assertThat(heard).containsExactly("add x", "update x", "delete n/x", "only update", "and add", "only delete");
    }
}
