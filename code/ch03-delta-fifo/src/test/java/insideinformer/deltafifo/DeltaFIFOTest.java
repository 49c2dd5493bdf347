package insideinformer.deltafifo;

import static insideinformer.deltafifo.Thing.deltaObject;
import static insideinformer.deltafifo.Thing.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import insideinformer.api.ConfigMap;
import insideinformer.api.ObjectMeta;
import insideinformer.store.DeletedFinalStateUnknown;
import insideinformer.store.DeltaObject;
import insideinformer.store.KeyError;
import insideinformer.store.KeyException;
import insideinformer.store.KeyListerGetter;
import insideinformer.store.ReflectorStore;
import insideinformer.store.Store;
import insideinformer.store.StoreException;
import insideinformer.store.TransformException;
import insideinformer.testing.Spec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DeltaFIFOTest {

    private static final Thing BAD = new Thing("bad", 1);

    private final DeltaFIFO<Thing> fifo = new DeltaFIFO<>(options().build());

    private static DeltaFIFOOptions.Builder<Thing> options() {
        return DeltaFIFOOptions.<Thing>builder().keyFunction(Thing::key).emitDeltaTypeReplaced(true);
    }

    private static DeltaFIFO<Thing> knowing(String known) {
        return new DeltaFIFO<>(options().knownObjects(Known.of(known)).build());
    }

    private static List<Thing> things(String... texts) {
        return Arrays.stream(texts).map(Thing::of).toList();
    }

    /** Takes the next key's deltas, as text. */
    private static String pop(DeltaFIFO<Thing> fifo) throws FIFOClosedException {
        return text(fifo.pop((deltas, isInInitialList) -> {}).deltas());
    }

    /** Takes all that is queued; the queue is closed afterwards. */
    private static List<String> drain(DeltaFIFO<Thing> fifo) {
        fifo.close();
        List<String> popped = new ArrayList<>();
        while (true) {
            try {
                popped.add(pop(fifo));
            } catch (FIFOClosedException e) {
                return popped;
            }
        }
    }

    // What it is and how it is made

    @Test
    void a_look_at_the_queue_shows_keys_in_the_order_of_their_pops_and_changes_nothing() throws Exception {
        assertThat(fifo.isEmpty()).isTrue();
        fifo.add(new Thing("cart", 1));
        fifo.add(new Thing("search", 2));
        fifo.update(new Thing("cart", 3));

        Map<String, Deltas<Thing>> contents = fifo.contents();

        assertThat(fifo.isEmpty()).isFalse();
        assertThat(contents.keySet()).containsExactly("cart", "search");
        assertThat(contents.get("cart").list()).extracting(Delta::type)
                .containsExactly(DeltaType.ADDED, DeltaType.UPDATED);
        fifo.pop((deltas, isInInitialList) ->
                assertThat(fifo.contents().keySet()).as("from inside a callback").containsExactly("search"));
        assertThat(contents.keySet()).as("a copy").containsExactly("cart", "search");
        assertThat(fifo.contents().keySet()).containsExactly("search");
    }

    @Test
    @Spec("DF-01")
    void a_queue_can_be_written_to_like_a_store_and_not_be_looked_into() {
        assertThat(fifo).isInstanceOf(Queue.class).isInstanceOf(ReflectorStore.class);
        assertThat(Store.class.isAssignableFrom(DeltaFIFO.class)).isFalse();
        assertThat(KeyListerGetter.class.isAssignableFrom(DeltaFIFO.class)).isFalse();
    }

    @Test
    @Spec("DF-03")
    void deltas_have_an_oldest_and_a_newest_unless_there_are_none() {
        Delta<Thing> added = new Delta<>(DeltaType.ADDED, deltaObject("a1"));
        Delta<Thing> updated = new Delta<>(DeltaType.UPDATED, deltaObject("a2"));

        Deltas<Thing> two = new Deltas<>(List.of(added, updated));
        Deltas<Thing> none = new Deltas<>(List.of());

        assertThat(two.oldest()).contains(added);
        assertThat(two.newest()).contains(updated);
        assertThat(none.oldest()).isEmpty();
        assertThat(none.newest()).isEmpty();
    }

    @Test
    @Spec("DF-04")
    void a_tombstone_is_a_value_and_no_object() throws StoreException {
        assertThat(deltaObject("a!1")).isEqualTo(new DeletedFinalStateUnknown<>("a", Optional.of(new Thing("a", 1))));
        assertThat(deltaObject("a!")).isNotEqualTo(deltaObject("a!1"));

        DeltaFIFO<Object> anything = new DeltaFIFO<>(DeltaFIFOOptions.builder().build());
        DeltaObject<Object> asObject = new DeltaObject.Live<>(deltaObject("a!1"));
        assertThatThrownBy(() -> anything.keyOf(asObject))
                .as("a tombstone handed over as if it were an object goes to the key function")
                .isInstanceOf(KeyException.class)
                .hasMessageStartingWith("object has no meta: ");
    }

    @Test
    @Spec("DF-05")
    void the_defaults_are_usual_keys_nothing_known_nothing_transformed_and_sync() throws Exception {
        DeltaFIFO<ConfigMap> byDefault = new DeltaFIFO<>(DeltaFIFOOptions.<ConfigMap>builder().build());
        ConfigMap cart = new ConfigMap(null, null, ObjectMeta.named("shop", "cart"), Map.of(), Map.of());

        byDefault.replace(List.of(cart), "7");
        byDefault.resync();

        assertThat(byDefault.name()).isEqualTo("DeltaFIFO");
        assertThat(byDefault.transformer()).isEmpty();
        assertThat(byDefault.keyOf(new DeltaObject.Live<>(cart))).isEqualTo("shop/cart");
        assertThat(byDefault.pop((deltas, isInInitialList) -> {}).deltas())
                .containsExactly(new Delta<>(DeltaType.SYNC, new DeltaObject.Live<>(cart)));
    }

    @Test
    @Spec("DF-06")
    void replaced_is_emitted_only_if_it_was_asked_for() throws Exception {
        DeltaFIFO<Thing> plain = new DeltaFIFO<>(DeltaFIFOOptions.<Thing>builder().keyFunction(Thing::key).build());
        DeltaFIFO<Thing> asInformersMakeIt = new DeltaFIFO<>(options().build());

        plain.replace(things("a1"), "7");
        asInformersMakeIt.replace(things("a1"), "7");

        assertThat(pop(plain)).isEqualTo("[Sync a1]");
        assertThat(pop(asInformersMakeIt)).isEqualTo("[Replaced a1]");
    }

    // keyOf

    @Test
    @Spec("DF-07")
    void the_key_of_a_tombstone_is_written_on_it_and_all_others_come_from_the_key_function() throws KeyException {
        AtomicInteger asked = new AtomicInteger();
        DeltaFIFO<Thing> counting = new DeltaFIFO<>(DeltaFIFOOptions.<Thing>builder()
                .keyFunction(thing -> {
                    asked.incrementAndGet();
                    return thing.key();
                })
                .build());

        assertThat(counting.keyOf(deltaObject("a!1"))).isEqualTo("a");
        assertThat(counting.keyOf(deltaObject("b!"))).isEqualTo("b");
        assertThat(asked).hasValue(0);
        assertThat(counting.keyOf(deltaObject("c1"))).isEqualTo("c");
        assertThat(asked).hasValue(1);
        assertThatExceptionOfType(KeyException.class)
                .isThrownBy(() -> counting.keyOf(new DeltaObject.Live<>(BAD)))
                .isNotInstanceOf(KeyError.class)
                .withMessage("it is bad");
    }

    @Test
    @Spec("DF-08")
    void the_key_of_deltas_is_that_of_the_newest_object() throws KeyException {
        Delta<Thing> a = new Delta<>(DeltaType.ADDED, deltaObject("a1"));
        Delta<Thing> d = new Delta<>(DeltaType.DELETED, deltaObject("d!"));

        assertThat(fifo.keyOf(new Deltas<>(List.of(a)))).isEqualTo("a");
        assertThat(fifo.keyOf(new Deltas<>(List.of(a, d)))).isEqualTo("d");
        assertThatExceptionOfType(KeyError.class)
                .isThrownBy(() -> fifo.keyOf(new Deltas<>(List.of())))
                .withMessageEndingWith(": 0 length Deltas object; can't get key")
                .withCauseInstanceOf(ZeroLengthDeltasException.class);
    }

    // add, update, delete

    @Test
    @Spec("DF-09")
    void add_stays_added_and_update_stays_updated_whatever_is_known() throws Exception {
        DeltaFIFO<Thing> queue = knowing("{a1}");

        queue.add(Thing.of("a2"));
        queue.update(Thing.of("b1"));

        assertThat(drain(queue)).containsExactly("[Added a2]", "[Updated b1]");
    }

    @Test
    @Spec("DF-10")
    void an_add_or_update_without_a_key_queues_nothing_and_yet_makes_the_queue_synced() {
        DeltaFIFO<Thing> other = new DeltaFIFO<>(options().build());

        assertThatExceptionOfType(KeyError.class)
                .isThrownBy(() -> fifo.add(BAD))
                .withMessage("couldn't create key for object bad1: it is bad")
                .satisfies(error -> assertThat(error.object()).isEqualTo(BAD));
        assertThatExceptionOfType(KeyError.class).isThrownBy(() -> other.update(BAD));

        assertThat(fifo.hasSynced()).isTrue();
        assertThat(other.hasSynced()).isTrue();
        assertThat(drain(fifo)).isEmpty();
        assertThat(drain(other)).isEmpty();
    }

    @Test
    @Spec("DF-11")
    void a_delete_without_a_key_does_nothing_at_all() {
        assertThatExceptionOfType(KeyError.class).isThrownBy(() -> fifo.delete(BAD));

        assertThat(fifo.hasSynced()).isFalse();
        assertThat(drain(fifo)).isEmpty();
    }

    @Test
    @Spec("DF-14")
    void a_delete_is_queued_if_nobody_can_say_whether_the_object_is_known() throws StoreException {
        DeltaFIFO<Thing> queue = knowing("{a1!!}");

        queue.delete(Thing.of("a2"));

        assertThat(drain(queue)).containsExactly("[Deleted a2]");
    }

    @Test
    @Spec("DF-15")
    void an_ignored_delete_makes_the_queue_synced() throws StoreException {
        fifo.delete(Thing.of("a1"));

        assertThat(fifo.hasSynced()).isTrue();
        assertThat(drain(fifo)).isEmpty();
    }

    // The order of keys

    @Test
    @Spec("DF-17")
    void no_key_jumps_the_line() throws Exception {
        fifo.add(Thing.of("a10"));
        fifo.add(Thing.of("b1"));
        fifo.add(Thing.of("a11"));
        fifo.add(Thing.of("a13"));
        fifo.add(Thing.of("c30"));

        assertThat(pop(fifo)).isEqualTo("[Added a10, Added a11, Added a13]");
        fifo.add(Thing.of("a14"));

        assertThat(drain(fifo)).containsExactly("[Added b1]", "[Added c30]", "[Added a14]");
    }

    // The transformer

    /** Adds 100 to the revision, refuses revision 9, renames r to z. */
    private static Thing plus100(Thing thing) throws Exception {
        if (thing.revision() == 9) {
            throw new Exception("nine is too much");
        }
        return new Thing(thing.name().equals("r") ? "z" : thing.name(), thing.revision() + 100);
    }

    @Test
    @Spec("DF-23")
    void what_comes_in_is_transformed_once() throws Exception {
        DeltaFIFO<Thing> queue = new DeltaFIFO<>(options().transformer(DeltaFIFOTest::plus100).build());

        queue.add(Thing.of("a1"));
        queue.update(Thing.of("a2"));
        queue.delete(Thing.of("a3"));
        queue.replace(things("b1"), "7");
        queue.replace(List.of(), "8");

        assertThat(drain(queue)).containsExactly(
                "[Added a101, Updated a102, Deleted a103]", "[Replaced b101, Deleted b!101]");
    }

    @Test
    @Spec({"DF-24", "F4"})
    void tombstones_and_resynced_objects_are_not_transformed_again() throws Exception {
        DeltaFIFO<Thing> queue = new DeltaFIFO<>(
                options().knownObjects(Known.of("{a1 b1}")).transformer(DeltaFIFOTest::plus100).build());

        queue.resync();
        queue.replace(things("a2"), "7"); // deletes b
        queue.delete(Thing.of("b3"));
        queue.delete(deltaObject("a!4"));

        assertThat(drain(queue)).containsExactly("[Sync a1, Replaced a102, Deleted a!4]", "[Sync b1, Deleted b103]");
    }

    @Test
    @Spec("DF-24")
    void a_list_is_transformed_even_where_replace_emits_sync() throws Exception {
        DeltaFIFO<Thing> queue = new DeltaFIFO<>(
                options().emitDeltaTypeReplaced(false).transformer(DeltaFIFOTest::plus100).build());

        queue.replace(things("a1"), "7");

        assertThat(pop(queue)).isEqualTo("[Sync a101]");
    }

    @Test
    @Spec("DF-25")
    void the_key_is_taken_before_the_transformation() throws Exception {
        DeltaFIFO<Thing> queue = new DeltaFIFO<>(options().transformer(DeltaFIFOTest::plus100).build());

        queue.add(Thing.of("r1"));
        queue.replace(List.of(), "7");

        assertThat(drain(queue)).containsExactly("[Added z101, Deleted r!{z101}]");
    }

    @Test
    @Spec("DF-26")
    void a_transformer_that_fails_queues_nothing_and_yet_makes_the_queue_synced() throws Exception {
        for (String operation : List.of("add", "update", "delete")) {
            DeltaFIFO<Thing> queue = new DeltaFIFO<>(
                    options().knownObjects(Known.of("{a1}")).transformer(DeltaFIFOTest::plus100).build());

            assertThatThrownBy(() -> write(queue, operation, Thing.of("a9")))
                    .isInstanceOf(TransformException.class)
                    .hasMessage("nine is too much");

            assertThat(queue.hasSynced()).as(operation).isTrue();
            assertThat(drain(queue)).as(operation).isEmpty();
        }
    }

    private static void write(DeltaFIFO<Thing> queue, String operation, Thing thing) throws StoreException {
        switch (operation) {
            case "add" -> queue.add(thing);
            case "update" -> queue.update(thing);
            default -> queue.delete(thing);
        }
    }

    @Test
    @Spec("DF-27")
    void the_queue_tells_its_transformer() throws Exception {
        DeltaFIFO<Thing> queue = new DeltaFIFO<>(options().transformer(DeltaFIFOTest::plus100).build());

        assertThat(queue.transformer().orElseThrow().transform(Thing.of("a1"))).isEqualTo(Thing.of("a101"));
    }

    // replace and its failures

    @Test
    @Spec("DF-35")
    void a_known_object_that_cannot_be_looked_up_is_deleted_without_its_last_state() throws StoreException {
        DeltaFIFO<Thing> queue = knowing("{a1!! b1? c1}");

        queue.replace(List.of(), "7");

        assertThat(drain(queue)).containsExactly("[Deleted a!]", "[Deleted b!]", "[Deleted c!1]");
    }

    @Test
    @Spec("DF-37")
    void a_list_with_an_object_without_a_key_is_queued_up_to_there_and_not_counted() throws Exception {
        DeltaFIFO<Thing> queue = knowing("{k1}");

        assertThatExceptionOfType(KeyError.class)
                .isThrownBy(() -> queue.replace(List.of(Thing.of("a1"), BAD, Thing.of("b1")), "7"))
                .satisfies(error -> assertThat(error.object()).isEqualTo(BAD));
        assertThat(queue.hasSynced()).isFalse();

        assertThat(drain(queue)).as("neither what came after it nor a deletion").containsExactly("[Replaced a1]");
        assertThat(queue.hasSynced()).isFalse();
    }

    @Test
    @Spec("DF-37")
    void a_good_list_after_a_bad_one_counts_what_was_left_over() throws Exception {
        assertThatThrownBy(() -> fifo.replace(List.of(Thing.of("a1"), BAD), "7")).isInstanceOf(KeyError.class);

        fifo.replace(things("c1"), "8");

        assertThat(pop(fifo)).isEqualTo("[Replaced a1, Deleted a!1]");
        assertThat(fifo.hasSynced()).isFalse();
        assertThat(pop(fifo)).isEqualTo("[Replaced c1]");
        assertThat(fifo.hasSynced()).isTrue();
    }

    @Test
    void a_transformer_that_is_interrupted_leaves_the_thread_interrupted() {
        DeltaFIFO<Thing> queue = new DeltaFIFO<>(options().transformer(object -> {
            throw new InterruptedException();
        }).build());

        assertThatThrownBy(() -> queue.add(Thing.of("a1"))).isInstanceOf(TransformException.class);
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    @Spec("DF-38")
    void a_list_with_an_object_that_is_not_transformed_is_queued_up_to_there_and_the_cause_is_text_only() {
        DeltaFIFO<Thing> queue = new DeltaFIFO<>(
                options().knownObjects(Known.of("{k1}")).transformer(DeltaFIFOTest::plus100).build());

        assertThatThrownBy(() -> queue.replace(things("a1", "b9", "c1"), "7"))
                .isInstanceOf(TransformException.class)
                .hasMessage("couldn't enqueue object: nine is too much")
                .hasNoCause();

        assertThat(queue.hasSynced()).isFalse();
        assertThat(drain(queue)).containsExactly("[Replaced a101]");
    }

    // hasSynced and the initial list

    @Test
    @Spec("DF-39")
    void a_queue_is_synced_after_as_many_pops_as_the_first_replace_left_keys_in_it() throws Exception {
        DeltaFIFO<Thing> queue = knowing("{k1 l1}");
        assertThat(queue.hasSynced()).isFalse();
        queue.resync();

        queue.replace(things("a1", "a2", "b1", "l2"), "7");

        for (String key : List.of("k", "l", "a", "b")) {
            assertThat(queue.hasSynced()).as("before " + key).isFalse();
            PopResult<Thing> popped = queue.pop((deltas, initial) -> assertThat(initial).isTrue());
            assertThat(queue.keyOf(popped.deltas())).isEqualTo(key);
        }
        assertThat(queue.hasSynced()).isTrue();
    }

    @Test
    @Spec("DF-44")
    void the_last_key_of_the_initial_list_is_in_it_and_the_next_is_not() throws Exception {
        List<String> popped = new ArrayList<>();
        PopProcessFunc<Thing> write = (deltas, initial) -> popped.add(text(deltas) + (initial ? " initial" : ""));
        fifo.replace(things("a1"), "7");
        fifo.update(Thing.of("a2"));
        fifo.add(Thing.of("b1"));

        fifo.pop(write);
        fifo.pop(write);

        assertThat(popped).containsExactly("[Replaced a1, Updated a2] initial", "[Added b1]");
    }

    @Test
    @Spec("DF-45")
    void the_done_signal_comes_after_the_callback_of_the_last_initial_key() throws Exception {
        List<Boolean> doneInside = new ArrayList<>();
        PopProcessFunc<Thing> look = (deltas, initial) -> doneInside.add(fifo.done().isDone());
        fifo.replace(things("a1", "b1"), "7");

        fifo.pop(look);
        assertThat(fifo.done().isDone()).isFalse();
        fifo.pop(look);

        assertThat(doneInside).containsExactly(false, false);
        assertThat(fifo.done().isDone()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"add a1", "upd a1", "del a1", "replace", "replace a1; pop"})
    @Spec({"DF-40", "DF-41", "DF-46"})
    void the_done_signal_says_what_has_synced_says(String operations) throws Exception {
        Scenario scenario = new Scenario("-", true);
        assertThat(scenario.fifo.done().isDone()).isFalse();

        scenario.run(operations);

        assertThat(scenario.fifo.hasSynced()).isTrue();
        assertThat(scenario.fifo.done().isDone()).isTrue();
    }

    @Test
    @Spec("DF-46")
    void the_queue_is_its_own_checker_under_its_own_name() {
        DeltaFIFO<Thing> orders = new DeltaFIFO<>(options().name("orders").build());

        assertThat(orders.hasSyncedChecker()).isSameAs(orders);
        assertThat(orders.hasSyncedChecker().name()).isEqualTo("orders");
    }

    @Test
    @Spec("DF-46")
    void who_is_told_that_it_is_done_may_use_the_queue() throws Exception {
        fifo.replace(things("a1"), "7");
        List<String> log = new ArrayList<>();
        fifo.done().onDone(() -> {
            log.add("synced " + fifo.hasSynced());
            try {
                fifo.add(Thing.of("b1"));
            } catch (StoreException e) {
                throw new AssertionError(e);
            }
        });

        fifo.pop((deltas, initial) -> log.add("callback"));

        assertThat(log).containsExactly("callback", "synced true");
        assertThat(drain(fifo)).containsExactly("[Added b1]");
    }

    // pop and close

    @Test
    @Spec("DF-47")
    void pop_takes_the_oldest_key_with_all_its_deltas_and_returns_them() throws Exception {
        fifo.add(Thing.of("a1"));
        fifo.add(Thing.of("b1"));
        fifo.update(Thing.of("a2"));
        List<String> inside = new ArrayList<>();

        PopResult<Thing> result = fifo.pop((deltas, initial) -> inside.add(text(deltas)));

        assertThat(inside).containsExactly("[Added a1, Updated a2]");
        assertThat(text(result.deltas())).isEqualTo("[Added a1, Updated a2]");
        assertThat(result.error()).isEmpty();
    }

    @Test
    @Spec({"DF-47", "DF-50"})
    void an_error_of_the_callback_is_returned_beside_the_deltas_and_nothing_is_put_back() throws Exception {
        Exception error = new Exception("not now");
        fifo.add(Thing.of("a1"));
        fifo.add(Thing.of("b1"));

        PopResult<Thing> result = fifo.pop((deltas, initial) -> {
            throw error;
        });

        assertThat(result.error()).containsSame(error);
        assertThat(text(result.deltas())).isEqualTo("[Added a1]");
        assertThat(drain(fifo)).containsExactly("[Added b1]");
    }

    @Test
    void an_interrupt_of_the_callback_is_returned_and_kept() throws Exception {
        fifo.add(Thing.of("a1"));

        PopResult<Thing> result = fifo.pop((deltas, initial) -> {
            throw new InterruptedException();
        });

        assertThat(Thread.interrupted()).isTrue();
        assertThat(result.error()).get().isInstanceOf(InterruptedException.class);
    }

    @Test
    @Spec("DF-49")
    void every_call_from_inside_a_callback_is_refused() throws Exception {
        List<Runnable> calls = List.of(
                () -> unchecked(() -> fifo.add(Thing.of("b1"))),
                () -> unchecked(() -> fifo.update(Thing.of("b1"))),
                () -> unchecked(() -> fifo.delete(Thing.of("b1"))),
                () -> unchecked(() -> fifo.replace(things("b1"), "7")),
                () -> unchecked(fifo::resync),
                () -> unchecked(() -> fifo.pop((deltas, initial) -> {})),
                fifo::hasSynced,
                fifo::isClosed,
                fifo::close);
        fifo.add(Thing.of("a1"));

        fifo.pop((deltas, initial) -> assertThat(calls).allSatisfy(call -> assertThatThrownBy(call::run)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("queue DeltaFIFO was called from inside one of its own callbacks")));

        assertThat(fifo.isClosed()).isFalse();
        assertThat(drain(fifo)).isEmpty();
    }

    @Test
    @Spec("DF-49")
    void a_transformer_cannot_call_the_queue_either() throws Exception {
        List<DeltaFIFO<Thing>> self = new ArrayList<>();
        DeltaFIFO<Thing> queue = new DeltaFIFO<>(options().transformer(thing -> {
            self.getFirst().hasSynced();
            return thing;
        }).build());
        self.add(queue);

        assertThatThrownBy(() -> queue.add(Thing.of("a1"))).hasRootCauseInstanceOf(IllegalStateException.class);
    }

    private interface Call {
        void run() throws Exception;
    }

    private static void unchecked(Call call) {
        try {
            call.run();
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    @Test
    @Spec("DF-51")
    void a_callback_that_throws_unchecked_leaves_through_pop_and_its_key_counts_as_popped() throws Exception {
        fifo.replace(things("a1"), "7");

        assertThatThrownBy(() -> fifo.pop((deltas, initial) -> {
            throw new IllegalArgumentException("bug");
        })).isInstanceOf(IllegalArgumentException.class).hasMessage("bug");

        assertThat(fifo.hasSynced()).isTrue();
        assertThat(fifo.done().isDone()).isTrue();
        Thread other = Thread.startVirtualThread(fifo::close);
        other.join();
        assertThat(drain(fifo)).as("the lock is free, the item is gone").isEmpty();
    }

    @Test
    @Spec("DF-51")
    void an_error_thrown_by_the_callback_comes_out_of_pop_too() throws Exception {
        fifo.add(Thing.of("a1"));

        assertThatThrownBy(() -> fifo.pop((deltas, initial) -> {
            throw new StackOverflowError();
        })).isInstanceOf(StackOverflowError.class);

        assertThat(drain(fifo)).isEmpty();
    }

    @Test
    @Spec({"DF-52", "DF-53"})
    void a_closed_queue_is_emptied_and_then_refuses() throws Exception {
        fifo.add(Thing.of("a1"));
        fifo.close();

        assertThat(pop(fifo)).isEqualTo("[Added a1]");
        assertThatThrownBy(() -> pop(fifo))
                .isInstanceOf(FIFOClosedException.class)
                .hasMessage("DeltaFIFO: manipulating with closed queue");
    }

    @Test
    @Spec("DF-54")
    void closing_again_does_nothing_and_everything_but_the_wait_still_works() throws Exception {
        DeltaFIFO<Thing> queue = knowing("{k1}");
        assertThat(queue.isClosed()).isFalse();
        queue.close();
        queue.close();

        queue.add(Thing.of("a1"));
        queue.update(Thing.of("a2"));
        queue.resync();
        queue.replace(things("a3"), "7");
        queue.delete(Thing.of("a4"));

        assertThat(queue.isClosed()).isTrue();
        assertThat(drain(queue)).containsExactly(
                "[Added a1, Updated a2, Replaced a3, Deleted a4]", "[Sync k1, Deleted k!1]");
    }

    // resync

    @Test
    @Spec("DF-57")
    void resync_follows_the_order_of_the_known_keys() throws Exception {
        DeltaFIFO<Thing> queue = knowing("{c1 a1 b1}");

        queue.resync();
        queue.resync();

        assertThat(drain(queue)).containsExactly("[Sync c1]", "[Sync a1]", "[Sync b1]");
    }

    @Test
    @Spec("DF-58")
    void resync_passes_over_what_it_does_not_find_and_stops_at_what_has_no_key() {
        DeltaFIFO<Thing> queue = knowing("{a1? b1!! c1 bad1 d1}");

        assertThatExceptionOfType(KeyError.class)
                .isThrownBy(queue::resync)
                .satisfies(error -> assertThat(error.object()).isEqualTo(BAD));

        assertThat(drain(queue)).containsExactly("[Sync c1]");
    }
}
