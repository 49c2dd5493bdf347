package insideinformer.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import insideinformer.apiserver.faults.Failure;
import insideinformer.testing.Spec;
import insideinformer.wait.FakeClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** What a watch sends, from which state on. Time stands still unless a test moves it. */
class WatchTest {

    private static final String MAPS = "/api/v1/namespaces/default/configmaps";
    private static final String INITIAL_EVENTS = "&sendInitialEvents=true&resourceVersionMatch=NotOlderThan";
    private static final String BOOKMARKS = "&allowWatchBookmarks=true";

    private final FakeClock clock = new FakeClock();

    @RegisterExtension
    final TestServer server = new TestServer(builder -> builder.clock(clock));

    @Test
    @Spec({"AP-80", "AP-81", "L3"})
    void a_watch_from_a_version_sends_every_later_change_once_and_in_order() throws Exception {
        String start = create("a");
        create("b");
        put("b", "{\"k\":\"v\"}");
        server.client().delete(MAPS + "/a");
        server.client().post("/api/v1/namespaces/kube-system/configmaps", TestObjects.map("elsewhere"));

        try (TestClient.Stream watch = watch("&resourceVersion=" + start)) {
            create("c");

            List<String> seen = new ArrayList<>();
            List<Long> versions = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                JsonNode frame = watch.next();
                assertThat(frame.at("/object/kind").asString()).isEqualTo("ConfigMap");
                assertThat(frame.at("/object/apiVersion").asString()).isEqualTo("v1");
                seen.add(frame.path("type").asString() + " " + frame.at("/object/metadata/name").asString());
                versions.add(frame.at("/object/metadata/resourceVersion").asLong());
            }
            assertThat(seen).containsExactly("ADDED b", "MODIFIED b", "DELETED a", "ADDED c");
            assertThat(versions).isSorted().doesNotHaveDuplicates();
        }
    }

    @ParameterizedTest
    @Spec("AP-82")
    @CsvSource({"''", "&resourceVersion=0"})
    void a_watch_from_nowhere_begins_with_what_is_there(String version) throws Exception {
        String b = create("b");
        String a = create("a");

        try (TestClient.Stream watch = watch(version)) {
            JsonNode first = watch.next();
            JsonNode second = watch.next();
            create("c");

            assertThat(first.at("/object/metadata/resourceVersion").asString()).isEqualTo(a);
            assertThat(second.at("/object/metadata/resourceVersion").asString()).isEqualTo(b);
            assertThat(watch.nextAsText()).isEqualTo("ADDED c");
        }
    }

    @Test
    @Spec("AP-83")
    void with_bookmarks_the_end_of_what_is_there_is_marked_without_asking() throws Exception {
        create("a");

        try (TestClient.Stream watch = watch(BOOKMARKS)) {
            assertThat(watch.nextAsText()).isEqualTo("ADDED a");
            assertThat(isEndMark(watch.next())).isTrue();
        }
    }

    @Test
    @Spec({"AP-87", "AP-119"})
    void a_streamed_list_ends_with_a_marked_bookmark_of_its_state() throws Exception {
        try (TestClient.Stream empty = watch(INITIAL_EVENTS + BOOKMARKS)) {
            JsonNode mark = empty.next();
            assertThat(isEndMark(mark)).isTrue();
            assertThat(mark.at("/object").toString())
                    .isEqualTo("{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":"
                    + "{\"resourceVersion\":\"" + server.store().revision()
                    + "\",\"annotations\":{\"k8s.io/initial-events-end\":\"true\"}}}");
        }
        create("a");
        try (TestClient.Stream none = watch(INITIAL_EVENTS + BOOKMARKS + "&labelSelector=no%3Done")) {
            assertThat(isEndMark(none.next())).isTrue();
        }
    }

    @Test
    @Spec("AP-89")
    void without_bookmarks_there_is_no_mark() throws Exception {
        create("a");

        try (TestClient.Stream watch = watch(INITIAL_EVENTS)) {
            assertThat(watch.nextAsText()).isEqualTo("ADDED a");
            create("b");
            assertThat(watch.nextAsText()).isEqualTo("ADDED b");
        }
    }

    @ParameterizedTest
    @Spec("AP-88")
    @CsvSource(nullValues = "-", value = {
        // initial events, version, what comes before "ADDED new"
        "true,  -,       ADDED a;ADDED b;mark",
        "true,  0,       ADDED a;ADDED b;mark",
        "true,  OLD,     ADDED a;ADDED b;mark",
        "true,  CURRENT, ADDED a;ADDED b;mark",
        "false, -,       ''",
        "false, 0,       ''",
        "false, OLD,     ADDED b;MODIFIED b",
        "false, CURRENT, ''",
        "-,     -,       ADDED a;ADDED b;mark",
        "-,     0,       ADDED a;ADDED b;mark",
        "-,     OLD,     ADDED b;MODIFIED b",
        "-,     CURRENT, ''"
    })
    void initial_events_and_version_choose_how_it_begins(String initial, String version,
            String before) throws Exception {
        String old = create("a");
        create("b");
        String current = put("b", "{\"k\":\"v\"}");
        String query = BOOKMARKS
                + (initial == null ? "" : "&resourceVersionMatch=NotOlderThan&sendInitialEvents=" + initial)
                + (version == null ? ""
                : "&resourceVersion=" + version.replace("OLD", old).replace("CURRENT", current));

        try (TestClient.Stream watch = watch(query)) {
            create("new");

            List<String> seen = new ArrayList<>();
            String next = "";
            while (!next.equals("ADDED new")) {
                JsonNode frame = watch.next();
                next = isEndMark(frame) ? "mark"
                        : frame.path("type").asString() + " " + frame.at("/object/metadata/name").asString();
                seen.add(next);
            }
            seen.removeLast();
            assertThat(String.join(";", seen)).isEqualTo(before);
        }
    }

    @Test
    @Spec("AP-77")
    void crossing_the_selector_is_an_ADDED_or_a_DELETED() throws Exception {
        String start = Long.toString(server.store().revision());
        server.client().post(MAPS, TestObjects.map("a", "{}", "{\"labels\":{\"a\":\"1\"}}"));
        label("2");
        server.client().patch(MAPS + "/a", "merge", "{\"metadata\":{\"labels\":{\"b\":\"1\"}}}");
        label("1");
        server.client().patch(MAPS + "/a", "merge", "{\"data\":{\"k\":\"v\"}}");
        server.client().delete(MAPS + "/a");

        try (TestClient.Stream watch = watch("&labelSelector=a%3D1&resourceVersion=" + start)) {
            assertThat(watch.nextAsText()).isEqualTo("ADDED a");
            JsonNode left = watch.next();
            assertThat(left.path("type").asString()).isEqualTo("DELETED");
            assertThat(left.at("/object/metadata/labels").toString())
                    .isEqualTo("{\"a\":\"1\"}"); // as the client knew it
            assertThat(left.at("/object/metadata/resourceVersion").asLong())
                    .isEqualTo(Long.parseLong(start) + 2); // but newer
            assertThat(List.of(watch.nextAsText(), watch.nextAsText())).containsExactly("ADDED a", "MODIFIED a");
            JsonNode deleted = watch.next();
            assertThat(deleted.path("type").asString()).isEqualTo("DELETED");
            assertThat(deleted.at("/object/data/k").asString()).isEqualTo("v");
            assertThat(deleted.at("/object/metadata/resourceVersion").asLong()).isEqualTo(server.store().revision());
        }
    }

    @Test
    @Spec("AP-77")
    void field_selectors_cross_as_labels_do() throws Exception {
        String pods = "/api/v1/namespaces/default/pods";
        String start = server.client().post(pods, TestObjects.pod("p")).version();
        server.client().patch(pods + "/p/status", "merge", "{\"status\":{\"phase\":\"Running\"}}");
        server.client().patch(pods + "/p/status", "merge", "{\"status\":{\"phase\":\"Failed\"}}");

        try (TestClient.Stream watch = server.client().watch(
                pods + "?watch=1&fieldSelector=status.phase%3DRunning&resourceVersion=" + start)) {
            assertThat(List.of(watch.nextAsText(), watch.nextAsText())).containsExactly("ADDED p", "DELETED p");
        }
    }

    @Test
    @Spec("AP-121")
    void watchers_do_not_see_each_others_versions_of_an_event() throws Exception {
        server.client().post(MAPS, TestObjects.map("a", "{}", "{\"labels\":{\"a\":\"1\"}}"));
        String start = Long.toString(server.store().revision());
        try (TestClient.Stream one = watch("&labelSelector=a%3D1&resourceVersion=" + start);
                TestClient.Stream all = watch("&resourceVersion=" + start)) {
            label("2");

            JsonNode deleted = one.next();
            JsonNode modified = all.next();

            assertThat(deleted.path("type").asString()).isEqualTo("DELETED");
            assertThat(deleted.at("/object/metadata/labels/a").asString()).isEqualTo("1");
            assertThat(modified.path("type").asString()).isEqualTo("MODIFIED");
            assertThat(modified.at("/object/metadata/labels/a").asString()).isEqualTo("2");
        }
    }

    @Test
    @Spec("AP-84")
    void a_version_that_is_gone_is_an_ERROR_event_behind_a_200() throws Exception {
        String old = create("a");
        create("b");
        server.server().faults().compact();

        try (TestClient.Stream watch = watch("&resourceVersion=" + old)) {
            assertThat(watch.code()).isEqualTo(200);
            assertThat(watch.next().toString()).isEqualTo("{\"type\":\"ERROR\",\"object\":{\"apiVersion\":\"v1\","
                    + "\"kind\":\"Status\",\"metadata\":{},\"status\":\"Failure\",\"message\":\"too old resource"
                    + " version: " + old
                    + " (" + server.store().revision() + ")\",\"reason\":\"Expired\",\"code\":410}}");
            assertThat(watch.next()).isNull();
        }
        try (TestClient.Stream streamed = watch(INITIAL_EVENTS + "&resourceVersion=" + old)) {
            assertThat(streamed.nextAsText()).isEqualTo("ADDED a"); // the present needs no history
        }
    }

    @Test
    @Spec("AP-85")
    void a_version_yet_to_come_is_accepted_and_what_lies_before_it_left_out() throws Exception {
        long future = server.store().revision() + 2;

        try (TestClient.Stream watch = watch("&resourceVersion=" + future)) {
            create("a");
            create("b");
            create("c");

            assertThat(watch.nextAsText()).isEqualTo("ADDED c");
        }
    }

    @Test
    @Spec({"AP-85", "AP-66"})
    void with_initial_events_a_version_yet_to_come_is_waited_for_and_fails_as_an_event() throws Exception {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<TestClient.Stream> opening =
                    threads.submit(() -> watch(INITIAL_EVENTS + BOOKMARKS + "&resourceVersion=9999999"));
            clock.awaitWaiters(2); // the time limit of the watch, and the wait
            clock.step(Duration.ofSeconds(3));

            TestClient.Stream watch = opening.get();

            assertThat(watch.code()).isEqualTo(200);
            JsonNode frame = watch.next();
            assertThat(frame.path("type").asString()).isEqualTo("ERROR");
            assertThat(frame.at("/object/code").asInt()).isEqualTo(504);
            assertThat(frame.at("/object/details/causes/0/reason").asString()).isEqualTo("ResourceVersionTooLarge");
            assertThat(watch.next()).isNull();
        }
    }

    @Test
    @Spec("AP-78")
    void the_time_limit_is_the_requests_or_between_half_an_hour_and_an_hour() throws Exception {
        TestClient.Stream said = watch("&timeoutSeconds=10");
        TestClient.Stream unsaid = watch("");
        clock.step(Duration.ofMillis(9_999));
        assertThat(server.server().openWatches()).isEqualTo(2);
        clock.step(Duration.ofMillis(1));
        assertThat(said.rest()).isEmpty();
        server.server().awaitOpenWatches(1);

        clock.step(Duration.ofMinutes(29));
        assertThat(server.server().openWatches()).isEqualTo(1);
        clock.step(Duration.ofMinutes(31));

        assertThat(unsaid.rest()).isEmpty();
        assertThat(server.client().get(MAPS + "?watch=1&timeoutSeconds=abc").code()).isEqualTo(400);
    }

    @Test
    @Spec("AP-86")
    void bookmarks_come_once_a_minute_if_there_is_news() throws Exception {
        try (TestClient.Stream watch = watch(BOOKMARKS + "&resourceVersion=" + server.store().revision())) {
            clock.awaitWaiters(2); // its limit and its next bookmark
            server.client().post("/api/v1/namespaces/kube-system/configmaps", TestObjects.map("elsewhere"));
            String elsewhere = Long.toString(server.store().revision());
            clock.step(Duration.ofMinutes(1));

            JsonNode bookmark = watch.next();

            assertThat(bookmark.path("type").asString()).isEqualTo("BOOKMARK");
            assertThat(bookmark.path("object").toString()).isEqualTo("{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\","
                    + "\"metadata\":{\"resourceVersion\":\"" + elsewhere + "\"}}");

            clock.awaitWaiters(2);
            clock.step(Duration.ofMinutes(1)); // nothing new: none
            create("a");
            assertThat(watch.nextAsText()).isEqualTo("ADDED a");

            try (TestClient.Stream resumed = watch("&resourceVersion=" + elsewhere)) {
                assertThat(resumed.nextAsText()).isEqualTo("ADDED a"); // nothing is lost behind a bookmark
            }
        }
    }

    @Test
    @Spec("AP-86")
    void the_last_bookmark_comes_two_seconds_before_the_end() throws Exception {
        try (TestClient.Stream watch =
                watch(BOOKMARKS + "&timeoutSeconds=10&resourceVersion=" + server.store().revision())) {
            clock.awaitWaiters(2);
            create("a");
            assertThat(watch.nextAsText()).isEqualTo("ADDED a");
            create("b");
            assertThat(watch.nextAsText()).isEqualTo("ADDED b");
            clock.step(Duration.ofSeconds(8));
            JsonNode bookmark = watch.next();
            clock.step(Duration.ofSeconds(2));

            assertThat(bookmark.at("/object/metadata/resourceVersion").asLong()).isEqualTo(server.store().revision());
            assertThat(watch.next()).isNull();
        }
    }

    @Test
    @Spec("AP-86")
    void nobody_gets_bookmarks_without_asking() throws Exception {
        try (TestClient.Stream watch = watch("&timeoutSeconds=100&resourceVersion=" + server.store().revision())) {
            create("a");
            assertThat(watch.nextAsText()).isEqualTo("ADDED a");
            clock.step(Duration.ofSeconds(100));

            assertThat(watch.next()).isNull();
        }
    }

    @Test
    @Spec("AP-94")
    void one_object_can_be_watched_also_before_it_exists() throws Exception {
        create("other");
        try (TestClient.Stream watch = watch("&fieldSelector=metadata.name%3Da")) {
            create("a");
            assertThat(watch.nextAsText()).isEqualTo("ADDED a");
        }
        try (TestClient.Stream watch = watch("&resourceVersion=0&fieldSelector=metadata.name%3Da")) {
            assertThat(watch.nextAsText()).isEqualTo("ADDED a");
        }
        assertThat(server.client().get(MAPS + "/a?watch=1").body().path("kind").asString()).isEqualTo("ConfigMap");
    }

    @Test
    @Spec("AP-11")
    void what_a_watch_cannot_send_is_refused_before_it_begins() throws Exception {
        assertThat(server.client().get(MAPS + "?watch=1", "Accept", "text/html").code()).isEqualTo(406);
    }

    @Test
    @Spec("AP-91")
    void a_cache_that_is_not_ready_asks_to_come_again() throws Exception {
        server.server().faults().failNext(
                r -> r.is("watch", "configmaps") || r.is("list", "configmaps") && r.parameter("resourceVersion").equals("0"),
                2, Failure.status(429, "TooManyRequests", "storage is (re)initializing").retryAfter(1));

        for (String query : List.of("?watch=1", "?resourceVersion=0")) {
            TestClient.Answer answer = server.client().get(MAPS + query);

            assertThat(answer.code()).isEqualTo(429);
            assertThat(answer.reason()).isEqualTo("TooManyRequests");
            assertThat(answer.headers().firstValue("Retry-After")).contains("1");
        }
    }

    private TestClient.Stream watch(String query) throws Exception {
        return server.client().watch(MAPS + "?watch=1" + query);
    }

    private String create(String name) throws Exception {
        TestClient.Answer answer = server.client().post(MAPS, TestObjects.map(name));
        assertThat(answer.code()).isEqualTo(201);
        return answer.version();
    }

    private String put(String name, String data) throws Exception {
        return server.client().put(MAPS + "/" + name, TestObjects.map(name, data)).version();
    }

    private void label(String value) throws Exception {
        server.client().patch(MAPS + "/a", "merge", "{\"metadata\":{\"labels\":{\"a\":\"" + value + "\"}}}");
    }

    private static boolean isEndMark(JsonNode frame) {
        return frame.path("type").asString().equals("BOOKMARK")
                && frame.at("/object/metadata/annotations/k8s.io~1initial-events-end").asString("").equals("true");
    }
}
