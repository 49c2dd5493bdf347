package insideinformer.reflector;

import static org.assertj.core.api.Assertions.assertThat;

import insideinformer.api.ApiResource;
import insideinformer.api.ConfigMap;
import insideinformer.api.GroupResource;
import insideinformer.api.ListMeta;
import insideinformer.api.ListOptions;
import insideinformer.api.Namespace;
import insideinformer.api.ObjectMeta;
import insideinformer.api.Status;
import insideinformer.api.StatusCause;
import insideinformer.api.StatusDetails;
import insideinformer.apiserver.ApiServer;
import insideinformer.apiserver.Faults;
import insideinformer.apiserver.faults.Failure;
import insideinformer.apiserver.faults.InitialEventsEnd;
import insideinformer.apiserver.faults.LastingFault;
import insideinformer.apiserver.faults.SeenRequest;
import insideinformer.apiserver.faults.WatchEnd;
import insideinformer.apiserver.store.Change;
import insideinformer.client.ResourceClient;
import insideinformer.client.RestClient;
import insideinformer.json.Json;
import insideinformer.json.RawJson;
import insideinformer.testing.Spec;
import insideinformer.wait.Backoff;
import insideinformer.wait.Cancellable;
import insideinformer.wait.Clock;
import insideinformer.wait.Context;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

/** The Reflector against a server over HTTP, with everything going wrong that the server can make go wrong. */
class ReflectorOverHttpTest {

    private static final GroupResource CONFIG_MAPS = new GroupResource("", "configmaps");
    private static final Predicate<SeenRequest> LISTS = request -> request.is("list", "configmaps");
    private static final Predicate<SeenRequest> WATCHES = request -> request.is("watch", "configmaps");

    private final Context background = Context.background();
    private final MirrorStore mirror = new MirrorStore();
    private final Cancellable stop = background.withCancel();
    private ApiServer server;
    private Faults faults;
    private RestClient client;
    private ResourceClient<ConfigMap> configMaps;
    private Thread run;

    @BeforeEach
    void start() throws Exception {
        server = ApiServer.builder().port(0).build().start();
        faults = server.faults();
        client = new RestClient(server.uri());
        configMaps = client.resource(ApiResource.CONFIG_MAPS).inNamespace("default");
        create("ada");
        Reflector<ConfigMap> reflector = new Reflector<>(configMaps, ConfigMap.class, mirror,
                ReflectorOptions.defaults()
                .withName("test")
                .withBackoff(new Backoff(Duration.ofMillis(2), 2, 1, 5, Duration.ofMillis(20)))
                .withWatchErrorHandler((r, e) -> {})
                .withClock(Clock.system(), new Random(7)));
        run = Thread.ofVirtual().name("run").start(() -> reflector.run(stop));
        awaitMirror();
        server.awaitOpenWatches(1);
        faults.forgetRequests();
    }

    @AfterEach
    void close() throws Exception {
        stop.cancel();
        run.join();
        server.awaitOpenWatches(0);
        client.close();
        server.close();
    }

    @Test
    @Spec({"RF-27", "AP-81"})
    void the_store_follows_what_is_written_to_the_server() throws Exception {
        create("bob");
        touch("ada");
        delete("bob");
        awaitMirror();

        assertThat(mirror.changes()).containsExactly("replace [ada]", "add bob", "update ada", "delete bob");
        assertThat(faults.count(LISTS)).isZero();
    }

    @ParameterizedTest
    @EnumSource(WatchEnd.class)
    @Spec({"B12", "RF-56", "C10"})
    void thirty_watches_that_end_after_a_change_need_no_list_and_show_each_change_once(WatchEnd how)
            throws Exception {
        List<String> expected = new ArrayList<>(List.of("replace [ada]"));
        for (int i = 1; i <= 30; i++) {
            touch("ada");
            expected.add("update ada");
            mirror.awaitChanges(expected.size());
            faults.endWatches(CONFIG_MAPS, how);
            faults.awaitRequests(WATCHES, i);
            server.awaitOpenWatches(1);
        }

        assertThat(mirror.changes()).isEqualTo(expected);
        assertThat(faults.count(LISTS)).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"type\":\"ADDED\",\"object\":{\n{\"type\":\"BOOKMARK\"}\n", "<html>\n", "]\n"})
    @Spec("C10")
    void a_stream_that_is_no_json_is_a_broken_one_and_nothing_is_lost_or_doubled(String garbage) throws Exception {
        touch("ada");
        mirror.awaitChanges(2);
        faults.sendRaw(CONFIG_MAPS, garbage);
        faults.awaitRequests(WATCHES, 1);
        touch("ada");
        awaitMirror();

        assertThat(mirror.changes()).containsExactly("replace [ada]", "update ada", "update ada");
        assertThat(faults.count(LISTS)).isZero();
    }

    @Test
    @Spec({"C5", "C4"})
    void objects_that_are_not_what_is_watched_or_do_not_fit_are_skipped_and_the_next_one_arrives() throws Exception {
        faults.sendRaw(CONFIG_MAPS,
        "{\"type\":\"ADDED\",\"object\":{\"kind\":\"Service\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"s\"}}}\n"
                + "{\"type\":\"ADDED\",\"object\":{\"kind\":\"Table\",\"apiVersion\":\"meta.k8s.io/v1\",\"rows\":[]}}\n"
                + "{\"type\":\"MODIFIED\",\"object\":{\"kind\":\"ConfigMap\","
                + "\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"x\"},\"data\":7}}\n");
        create("bob");
        awaitMirror();

        assertThat(mirror.changes()).containsExactly("replace [ada]", "add bob");
        assertThat(faults.count(WATCHES)).isZero();
    }

    @Test
    @Spec({"B2", "RF-S32", "B4"})
    void an_expired_watch_is_answered_with_one_list_and_the_deletion_that_was_missed_is_made_up_for() throws Exception {
        create("bob");
        awaitMirror();
        faults.forgetRequests();
        faults.dropNext(CONFIG_MAPS, Change.Type.DELETED);
        delete("bob");
        faults.sendExpired(CONFIG_MAPS);
        mirror.awaitChanges(3);

        assertThat(mirror.changes()).containsExactly("replace [ada]", "add bob", "replace [ada]");
        faults.awaitRequests(WATCHES, 1);
        assertThat(faults.count(LISTS)).isEqualTo(1);
    }

    @Test
    @Spec({"C1", "RF-S26"})
    void a_watch_that_is_put_off_three_times_is_resumed_at_the_same_version_without_a_list() throws Exception {
        touch("ada"); // or the watch would count as a very short one
        mirror.awaitChanges(2);
        faults.failNext(WATCHES, 3, Failure.status(429, "TooManyRequests", "busy"));
        faults.endWatches(CONFIG_MAPS, WatchEnd.CLEAN);
        faults.awaitRequests(WATCHES, 4);
        server.awaitOpenWatches(1);
        touch("ada");
        mirror.awaitChanges(3);

        assertThat(faults.count(LISTS)).isZero();
        assertThat(faults.requests().stream().filter(WATCHES).map(request -> request.parameter("resourceVersion"))
                .distinct()).hasSize(1);
    }

    @Test
    @Spec({"B9", "RF-S09", "B3"})
    void a_list_at_a_version_that_the_server_does_not_have_is_followed_by_one_at_the_newest() throws Exception {
        faults.failNext(LISTS, 1, Failure.status(new Status(
                "v1", "Status", new ListMeta(null, null, null, Map.of()), "Failure",
                "Timeout: Too large resource version: 50, current: 40",
                "Timeout", new StatusDetails(null, null, null, null,
                        List.of(new StatusCause("ResourceVersionTooLarge", "Too large resource version", null,
                        Map.of())), null, Map.of()),
                504, Map.of())));
        faults.sendExpired(CONFIG_MAPS);
        mirror.awaitChanges(2);

        List<SeenRequest> lists = faults.requests().stream().filter(LISTS).toList();
        assertThat(lists).hasSize(2);
        assertThat(lists.get(0).parameter("resourceVersion")).isNotEmpty();
        assertThat(lists.get(1).query()).doesNotContain("resourceVersion");
    }

    @Test
    @Spec({"B7", "RF-55"})
    void a_server_that_is_gone_for_a_while_is_found_again() throws Exception {
        try (LastingFault gone = faults.refuseConnections()) {
            server.awaitOpenWatches(0);
        }
        touch("ada");
        awaitMirror(); // by a list or by a watch: which one depends on when the server was missed
        touch("ada");
        awaitMirror();

        assertThat(mirror.changes()).endsWith("update ada");
    }

    @Test
    @Spec("RF-49")
    void a_list_in_pages_arrives_whole() throws Exception {
        for (int i = 0; i < 5; i++) {
            create("m" + i);
        }
        MirrorStore other = new MirrorStore();
        Reflector<ConfigMap> paging = new Reflector<>(configMaps, ConfigMap.class, other, ReflectorOptions.defaults()
                .withWatchListPageSize(2));
        try (LastingFault pages = faults.pagesAtRevisionZero();
                Cancellable end = background.withCancel()) {
            Thread thread = Thread.ofVirtual().start(() -> paging.run(end));
            other.awaitVersions(onServer());
            end.cancel();
            thread.join();
        }

        assertThat(other.changes().getFirst()).isEqualTo("replace [ada, m0, m1, m2, m3, m4]");
    }

    @Test
    @Spec({"RF-S02", "RF-S21", "AP-87"})
    void the_state_can_come_as_a_stream_and_no_list_is_needed() throws Exception {
        MirrorStore other = new MirrorStore();
        create("bob");
        try (Streaming streaming = new Streaming(other)) {
            other.awaitVersions(onServer());
            touch("ada");
            other.awaitVersions(onServer());
        }

        assertThat(other.changes()).containsExactly("replace [ada, bob]", "update ada");
        assertThat(faults.count(LISTS)).isZero();
    }

    @Test
    @Spec({"RF-S18", "RF-28", "D2"})
    void a_server_that_cannot_stream_is_asked_for_a_list() throws Exception {
        MirrorStore other = new MirrorStore();
        try (LastingFault refused = faults.refuseWatchLists();
                Streaming streaming = new Streaming(other)) {
            other.awaitVersions(onServer());
        }

        assertThat(faults.count(LISTS)).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource(names = {"UNMARKED", "OMITTED"})
    @Spec({"D1", "RF-75"})
    void a_server_that_never_marks_the_end_of_the_state_is_asked_for_a_list_in_the_end(InitialEventsEnd how)
            throws Exception {
        MirrorStore other = new MirrorStore();
        try (LastingFault unmarked = faults.initialEventsEnd(how);
                LastingFault brief = faults.limitWatches(Duration.ofMillis(50));
                Streaming streaming = new Streaming(other)) {
            other.awaitVersions(onServer());
        }

        assertThat(faults.count(LISTS)).isPositive();
        assertThat(other.changes()).as("nothing of an unfinished stream").containsOnly("replace [ada]");
    }

    @Test
    @Spec("A8")
    void what_was_deleted_does_not_come_back_from_a_server_that_lags() throws Exception {
        long before = server.store().revision();
        delete("ada");
        mirror.awaitChanges(2);
        String known = faults.requests().stream().filter(LISTS).findFirst().map(SeenRequest::query).orElse("none yet");
        try (LastingFault lagging = faults.stale(before)) {
            faults.failNext(WATCHES, 1, Failure.status(500, "InternalError", "ends the round"));
            faults.endWatches(CONFIG_MAPS, WatchEnd.CLEAN);
            faults.awaitRequests(LISTS, 1);
        }
        faults.awaitRequests(WATCHES, 2);
        create("bob");
        awaitMirror();

        assertThat(known).isEqualTo("none yet");
        assertThat(faults.requests().stream().filter(LISTS).map(list -> list.parameter("resourceVersion")))
                .first().asString().isNotEqualTo("0").isNotEmpty();
        assertThat(mirror.changes()).as("ada is nowhere behind her deletion")
                .containsExactly("replace [ada]", "delete ada", "replace []", "add bob");
    }

    @Test
    @Spec({"B1", "B6"})
    void a_watch_that_went_silent_is_given_up_and_what_happened_meanwhile_comes_once() throws Exception {
        MirrorStore other = new MirrorStore();
        try (Brief brief = new Brief(other)) {
            other.awaitVersions(onServer());
            server.awaitOpenWatches(2);
            faults.forgetRequests();
            try (LastingFault silence = faults.silence()) {
                touch("ada");
                faults.awaitRequests(WATCHES, 1); // the client's own doing: the server ends nothing
            }
            other.awaitVersions(onServer());
        }

        assertThat(other.changes()).containsExactly("replace [ada]", "update ada");
        assertThat(faults.count(LISTS)).isZero();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @Spec({"D7", "D8"})
    void a_quiet_resource_needs_no_list_when_its_watch_is_cut_if_a_bookmark_came(boolean bookmarks) throws Exception {
        touch("ada"); // or the watch would count as a very short one
        mirror.awaitChanges(2);
        for (int i = 0; i < 20; i++) { // and then only others change
            client.resource(ApiResource.NAMESPACES).create(background, new Namespace(
                    null, null, ObjectMeta.named("", "other-" + i), null, Map.of()));
        }
        faults.suppressBookmarks();
        if (bookmarks) { // with nothing in it but its version, as some servers send it
            faults.sendRaw(CONFIG_MAPS,
                    "{\"type\":\"BOOKMARK\",\"object\":{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\","
                    + "\"metadata\":{\"resourceVersion\":\"" + server.store().revision() + "\"}}}\n");
        }
        faults.compact();
        faults.endWatches(CONFIG_MAPS, WatchEnd.CUT);
        faults.awaitRequests(WATCHES, bookmarks ? 1 : 2);
        server.awaitOpenWatches(1);
        touch("ada");
        awaitMirror();

        assertThat(faults.count(LISTS)).isEqualTo(bookmarks ? 0 : 1);
        assertThat(mirror.changes()).as("no bookmark among them").isEqualTo(bookmarks
                ? List.of("replace [ada]", "update ada", "update ada")
                : List.of("replace [ada]", "update ada", "replace [ada]", "update ada"));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4})
    @Spec("L6")
    void what_is_created_between_the_list_and_the_watch_is_seen(int when) throws Exception {
        faults.sendExpired(CONFIG_MAPS); // it lists again
        try (LastingFault late = faults.delay(WATCHES, Duration.ofMillis(100))) {
            faults.awaitRequests(LISTS, 1);
            if (when > 0) {
                faults.awaitRequests(WATCHES, 1); // it has come and is not answered yet
            }
            for (int i = 0; i <= when; i++) {
                create("m" + i);
            }
            awaitMirror();
        }
    }

    @Test
    @Spec({"L7", "C3"})
    void who_changes_what_it_has_seen_writes_back_what_it_does_not_know() throws Exception {
        RawJson raw = RawJson.of(Json.MAPPER.readTree("{\"level\":\"AwI=\"}")); // our type has no binaryData
        configMaps.create(background, new ConfigMap(
                null, null, ObjectMeta.named("default", "bob"), Map.of("n", "0"), Map.of("binaryData", raw)));

        touch("bob");

        assertThat(onServer("bob").path("binaryData")).isEqualTo(raw.tree());
        assertThat(onServer("bob").path("data").path("n").asString()).isEqualTo("1");
    }

    @Test
    @Spec("L10")
    void items_of_a_list_travel_without_a_kind_and_can_be_written_back_like_that() throws Exception {
        ConfigMap item = configMaps.list(background, ListOptions.EMPTY).items().getFirst();
        assertThat(item.kind()).isNull();
        assertThat(item.apiVersion()).isNull();

        ConfigMap updated = configMaps.update(background,
                new ConfigMap(item.apiVersion(), item.kind(), item.metadata(), Map.of("n", "1"), item.unknown()));

        assertThat(updated.kind()).isEqualTo("ConfigMap");
        awaitMirror();
    }

    /** Another Reflector, whose watches ask to last a second, until it is closed. */
    private final class Brief implements AutoCloseable {

        private final Cancellable end = background.withCancel();
        private final Thread thread;

        Brief(MirrorStore store) {
            ListWatch<ConfigMap> limited = ListWatch.filtered(configMaps, // the shortest that can be chosen is 5 min
                    asked -> asked.timeout() == null ? asked : asked.withTimeout(Duration.ofSeconds(1)));
            Reflector<ConfigMap> reflector = new Reflector<>(
                    limited, ConfigMap.class, store, ReflectorOptions.defaults().withName("brief"));
            thread = Thread.ofVirtual().name("brief run").start(() -> reflector.run(end));
        }

        @Override
        public void close() throws InterruptedException {
            end.cancel();
            thread.join();
        }
    }

    /** Another Reflector, which streams, until it is closed. */
    private final class Streaming implements AutoCloseable {

        private final Cancellable end = background.withCancel();
        private final Thread thread;

        Streaming(MirrorStore store) {
            Reflector<ConfigMap> reflector = new Reflector<>(
                    configMaps, ConfigMap.class, store, ReflectorOptions.defaults().withName("streaming")
                    .withWatchList(true));
            thread = Thread.ofVirtual().name("streaming run").start(() -> reflector.run(end));
        }

        @Override
        public void close() throws InterruptedException {
            end.cancel();
            thread.join();
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    @Spec({"AP-81", "B7"})
    void whatever_goes_wrong_the_store_ends_up_like_the_server(long seed) throws Exception {
        Random random = new Random(seed);
        for (int i = 0; i < 200; i++) {
            String name = "m" + random.nextInt(6);
            boolean exists = onServer().containsKey(name);
            switch (random.nextInt(12)) {
                case 0 -> faults.endWatches(CONFIG_MAPS, WatchEnd.values()[random.nextInt(3)]);
                case 1 -> faults.compact();
                case 2 -> faults.sendExpired(CONFIG_MAPS);
                case 3 -> faults.failNext(LISTS.or(WATCHES), 1, Failure.status(503, "ServiceUnavailable", "later"));
                case 4 -> faults.failNext(WATCHES, 1, Failure.cut());
                case 5, 6 -> {
                    if (exists) {
                        delete(name);
                    }
                }
                default -> {
                    if (exists) {
                        touch(name);
                    } else {
                        create(name);
                    }
                }
            }
        }

        faults.clear();
        awaitMirror();
    }

    private void create(String name) throws Exception {
        configMaps.create(background,
                new ConfigMap(null, null, ObjectMeta.named("default", name), Map.of("n", "0"), Map.of()));
    }

    private void touch(String name) throws Exception {
        ConfigMap now = configMaps.get(background, name);
        int n = Integer.parseInt(now.data().getOrDefault("n", "0")) + 1;
        configMaps.update(background,
                new ConfigMap(now.apiVersion(), now.kind(), now.metadata(), Map.of("n", "" + n), now.unknown()));
    }

    private void delete(String name) throws Exception {
        configMaps.delete(background, name);
    }

    private void awaitMirror() throws Exception {
        mirror.awaitVersions(onServer());
    }

    private ObjectNode onServer(String name) throws Exception {
        return server.store().get(CONFIG_MAPS, "default", name);
    }

    /** What the server holds, read past all faults. */
    private SortedMap<String, String> onServer() {
        SortedMap<String, String> versions = new TreeMap<>();
        for (ObjectNode object : server.store().list(CONFIG_MAPS, "default").items()) {
            versions.put(object.path("metadata").path("name").asString(), object.path("metadata")
                    .path("resourceVersion").asString());
        }
        return versions;
    }
}
