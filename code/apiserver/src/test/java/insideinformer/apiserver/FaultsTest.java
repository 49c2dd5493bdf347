package insideinformer.apiserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import insideinformer.api.GroupResource;
import insideinformer.apiserver.errors.Errors;
import insideinformer.apiserver.faults.Break;
import insideinformer.apiserver.faults.Failure;
import insideinformer.apiserver.faults.InitialEventsEnd;
import insideinformer.apiserver.faults.LastingFault;
import insideinformer.apiserver.faults.WatchEnd;
import insideinformer.apiserver.store.Change;
import insideinformer.testing.Spec;
import insideinformer.wait.FakeClock;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** Every switch does what it says, and no more. */
class FaultsTest {

    private static final GroupResource CONFIG_MAPS = new GroupResource("", "configmaps");
    private static final String MAPS = "/api/v1/namespaces/default/configmaps";
    private static final String WATCH_LIST =
            MAPS + "?watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true";

    private final FakeClock clock = new FakeClock();
    private ApiServer server;
    private Faults faults;
    private TestClient client;

    @BeforeEach
    void start() throws Exception {
        server = ApiServer.builder().clock(clock).build().start();
        faults = server.faults();
        client = new TestClient(server);
    }

    @AfterEach
    void stop() {
        client.close();
        server.close();
    }

    @Test
    @Spec({"AP-21", "AP-31"})
    void the_next_requests_that_fit_fail_as_told_and_the_others_do_not() throws Exception {
        faults.failNext(r -> r.is("list", "configmaps"), 2,
                Failure.status(503, "ServiceUnavailable", "busy").retryAfter(7));

        assertThat(client.get(MAPS + "/x").code()).isEqualTo(404);
        TestClient.Answer first = client.get(MAPS);
        assertThat(first.code()).isEqualTo(503);
        assertThat(first.reason()).isEqualTo("ServiceUnavailable");
        assertThat(first.headers().firstValue("Retry-After")).contains("7");
        assertThat(client.get(MAPS).code()).isEqualTo(503);
        assertThat(client.get(MAPS).code()).isEqualTo(200);
        assertThat(faults.count(r -> r.is("list", "configmaps"))).isEqualTo(3);
    }

    @Test
    @Spec("AP-30")
    void an_answer_may_be_no_status_at_all() throws Exception {
        faults.failNext(r -> r.is("watch", "configmaps"), 1, Failure.text(429, "Too many requests").retryAfter(1));

        TestClient.Answer answer = client.get(MAPS + "?watch=1");

        assertThat(answer.code()).isEqualTo(429);
        assertThat(answer.text()).isEqualTo("Too many requests");
        assertThat(answer.headers().firstValue("Content-Type").orElseThrow()).startsWith("text/plain");
    }

    @Test
    void a_fault_that_lasts_ends_when_it_is_lifted() throws Exception {
        try (LastingFault forbidden = faults.fail(r -> r.resource().equals(CONFIG_MAPS),
                Failure.status(Errors.forbidden(CONFIG_MAPS, "", "no reason")))) {
            assertThat(client.get(MAPS).code()).isEqualTo(403);
            assertThat(client.post(MAPS, "{\"metadata\":{\"name\":\"a\"}}").code()).isEqualTo(403);
        }

        assertThat(client.get(MAPS).code()).isEqualTo(200);
    }

    @Test
    void the_next_status_write_can_conflict() throws Exception {
        client.post("/api/v1/namespaces/default/resourcequotas", "{\"metadata\":{\"name\":\"q\"}}");
        GroupResource quotas = new GroupResource("", "resourcequotas");
        faults.failNext(r -> r.is("update", "resourcequotas/status"), 1, Failure.conflict(quotas, "q"));
        String path = "/api/v1/namespaces/default/resourcequotas/q/status";
        String body = "{\"metadata\":{\"name\":\"q\"},\"status\":{\"hard\":{\"pods\":\"1\"}}}";

        assertThat(client.put(path, body).reason()).isEqualTo("Conflict");
        assertThat(client.put(path, body).code()).isEqualTo(200);
    }

    @Test
    void a_request_can_be_cut_off_without_an_answer() throws Exception {
        faults.fail(r -> r.is("list", "configmaps"), Failure.cut());

        assertThatThrownBy(() -> client.get(MAPS)).isInstanceOf(IOException.class);
    }

    @Test
    void a_request_can_be_left_without_an_answer_until_that_is_lifted() throws Exception {
        LastingFault silence = faults.fail(r -> r.is("list", "configmaps"), Failure.silence());
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<TestClient.Answer> waiting = threads.submit(() -> client.get(MAPS));
            faults.awaitRequests(r -> r.is("list", "configmaps"), 1);
            assertThat(waiting.isDone()).isFalse();

            silence.close();

            assertThat(waiting.get().code()).isEqualTo(200);
        }
    }

    @Test
    void a_request_can_be_delayed() throws Exception {
        faults.delay(r -> r.is("list", "configmaps"), Duration.ofSeconds(10));
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<TestClient.Answer> waiting = threads.submit(() -> client.get(MAPS));
            clock.awaitWaiters(1);
            clock.step(Duration.ofMillis(9_999));
            assertThat(clock.hasWaiters()).isTrue();

            clock.step(Duration.ofMillis(1));

            assertThat(waiting.get().code()).isEqualTo(200);
        }
    }

    @Test
    void watches_can_be_ended_in_order_between_events_and_within_one() throws Exception {
        TestClient.Stream clean = client.watch(MAPS + "?watch=1");
        faults.endWatches(CONFIG_MAPS, WatchEnd.CLEAN);
        assertThat(clean.rest()).isEmpty();

        TestClient.Stream cut = client.watch(MAPS + "?watch=1");
        faults.endWatches(CONFIG_MAPS, WatchEnd.CUT);
        assertThatThrownBy(cut::next).isInstanceOf(IOException.class);

        TestClient.Stream torn = client.watch(MAPS + "?watch=1");
        faults.endWatches(CONFIG_MAPS, WatchEnd.MID_EVENT);
        assertThatThrownBy(torn::next).isInstanceOfAny(IOException.class, JacksonException.class);
    }

    @Test
    void only_watches_of_the_resource_are_ended() throws Exception {
        TestClient.Stream pods = client.watch("/api/v1/pods?watch=1");

        faults.endWatches(CONFIG_MAPS, WatchEnd.CUT);

        client.post("/api/v1/namespaces/default/pods", TestObjects.pod("cart"));
        assertThat(pods.nextAsText()).isEqualTo("ADDED cart");
    }

    @Test
    @Spec("AP-92")
    void a_deletion_that_cannot_be_read_is_an_ERROR_event_that_ends_every_watch_of_its_kind() throws Exception {
        create("a");
        TestClient.Stream one = client.watch(MAPS + "?watch=1");
        TestClient.Stream other = client.watch("/api/v1/configmaps?watch=1");
        TestClient.Stream pods = client.watch("/api/v1/pods?watch=1");
        assertThat(List.of(one.nextAsText(), other.nextAsText())).containsOnly("ADDED a");

        faults.sendError(CONFIG_MAPS, Errors.status(500, "StorageReadError", "the object cannot be read", null));

        for (TestClient.Stream watch : List.of(one, other)) {
            assertThat(watch.code()).isEqualTo(200);
            assertThat(watch.next().toString()).isEqualTo("{\"type\":\"ERROR\",\"object\":{\"apiVersion\":\"v1\","
                    + "\"kind\":\"Status\",\"metadata\":{},\"status\":\"Failure\",\"message\":\"the object cannot"
                    + " be read\",\"reason\":\"StorageReadError\",\"code\":500}}");
            assertThat(watch.next()).isNull();
        }
        assertThat(names(client.get(MAPS))).containsExactly("a"); // the client can list again
        client.post("/api/v1/namespaces/default/pods", TestObjects.pod("cart"));
        assertThat(pods.nextAsText()).isEqualTo("ADDED cart");
    }

    @Test
    void the_expired_event_of_a_watch_can_be_had_without_compaction() throws Exception {
        TestClient.Stream watch = client.watch(MAPS + "?watch=1");

        faults.sendExpired(CONFIG_MAPS);

        assertThat(watch.next().path("object").path("code").asInt()).isEqualTo(410);
    }

    @Test
    void bytes_are_sent_as_they_are() throws Exception {
        TestClient.Stream watch = client.watch(MAPS + "?watch=1");
        byte[] bytes =
                "{\"type\":\"ADDED\",\"object\":{\"metadata\":{\"name\":\"grün\"}}}\n".getBytes(StandardCharsets.UTF_8);
        byte[] first = Arrays.copyOfRange(bytes, 0, bytes.length - 8); // in the middle of the ü
        byte[] second = Arrays.copyOfRange(bytes, bytes.length - 8, bytes.length);

        faults.sendRaw(CONFIG_MAPS, first, second);

        assertThat(watch.nextAsText()).isEqualTo("ADDED grün");
    }

    @Test
    void held_events_come_when_the_hold_is_lifted() throws Exception {
        TestClient.Stream maps = client.watch(MAPS + "?watch=1");
        LastingFault hold = faults.hold(CONFIG_MAPS);
        create("a");
        create("b");
        client.post("/api/v1/namespaces/default/pods", TestObjects.pod("cart"));
        try (TestClient.Stream pods = client.watch("/api/v1/pods?watch=1")) {
            assertThat(pods.nextAsText()).isEqualTo("ADDED cart"); // others are not held
        }
        faults.sendRaw(CONFIG_MAPS, "{\"type\":\"X\"}\n");
        assertThat(maps.nextAsText()).isEqualTo("X"); // nothing came before it

        hold.close();

        assertThat(List.of(maps.nextAsText(), maps.nextAsText())).containsExactly("ADDED a", "ADDED b");
    }

    @Test
    void a_silent_watch_does_not_even_end() throws Exception {
        TestClient.Stream watch = client.watch(MAPS + "?watch=1&timeoutSeconds=1");
        LastingFault silence = faults.silence();
        create("a");
        clock.step(Duration.ofSeconds(2));
        assertThat(server.openWatches()).isEqualTo(1);

        silence.close();

        assertThat(watch.rest()).isEmpty(); // its time was over before it could speak again
    }

    @Test
    void a_dropped_change_is_lost_on_one_watch_only() throws Exception {
        create("a");
        TestClient.Stream one = client.watch(MAPS + "?watch=1");
        TestClient.Stream other = client.watch(MAPS + "?watch=1");
        assertThat(List.of(one.nextAsText(), other.nextAsText())).containsOnly("ADDED a");
        faults.dropNext(CONFIG_MAPS, Change.Type.DELETED);

        client.delete(MAPS + "/a");
        create("b");

        List<String> seen = new ArrayList<>(List.of(one.nextAsText(), other.nextAsText()));
        assertThat(seen).containsExactlyInAnyOrder("DELETED a", "ADDED b");
    }

    @Test
    void a_watch_can_be_cut_before_a_change() throws Exception {
        TestClient.Stream watch = client.watch(MAPS + "?watch=1");
        faults.cutAtNext(CONFIG_MAPS, Break.BEFORE);
        client.post("/api/v1/namespaces/default/pods", TestObjects.pod("cart"));

        create("a");

        assertThatThrownBy(watch::next).isInstanceOf(IOException.class);
        assertThat(client.watch(MAPS + "?watch=1").nextAsText()).isEqualTo("ADDED a"); // one watch only
    }

    @Test
    void a_watch_can_be_cut_within_a_change() throws Exception {
        try (Socket socket = new Socket("127.0.0.1", server.uri().getPort())) {
            socket.getOutputStream().write(
                    ("GET " + MAPS + "?watch=1 HTTP/1.1\r\nHost: x\r\n\r\n").getBytes(StandardCharsets.UTF_8));
            TestClient.readUntil(socket, "\r\n\r\n"); // where the watch begins is decided before its head is sent
            faults.cutAtNext(CONFIG_MAPS, Break.WITHIN);

            create("a");

            String all = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(all).contains("{\"type\":\"ADDED\"").doesNotContain("}}");
        }
    }

    @Test
    void a_watch_can_be_cut_behind_a_change() throws Exception {
        TestClient.Stream watch = client.watch(MAPS + "?watch=1");
        faults.cutAtNext(CONFIG_MAPS, Break.AFTER);

        create("a");
        create("b");

        assertThat(watch.nextAsText()).isEqualTo("ADDED a");
        assertThatThrownBy(watch::next).isInstanceOf(IOException.class);
    }

    @Test
    void an_answer_can_break_off_halfway() throws Exception {
        create("a");
        faults.failNext(r -> r.is("list", "configmaps"), 1, Failure.torn());
        try (Socket socket = new Socket("127.0.0.1", server.uri().getPort())) {
            socket.getOutputStream().write(
                    ("GET " + MAPS + " HTTP/1.1\r\nHost: x\r\n\r\n").getBytes(StandardCharsets.UTF_8));

            String all = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

            assertThat(all).startsWith("HTTP/1.1 200").contains("ConfigMapList").doesNotEndWith("}\n");
        }
        assertThat(names(client.get(MAPS))).containsExactly("a");
    }

    @Test
    void a_server_that_is_started_again_serves_what_the_first_one_left() throws Exception {
        String version = create("a").version();
        int port = server.uri().getPort();
        server.close();

        try (ApiServer again = ApiServer.builder().port(port).store(server.store()).clock(clock).build().start();
                TestClient next = new TestClient(again)) {
            assertThat(names(next.get(MAPS))).containsExactly("a");
            try (TestClient.Stream watch = next.watch(MAPS + "?watch=1&resourceVersion=" + version)) {
                next.delete(MAPS + "/a");
                assertThat(watch.nextAsText()).isEqualTo("DELETED a"); // nothing was written by the start
            }
            assertThat(again.store().revision()).isEqualTo(Long.parseLong(version) + 1);
        }
    }

    @Test
    void bookmarks_can_be_suppressed_and_forced() throws Exception {
        TestClient.Stream watch = client.watch(MAPS + "?watch=1&allowWatchBookmarks=true");
        assertThat(watch.nextAsText()).isEqualTo("BOOKMARK"); // behind the initial events
        LastingFault suppressed = faults.suppressBookmarks();
        create("a");
        assertThat(watch.nextAsText()).isEqualTo("ADDED a");
        clock.step(Duration.ofMinutes(1));

        faults.sendInitialEventsEnd(CONFIG_MAPS);

        JsonNode forced = watch.next();
        assertThat(forced.path("type").asString()).isEqualTo("BOOKMARK");
        assertThat(forced.at("/object/metadata/annotations/k8s.io~1initial-events-end").asString()).isEqualTo("true");
        suppressed.close();
    }

    @Test
    @Spec("AP-87")
    void the_bookmark_behind_the_initial_events_can_lose_its_mark_or_be_left_out() throws Exception {
        try (LastingFault unmarked = faults.initialEventsEnd(InitialEventsEnd.UNMARKED);
                TestClient.Stream watch = client.watch(WATCH_LIST)) {
            assertThat(watch.next().at("/object/metadata/annotations").isMissingNode()).isTrue();
        }
        try (LastingFault omitted = faults.initialEventsEnd(InitialEventsEnd.OMITTED);
                TestClient.Stream watch = client.watch(WATCH_LIST)) {
            create("a");
            assertThat(watch.nextAsText()).isEqualTo("ADDED a");
        }
    }

    @Test
    @Spec("AP-69")
    void streaming_lists_can_be_refused() throws Exception {
        try (LastingFault refused = faults.refuseWatchLists()) {
            TestClient.Answer answer = client.get(WATCH_LIST);

            assertThat(answer.code()).isEqualTo(422);
            assertThat(answer.body().at("/details/causes/0/field").asString()).isEqualTo("sendInitialEvents");
            assertThat(answer.body().at("/details/causes/0/reason").asString()).isEqualTo("FieldValueForbidden");
        }
    }

    @Test
    void connections_can_be_refused_and_the_port_comes_back() throws Exception {
        TestClient.Stream watch = client.watch(MAPS + "?watch=1");

        LastingFault refused = faults.refuseConnections();

        assertThatThrownBy(watch::next).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> client.get(MAPS)).isInstanceOf(IOException.class);
        refused.close();
        assertThat(client.get(MAPS).code()).isEqualTo(200);
    }

    @Test
    @Spec("AP-123")
    void no_connection_outlives_the_port_also_if_it_comes_while_that_is_closed() throws Exception {
        int port = server.uri().getPort();
        for (int round = 0; round < 100; round++) {
            AtomicBoolean closed = new AtomicBoolean();
            List<Socket> sockets = new CopyOnWriteArrayList<>();
            Thread connecting = Thread.ofPlatform().start(() -> {
                while (!closed.get() && sockets.size() < 40) {
                    try {
                        sockets.add(new Socket("127.0.0.1", port));
                    } catch (IOException refused) {
                        return;
                    }
                }
            });
            faults.refuseConnections().close();
            closed.set(true);
            connecting.join();

            LastingFault refused = faults.refuseConnections();

            for (Socket socket : sockets) {
                try (socket) {
                    socket.setSoTimeout(5_000);
                    socket.getOutputStream().write('?'); // if nobody holds the other end, the kernel itself says so
                    assertThat(socket.getInputStream().read()).isEqualTo(-1);
                } catch (SocketException gone) {
                    assertThat(gone.getMessage()).containsAnyOf("reset", "Broken pipe");
                }
            }
            refused.close();
        }
    }

    @Test
    @Spec("AP-66")
    void a_replica_that_lags_shows_an_old_state_and_refuses_a_newer_one() throws Exception {
        create("a");
        long old = server.store().revision();
        create("b");
        try (LastingFault stale = faults.stale(old)) {
            assertThat(names(client.get(MAPS))).containsExactly("a");
            assertThat(client.get(MAPS + "/b").code()).isEqualTo(404);
            try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
                Future<TestClient.Answer> tooNew = threads.submit(
                        () -> client.get(
                                MAPS + "?resourceVersion=" + (old + 1) + "&resourceVersionMatch=NotOlderThan"));
                clock.awaitWaiters(1);
                clock.step(Duration.ofSeconds(3));
                assertThat(tooNew.get().message()).isEqualTo(
                        "Timeout: Too large resource version: " + (old + 1) + ", current: " + old);
            }
        }

        assertThat(names(client.get(MAPS))).containsExactly("a", "b");
    }

    @Test
    void a_rewound_server_has_forgotten_and_counts_again() throws Exception {
        create("a");
        long backup = server.store().revision();
        create("b");
        client.delete(MAPS + "/a");
        TestClient.Stream watch = client.watch(MAPS + "?watch=1&resourceVersion=" + server.store().revision());

        faults.rewind(backup);

        assertThatThrownBy(watch::next).isInstanceOf(IOException.class);
        assertThat(names(client.get(MAPS))).containsExactly("a");
        assertThat(create("c").version()).isEqualTo(Long.toString(backup + 1));
    }

    @Test
    @Spec({"AP-67", "AP-84"})
    void compaction_expires_lists_and_watches() throws Exception {
        create("a");
        String old = client.get(MAPS).version();
        create("b");

        faults.compact();

        TestClient.Answer list = client.get(MAPS + "?resourceVersionMatch=Exact&resourceVersion=" + old);
        assertThat(list.code()).isEqualTo(410);
        assertThat(list.reason()).isEqualTo("Expired");
        try (TestClient.Stream watch = client.watch(MAPS + "?watch=1&resourceVersion=" + old)) {
            assertThat(watch.code()).isEqualTo(200);
            JsonNode error = watch.next();
            assertThat(error.path("type").asString()).isEqualTo("ERROR");
            assertThat(error.at("/object/message").asString())
                    .isEqualTo("too old resource version: " + old + " (" + server.store().revision() + ")");
            assertThat(error.at("/object/details").isMissingNode()).isTrue();
            assertThat(watch.next()).isNull();
        }
    }

    @Test
    void watches_can_be_made_short() throws Exception {
        faults.limitWatches(Duration.ofMillis(200));
        TestClient.Stream watch = client.watch(MAPS + "?watch=1&timeoutSeconds=300");

        clock.step(Duration.ofMillis(200));

        assertThat(watch.rest()).isEmpty();
    }

    @Test
    void clear_lifts_everything_that_lasts() throws Exception {
        create("a");
        faults.fail(r -> r.is("list", "configmaps"), Failure.cut());
        faults.hold(CONFIG_MAPS);
        faults.stale(1);
        faults.refuseWatchLists();

        faults.clear();

        assertThat(names(client.get(MAPS))).containsExactly("a");
        try (TestClient.Stream watch = client.watch(WATCH_LIST)) {
            assertThat(watch.nextAsText()).isEqualTo("ADDED a");
        }
    }

    private TestClient.Answer create(String name) throws Exception {
        TestClient.Answer answer = client.post(MAPS, "{\"metadata\":{\"name\":\"" + name + "\"}}");
        assertThat(answer.code()).isEqualTo(201);
        return answer;
    }

    private static List<String> names(TestClient.Answer list) {
        return list.body().path("items").valueStream().map(o -> o.at("/metadata/name").asString()).toList();
    }

    /** Whoever sends head and body in two steps must not find the connection closed by an answer that came between. */
    @Test
    void a_refusal_before_the_body_has_come_leaves_the_connection_for_the_next_request() throws Exception {
        faults.fail(r -> r.is("create", "configmaps"),
                Failure.status(Errors.forbidden(CONFIG_MAPS, "", "no reason")));
        byte[] body = "{\"metadata\":{\"name\":\"a\"}}".getBytes(StandardCharsets.US_ASCII);
        byte[] head = ("POST " + MAPS + " HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: "
                + body.length + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII);
        try (Socket socket = new Socket("127.0.0.1", server.uri().getPort())) {
            for (int i = 1; i <= 3; i++) {
                socket.getOutputStream().write(head);
                while (faults.requests().size() < i) {
                    Thread.onSpinWait(); // until the server is about to refuse it
                }
                socket.getOutputStream().write(body);
                assertThat(statusLineOf(socket.getInputStream())).as("request " + i).contains("403");
            }
        }
    }

    /** Reads one whole answer. */
    private static String statusLineOf(InputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int c = in.read();
            if (c < 0) {
                throw new EOFException("closed after: " + head);
            }
            head.append((char) c);
        }
        Matcher length = Pattern.compile("(?i)content-length: (\\d+)").matcher(head);
        assertThat(length.find()).isTrue();
        in.readNBytes(Integer.parseInt(length.group(1)));
        return head.substring(0, head.indexOf("\r\n"));
    }
}
