package insideinformer.store;

import static insideinformer.store.Maps.indexerByTags;
import static insideinformer.store.Maps.map;
import static insideinformer.store.Maps.tagged;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import insideinformer.api.ConfigMap;
import insideinformer.testing.Spec;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StoreConcurrencyTest {

    @Test
    @Spec({"ST-26", "ST-101"})
    void a_reader_always_finds_an_object_under_the_value_that_it_never_loses() throws Exception {
        Indexer<ConfigMap> store = indexerByTags();
        store.add(tagged("cart", "blue,sale"));
        AtomicBoolean stop = new AtomicBoolean();
        AtomicInteger missed = new AtomicInteger();
        AtomicInteger torn = new AtomicInteger();

        try (ExecutorService threads = Executors.newCachedThreadPool()) {
            List<Future<?>> readers = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                readers.add(threads.submit(() -> {
                    while (!stop.get()) {
                        List<ConfigMap> found = store.byIndex("tags", "sale");
                        missed.addAndGet(found.size() == 1 ? 0 : 1);
                        // one of the two, seen in one query, never both and never neither
                        int colours = store.index("tags", tagged("probe", "blue,red")).size();
                        torn.addAndGet(colours == 1 ? 0 : 1);
                        Thread.yield();
                    }
                    return null;
                }));
            }
            Future<?> writer = threads.submit(() -> {
                for (int i = 0; i < 10_000; i++) {
                    store.update(tagged("cart", i % 2 == 0 ? "red,sale" : "blue,sale"));
                    Thread.yield();
                }
                return null;
            });
            writer.get();
            stop.set(true);
            for (Future<?> reader : readers) {
                reader.get();
            }
        }

        assertThat(missed).as("an update takes the object from its old value to its new one in one step").hasValue(0);
        assertThat(torn).hasValue(0);
    }

    @Test
    @Spec("ST-26")
    void the_objects_of_a_query_have_the_value_that_was_asked_for() throws Exception {
        Indexer<ConfigMap> store = indexerByTags();
        AtomicBoolean stop = new AtomicBoolean();
        AtomicInteger wrong = new AtomicInteger();

        try (ExecutorService threads = Executors.newCachedThreadPool()) {
            Future<?> reader = threads.submit(() -> {
                while (!stop.get()) {
                    for (ConfigMap found : store.byIndex("tags", "red")) {
                        wrong.addAndGet(found != null && Maps.tags(found).contains("red") ? 0 : 1);
                    }
                    Thread.yield();
                }
                return null;
            });
            Future<?> writer = threads.submit(() -> {
                for (int i = 0; i < 10_000; i++) {
                    switch (i % 4) {
                        case 0 -> store.add(tagged("cart", "red"));
                        case 1 -> store.update(tagged("cart", "blue"));
                        case 2 -> store.replace(List.of(tagged("cart", "red"), tagged("search", "red")), "7");
                        default -> store.delete(map("cart"));
                    }
                    Thread.yield();
                }
                return null;
            });
            writer.get();
            stop.set(true);
            reader.get();
        }

        assertThat(wrong).as("an index entry never stands without its object").hasValue(0);
    }

    @Test
    @Spec("ST-26")
    void readers_run_side_by_side() throws Exception {
        CyclicBarrier bothInside = new CyclicBarrier(2);
        Indexer<ConfigMap> store = Stores.newIndexer(Keys.metaNamespaceKeyFunc(), Map.of("meet", map -> {
            try {
                bothInside.await(); // a second reader must come in while the first is here
            } catch (Exception e) {
                throw new IndexException("nobody came", e);
            }
            return List.of();
        }));

        try (ExecutorService threads = Executors.newCachedThreadPool()) {
            Future<List<ConfigMap>> one = threads.submit(() -> store.index("meet", map("cart")));
            Future<List<ConfigMap>> other = threads.submit(() -> store.index("meet", map("cart")));

            assertThat(one.get()).isEmpty();
            assertThat(other.get()).isEmpty();
        }
    }

    private interface Call {
        void run(Indexer<ConfigMap> store) throws Exception;
    }

    private static final Map<String, Call> READS = Map.of(
            "list", Indexer::list,
            "listKeys", Indexer::listKeys,
            "getByKey", store -> store.getByKey("cart"),
            "get", store -> store.get(map("cart")),
            "index", store -> store.index("slow", map("cart")),
            "byIndex", store -> store.byIndex("slow", "x"),
            "indexKeys", store -> store.indexKeys("slow", "x"),
            "listIndexFuncValues", store -> store.listIndexFuncValues("slow"),
            "getIndexers", Indexer::getIndexers,
            "lastStoreSyncResourceVersion", Indexer::lastStoreSyncResourceVersion);

    private static final Map<String, Call> WRITES = Map.of(
            "add", store -> store.add(map("cart")),
            "update", store -> store.update(map("cart")),
            "delete", store -> store.delete(map("cart")),
            "delete by tombstone", store -> store.delete(new DeletedFinalStateUnknown<>("cart", Optional.empty())),
            "replace", store -> store.replace(List.of(map("cart")), "7"),
            "bookmark", store -> store.bookmark("8"),
            "transaction", store -> ((TransactionStore<ConfigMap>) store).transaction(
                    List.of(new Transaction<>(Transaction.Type.ADD, map("cart")))),
            "addIndexers", store -> store.addIndexers(Map.of("more", map -> List.of())));

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @Spec({"ST-26", "ST-27"})
    void all_wait_while_a_write_runs_and_writes_wait_while_a_query_runs(boolean write) throws Exception {
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        Indexer<ConfigMap> store = Stores.newIndexer(
                Keys.deletionHandlingMetaNamespaceKeyFunc(), Map.of("slow", object -> {
                    if (object.equals(map("slow"))) {
                        inside.countDown();
                        awaitUninterrupted(goOn);
                    }
                    return List.of("x");
                }));
        List<Thread> running = new ArrayList<>();
        running.add(start(store, write ? s -> s.add(map("slow")) : s -> s.index("slow", map("slow"))));
        inside.await();

        if (!write) {
            for (Call read : READS.values()) { // now, because readers queue up behind a writer that waits
                start(store, read).join();
            }
        }
        Map<String, Call> waiting = new HashMap<>(WRITES);
        if (write) {
            waiting.putAll(READS);
        }
        waiting.forEach((name, call) -> {
            Thread thread = start(store, call);
            running.add(thread);
            while (thread.getState() != Thread.State.WAITING) {
                assertThat(thread.isAlive()).as("%s did not wait", name).isTrue();
                Thread.onSpinWait();
            }
        });

        goOn.countDown();
        for (Thread thread : running) {
            thread.join();
        }
    }

    private static Thread start(Indexer<ConfigMap> store, Call call) {
        return Thread.ofPlatform().daemon().start(() -> {
            try {
                call.run(store);
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        });
    }

    private static void awaitUninterrupted(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    @Spec("G2")
    void readers_that_list_a_big_store_all_the_time_do_not_keep_the_writer_out() throws Exception {
        Indexer<ConfigMap> store = indexerByTags();
        List<ConfigMap> many = new ArrayList<>();
        for (int i = 0; i < 50_000; i++) {
            many.add(map("shop", "pod-" + i));
        }
        store.replace(many, "1");
        AtomicBoolean stop = new AtomicBoolean();
        CountDownLatch reading = new CountDownLatch(8);

        List<Thread> readers = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            readers.add(Thread.ofPlatform().start(() -> {
                store.list();
                reading.countDown();
                while (!stop.get()) {
                    store.list();
                }
            }));
        }
        reading.await();
        for (int i = 0; i < 100; i++) {
            store.update(tagged("pod-" + i, "seen")); // would wait forever if readers always came first
        }
        List<ConfigMap> seen = store.byIndex("tags", "seen");
        stop.set(true);
        for (Thread reader : readers) {
            reader.join();
        }

        assertThat(seen).hasSize(100);
    }

    @Test
    @Spec("G3")
    void an_object_from_the_store_cannot_be_changed() throws StoreException {
        Indexer<ConfigMap> store = indexerByTags();
        store.add(tagged("cart", "blue"));
        ConfigMap cart = store.getByKey("cart").orElseThrow();

        assertThatThrownBy(() -> cart.metadata().labels().put("tags", "red"))
                .isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> cart.data().put("colour", "red"))
                .isInstanceOf(UnsupportedOperationException.class);

        assertThat(store.getByKey("cart")).contains(tagged("cart", "blue"));
    }
}
