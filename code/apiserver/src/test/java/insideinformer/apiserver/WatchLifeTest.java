package insideinformer.apiserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import insideinformer.api.GroupResource;
import insideinformer.apiserver.faults.LastingFault;
import insideinformer.testing.LiveThreads;
import insideinformer.testing.Spec;
import insideinformer.wait.FakeClock;
import java.io.IOException;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How watches begin and end on the wire. */
class WatchLifeTest {

    private static final String PODS = "/api/v1/namespaces/default/pods";
    private static final String MAPS = "/api/v1/namespaces/default/configmaps";

    private static final Duration IDLE = Duration.ofSeconds(2);

    private ApiServer server;
    private TestClient client;

    @BeforeEach
    void start() throws Exception {
        server = ApiServer.builder().build().start();
        client = new TestClient(server);
    }

    @AfterEach
    void stop() {
        client.close();
        server.close();
    }

    @Test
    @Spec("AP-79")
    void the_head_of_the_answer_comes_before_any_event() throws Exception {
        try (TestClient.Stream watch = client.watch(PODS + "?watch=1")) {
            assertThat(watch.code()).isEqualTo(200);
            assertThat(watch.headers().firstValue("Content-Type")).contains("application/json");
            assertThat(watch.headers().firstValue("Transfer-Encoding")).contains("chunked");
        }
    }

    @Test
    @Spec({"AP-78", "AP-80"})
    void at_its_time_limit_a_watch_ends_in_order_and_without_an_event() throws Exception {
        FakeClock clock = new FakeClock(); // a second of real time may be over before the first event
        try (ApiServer timed = ApiServer.builder().clock(clock).build().start();
                TestClient its = new TestClient(timed)) {
            its.post(MAPS, "{\"metadata\":{\"name\":\"a\"}}");
            try (TestClient.Stream watch = its.watch(MAPS + "?watch=1&timeoutSeconds=1")) {
                assertThat(watch.nextAsText()).isEqualTo("ADDED a");

                clock.step(Duration.ofSeconds(1));

                assertThat(watch.rest()).isEmpty();
            }
        }
    }

    @Test
    void the_connection_serves_further_requests_after_a_watch() throws Exception {
        try (Socket socket = connect()) {
            send(socket, "GET " + MAPS + "?watch=1&timeoutSeconds=1 HTTP/1.1\r\nHost: x\r\n\r\n");
            assertThat(TestClient.readUntil(socket, "\r\n0\r\n\r\n")).startsWith("HTTP/1.1 200");

            send(socket, "GET " + MAPS + "/none HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");

            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                    .startsWith("HTTP/1.1 404");
        }
    }

    @Test
    void a_quiet_watch_outlives_the_idle_time_of_its_connection_even_if_it_is_written_to_just_then() throws Exception {
        Duration period = Duration.ofSeconds(2);
        try (ApiServer impatient = ApiServer.builder().idleTimeout(period).bookmarkPeriod(period).build().start();
                TestClient its = new TestClient(impatient);
                ExecutorService readers = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<List<String>>> watches = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                String path = MAPS + "?watch=1&timeoutSeconds=7" + (i % 4 == 0 ? "" : "&allowWatchBookmarks=1");
                watches.add(readers.submit(() -> {
                    try (TestClient.Stream watch = its.watch(path)) {
                        return watch.rest(); // a cut throws
                    }
                }));
            }
            for (int i = 0; i < 200; i++) {
                List<String> events = watches.get(i).get();
                assertThat(events).isSubsetOf("BOOKMARK");
                assertThat(events.isEmpty()).isEqualTo(i % 4 == 0);
            }
        }
    }

    @Test
    @Spec("AP-123")
    void a_client_that_goes_away_ends_its_watch_and_the_thread_of_it() throws Exception {
        for (int round = 0; round < 100; round++) {
            Socket socket = connect();
            send(socket, "GET " + MAPS + "?watch=1 HTTP/1.1\r\nHost: x\r\n\r\n");
            TestClient.readUntil(socket, "\r\n\r\n");
            assertThat(server.openWatches()).isPositive();
            if (round % 2 == 0) {
                socket.setSoLinger(true, 0); // a reset instead of an orderly end
            }
            socket.close();
        }

        server.awaitOpenWatches(0);
        while (!LiveThreads.named("apiserver-request").isEmpty()) {
            Thread.onSpinWait(); // the watch has ended, and its thread is about to
        }
    }

    @Test
    @Spec({"AP-90", "AP-120"})
    void a_client_that_does_not_read_is_cut_off_and_delays_nobody() throws Exception {
        String big = "{\"metadata\":{\"name\":\"NAME\"},\"data\":{\"k\":\"" + "x".repeat(500_000) + "\"}}";
        try (ApiServer impatient = impatient(); TestClient its = new TestClient(impatient);
                Socket stuck = connect(impatient); TestClient.Stream reader = its.watch(MAPS + "?watch=1")) {
            stuck.setReceiveBufferSize(4096);
            send(stuck, "GET " + MAPS + "?watch=1 HTTP/1.1\r\nHost: x\r\n\r\n");
            TestClient.readUntil(stuck, "\r\n\r\n");
            for (int i = 0; i < 20; i++) {
                assertThat(its.post(MAPS, big.replace("NAME", "m" + i)).code()).isEqualTo(201);
                assertThat(reader.nextAsText()).isEqualTo("ADDED m" + i); // at once, or it would count as stuck, too
            }

            impatient.awaitOpenWatches(1); // the stuck one is gone
        }
    }

    @Test
    @Spec("AP-90")
    void a_watch_that_the_history_has_overtaken_ends_in_order_and_without_an_ERROR() throws Exception {
        try (ApiServer forgetful = ApiServer.builder().historyLimit(10).build().start();
                TestClient its = new TestClient(forgetful);
                TestClient.Stream slow = its.watch(MAPS + "?watch=1");
                LastingFault hold = forgetful.faults().hold(new GroupResource("", "configmaps"))) {
            for (int i = 0; i < 50; i++) {
                its.post(MAPS, "{\"metadata\":{\"name\":\"m" + i + "\"}}");
            }

            hold.close();

            assertThat(slow.rest()).hasSizeLessThan(50).allMatch(event -> event.startsWith("ADDED"));
            forgetful.awaitOpenWatches(0);
        }
    }

    @Test
    @Spec("AP-123")
    void closing_the_server_ends_every_watch_in_order() throws Exception {
        List<TestClient.Stream> watches = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            watches.add(client.watch(MAPS + "?watch=1"));
        }

        server.close();
        server.close();

        for (TestClient.Stream watch : watches) {
            assertThat(watch.rest()).isEmpty();
        }
        assertThatThrownBy(() -> client.get(MAPS)).isInstanceOf(IOException.class);
        assertThat(LiveThreads.named("apiserver-")).isEmpty();
    }

    @Test
    @Spec("AP-123")
    void a_request_that_waits_for_a_version_ends_with_the_server() throws Exception {
        FakeClock still = new FakeClock();
        ApiServer waits = ApiServer.builder().clock(still).build().start();
        try (Socket waiting = connect(waits)) {
            send(waiting, "GET " + MAPS + "?resourceVersion=9999999&resourceVersionMatch=NotOlderThan"
                    + " HTTP/1.1\r\nHost: x\r\n\r\n");
            still.awaitWaiters(1);

            waits.close(); // joins its threads; time stands still, so only its end can end the waiting

            assertThat(still.hasWaiters()).isFalse();
        }
    }

    @Test
    void a_start_that_fails_leaves_no_thread_behind() throws Exception {
        ApiServer second = ApiServer.builder().port(server.uri().getPort()).build();
        List<String> before = LiveThreads.named("apiserver-");

        assertThatThrownBy(second::start).isInstanceOf(IOException.class)
                .hasMessageContaining("127.0.0.1:" + server.uri().getPort());

        assertThat(LiveThreads.named("apiserver-namespace-controller")).hasSize(1);
        assertThat(LiveThreads.named("apiserver-")).hasSameSizeAs(before);
    }

    @Test
    @Spec("AP-123")
    void closing_the_server_on_an_interrupted_thread_closes_everything_and_keeps_the_interrupt() throws Exception {
        try (TestClient.Stream watch = client.watch(MAPS + "?watch=1")) {
            Thread.currentThread().interrupt();

            server.close();

            assertThat(Thread.interrupted()).isTrue();
            assertThat(server.openWatches()).isZero();
            assertThatThrownBy(() -> new Socket("127.0.0.1", server.uri().getPort()))
                    .isInstanceOf(ConnectException.class);
        }
    }

    @Test
    void closing_the_server_does_not_wait_for_a_client_that_does_not_read() throws Exception {
        String big = "{\"metadata\":{\"name\":\"NAME\"},\"data\":{\"k\":\"" + "x".repeat(500_000) + "\"}}";
        ApiServer patient = ApiServer.builder().idleTimeout(Duration.ofHours(1)).build().start();
        try (Socket stuck = new Socket("127.0.0.1", patient.uri().getPort()); TestClient writer =
                new TestClient(patient)) {
            send(stuck, "GET " + MAPS + "?watch=1 HTTP/1.1\r\nHost: x\r\n\r\n");
            TestClient.readUntil(stuck, "\r\n\r\n");
            for (int i = 0; i < 40; i++) {
                writer.post(MAPS, big.replace("NAME", "m" + i));
            }

            patient.close();

            assertThat(patient.openWatches()).isZero();
        }
    }

    /** Gives up a connection on which nothing has moved for two seconds. */
    private static ApiServer impatient() throws IOException {
        return ApiServer.builder().idleTimeout(IDLE).build().start();
    }

    private Socket connect() throws IOException {
        return connect(server);
    }

    private static Socket connect(ApiServer to) throws IOException {
        return new Socket("127.0.0.1", to.uri().getPort());
    }

    private static void send(Socket socket, String text) throws IOException {
        OutputStream out = socket.getOutputStream();
        out.write(text.getBytes(StandardCharsets.UTF_8));
        out.flush();
    }
}
