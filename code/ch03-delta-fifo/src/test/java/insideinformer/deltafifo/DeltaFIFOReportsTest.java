package insideinformer.deltafifo;

import static org.assertj.core.api.Assertions.assertThat;

import insideinformer.store.Indexer;
import insideinformer.testing.Spec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What went wrong in public, and does not here. The queue stands before a store, and the consumer can be held. */
class DeltaFIFOReportsTest {

    private final Indexer<Thing> store = Consumer.store(Map.of());
    private final DeltaFIFO<Thing> fifo = new DeltaFIFO<>(DeltaFIFOOptions.<Thing>builder()
            .keyFunction(Thing::key)
            .knownObjects(store)
            .emitDeltaTypeReplaced(true)
            .build());
    private final List<String> told = new ArrayList<>();

    private static List<Thing> things(String... texts) {
        return Arrays.stream(texts).map(Thing::of).toList();
    }

    private void popOnce() throws FIFOClosedException {
        assertThat(fifo.pop((deltas, initial) -> told.addAll(Consumer.apply(deltas, store))).error()).isEmpty();
    }

    @Test
    @Spec({"A1", "DF-134", "DF-161"})
    void what_was_added_and_deleted_around_a_gap_in_the_watch_leaves_the_cache() throws Exception {
        fifo.replace(List.of(), "1");
        fifo.add(Thing.of("ada3"));
        // the consumer is slow, the watch breaks, ada is deleted, and the new list does not have it
        fifo.replace(List.of(), "10");

        popOnce();

        assertThat(told).containsExactly("ADD ada3", "DEL ada!3");
        assertThat(store.list()).isEmpty();
    }

    @Test
    @Spec("C4")
    void what_is_listed_but_could_not_be_read_is_not_gone_be_it_known_or_queued() throws Exception {
        fifo.add(Thing.of("ada3"));
        popOnce();
        fifo.add(Thing.of("bob4"));

        fifo.replace(things("cy5"), Set.of("ada", "bob", "dan"), "10");
        popOnce();
        popOnce();

        assertThat(told).containsExactly("ADD ada3", "ADD bob4", "ADD cy5");
        assertThat(fifo.hasSynced()).isTrue();
    }

    @Test
    @Spec({"DF-127", "DF-32"})
    void after_two_lists_in_a_row_the_handler_finds_the_object_in_the_first_tombstone_it_opens() throws Exception {
        fifo.add(Thing.of("ada3"));
        fifo.replace(List.of(), "10");
        fifo.replace(List.of(), "11");

        popOnce();

        assertThat(told).containsExactly("ADD ada3", "DEL ada!3");
    }

    @Test
    @Spec({"DF-141", "DF-30"})
    void an_object_recreated_while_its_deletion_was_queued_is_announced_by_the_next_list() throws Exception {
        fifo.add(Thing.of("ada3"));
        popOnce();
        fifo.delete(Thing.of("ada4"));
        fifo.replace(things("ada8"), "10");

        popOnce();

        assertThat(told).containsExactly("ADD ada3", "DEL ada4", "ADD ada8");
        assertThat(store.list()).containsExactlyElementsOf(things("ada8"));
    }

    @Test
    @Spec({"DF-06", "DF-57"})
    void what_a_list_finds_can_be_told_from_what_a_resync_shows_again() throws Exception {
        fifo.replace(things("ada1"), "1");
        popOnce();
        List<DeltaType> types = new ArrayList<>();
        PopProcessFunc<Thing> look = (deltas, initial) -> deltas.forEach(delta -> types.add(delta.type()));

        fifo.resync();
        fifo.pop(look);
        fifo.replace(things("ada5"), "6");
        fifo.pop(look);

        assertThat(types).containsExactly(DeltaType.SYNC, DeltaType.REPLACED);
    }

    @Test
    @Spec("DF-29")
    void a_deletion_and_a_new_life_in_one_gap_arrive_as_one_replaced_and_not_as_silence() throws Exception {
        fifo.replace(things("ada1"), "1");
        popOnce();
        fifo.replace(things("ada8"), "9");

        popOnce();

        assertThat(told).containsExactly("ADD ada1", "UPD ada1 ada8");
    }

    @Test
    @Spec({"A9", "DF-107"})
    void order_is_kept_for_each_object_and_not_between_objects() throws Exception {
        fifo.add(Thing.of("ada1"));
        fifo.add(Thing.of("bob1"));
        fifo.update(Thing.of("ada2"));

        popOnce();
        popOnce();

        assertThat(told).containsExactly("ADD ada1", "UPD ada1 ada2", "ADD bob1");
    }

    @Test
    @Spec({"KY-12", "DF-113"})
    void a_tombstone_reaches_the_store_by_the_key_written_on_it() throws Exception {
        fifo.replace(things("ada1", "bob1"), "1");
        popOnce();
        popOnce();
        fifo.replace(things("bob2"), "5");

        popOnce();
        popOnce();

        assertThat(told).containsExactly("ADD ada1", "ADD bob1", "UPD bob1 bob2", "DEL ada!1");
        assertThat(store.list()).containsExactlyElementsOf(things("bob2"));
    }
}
