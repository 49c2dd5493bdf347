package insideinformer.apiserver.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import insideinformer.api.ApiException;
import insideinformer.api.GroupResource;
import insideinformer.json.Json;
import insideinformer.testing.Spec;
import insideinformer.wait.Clock;
import insideinformer.wait.Context;
import insideinformer.wait.FakeClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

class ObjectStoreTest {

    private static final GroupResource PODS = new GroupResource("", "pods");
    private static final GroupResource MAPS = new GroupResource("", "configmaps");

    private final ObjectStore store = new ObjectStore(Clock.system(), 100_000);

    @Test
    @Spec("AP-64")
    void every_write_of_any_kind_takes_the_next_revision() throws Exception {
        ObjectNode first = store.create(PODS, object("lantern", "cart"));
        ObjectNode second = store.create(MAPS, object("lantern", "cart"));

        ObjectNode third = store.update(PODS, labelled(first, "a"));
        ObjectNode fourth = store.delete(MAPS, second);

        assertThat(List.of(first, second, third, fourth)).extracting(Meta::resourceVersion)
                .containsExactly("1", "2", "3", "4");
        assertThat(store.list(PODS, "lantern").revision()).isEqualTo(4);
    }

    @Test
    @Spec("AP-70")
    void items_come_in_byte_order_of_namespace_slash_name() throws Exception {
        store.create(PODS, object("a", "b"));
        store.create(PODS, object("a", "a"));
        store.create(PODS, object("a-b", "z"));
        store.create(PODS, object("a0", "c"));

        assertThat(store.list(PODS, "").items()).extracting(o -> Meta.key(Meta.namespace(o), Meta.name(o)))
                .containsExactly("a-b/z", "a/a", "a/b", "a0/c");
        assertThat(store.list(PODS, "a").items()).extracting(Meta::name).containsExactly("a", "b");
    }

    @Test
    @Spec("AP-45")
    void an_update_without_a_change_takes_no_revision_and_leaves_no_event() throws Exception {
        ObjectNode stored = store.create(PODS, object("lantern", "cart"));

        ObjectNode again = store.update(PODS, stored.deepCopy());

        assertThat(again).isEqualTo(stored);
        assertThat(store.revision()).isEqualTo(1);
    }

    @Test
    @Spec("AP-42")
    void an_update_from_an_old_state_is_a_conflict_and_stores_nothing() throws Exception {
        ObjectNode old = store.create(PODS, object("lantern", "cart"));
        ObjectNode current = store.update(PODS, labelled(old, "a"));

        assertThatThrownBy(() -> store.update(PODS, labelled(old, "b")))
                .isInstanceOfSatisfying(ApiException.class, e -> assertThat(e.status().reason()).isEqualTo("Conflict"));
        assertThat(store.get(PODS, "lantern", "cart")).isEqualTo(current);
    }

    @Test
    void what_goes_in_is_copied() throws Exception {
        ObjectNode mine = object("lantern", "cart");
        store.create(PODS, mine);

        Meta.of(mine).put("name", "changed");

        assertThat(Meta.name(store.get(PODS, "lantern", "cart"))).isEqualTo("cart");
    }

    @Test
    void nothing_of_the_store_prints_the_data_of_an_object() throws Exception {
        ObjectNode secret = object("lantern", "door");
        secret.putObject("data").put("password", "hunter2");
        try (Follower follower = store.followNew(change -> true)) {
            store.update(MAPS, labelled(store.create(MAPS, secret), "a"));

            assertThat(store.list(MAPS, "").toString()).isEqualTo("1 objects at revision 2");
            assertThat(follower.take(9).toString())
                    .contains("MODIFIED configmaps lantern/door at revision 2").doesNotContain("hunter2");
        }
    }

    @Test
    @Spec("AP-65")
    void every_kept_revision_can_be_listed_as_it_was() throws Exception {
        List<List<ObjectNode>> states = new ArrayList<>();
        states.add(store.list(PODS, "").items());
        ObjectNode cart = store.create(PODS, object("lantern", "cart"));
        states.add(store.list(PODS, "").items());
        store.create(PODS, object("staging", "cart"));
        states.add(store.list(PODS, "").items());
        ObjectNode labelled = store.update(PODS, labelled(cart, "a"));
        states.add(store.list(PODS, "").items());
        store.create(MAPS, object("lantern", "cart"));
        states.add(store.list(PODS, "").items());
        store.delete(PODS, labelled);
        states.add(store.list(PODS, "").items());
        store.create(PODS, object("lantern", "cart"));
        states.add(store.list(PODS, "").items());

        for (int revision = 0; revision < states.size(); revision++) {
            assertThat(store.listAt(PODS, "", revision).items()).as("revision %d", revision)
                    .isEqualTo(states.get(revision));
        }
    }

    @Test
    @Spec({"AP-67", "AP-84"})
    void what_is_compacted_can_neither_be_listed_nor_watched() throws Exception {
        for (int i = 0; i < 10; i++) {
            store.create(PODS, object("lantern", "p" + i));
        }

        store.compact(6);

        assertThatThrownBy(() -> store.listAt(PODS, "", 5)).isInstanceOfSatisfying(
                RevisionGoneException.class, e -> assertThat(e.oldest()).isEqualTo(6));
        assertThatThrownBy(() -> store.follow(PODS, "", 5)).isInstanceOf(RevisionGoneException.class);
        assertThat(store.listAt(PODS, "", 6).items()).hasSize(6);
        try (Follower follower = store.follow(PODS, "", 6)) {
            assertThat(follower.take(100).changes()).extracting(Change::revision).containsExactly(7L, 8L, 9L, 10L);
        }
    }

    @Test
    void the_history_keeps_as_many_changes_as_its_limit() throws Exception {
        ObjectStore small = new ObjectStore(Clock.system(), 7);
        for (int i = 0; i < 50; i++) {
            small.create(PODS, object("lantern", "p" + i));

            assertThat(small.oldest()).isEqualTo(Math.max(0, i + 1 - 7));
            assertThat(small.listAt(PODS, "", small.oldest()).items()).hasSize((int) small.oldest());
        }
    }

    @Test
    @Spec("AP-90")
    void a_follower_that_was_overtaken_by_the_history_is_told() throws Exception {
        ObjectStore small = new ObjectStore(Clock.system(), 3);
        try (Follower slow = small.follow(PODS, "", 0)) {
            for (int i = 0; i < 4; i++) {
                small.create(PODS, object("lantern", "p" + i));
            }

            assertThatThrownBy(() -> slow.take(1)).isInstanceOf(RevisionGoneException.class);
        }
    }

    @Test
    void a_follower_of_a_quiet_kind_outlives_any_number_of_other_writes() throws Exception {
        ObjectStore small = new ObjectStore(Clock.system(), 3);
        try (Follower quiet = small.follow(PODS, "lantern", 0)) {
            for (int i = 0; i < 20; i++) {
                small.create(MAPS, object("lantern", "m" + i));
                small.create(PODS, object("staging", "p" + i));
            }
            small.create(PODS, object("lantern", "cart"));

            assertThat(quiet.take(10).changes()).extracting(Change::name).containsExactly("cart");
        }
    }

    @Test
    @Spec("AP-86")
    void a_woken_follower_learns_how_far_the_store_is() throws Exception {
        try (Follower quiet = store.follow(PODS, "", 0)) {
            store.create(MAPS, object("lantern", "m"));
            quiet.wake();

            Follower.Batch batch = quiet.take(10);

            assertThat(batch.changes()).isEmpty();
            assertThat(batch.revision()).isEqualTo(1);
        }
    }

    @Test
    void a_wake_ends_one_waiting_and_no_more() throws Exception {
        try (Follower follower = store.follow(PODS, "", 0)) {
            follower.wake();
            assertThat(follower.take(10).changes()).isEmpty();
            AtomicReference<Follower.Batch> second = new AtomicReference<>();
            Thread waiting = Thread.ofVirtual().start(() -> {
                try {
                    second.set(follower.take(10));
                } catch (RevisionGoneException | InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            });
            while (waiting.isAlive() && waiting.getState() != Thread.State.WAITING) {
                Thread.onSpinWait(); // until it waits for a change
            }

            store.create(PODS, object("lantern", "cart"));

            waiting.join();
            assertThat(second.get().changes()).hasSize(1);
        }
    }

    @Test
    void a_batch_that_leaves_some_behind_ends_before_the_next_one() throws Exception {
        for (int i = 0; i < 4; i++) {
            store.create(PODS, object("lantern", "p" + i));
            store.create(MAPS, object("lantern", "m" + i));
        }
        try (Follower follower = store.follow(PODS, "", 0)) {
            assertThat(follower.take(2).revision()).isEqualTo(4);
            assertThat(follower.take(2).revision()).isEqualTo(8);
        }
    }

    @Test
    @Spec("AP-85")
    void following_from_the_future_leaves_out_what_lies_before_it() throws Exception {
        try (Follower follower = store.follow(PODS, "", 2)) {
            for (int i = 1; i <= 3; i++) {
                store.create(PODS, object("lantern", "p" + i));
            }

            assertThat(follower.take(10).changes()).extracting(Change::name).containsExactly("p3");
        }
    }

    @Test
    @Spec({"AP-66", "AP-122"})
    void waiting_for_a_revision_ends_when_it_comes_or_when_time_is_up() throws Exception {
        FakeClock clock = new FakeClock();
        ObjectStore timed = new ObjectStore(clock, 10);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<Long> comes = threads.submit(() -> timed.awaitRevision(1, Duration.ofSeconds(3), Context.background()));
            Future<Long> never = threads.submit(() -> timed.awaitRevision(9, Duration.ofSeconds(3), Context.background()));
            clock.awaitWaiters(2);

            timed.create(PODS, object("lantern", "cart")); // holds no lock a write needs

            assertThat(comes.get()).isEqualTo(1);
            clock.step(Duration.ofSeconds(3));
            assertThat(never.get()).isEqualTo(1);
        }
        assertThat(clock.hasWaiters()).isFalse();
    }

    @Test
    @Spec("AP-118")
    void writers_that_retry_on_conflict_lose_no_increment() throws Exception {
        int writers = 16;
        int rounds = 500;
        ObjectNode counter = object("lantern", "counter");
        counter.put("count", 0);
        store.create(MAPS, counter);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
                Follower follower = store.follow(MAPS, "", 1)) {
            Callable<Void> increments = () -> {
                for (int i = 0; i < rounds; ) {
                    ObjectNode next = store.get(MAPS, "lantern", "counter").deepCopy();
                    next.put("count", next.get("count").intValue() + 1);
                    try {
                        store.update(MAPS, next);
                        i++;
                    } catch (ApiException e) {
                        assertThat(e.status().code()).isEqualTo(409);
                    }
                }
                return null;
            };
            List<Future<Void>> results = new ArrayList<>();
            for (int i = 0; i < writers; i++) {
                results.add(threads.submit(increments));
            }
            for (Future<Void> result : results) {
                result.get();
            }

            assertThat(store.get(MAPS, "lantern", "counter").get("count").intValue()).isEqualTo(writers * rounds);
            List<Change> seen = follower.take(Integer.MAX_VALUE).changes();
            assertThat(seen).hasSize(writers * rounds);
            assertThat(seen).extracting(Change::revision).isSorted().doesNotHaveDuplicates();
        }
    }

    @Test
    @Spec({"AP-81", "AP-119"})
    void a_list_and_the_changes_after_it_give_the_present_whenever_they_begin() throws Exception {
        int followers = 200;
        int writes = 10_000;
        CountDownLatch written = new CountDownLatch(1);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<Long> writer = threads.submit(() -> {
                try {
                    return writeAround(writes);
                } finally {
                    written.countDown();
                }
            });
            List<Future<Map<String, ObjectNode>>> replays = new ArrayList<>();
            for (int i = 0; i < followers; i++) {
                replays.add(threads.submit(() -> replayUntil(writes)));
            }

            long last = writer.get();

            Map<String, ObjectNode> present = byName(store.list(PODS, "").items());
            assertThat(last).isEqualTo(writes);
            for (Future<Map<String, ObjectNode>> replay : replays) {
                assertThat(replay.get()).isEqualTo(present);
            }
        }
    }

    private long writeAround(int writes) throws ApiException {
        for (int i = 0; i < writes; i++) {
            String name = "p" + i * 31 % 17;
            ObjectNode present = store.get(PODS, "lantern", name);
            if (present == null) {
                store.create(PODS, object("lantern", name));
            } else if (i % 3 == 0) {
                store.delete(PODS, present);
            } else {
                store.update(PODS, labelled(present, "v" + i));
            }
        }
        return store.revision();
    }

    private Map<String, ObjectNode> replayUntil(long revision) throws Exception {
        ObjectStore.Snapshot start = store.list(PODS, "");
        Map<String, ObjectNode> replay = byName(start.items());
        long reached = start.revision();
        try (Follower follower = store.follow(PODS, "", start.revision())) {
            while (reached < revision) {
                Follower.Batch batch = follower.take(7);
                for (Change change : batch.changes()) {
                    assertThat(change.revision()).isGreaterThan(reached);
                    reached = change.revision();
                    if (change.type() == Change.Type.DELETED) {
                        assertThat(replay.remove(change.name())).isNotNull();
                    } else {
                        replay.put(change.name(), change.object());
                    }
                }
            }
        }
        return replay;
    }

    private static Map<String, ObjectNode> byName(List<ObjectNode> items) {
        Map<String, ObjectNode> byName = new TreeMap<>();
        items.forEach(o -> byName.put(Meta.name(o), o));
        return byName;
    }

    private static ObjectNode object(String namespace, String name) {
        ObjectNode object = Json.MAPPER.createObjectNode();
        object.putObject("metadata").put("namespace", namespace).put("name", name);
        return object;
    }

    private static ObjectNode labelled(ObjectNode object, String value) {
        ObjectNode copy = object.deepCopy();
        Meta.of(copy).putObject("labels").put("app", value);
        return copy;
    }
}
