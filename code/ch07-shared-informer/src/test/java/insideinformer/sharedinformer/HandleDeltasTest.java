package insideinformer.sharedinformer;

import static insideinformer.sharedinformer.Fixtures.configMap;
import static insideinformer.sharedinformer.Fixtures.object;
import static org.assertj.core.api.Assertions.assertThat;

import insideinformer.api.ConfigMap;
import insideinformer.controller.ResourceEventHandlerFuncs;
import insideinformer.deltafifo.Delta;
import insideinformer.deltafifo.DeltaFIFO;
import insideinformer.deltafifo.DeltaFIFOOptions;
import insideinformer.deltafifo.DeltaType;
import insideinformer.deltafifo.Deltas;
import insideinformer.processor.ResourceEventHandlerRegistration;
import insideinformer.store.DeltaObject;
import insideinformer.testing.Spec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What each handler is told of the deltas of one object. */
class HandleDeltasTest {

    private static final Duration PERIOD = Duration.ofSeconds(10);

    /** An informer that runs but gets no answer from its server, so that all deltas come from the test. */
    private static Rig quiet() throws Exception {
        return quiet(new Rig(PERIOD));
    }

    private static Rig quiet(Rig rig) throws Exception {
        rig.source.holdLists();
        rig.start();
        rig.source.awaitListCalls(1);
        return rig;
    }

    private static DefaultSharedIndexInformer<ConfigMap> informerOf(Rig rig) {
        return (DefaultSharedIndexInformer<ConfigMap>) rig.informer;
    }

    private static Delta<ConfigMap> delta(DeltaType type, ConfigMap object) {
        return new Delta<>(type, new DeltaObject.Live<>(object));
    }

    private static void handle(Rig rig, boolean initial, Delta<ConfigMap> delta) throws Exception {
        informerOf(rig).handleDeltas(new Deltas<>(List.of(delta)), initial);
    }

    @ParameterizedTest
    @CsvSource({
        "SYNC, 3, 3, false",
        "REPLACED, 3, 3, false",
        "REPLACED, 3, 7, true",
        "UPDATED, 3, 4, true",
        "UPDATED, 3, 3, false",
        "ADDED, 3, 3, false",
        "ADDED, 3, 4, true",
        "UPDATED, '', '', false",
        "SYNC, '', '', false",
        "UPDATED, , , false",
        "UPDATED, '', , false",
        "UPDATED, '', 1, true",
    })
    @Spec({"SI-55", "SI-56", "W27"})
    void an_update_is_a_resync_exactly_if_the_versions_are_equal(
            DeltaType type, String stored, String newer, boolean unflaggedHears) throws Exception {
        try (Rig rig = quiet()) {
            RecordingHandler<ConfigMap> flagged = rig.addHandler(PERIOD);
            RecordingHandler<ConfigMap> unflagged = rig.addHandler(Duration.ZERO);
            handle(rig, false, delta(DeltaType.ADDED, object("p1", stored)));
            check(rig);

            handle(rig, false, delta(type, object("p1", newer)));
            handle(rig, false, delta(DeltaType.ADDED, object("end", "9")));

            flagged.awaitEvent("add n/end@9");
            unflagged.awaitEvent("add n/end@9");
            assertThat(flagged.events()).hasSize(3);
            assertThat(unflagged.events()).hasSize(unflaggedHears ? 3 : 2);
        }
    }

    /** What the resync timer does. */
    private static boolean check(Rig rig) {
        rig.clock.step(PERIOD);
        return informerOf(rig).processor.shouldResync();
    }

    /** The queue as an informer has it. */
    private static DeltaFIFO<ConfigMap> queueOf(Rig rig) {
        return new DeltaFIFO<>(DeltaFIFOOptions.<ConfigMap>builder()
                .knownObjects(rig.informer.getIndexer())
                .emitDeltaTypeReplaced(true)
                .build());
    }

    @Test
    @Spec("SI-54")
    void adds_and_deletes_go_to_every_handler() throws Exception {
        try (Rig rig = quiet()) {
            RecordingHandler<ConfigMap> unflagged = rig.addHandler(Duration.ZERO);
            check(rig);

            handle(rig, false, delta(DeltaType.REPLACED, object("p1", "3")));
            handle(rig, false, delta(DeltaType.DELETED, object("p1", "4")));

            assertThat(unflagged.awaitEvents(2)).containsExactly("add n/p1@3", "delete n/p1@4");
        }
    }

    @Test
    @Spec({"SI-57", "F6"})
    void in_a_resync_old_and_new_are_the_stored_instance() throws Exception {
        try (Rig rig = quiet()) {
            List<ConfigMap> seen = new ArrayList<>();
            CountDownLatch updated = new CountDownLatch(1);
            rig.informer.addEventHandler(new ResourceEventHandlerFuncs<>(null, (older, newer) -> {
                seen.add(older);
                seen.add(newer);
                updated.countDown();
            }, null));
            DeltaFIFO<ConfigMap> queue = queueOf(rig);
            queue.add(object("p1", "3"));
            queue.pop(informerOf(rig)::handleDeltas);

            queue.resync();
            queue.pop(informerOf(rig)::handleDeltas);
            updated.await();

            ConfigMap stored = rig.informer.getStore().getByKey("n/p1").orElseThrow();
            assertThat(seen.get(0)).isSameAs(stored);
            assertThat(seen.get(1)).isSameAs(stored);
        }
    }

    @Test
    @Spec("SI-58")
    void store_and_handlers_share_one_instance() throws Exception {
        try (Rig rig = quiet()) {
            List<ConfigMap> seen = new CopyOnWriteArrayList<>();
            CountDownLatch heard = new CountDownLatch(2);
            for (int i = 0; i < 2; i++) {
                rig.informer.addEventHandler(new ResourceEventHandlerFuncs<>(o -> {
                    seen.add(o);
                    heard.countDown();
                }, null, null));
            }
            ConfigMap sent = object("p1", "3");

            handle(rig, false, delta(DeltaType.ADDED, sent));
            heard.await();

            assertThat(seen).hasSize(2).allMatch(o -> o == sent);
            assertThat(rig.informer.getStore().getByKey("n/p1").orElseThrow()).isSameAs(sent);
        }
    }

    @Test
    @Spec("TL-18")
    void deleted_and_created_again_before_the_pop_is_a_delete_and_an_add() throws Exception {
        try (Rig rig = quiet()) {
            RecordingHandler<ConfigMap> handler = rig.addHandler();
            handle(rig, false, delta(DeltaType.ADDED, object("p1", "1", "U1")));
            DeltaFIFO<ConfigMap> queue = queueOf(rig);
            queue.delete(object("p1", "5", "U1"));
            queue.add(object("p1", "6", "U2"));

            queue.pop(informerOf(rig)::handleDeltas);

            assertThat(handler.awaitEvents(3)).containsExactly("add n/p1@1", "delete n/p1@5", "add n/p1@6");
        }
    }

    @Test
    @Spec({"TL-17", "A4"})
    void deleted_and_created_again_in_a_watch_gap_is_one_update_from_one_life_to_another() throws Exception {
        try (Rig rig = quiet()) {
            List<String> uids = new ArrayList<>();
            CountDownLatch updated = new CountDownLatch(1);
            rig.informer.addEventHandler(new ResourceEventHandlerFuncs<>(
                    null,
                    (older, newer) -> {
                        uids.add(older.metadata().uid());
                        uids.add(newer.metadata().uid());
                        updated.countDown();
                    },
                    gone -> uids.add("deleted")));
            handle(rig, false, delta(DeltaType.ADDED, object("p1", "1", "U1")));
            DeltaFIFO<ConfigMap> queue = queueOf(rig);

            queue.replace(List.of(object("p1", "9", "U2")), "9");
            queue.pop(informerOf(rig)::handleDeltas);
            updated.await();

            assertThat(uids).containsExactly("U1", "U2");
        }
    }

    @Test
    @Spec("TL-19")
    void a_resync_adds_nothing_to_an_object_of_which_there_is_news() throws Exception {
        try (Rig rig = quiet()) {
            RecordingHandler<ConfigMap> unflagged = rig.addHandler(Duration.ZERO);
            RecordingHandler<ConfigMap> flagged = rig.addHandler(PERIOD);
            handle(rig, false, delta(DeltaType.ADDED, object("p1", "8")));
            handle(rig, false, delta(DeltaType.ADDED, object("p2", "2")));
            DeltaFIFO<ConfigMap> queue = queueOf(rig);
            queue.update(object("p1", "9"));

            assertThat(check(rig)).isTrue();
            queue.resync();
            queue.pop(informerOf(rig)::handleDeltas);
            queue.pop(informerOf(rig)::handleDeltas);
            handle(rig, false, delta(DeltaType.ADDED, object("end", "10")));

            unflagged.awaitEvent("add n/end@10");
            flagged.awaitEvent("add n/end@10");
            assertThat(unflagged.events().subList(2, 4)).containsExactly("update n/p1@8>9", "add n/end@10");
            assertThat(flagged.events().subList(2, 5))
                    .containsExactly("update n/p1@8>9", "resync n/p2@2", "add n/end@10");
        }
    }

    @Test
    @Spec({"TL-23", "PL-11"})
    void a_slow_queue_moves_one_handlers_resync_to_another() throws Exception {
        try (Rig rig = quiet(new Rig(Duration.ofSeconds(1)))) {
            RecordingHandler<ConfigMap> b = rig.addHandler(Duration.ofSeconds(2));
            RecordingHandler<ConfigMap> c = rig.addHandler(Duration.ofSeconds(3));
            for (String name : List.of("p1", "p2", "p3")) {
                handle(rig, false, delta(DeltaType.ADDED, object(name, "1")));
            }
            DeltaFIFO<ConfigMap> queue = queueOf(rig);
            rig.clock.step(Duration.ofSeconds(2));
            assertThat(informerOf(rig).processor.shouldResync()).as("B is due").isTrue();
            queue.resync();
            queue.pop(informerOf(rig)::handleDeltas);
            b.awaitEvents(4);

            rig.clock.step(Duration.ofSeconds(1));
            assertThat(informerOf(rig).processor.shouldResync()).as("C is due").isTrue();
            queue.resync();
            for (int i = 0; i < 3; i++) {
                queue.pop(informerOf(rig)::handleDeltas);
            }
            handle(rig, false, delta(DeltaType.ADDED, object("end", "10")));
            b.awaitEvent("add n/end@10");
            c.awaitEvent("add n/end@10");

            assertThat(b.events().stream().filter(line -> line.startsWith("resync"))).hasSize(1);
            assertThat(c.events().stream().filter(line -> line.startsWith("resync"))).hasSize(3);
        }
    }

    @Test
    @Spec({"TL-20", "SI-60"})
    void at_callback_time_the_store_may_be_further_on() throws Exception {
        try (Rig rig = quiet()) {
            List<String> heard = new ArrayList<>();
            CountDownLatch parked = new CountDownLatch(1);
            CountDownLatch release = new CountDownLatch(1);
            CountDownLatch deleted = new CountDownLatch(1);
            rig.informer.addEventHandler(new ResourceEventHandlerFuncs<>(
                    o -> {
                        parked.countDown();
                        awaitUninterruptibly(release);
                        boolean stored = rig.informer.getStore().listKeys().contains("n/" + o.metadata().name());
                        heard.add("add " + o.metadata().name() + (stored ? " stored" : " not found"));
                    },
                    null,
                    gone -> {
                        heard.add("delete " + gone.key());
                        deleted.countDown();
                    }));
            handle(rig, false, delta(DeltaType.ADDED, object("p1", "1")));
            parked.await();

            handle(rig, false, delta(DeltaType.ADDED, object("p5", "5")));
            handle(rig, false, delta(DeltaType.DELETED, object("p5", "6")));
            release.countDown();
            deleted.await();

            assertThat(heard).containsExactly("add p1 stored", "add p5 not found", "delete n/p5");
        }
    }

    @Test
    @Spec("SI-53")
    void who_joins_sees_all_deltas_of_an_object_or_none() throws Exception {
        Gate gate = new Gate();
        Rig rig = new Rig(PERIOD);
        rig.informer.addIndexers(Map.of("gate", o -> {
            gate.pass(o.metadata().resourceVersion());
            return List.of();
        }));
        try (Rig ignored = quiet(rig)) {
            handle(rig, false, delta(DeltaType.ADDED, object("p1", "1")));
            gate.closeFor("3");
            Thread deltas = Thread.ofVirtual().start(() -> {
                try {
                    informerOf(rig).handleDeltas(new Deltas<>(List.of(
                            delta(DeltaType.UPDATED, object("p1", "2")),
                            delta(DeltaType.UPDATED, object("p1", "3")))), false);
                } catch (Exception e) {
                    throw new AssertionError(e);
                }
            });
            gate.awaitArrival();
            RecordingHandler<ConfigMap> late = new RecordingHandler<>();
            Thread joiner = Thread.ofVirtual().start(() -> rig.informer.addEventHandler(late));
            while (joiner.getState() != Thread.State.WAITING) {
                Thread.onSpinWait();
            }
            assertThat(late.events()).isEmpty();

            gate.open();
            deltas.join();
            joiner.join();
            handle(rig, false, delta(DeltaType.UPDATED, object("p1", "4")));

            assertThat(late.awaitEvents(2)).containsExactly("add n/p1@3 initial", "update n/p1@3>4");
        }
    }

    @Test
    @Spec("SI-53")
    void a_removal_waits_until_all_deltas_of_the_object_in_process_are_handed_out() throws Exception {
        Gate gate = new Gate();
        Rig rig = new Rig(PERIOD);
        rig.informer.addIndexers(Map.of("gate", o -> {
            gate.pass(o.metadata().resourceVersion());
            return List.of();
        }));
        ResourceEventHandlerRegistration registration = rig.informer.addEventHandler(new RecordingHandler<>());
        try (Rig ignored = quiet(rig)) {
            gate.closeFor("1");
            Thread deltas = Thread.ofVirtual().start(() -> {
                try {
                    handle(rig, false, delta(DeltaType.ADDED, object("p1", "1")));
                } catch (Exception e) {
                    throw new AssertionError(e);
                }
            });
            gate.awaitArrival();
            Thread remover = Thread.ofVirtual().start(() -> rig.informer.removeEventHandler(registration));
            while (remover.isAlive() && remover.getState() != Thread.State.WAITING) {
                Thread.onSpinWait();
            }

            assertThat(remover.isAlive()).isTrue();
            gate.open();
            deltas.join();
            remover.join();
        }
    }

    @Test
    @Spec("TL-07")
    void a_join_before_the_delta_sees_the_old_state_and_then_the_update() throws Exception {
        try (Rig rig = quiet()) {
            handle(rig, false, delta(DeltaType.ADDED, object("p1", "4")));

            RecordingHandler<ConfigMap> late = rig.addHandler();
            handle(rig, false, delta(DeltaType.UPDATED, object("p1", "5")));

            assertThat(late.awaitEvents(2)).containsExactly("add n/p1@4 initial", "update n/p1@4>5");
        }
    }

    @Test
    @Spec({"TL-08", "SI-33"})
    void a_join_before_the_initial_list_is_through_gets_the_stored_part_and_the_rest_live_all_of_it_as_initial()
            throws Exception {
        try (Rig rig = quiet()) {
            for (String name : List.of("p1", "p2", "p3")) {
                rig.source.add(configMap(name));
            }
            handle(rig, true, delta(DeltaType.REPLACED, object("p1", "1")));
            handle(rig, true, delta(DeltaType.REPLACED, object("p2", "2")));

            RecordingHandler<ConfigMap> late = new RecordingHandler<>();
            late.block();
            ResourceEventHandlerRegistration registration = rig.informer.addEventHandler(late);
            handle(rig, true, delta(DeltaType.REPLACED, object("p3", "3")));
            rig.source.releaseLists();
            rig.awaitSynced();

            late.awaitParked();
            assertThat(registration.hasSynced()).isFalse();
            late.release();
            Rig.awaitSynced(registration);
            assertThat(late.events().subList(0, 3)).containsExactlyInAnyOrder(
                    "add n/p1@1 initial", "add n/p2@2 initial", "add n/p3@3 initial");
            assertThat(late.events().get(2)).isEqualTo("add n/p3@3 initial");
        }
    }

    @Test
    @Spec({"TL-27", "SI-55"})
    void a_transform_that_blanks_the_version_makes_every_update_a_resync() throws Exception {
        Rig rig = new Rig(PERIOD);
        rig.source.add(configMap("p1"));
        rig.informer.setTransform(o -> Fixtures.withMetadata(o, o.metadata().withResourceVersion(null)));
        try (rig) {
            RecordingHandler<ConfigMap> a = rig.addHandler(Duration.ZERO);
            rig.runUntilSynced();
            rig.source.modify(configMap("p1"));
            assertThat(a.awaitEvents(2)).as("before the first check").containsExactly(
                    "add n/p1@ initial", "update n/p1@>");

            rig.check(PERIOD);
            rig.source.modify(configMap("p1"));
            rig.source.add(configMap("p2"));
            rig.source.delete(configMap("p2"));

            assertThat(a.awaitEvents(4).subList(2, 4)).as("updates vanish, adds and deletes still come")
                    .containsExactly("add n/p2@", "delete n/p2@");
        }
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError("a handler was interrupted", e);
        }
    }
}
