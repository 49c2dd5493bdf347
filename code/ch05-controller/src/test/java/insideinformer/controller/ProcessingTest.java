package insideinformer.controller;

import static insideinformer.controller.TestObjects.configMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import insideinformer.api.ConfigMap;
import insideinformer.deltafifo.Delta;
import insideinformer.deltafifo.DeltaType;
import insideinformer.deltafifo.Deltas;
import insideinformer.store.DeletedFinalStateUnknown;
import insideinformer.store.DeletedObject;
import insideinformer.store.DeltaObject;
import insideinformer.store.KeyException;
import insideinformer.store.Keys;
import insideinformer.store.Store;
import insideinformer.store.StoreException;
import insideinformer.store.Stores;
import insideinformer.testing.Spec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ProcessingTest {

    private final Store<ConfigMap> store = Stores.newStore(Keys.deletionHandlingMetaNamespaceKeyFunc());
    private final RecordingHandler<ConfigMap> handler = new RecordingHandler<>();

    private static Delta<ConfigMap> delta(DeltaType type, String version) {
        return new Delta<>(type, new DeltaObject.Live<>(configMap("p", version)));
    }

    private static Delta<ConfigMap> tombstone(DeltaType type) {
        return new Delta<>(type, new DeletedFinalStateUnknown<>("n/p", Optional.of(configMap("p", "1"))));
    }

    private static RefusedObjects<ConfigMap> refused(Store<ConfigMap> store) {
        return new RefusedObjects<>("test", store);
    }

    private void process(boolean initial, List<Delta<ConfigMap>> deltas) throws StoreException {
        Processing.processDeltas(handler, store, refused(store), new Deltas<>(deltas), initial);
    }

    private Optional<String> storedVersion() throws StoreException {
        return store.getByKey("n/p").map(o -> o.metadata().resourceVersion());
    }

    @Test
    @Spec("CT-25")
    void deltas_are_applied_oldest_first_and_each_is_told() throws Exception {
        store.add(configMap("p", "1"));

        process(false, List.of(delta(DeltaType.UPDATED, "2"), delta(DeltaType.UPDATED, "3")));

        assertThat(handler.events()).containsExactly("update n/p@1>2", "update n/p@2>3");
        assertThat(storedVersion()).contains("3");
    }

    @ParameterizedTest
    @EnumSource(value = DeltaType.class, names = {"SYNC", "REPLACED", "ADDED", "UPDATED"})
    @Spec("CT-26")
    void what_the_store_knows_decides_between_add_and_update_and_the_type_does_not(DeltaType type) throws Exception {
        process(false, List.of(delta(type, "1")));
        process(false, List.of(delta(type, "2")));

        assertThat(handler.events()).containsExactly("add n/p@1", "update n/p@1>2");
        assertThat(storedVersion()).contains("2");
    }

    @Test
    @Spec("CT-27")
    void a_deletion_is_told_as_it_came_also_of_what_the_store_does_not_know() throws Exception {
        process(false, List.of(tombstone(DeltaType.DELETED)));
        process(false, List.of(delta(DeltaType.ADDED, "2"), delta(DeltaType.DELETED, "3")));

        assertThat(handler.events()).containsExactly("delete n/p@1 tombstone", "add n/p@2", "delete n/p@3");
        assertThat(storedVersion()).isEmpty();
    }

    @Test
    @Spec("CT-28")
    void the_store_knows_before_the_handler_hears() throws Exception {
        List<Optional<String>> seen = new ArrayList<>();
        ResourceEventHandler<ConfigMap> reader = new ResourceEventHandler<>() {
            @Override
            public void onAdd(ConfigMap obj, boolean isInInitialList) {
                look();
            }

            @Override
            public void onUpdate(ConfigMap oldObj, ConfigMap newObj) {
                look();
            }

            @Override
            public void onDelete(DeletedObject<ConfigMap> obj) {
                look();
            }

            private void look() {
                try {
                    seen.add(storedVersion());
                } catch (StoreException e) {
                    throw new AssertionError(e);
                }
            }
        };

        Processing.processDeltas(reader, store, refused(store), new Deltas<>(List.of(
                delta(DeltaType.ADDED, "1"), delta(DeltaType.UPDATED, "2"), delta(DeltaType.DELETED, "3"))), false);

        assertThat(seen).containsExactly(Optional.of("1"), Optional.of("2"), Optional.empty());
    }

    @Test
    @Spec("CT-29")
    void an_error_of_the_store_ends_the_object_there_and_goes_up() throws Exception {
        Store<ConfigMap> picky = Stores.newStore(o -> {
            if ("2".equals(o.metadata().resourceVersion())) {
                throw new KeyException("no key for version 2", null);
            }
            return "n/p";
        });

        assertThatThrownBy(() -> Processing.processDeltas(handler, picky, refused(picky), new Deltas<>(List.of(
                delta(DeltaType.ADDED, "1"), delta(DeltaType.UPDATED, "2"), delta(DeltaType.UPDATED, "3"))), false))
                .isInstanceOf(StoreException.class).hasMessageContaining("no key for version 2");

        assertThat(handler.events()).containsExactly("add n/p@1");
        assertThat(picky.getByKey("n/p").orElseThrow().metadata().resourceVersion()).isEqualTo("1");
    }

    @Test
    @Spec({"CT-30", "TL-18"})
    void the_flag_belongs_to_the_item_and_goes_to_every_add_of_it() throws Exception {
        process(true, List.of(
                delta(DeltaType.REPLACED, "1"), delta(DeltaType.DELETED, "2"), delta(DeltaType.ADDED, "3")));

        assertThat(handler.events()).containsExactly("add n/p@1 initial", "delete n/p@2", "add n/p@3 initial");
    }

    @ParameterizedTest
    @EnumSource(value = DeltaType.class, names = "DELETED", mode = EnumSource.Mode.EXCLUDE)
    void a_tombstone_that_says_it_is_no_deletion_is_refused(DeltaType type) {
        assertThatIllegalArgumentException().isThrownBy(() -> process(false, List.of(tombstone(type))))
                .withMessageContaining("carries a tombstone");
        assertThat(handler.events()).isEmpty();
    }
}
