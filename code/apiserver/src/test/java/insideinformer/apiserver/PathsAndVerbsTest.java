package insideinformer.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import insideinformer.apiserver.faults.SeenRequest;
import insideinformer.testing.Spec;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** From method and URL to what is done, or to the right kind of no. */
class PathsAndVerbsTest {

    private static final String MAPS = "/api/v1/namespaces/default/configmaps";

    @RegisterExtension
    final TestServer server = new TestServer();

    @Test
    @Spec("AP-02")
    void method_path_and_query_make_the_verb() throws Exception {
        TestClient client = server.client();
        client.get(MAPS);
        client.get(MAPS + "/a");
        client.get(MAPS + "/a?watch=1");
        client.watch(MAPS + "?watch=1&timeoutSeconds=1").close();
        client.post(MAPS, TestObjects.map("a"));
        client.put(MAPS + "/a", TestObjects.map("a"));
        client.patch(MAPS + "/a", "merge", "{}");
        client.delete(MAPS + "/a");
        client.delete(MAPS);
        client.get("/version");

        assertThat(server.server().faults().requests()).extracting(SeenRequest::verb).containsExactly(
                "list", "get", "get", "watch", "create", "update", "patch", "delete", "deletecollection", "get");
    }

    @ParameterizedTest
    @Spec({"AP-02", "AP-06", "AP-25"})
    @CsvSource({
        "HEAD,    /api/v1/namespaces/default/configmaps/a",
        "HEAD,    /api/v1/namespaces/default/configmaps",
        "OPTIONS, /api/v1/namespaces/default/configmaps/a",
        "POST,    /api/v1/namespaces/default/configmaps/a",
        "PUT,     /api/v1/namespaces/default/configmaps",
        "PATCH,   /api/v1/namespaces/default/configmaps",
        "POST,    /api/v1/configmaps",
        "DELETE,  /api/v1/configmaps",
        "DELETE,  /api/v1/namespaces",
        "DELETE,  /api/v1/namespaces/default/pods/p/status",
        "POST,    /api/v1/namespaces/default/pods/p/status",
        "GET,     /api/v1/namespaces/default/finalize",
        "DELETE,  /version",
        "POST,    /apis"
    })
    void a_verb_that_a_known_path_does_not_have_is_not_allowed(String method, String path) throws Exception {
        TestClient.Answer answer = server.client().send(method, path, null);

        assertThat(answer.code()).isEqualTo(405);
        if (!method.equals("HEAD")) {
            assertThat(answer.text().strip()).isEqualTo("""
                    {"apiVersion":"v1","kind":"Status","metadata":{},"status":"Failure",\
                    "message":"the server does not allow this method on the requested resource",\
                    "reason":"MethodNotAllowed","details":{},"code":405}""");
        }
    }

    @Test
    @Spec("AP-02")
    void health_is_served_to_HEAD() throws Exception {
        assertThat(server.client().send("HEAD", "/healthz", null).code()).isEqualTo(200);
    }

    @ParameterizedTest
    @Spec("AP-03")
    @ValueSource(strings = {"watch", "watch=", "watch=1", "watch=true", "watch=x"})
    void every_other_value_of_watch_starts_one(String parameter) throws Exception {
        try (TestClient.Stream watch = server.client().watch(MAPS + "?timeoutSeconds=1&" + parameter)) {
            assertThat(watch.rest()).isEmpty();
        }
    }

    @ParameterizedTest
    @Spec("AP-03")
    @ValueSource(strings = {"watch=0", "watch=false", "watch=FALSE"})
    void these_values_of_watch_make_a_list(String parameter) throws Exception {
        assertThat(server.client().get(MAPS + "?" + parameter).body().path("kind").asString())
                .isEqualTo("ConfigMapList");
    }

    @Test
    @Spec("AP-04")
    void the_old_prefix_watches_a_collection_or_one_object() throws Exception {
        server.client().post(MAPS, TestObjects.map("a"));
        server.client().post(MAPS, TestObjects.map("b"));

        try (TestClient.Stream all = server.client()
                .watch("/api/v1/watch/namespaces/default/configmaps");
                TestClient.Stream one =
                        server.client().watch("/api/v1/watch/namespaces/default/configmaps/b")) {
            server.client().delete(MAPS + "/a");
            server.client().delete(MAPS + "/b");

            assertThat(all.upTo("DELETED b")).containsExactly("ADDED a", "ADDED b", "DELETED a");
            assertThat(one.upTo("DELETED b")).containsExactly("ADDED b");
        }
    }

    @Test
    @Spec("AP-05")
    void a_field_selector_for_the_name_is_a_request_for_that_object() throws Exception {
        server.client().post(MAPS, TestObjects.map("a"));
        server.client().post(MAPS, TestObjects.map("b"));

        TestClient.Answer one = server.client().get(MAPS + "?fieldSelector=metadata.name%3Db");
        TestClient.Answer clash =
                server.client().get("/api/v1/watch/namespaces/default/configmaps/a?fieldSelector=metadata.name%3Db");

        assertThat(names(one)).containsExactly("b");
        assertThat(clash.code()).isEqualTo(400);
        assertThat(clash.reason()).isEqualTo("BadRequest");
    }

    @ParameterizedTest
    @Spec("AP-07")
    @ValueSource(strings = {"/api/v2/pods", "/apis/apps/v9/deployments", "/apis/apps/v1/nosuch",
        "/api/v1/namespaces/default/nosuch", "/api/v1/namespaces/default/configmaps/x/nosuch",
        "/api/v1/namespaces/default/configmaps/x/status", "/api/v1/pods/p", "/api/v1/namespaces/default/nodes",
        "/apis/apps/v9"})
    void what_a_known_group_does_not_have_is_a_Status_with_empty_details(String path) throws Exception {
        TestClient.Answer answer = server.client().get(path);

        assertThat(answer.code()).isEqualTo(404);
        assertThat(answer.text().strip()).isEqualTo("""
                {"apiVersion":"v1","kind":"Status","metadata":{},"status":"Failure",\
                "message":"the server could not find the requested resource","reason":"NotFound","details":{},"code":404}""");
    }

    @ParameterizedTest
    @Spec("AP-07")
    @ValueSource(strings = {"/nosuch", "/apis/nosuch.example/v1/things", "/apis/nosuch.example", "/readyz/nosuch"})
    void an_unknown_path_is_no_Status(String path) throws Exception {
        TestClient.Answer answer = server.client().get(path);

        assertThat(answer.code()).isEqualTo(404);
        assertThat(answer.headers().firstValue("Content-Type")).contains("text/plain; charset=utf-8");
        assertThat(answer.text()).isEqualTo("404 page not found\n");
    }

    @Test
    @Spec("AP-10")
    void every_answer_has_the_same_furniture() throws Exception {
        TestClient.Answer answer = server.client().get(MAPS);

        assertThat(answer.headers().firstValue("Content-Type")).contains("application/json");
        assertThat(answer.headers().firstValue("Cache-Control")).contains("no-cache, private");
        assertThat(answer.headers().firstValue("Audit-Id")).isPresent();
    }

    @ParameterizedTest
    @Spec("AP-08")
    @ValueSource(strings = {"abc", "10", "-", "s", "1x"})
    void an_unreadable_timeout_is_a_bad_request(String timeout) throws Exception {
        TestClient.Answer answer = server.client().get(MAPS + "?timeout=" + timeout);

        assertThat(answer.code()).isEqualTo(400);
        assertThat(answer.message()).isEqualTo(
                "invalid timeout specified in the request URL - time: invalid duration \"" + timeout + "\"");
    }

    @ParameterizedTest
    @Spec("AP-08")
    @ValueSource(strings = {"10s", "1m30s", "500ms", "1.5h", "0"})
    void a_timeout_is_a_duration_as_Go_writes_it(String timeout) throws Exception {
        assertThat(server.client().get(MAPS + "?timeout=" + timeout).code()).isEqualTo(200);
    }

    @Test
    @Spec({"AP-08", "AP-32"})
    void a_request_past_its_deadline_is_a_timeout() throws Exception {
        server.server().faults().delay(r -> r.is("list", "configmaps"), Duration.ofHours(1));

        TestClient.Answer answer = server.client().get(MAPS + "?timeout=50ms");

        assertThat(answer.code()).isEqualTo(504);
        assertThat(answer.reason()).isEqualTo("Timeout");
    }

    @Test
    @Spec("AP-09")
    void a_watch_does_not_look_at_timeout() throws Exception {
        try (TestClient.Stream watch = server.client().watch(MAPS + "?watch=1&timeout=1ns&timeoutSeconds=30")) {
            server.client().post(MAPS, TestObjects.map("a"));

            assertThat(watch.nextAsText()).isEqualTo("ADDED a");
        }
    }

    @Test
    @Spec("AP-34")
    void a_server_that_shuts_down_ends_watches_in_order_and_sends_requests_elsewhere() throws Exception {
        try (TestClient.Stream watch = server.client().watch(MAPS + "?watch=1")) {
            server.server().beginShutdown();

            assertThat(watch.rest()).isEmpty();
        }
        TestClient.Answer answer = server.client().get(MAPS);
        assertThat(answer.code()).isEqualTo(429);
        assertThat(answer.headers().firstValue("Retry-After")).contains("5");
        assertThat(answer.headers().firstValue("Connection")).contains("close");
        assertThat(answer.headers().firstValue("Content-Type").orElseThrow()).startsWith("text/plain");
    }

    @Test
    @Spec("AP-93")
    void a_WebSocket_is_refused_by_an_answer_that_ends() throws Exception {
        try (Socket socket = new Socket("127.0.0.1", server.server().uri().getPort())) {
            socket.getOutputStream().write(("GET " + MAPS + "?watch=1 HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\n"
                    + "Upgrade: websocket\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n").getBytes());

            String all = new String(socket.getInputStream().readAllBytes());

            assertThat(all).startsWith("HTTP/1.1 200");
        }
    }

    private static List<String> names(TestClient.Answer list) {
        return list.body().path("items").valueStream().map(o -> o.at("/metadata/name").asString()).toList();
    }
}
