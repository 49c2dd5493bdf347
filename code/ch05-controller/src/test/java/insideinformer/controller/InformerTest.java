package insideinformer.controller;

import static insideinformer.controller.TestObjects.configMap;
import static org.assertj.core.api.Assertions.assertThat;

import insideinformer.api.ConfigMap;
import insideinformer.store.DeletedObject;
import insideinformer.store.IndexFunc;
import insideinformer.testing.Spec;
import insideinformer.testing.informers.FakeControllerSource;
import insideinformer.wait.Cancellable;
import insideinformer.wait.Context;
import insideinformer.wait.FakeClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The informer that is not shared. */
class InformerTest {

    private final FakeClock clock = new FakeClock();
    private final FakeControllerSource<ConfigMap> source = TestObjects.source();
    private final RecordingHandler<ConfigMap> handler = new RecordingHandler<>();
    private final Cancellable context = Context.background().withCancel();
    private Thread runner = Thread.ofVirtual().unstarted(() -> {});

    private InformerOptions<ConfigMap> options(ResourceEventHandler<ConfigMap> told) {
        return InformerOptions.of(source, ConfigMap.class, told).withClock(clock);
    }

    private Informer<ConfigMap> run(InformerOptions<ConfigMap> options) throws Exception {
        Informer<ConfigMap> informer = Informer.of(options);
        runner = Thread.ofVirtual().start(() -> informer.controller().run(context));
        source.awaitWatchCalls(1);
        return informer;
    }

    @AfterEach
    void stop() throws Exception {
        handler.release();
        context.cancel();
        runner.join();
    }

    @Test
    @Spec("CT-31")
    void store_and_handler_see_what_the_transform_made() throws Exception {
        source.add(configMap("p1"));
        Informer<ConfigMap> informer = run(options(handler)
                .withTransform(o ->
                        new ConfigMap(o.apiVersion(), o.kind(), o.metadata(), Map.of("seen", "yes"), Map.of()))
                .withIndexers(Map.of("seen", o -> List.of(o.data().getOrDefault("seen", "no")))));
        source.add(configMap("p2"));
        handler.awaitEvents(2); // together in the queue, they would come in the order of their objects
        source.modify(configMap("p1"));
        handler.awaitEvents(3);
        source.delete(configMap("p2"));

        assertThat(handler.awaitEvents(4))
                .containsExactly("add n/p1@1 initial", "add n/p2@2", "update n/p1@1>3", "delete n/p2@4");
        assertThat(informer.store().list()).extracting(ConfigMap::data).containsExactly(Map.of("seen", "yes"));
        assertThat(informer.store().indexKeys("seen", "yes")).containsExactly("n/p1");
        assertThat(informer.controller().hasSynced()).isTrue();
    }

    @Test
    @Spec("CT-31")
    void a_list_is_known_as_replaced_so_that_what_vanished_is_deleted() throws Exception {
        source.add(configMap("p1"));
        source.add(configMap("p2"));
        run(options(handler));
        handler.awaitEvents(2);
        source.deleteSilently(configMap("p1"));

        relist();

        assertThat(handler.awaitEvents(4).subList(2, 4))
                .containsExactly("update n/p2@2>2", "delete n/p1@1 tombstone");
    }

    private void relist() throws Exception {
        int before = source.watchCalls();
        source.expireWatches();
        source.awaitWatchesClosed();
        Instant limit = clock.now().plusSeconds(5);
        while (source.watchCalls() == before) {
            clock.nextTimer().filter(due -> due.isBefore(limit)) // the pause before the list, and no resync
                    .ifPresent(due -> clock.step(Duration.between(clock.now(), due)));
            Thread.yield();
        }
    }

    @Test
    @Spec("CT-32")
    void every_period_shows_every_object_again_as_the_same_instance() throws Exception {
        source.add(configMap("p1"));
        source.add(configMap("p2"));
        run(options(handler).withResyncPeriod(Duration.ofSeconds(30)));
        handler.awaitEvents(2);

        for (int period = 1; period <= 2; period++) {
            clock.awaitWaiters(1);
            clock.step(Duration.ofSeconds(30));
            List<String> heard = handler.awaitEvents(2 + 2 * period);
            assertThat(heard.subList(2 * period, 2 + 2 * period))
                    .containsExactlyInAnyOrder("resync n/p1@1", "resync n/p2@2");
        }
    }

    @Test
    @Spec("CT-32")
    void with_period_zero_nothing_is_shown_again() throws Exception {
        source.add(configMap("p1"));
        run(options(handler));
        handler.awaitEvents(1);

        clock.step(Duration.ofDays(365));
        source.add(configMap("p2"));

        assertThat(handler.awaitEvents(2)).containsExactly("add n/p1@1 initial", "add n/p2@2");
    }

    @Test
    @Spec("CT-33")
    void a_list_without_news_is_shown_too() throws Exception {
        source.add(configMap("p1"));
        run(options(handler).withResyncPeriod(Duration.ofHours(1)));
        handler.awaitEvents(1);
        clock.awaitWaiters(1);
        clock.step(Duration.ofHours(1));
        handler.awaitEvents(2);

        relist();

        assertThat(handler.awaitEvents(3)).containsExactly("add n/p1@1 initial", "resync n/p1@1", "update n/p1@1>1");
    }

    @Test
    @Spec("CT-34")
    void while_the_handler_works_nothing_more_is_queued() throws Exception {
        handler.block();
        source.add(configMap("p1"));
        Informer<ConfigMap> informer = run(options(handler));
        handler.awaitParked();
        source.awaitWatchCalls(1); // the version of the list is known by then
        source.add(configMap("p2"));
        source.add(configMap("p3"));

        assertThat(handler.events()).containsExactly("add n/p1@1 initial");
        assertThat(informer.controller().lastSyncResourceVersion())
                .as("p2 cannot be queued, so it is not read").isEqualTo("1");
        handler.release();
        handler.awaitEvents(3);
    }

    @Test
    @Spec("CT-35")
    void a_handler_may_change_the_source_and_hears_of_each_object_once() throws Exception {
        List<String> deletions = new ArrayList<>();
        CountDownLatch three = new CountDownLatch(3);
        run(options(new ResourceEventHandler<>() {
            @Override
            public void onAdd(ConfigMap obj, boolean isInInitialList) {
                source.delete(obj);
            }

            @Override
            public void onUpdate(ConfigMap oldObj, ConfigMap newObj) {
                deletions.add("update");
            }

            @Override
            public void onDelete(DeletedObject<ConfigMap> obj) {
                deletions.add(obj.key());
                three.countDown();
            }
        }));
        for (String name : List.of("a-hello", "b-controller", "c-framework")) {
            source.add(configMap(name));
        }

        assertThat(three.await(20, TimeUnit.SECONDS)).isTrue();
        assertThat(deletions).containsExactly("n/a-hello", "n/b-controller", "n/c-framework");
    }

    @Test
    @Spec("CT-31")
    void its_store_has_the_indexes_that_were_asked_for() throws Exception {
        source.add(configMap("p1"));
        Informer<ConfigMap> informer = run(options(handler).withIndexers(
                Map.of(IndexFunc.NAMESPACE_INDEX, IndexFunc.metaNamespaceIndexFunc())));
        handler.awaitEvents(1);

        assertThat(informer.store().byIndex(IndexFunc.NAMESPACE_INDEX, "n")).hasSize(1);
    }

    @Test
    @Spec("CT-01")
    void what_it_was_made_with_does_not_change_when_the_caller_changes_his_own() throws Exception {
        source.add(configMap("p1"));
        Map<String, IndexFunc<ConfigMap>> mine = new HashMap<>(Map.of("mine", o -> List.of("x")));
        InformerOptions<ConfigMap> options = options(handler).withIndexers(mine);

        mine.clear();
        Informer<ConfigMap> informer = run(options);
        handler.awaitEvents(1);

        assertThat(informer.store().indexKeys("mine", "x")).containsExactly("n/p1");
    }
}
