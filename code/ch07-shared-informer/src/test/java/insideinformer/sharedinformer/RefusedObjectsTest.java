package insideinformer.sharedinformer;

import static org.assertj.core.api.Assertions.assertThat;

import insideinformer.api.ConfigMap;
import insideinformer.store.IndexException;
import insideinformer.testing.CapturedLog;
import insideinformer.testing.Spec;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** If an index function fails on an object, only that object stays out of the cache. */
class RefusedObjectsTest {

    private static final Duration PERIOD = Duration.ofMinutes(1);

    private final Set<String> refused = ConcurrentHashMap.newKeySet(); // names@versions on which the function fails
    private final Rig rig = new Rig(SharedIndexInformerOptions.<ConfigMap>resyncing(PERIOD)
            .withIndexers(Map.of("name", map -> {
                if (refused.contains(map.metadata().name() + "@" + map.metadata().resourceVersion())) {
                    throw new IndexException("no value in a secret", null);
                }
                return List.of(String.valueOf(map.metadata().name()));
            })));
    private final RecordingHandler<ConfigMap> handler = rig.addHandler();

    @AfterEach
    void stop() throws Exception {
        rig.close();
    }

    private void add(String name) {
        rig.source.add(Fixtures.configMap(name));
    }

    private void modify(String name) {
        rig.source.modify(Fixtures.configMap(name));
    }

    private String stored() {
        return rig.informer.getIndexer().list().stream()
                .map(map -> map.metadata().name() + "@" + map.metadata().resourceVersion()).sorted()
                .collect(Collectors.joining(" "));
    }

    @Test
    @Spec("ST-16")
    void an_initial_object_that_is_refused_is_told_the_others_come_and_it_is_added_at_its_next_change()
            throws Exception {
        refused.add("b@2");
        add("a");
        add("b");
        add("c");
        try (CapturedLog log = new CapturedLog()) {
            rig.runUntilSynced();

            assertThat(log.linesWith("ERROR", "informer of ConfigMap: n/b is not stored")).hasSize(1);
            assertThat(log.linesWith("index \"name\" failed", "IndexException at ")).hasSize(1);
            assertThat(log.linesWith("secret")).isEmpty();
        }
        assertThat(stored()).isEqualTo("a@1 c@3");

        modify("b");
        rig.flush(handler);

        assertThat(handler.events()).containsExactlyInAnyOrder(
                "add n/a@1 initial", "add n/c@3 initial", "add n/b@4", "add n/last@5");
        assertThat(rig.informer.getIndexer().indexKeys("name", "b")).containsExactly("n/b");
    }

    @Test
    @Spec("ST-16")
    void an_update_that_is_refused_leaves_the_state_before_and_the_next_one_starts_from_there() throws Exception {
        refused.add("a@2");
        add("a");
        rig.runUntilSynced();

        modify("a");
        add("b");
        handler.awaitEvent("add n/b@3");
        assertThat(stored()).isEqualTo("a@1 b@3");
        modify("a");
        rig.flush(handler);

        assertThat(handler.events()).containsExactly(
                "add n/a@1 initial", "add n/b@3", "update n/a@1>4", "add n/last@5");
    }

    @Test
    @Spec("ST-16")
    void a_resync_tries_the_newest_state_again() throws Exception {
        refused.addAll(Set.of("a@3", "b@2"));
        add("a");
        add("b");
        rig.runUntilSynced();
        modify("a");
        add("c");
        handler.awaitEvent("add n/c@4");
        refused.clear();

        rig.check(PERIOD);
        handler.awaitEvent("update n/a@1>3");
        handler.awaitEvent("add n/b@2");

        assertThat(stored()).isEqualTo("a@3 b@2 c@4");
    }

    @ParameterizedTest
    @CsvSource({"false, delete n/a@4", "true, delete n/a@3 tombstone"})
    @Spec("ST-16")
    void a_deletion_is_told_to_a_handler_that_was_told_the_object_and_not_of_an_object_that_was_never_stored(
            boolean foundByList, String told) throws Exception {
        refused.addAll(Set.of("a@3", "b@2"));
        add("a");
        add("b");
        rig.runUntilSynced();
        modify("a");
        if (foundByList) {
            add("c");
            handler.awaitEvent("add n/c@4"); // by then the update of a was refused
            rig.source.deleteSilently(Fixtures.configMap("a"));
            rig.source.deleteSilently(Fixtures.configMap("b"));
            rig.relist();
        } else {
            rig.source.delete(Fixtures.configMap("a"));
            rig.source.delete(Fixtures.configMap("b"));
        }
        rig.flush(handler);

        assertThat(handler.events()).filteredOn(line -> line.startsWith("delete")).containsExactly(told);
        assertThat(handler.events()).filteredOn(line -> line.startsWith("add n/b")).isEmpty();
        assertThat(rig.informer.getIndexer().listKeys()).doesNotContain("n/a", "n/b");
    }

    static LongStream seeds() {
        return LongStream.range(0, 30);
    }

    /** Cache, index and what the handler was told agree with the server in the end, whatever was refused before. */
    @ParameterizedTest
    @MethodSource("seeds")
    @Spec("ST-16")
    void after_any_refusals_all_agree_once_nothing_is_refused(long seed) throws Exception {
        Random random = new Random(seed);
        rig.runUntilSynced();
        Map<String, Integer> there = new TreeMap<>(); // version by name
        for (int version = 1; version <= 60; version++) {
            String name = "o" + random.nextInt(5);
            if (random.nextInt(3) == 0) {
                refused.add(name + "@" + version);
            }
            if (!there.containsKey(name)) {
                add(name);
                there.put(name, version);
            } else if (random.nextInt(3) == 0) {
                rig.source.delete(Fixtures.configMap(name));
                there.remove(name);
            } else {
                modify(name);
                there.put(name, version);
            }
        }
        rig.flush(handler);
        refused.clear();
        rig.check(PERIOD);
        rig.source.add(Fixtures.configMap("end"));
        handler.awaitEvent("add n/end@62");

        there.put("last", 61);
        there.put("end", 62);
        assertThat(stored()).as("the newest states").isEqualTo(there.entrySet().stream()
                .map(object -> object.getKey() + "@" + object.getValue()).collect(Collectors.joining(" ")));
        assertThat(rig.informer.getIndexer().listIndexFuncValues("name")).isEqualTo(there.keySet());
        assertThat(pictureOf(handler.events())).isEqualTo(stored());
    }

    /** The objects that these events leave. A second add, or a delete of an unknown object, is an error. */
    private static String pictureOf(List<String> events) {
        Map<String, String> picture = new TreeMap<>();
        for (String event : events) {
            String[] words = event.split("[ /@>]");
            String name = words[2];
            String version = words[words.length - (event.endsWith("initial") || event.endsWith("tombstone") ? 2 : 1)];
            switch (words[0]) {
                case "add" -> assertThat(picture.put(name, version)).as(event).isNull();
                case "delete" -> assertThat(picture.remove(name)).as(event).isNotNull();
                default -> assertThat(picture.put(name, version)).as(event).isNotNull();
            }
        }
        return picture.entrySet().stream().map(e -> e.getKey() + "@" + e.getValue()).collect(Collectors.joining(" "));
    }
}
