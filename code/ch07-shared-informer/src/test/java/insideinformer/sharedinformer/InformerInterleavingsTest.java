package insideinformer.sharedinformer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import insideinformer.api.ConfigMap;
import insideinformer.controller.ResourceEventHandler;
import insideinformer.deltafifo.Delta;
import insideinformer.deltafifo.DeltaType;
import insideinformer.deltafifo.Deltas;
import insideinformer.processor.ListenerOptions;
import insideinformer.processor.Notification;
import insideinformer.processor.ProcessorListener;
import insideinformer.processor.ResourceEventHandlerRegistration;
import insideinformer.store.DeletedObject;
import insideinformer.store.DeltaObject.Live;
import insideinformer.testing.Interleavings.Cast;
import insideinformer.testing.Interleavings;
import insideinformer.testing.PreemptedLocks;
import insideinformer.testing.Spec;
import insideinformer.testing.informers.FakeControllerSource;
import insideinformer.wait.Cancellable;
import insideinformer.wait.Context;
import insideinformer.wait.FakeClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Handlers that come and go while objects do, in many interleavings at the informer's locks. */
class InformerInterleavingsTest {

    private static final SharedIndexInformerOptions<ConfigMap> OPTIONS =
            SharedIndexInformerOptions.<ConfigMap>resyncing(Duration.ZERO).withClock(new FakeClock());

    /** Records what a handler is told of each object, and how much of it before it was synced. */
    private static final class Hearing implements ResourceEventHandler<ConfigMap> {

        final List<String> lines = new ArrayList<>();
        int whenSynced = -1; // lines heard by then
        Runnable afterLast = () -> {};

        @Override
        public void onAdd(ConfigMap object, boolean isInInitialList) {
            hear("add " + object.metadata().name());
        }

        @Override
        public void onUpdate(ConfigMap oldObject, ConfigMap newObject) {
            hear("update " + newObject.metadata().name());
        }

        @Override
        public void onDelete(DeletedObject<ConfigMap> object) {
            hear("delete " + object.object().orElseThrow().metadata().name());
        }

        private void hear(String line) {
            Thread.yield(); // another thread can go on here
            lines.add(line);
            if (line.equals("add last")) {
                afterLast.run();
            }
        }

        Hearing awaiting(ResourceEventHandlerRegistration registration) {
            registration.hasSyncedChecker().done().onDone(() -> whenSynced = lines.size());
            return this;
        }

        List<String> of(String name) {
            return lines.stream().filter(line -> line.endsWith(" " + name)).toList();
        }
    }

    private static final List<List<String>> STORIES_OF_ADA = List.of( // by when a handler came and went
            List.of(), List.of("add ada"), List.of("add ada", "update ada"),
            List.of("add ada", "update ada", "delete ada"), List.of("add ada", "delete ada"));

    private static void whole(Cast cast) throws Exception {
        FakeControllerSource<ConfigMap> source = Fixtures.source();
        source.add(Fixtures.configMap("ada"));
        source.add(Fixtures.configMap("bob"));
        DefaultSharedIndexInformer<ConfigMap> informer = PreemptedLocks.in(new DefaultSharedIndexInformer<>(
                source, ConfigMap.class, OPTIONS, new MutationDetector.None<>()));
        PreemptedLocks.in(informer.processor);
        Hearing early = new Hearing();
        Hearing late = new Hearing();
        Hearing passing = new Hearing();
        early.awaiting(informer.addEventHandler(early));
        Cancellable stop = Context.background().withCancel();
        cast.start("informer", () -> informer.run(stop));
        Thread joins = cast.start("joins", () -> late.awaiting(informer.addEventHandler(late)));
        Thread comesAndGoes = cast.start("comes and goes", () -> {
            ResourceEventHandlerRegistration registration = informer.addEventHandler(passing);
            informer.shutDownEventHandler(registration);
            int heard = passing.lines.size();
            Thread.yield();
            assertThat(passing.lines).as("nothing after it was shut down").hasSize(heard);
        });
        cast.start("server", () -> {
            source.awaitWatchCalls(1);
            source.modify(Fixtures.configMap("ada"));
            source.delete(Fixtures.configMap("ada"));
            source.add(Fixtures.configMap("last"));
            joins.join();
            comesAndGoes.join();
            while (!early.lines.contains("add last") || !late.lines.contains("add last")) {
                Thread.yield();
            }
            stop.cancel();
        });
        cast.join();

        assertThat(early.of("ada")).isEqualTo(List.of("add ada", "update ada", "delete ada"));
        assertThat(late.of("ada")).as("I2: a story without a gap").isIn(STORIES_OF_ADA);
        assertThat(passing.of("ada")).as("I2").isIn(STORIES_OF_ADA);
        for (Hearing hearing : List.of(early, late)) {
            assertThat(hearing.of("bob")).as("I2: nothing comes twice").containsExactly("add bob");
            assertThat(hearing.lines.subList(0, hearing.whenSynced)).as("synced means it has seen the present")
                    .contains("add bob");
        }
        assertThat(informer.getStore().listKeys()).containsExactlyInAnyOrder("n/bob", "n/last");
    }

    @Test
    @Spec({"E4", "E5", "SI-35"})
    void handlers_that_come_and_go_while_objects_do_hear_stories_that_make_sense() {
        assumeTrue(Interleavings.areControlled()); // its server waits by yielding

        assertThat(Interleavings.seeds(100, InformerInterleavingsTest::whole)).isEqualTo(100);
    }

    // --- the heart of it, in every interleaving with one interruption: one thread hands out, one joins

    /** The mistake: it reads the store before it adds the listener to the processor, and does not hold blockDeltas. */
    private static void joinHastily(
            DefaultSharedIndexInformer<ConfigMap> informer, ProcessorListener<ConfigMap> listener) {
        List<ConfigMap> present = informer.getStore().list();
        informer.processor.addListener(listener);
        present.forEach(item -> listener.add(new Notification.Add<>(item, true)));
    }

    private static void joining(Cast cast, boolean hastily) throws Exception {
        DefaultSharedIndexInformer<ConfigMap> informer = PreemptedLocks.in(new DefaultSharedIndexInformer<>(
                Fixtures.source(), ConfigMap.class, OPTIONS, new MutationDetector.None<>()));
        PreemptedLocks.in(informer.processor);
        Cancellable stop = Context.background().withCancel();
        Hearing late = new Hearing();
        late.afterLast = stop::cancel;
        ProcessorListener<ConfigMap> listener = PreemptedLocks.in(new ProcessorListener<>(
                late, ListenerOptions.named("informer", "late"), new FakeClock()));
        cast.start("processor", () -> informer.processor.run(stop));
        cast.start("joins", () -> {
            if (hastily) {
                joinHastily(informer, listener);
            } else {
                informer.join(listener);
            }
        });
        cast.start("hands out", () -> {
            informer.handleDeltas(deltas(DeltaType.ADDED, Fixtures.object("ada", "1")), false);
            informer.handleDeltas(deltas(DeltaType.DELETED, Fixtures.object("ada", "2")), false);
            informer.handleDeltas(deltas(DeltaType.ADDED, Fixtures.object("last", "3")), false);
        });
        cast.join(); // the processor ends only if late was told the last object

        assertThat(late.of("ada")).as("I2: the whole story, or nothing")
                .isIn(List.of(), List.of("add ada", "delete ada"));
        assertThat(late.of("last")).as("I2: once").containsExactly("add last");
    }

    private static Deltas<ConfigMap> deltas(DeltaType type, ConfigMap object) {
        return new Deltas<>(List.of(new Delta<>(type, new Live<>(object))));
    }

    @Test
    @Spec({"E5", "SI-39"})
    void however_joining_meets_handing_out_the_present_and_the_news_fit_together() {
        int tellings = Interleavings.preempting(1, cast -> joining(cast, false))
                + Interleavings.seeds(300, cast -> joining(cast, false));

        assertThat(tellings).isGreaterThanOrEqualTo(Interleavings.atLeast(350));
    }

    @Test
    void a_join_that_lets_news_come_in_between_is_found() {
        assumeTrue(Interleavings.areControlled());

        assertThatThrownBy(() -> Interleavings.preempting(1, cast -> joining(cast, true)))
                .isInstanceOf(AssertionError.class).hasMessageContaining("replay with decisions");
    }
}
