package insideinformer.deltafifo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import insideinformer.store.DeltaObject.Live;
import insideinformer.store.Indexer;
import insideinformer.testing.Interleavings;
import insideinformer.testing.Interleavings.Cast;
import insideinformer.testing.PreemptedLocks;
import insideinformer.testing.Spec;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Few threads, few operations: every interleaving at the queue's lock with one interruption or two, and some by lot. */
class DeltaFIFOInterleavingsTest {

    /** What those around the queue do, and what one could get wrong. */
    enum Habit {
        RIGHT {
            @Override
            void popInto(Stage stage) throws FIFOClosedException {
                stage.fifo.pop((deltas, initial) -> stage.apply(deltas));
            }
        },
        /** Known objects change after the pop, outside of the queue's lock (I6). */
        APPLIES_AFTER_THE_POP {
            @Override
            void popInto(Stage stage) throws FIFOClosedException {
                stage.apply(stage.fifo.pop((deltas, initial) -> {}).deltas());
            }
        },
        /** Whether there is anything to delete is asked for before the queue is. */
        LOOKS_BEFORE_IT_DELETES {
            @Override
            void popInto(Stage stage) throws FIFOClosedException {
                RIGHT.popInto(stage);
            }

            @Override
            void delete(Stage stage, String thing) throws Exception {
                if (stage.store.get(Thing.of(thing)).isPresent()) {
                    RIGHT.delete(stage, thing);
                }
            }
        };

        abstract void popInto(Stage stage) throws FIFOClosedException;

        void delete(Stage stage, String thing) throws Exception {
            stage.fifo.delete(new Live<>(Thing.of(thing)));
        }
    }

    /** A queue, the store behind it, and what was told. */
    private static final class Stage {

        final Indexer<Thing> store = Consumer.store(Map.of());
        final DeltaFIFO<Thing> fifo = PreemptedLocks.in(new DeltaFIFO<>(DeltaFIFOOptions.<Thing>builder()
                .keyFunction(Thing::key).emitDeltaTypeReplaced(true).knownObjects(store).build()));
        final List<String> told = new ArrayList<>();
        private final Map<String, Integer> newest = new HashMap<>(); // revision by name

        void apply(Deltas<Thing> deltas) {
            assertThat(deltas.list()).as("I2").isNotEmpty();
            assertThat(IntStream.range(1, deltas.list().size()).filter(i -> isDeletion(deltas, i - 1) && isDeletion(deltas, i)))
                    .as("I4: %s", deltas).isEmpty();
            for (Delta<Thing> delta : deltas) {
                delta.object().object().filter(thing -> delta.type() != DeltaType.DELETED).ifPresent(thing -> assertThat(
                        newest.merge(thing.name(), thing.revision(), Math::max)).as("I6: the past does not come back")
                        .isEqualTo(thing.revision()));
            }
            try {
                told.addAll(Consumer.apply(deltas, store));
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        }

        private static boolean isDeletion(Deltas<Thing> deltas, int i) {
            return deltas.list().get(i).type() == DeltaType.DELETED;
        }

        void know(String... things) throws Exception {
            for (String thing : things) {
                store.add(Thing.of(thing));
            }
        }

        void popUntilClosed(Habit habit) {
            try {
                while (true) {
                    habit.popInto(this);
                }
            } catch (FIFOClosedException e) {
                told.add("closed");
            }
        }
    }

    private static void everyOperation(Cast cast, Habit habit) throws Exception {
        Stage stage = new Stage();
        stage.know("a1", "b1");
        cast.start("consumer", () -> stage.popUntilClosed(habit));
        cast.start("resync", stage.fifo::resync);
        cast.start("reflector", () -> {
            stage.fifo.update(Thing.of("a2"));
            habit.delete(stage, "b1");
            stage.fifo.add(Thing.of("c1"));
            habit.delete(stage, "c1");
            stage.fifo.replace(List.of(Thing.of("a3")), "3");
            stage.fifo.close();
        });
        cast.join();

        assertThat(stage.store.list()).as("what the last list said").containsExactly(Thing.of("a3"));
        assertThat(stage.told).as("I5").containsSubsequence("DEL b1", "closed").endsWith("closed");
        assertThat(stage.told.stream().filter(line -> line.matches("(ADD|DEL) c.*")))
                .as("I3, I6: a life is told from its beginning to its end, or not at all")
                .isIn(List.of(), List.of("ADD c1", "DEL c1"));
        assertThat(stage.told.stream().filter(line -> line.startsWith("DEL b"))).hasSize(1);
    }

    @Test
    @Spec("DF-48")
    void however_operations_meet_the_store_ends_as_the_last_list_and_nothing_comes_back() {
        int tellings = Interleavings.preempting(1, cast -> everyOperation(cast, Habit.RIGHT))
                + Interleavings.seeds(300, cast -> everyOperation(cast, Habit.RIGHT));

        assertThat(tellings).isGreaterThanOrEqualTo(Interleavings.atLeast(350));
    }

    /** Nothing but the queue knows of c when it is deleted. */
    private static void shortLife(Cast cast, Habit habit) throws Exception {
        Stage stage = new Stage();
        cast.start("consumer", () -> stage.popUntilClosed(habit));
        cast.start("reflector", () -> {
            stage.fifo.add(Thing.of("c1"));
            habit.delete(stage, "c1");
            stage.fifo.close();
        });
        cast.join();

        assertThat(stage.told).as("the deletion is told").containsExactly("ADD c1", "DEL c1", "closed");
    }

    @Test
    @Spec({"A3", "DF-13"})
    void a_deletion_is_not_lost_wherever_the_object_is_in_that_moment() {
        assertThat(Interleavings.preempting(2, cast -> shortLife(cast, Habit.RIGHT))).isGreaterThan(50);
    }

    @Test
    void known_objects_that_change_outside_of_the_queues_lock_are_found() {
        assumeTrue(Interleavings.areControlled());

        assertThatThrownBy(() -> Interleavings.preempting(1, cast -> everyOperation(cast, Habit.APPLIES_AFTER_THE_POP)))
                .isInstanceOf(AssertionError.class).hasMessageContaining("replay with decisions");
    }

    @Test
    void a_deletion_that_is_asked_about_before_the_queue_is_locked_is_found() {
        assumeTrue(Interleavings.areControlled());

        assertThatThrownBy(() -> Interleavings.preempting(1, cast -> shortLife(cast, Habit.LOOKS_BEFORE_IT_DELETES)))
                .hasMessageContaining("the deletion is told");
    }

    private static void firstList(Cast cast, Habit habit) throws Exception {
        Stage stage = new Stage();
        AtomicInteger synced = new AtomicInteger();
        stage.fifo.done().onDone(() -> synced.set(stage.store.listKeys().size()));
        cast.start("consumer", () -> stage.popUntilClosed(habit));
        cast.start("asker", () -> {
            if (stage.fifo.hasSynced()) {
                assertThat(stage.store.listKeys()).as("DF-45: synced means stored").hasSizeGreaterThanOrEqualTo(2);
                assertThat(stage.fifo.hasSynced()).as("I7").isTrue();
            }
        });
        cast.start("reflector", () -> {
            stage.fifo.replace(List.of(Thing.of("a1"), Thing.of("b1")), "2");
            stage.fifo.add(Thing.of("c3"));
            stage.fifo.close();
        });
        cast.join();

        assertThat(synced.get()).as("objects stored when it became synced").isBetween(2, 3);
        assertThat(stage.told).containsExactly("ADD a1", "ADD b1", "ADD c3", "closed");
    }

    @Test
    @Spec("DF-45")
    void synced_is_never_seen_before_the_last_object_of_the_first_list_is_stored() {
        int tellings = Interleavings.preempting(1, cast -> firstList(cast, Habit.RIGHT))
                + Interleavings.seeds(300, cast -> firstList(cast, Habit.RIGHT));

        assertThat(tellings).isGreaterThan(50);
        assumeTrue(Interleavings.areControlled());
        assertThatThrownBy(() -> Interleavings.preempting(1, cast -> firstList(cast, Habit.APPLIES_AFTER_THE_POP)))
                .hasMessageContaining("became synced");
    }

    @Test
    @Spec({"DF-22", "DF-52"})
    void however_many_pop_each_key_goes_to_one_of_them_and_close_wakes_all() {
        int tellings = Interleavings.preempting(1, cast -> {
            Stage stage = new Stage();
            cast.start("consumer 1", () -> stage.popUntilClosed(Habit.RIGHT));
            cast.start("consumer 2", () -> stage.popUntilClosed(Habit.RIGHT));
            cast.start("reflector", () -> {
                stage.fifo.add(Thing.of("a1"));
                stage.fifo.add(Thing.of("b1"));
                stage.fifo.close();
            });
            cast.join();

            assertThat(stage.told).containsExactlyInAnyOrder("ADD a1", "ADD b1", "closed", "closed");
        });

        assertThat(tellings).isGreaterThan(50);
    }
}
