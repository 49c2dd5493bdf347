package insideinformer.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import insideinformer.api.ApiErrors;
import insideinformer.api.ApiException;
import insideinformer.api.ApiResource;
import insideinformer.api.ConfigMap;
import insideinformer.api.GroupVersionResource;
import insideinformer.api.KubernetesList;
import insideinformer.api.ListOptions;
import insideinformer.api.Namespace;
import insideinformer.api.ObjectMeta;
import insideinformer.api.Pod;
import insideinformer.api.ResourceVersionMatch;
import insideinformer.api.Unstructured;
import insideinformer.client.ScriptedServer.Received;
import insideinformer.client.ScriptedServer.Script;
import insideinformer.json.Json;
import insideinformer.kubeconfig.RestConfig;
import insideinformer.testing.Spec;
import insideinformer.wait.Cancellable;
import insideinformer.wait.Context;
import insideinformer.wait.FakeClock;
import java.io.DataInputStream;
import java.io.IOException;
import java.lang.reflect.Field;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import okhttp3.Request;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RestClientTest {

    private static final ApiResource<Unstructured> WIDGETS =
            ApiResource.unstructured(new GroupVersionResource("toys.example", "v1", "widgets"), "Widget", true);
    private static final String EMPTY_LIST = """
            {"kind":"PodList","apiVersion":"v1","metadata":{"resourceVersion":"7"},"items":[]}""";
    private static final String POD = """
            {"kind":"Pod","apiVersion":"v1","metadata":{"namespace":"lab","name":"ada","resourceVersion":"5"}}""";

    private final Context context = Context.background();
    private final FakeClock clock = new FakeClock();
    private final List<String> undecodable = new ArrayList<>();
    private final List<AutoCloseable> toClose = new ArrayList<>();

    private ScriptedServer server;
    private RestClient client;

    private void serve(Script script) throws IOException {
        server = new ScriptedServer(script);
        toClose.add(server);
        client = client(RestConfig.of(server.uri()));
    }

    private RestClient client(RestConfig config) throws IOException {
        RestClient made = new RestClient(config, clock,
                (resource, key, problem) -> undecodable.add(resource.kind() + " " + key));
        toClose.addFirst(made);
        return made;
    }

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable each : toClose) {
            each.close();
        }
    }

    @Test
    void a_socks_proxy_is_told_the_name_of_the_server() throws Exception {
        try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            CompletableFuture<String> asked = new CompletableFuture<>();
            Thread proxy = Thread.ofVirtual().name("socks").start(() -> {
                try (Socket socket = listener.accept()) {
                    DataInputStream in = new DataInputStream(socket.getInputStream());
                    in.skipNBytes(1);
                    in.skipNBytes(in.readByte());
                    socket.getOutputStream().write(new byte[] {5, 0});
                    in.skipNBytes(4);
                    asked.complete(new String(in.readNBytes(in.readByte()), StandardCharsets.US_ASCII));
                    in.skipNBytes(2);
                    socket.getOutputStream().write(new byte[] {5, 0, 0, 1, 0, 0, 0, 0, 0, 0});
                    socket.getOutputStream().write(("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: "
                            + EMPTY_LIST.length() + "\r\n\r\n" + EMPTY_LIST).getBytes(StandardCharsets.US_ASCII));
                    in.readAllBytes();
                } catch (IOException e) {
                    asked.completeExceptionally(e);
                }
            });
            URI uri = URI.create("socks5://localhost:" + listener.getLocalPort());
            try (RestClient through = new RestClient(
                    RestConfig.of(URI.create("http://hidden.example")).withProxy(uri))) {
                through.resource(ApiResource.PODS).list(context, ListOptions.EMPTY);
            }

            assertThat(asked.get()).isEqualTo("hidden.example");
            proxy.join();
        }
    }

    @Test
    void a_server_without_tls_is_asked_for_through_its_proxy() throws Exception {
        serve(exchange -> exchange.json(200, EMPTY_LIST));
        URI proxy = URI.create("http://ada:s3cret@localhost:" + server.uri().getPort());
        RestConfig config = RestConfig.of(URI.create("http://hidden.example")).withProxy(proxy);

        client(config).resource(ApiResource.PODS).list(context, ListOptions.EMPTY);

        assertThat(server.requests().getFirst().target()).startsWith("http://hidden.example/api/v1/pods");
        assertThat(server.requests().getFirst().headers()).containsEntry("Proxy-Authorization", "Basic YWRhOnMzY3JldA==");
    }

    @Test
    void a_list_asks_for_its_collection_with_the_options_that_are_set() throws Exception {
        serve(exchange -> exchange.json(200, EMPTY_LIST));

        client.resource(ApiResource.PODS).list(context, ListOptions.EMPTY);
        client.resource(ApiResource.PODS).inNamespace("lab").list(context, ListOptions.EMPTY
                .withLabelSelector("tier in (web,db)").withFieldSelector("status.phase!=Failed")
                .withResourceVersion("5")
                .withResourceVersionMatch(ResourceVersionMatch.NOT_OLDER_THAN).withLimit(500).withContinue("t+k=")
                .withTimeout(Duration.ofMillis(1500)));
        client.resource(WIDGETS).list(context, ListOptions.EMPTY);

        assertThat(server.requests()).extracting(Received::target).containsExactly(
                "/api/v1/pods",
                "/api/v1/namespaces/lab/pods?labelSelector=tier%20in%20%28web%2Cdb%29&fieldSelector=status.phase%21%3DFailed"
                        + "&resourceVersion=5&resourceVersionMatch=NotOlderThan&limit=500&continue=t%2Bk%3D&timeoutSeconds=2&timeout=2s",
                "/apis/toys.example/v1/widgets");
    }

    @Test
    void a_watch_says_so_and_asks_for_bookmarks_and_initial_events_as_told() throws Exception {
        serve(exchange -> {
            exchange.stream();
            exchange.endStream();
        });

        client.resource(ApiResource.PODS).watch(context, ListOptions.EMPTY.withResourceVersion("0")
                .withAllowWatchBookmarks(true).withSendInitialEvents(false).withTimeout(Duration.ofMinutes(5))).close();

        assertThat(server.requests()).extracting(Received::target).containsExactly(
                "/api/v1/pods?resourceVersion=0&timeoutSeconds=300&allowWatchBookmarks=true&sendInitialEvents=false&watch=true");
    }

    @Test
    void a_watch_that_is_never_to_end_asks_for_the_longest_time_there_is() throws Exception {
        serve(exchange -> {
            exchange.stream();
            exchange.endStream();
        });

        client.resource(ApiResource.PODS)
                .watch(context, ListOptions.EMPTY.withTimeout(ChronoUnit.FOREVER.getDuration())).close();

        assertThat(server.requests()).extracting(Received::target)
                .containsExactly("/api/v1/pods?timeoutSeconds=9223372036&watch=true");
    }

    @Test
    void the_path_of_the_server_stands_before_every_path() throws Exception {
        serve(exchange -> exchange.json(200, EMPTY_LIST));

        client(RestConfig.of(server.uri().resolve("/clusters/c1/"))).resource(ApiResource.PODS)
                .list(context, ListOptions.EMPTY);
        client(RestConfig.of(server.uri().resolve("/clusters/c1"))).resource(ApiResource.PODS)
                .list(context, ListOptions.EMPTY);

        assertThat(server.requests()).extracting(Received::target).containsOnly("/clusters/c1/api/v1/pods");
    }

    @Test
    void one_object_is_got_created_replaced_and_deleted_under_its_name() throws Exception {
        serve(exchange -> exchange.json(200, POD));
        ResourceClient<Pod> pods = client.resource(ApiResource.PODS).inNamespace("lab");

        Pod ada = pods.get(context, "ada");
        pods.create(context, ada);
        pods.update(context, ada);
        pods.updateStatus(context, ada);
        pods.delete(context, "ada");

        assertThat(ada.metadata().resourceVersion()).isEqualTo("5");
        assertThat(server.requests()).extracting(r -> r.method() + " " + r.target()).containsExactly(
                "GET /api/v1/namespaces/lab/pods/ada",
                "POST /api/v1/namespaces/lab/pods",
                "PUT /api/v1/namespaces/lab/pods/ada",
                "PUT /api/v1/namespaces/lab/pods/ada/status",
                "DELETE /api/v1/namespaces/lab/pods/ada");
        assertThat(server.requests().get(2).headers()).containsEntry("Content-Type", "application/json");
    }

    @Test
    void an_item_of_a_list_is_written_with_the_kind_that_it_came_without() throws Exception {
        serve(exchange -> exchange.json(200, exchange.request.body()));
        ConfigMap bare = new ConfigMap(null, null, ObjectMeta.named("lab", "ada"), Map.of("k", "v"), Map.of());
        Unstructured nothing = new Unstructured(null, null, null, Map.of());

        ConfigMap written = client.resource(ApiResource.CONFIG_MAPS).inNamespace("lab").create(context, bare);
        Unstructured empty = client.resource(WIDGETS).inNamespace("lab").create(context, nothing);

        assertThat(written).isEqualTo(new ConfigMap("v1", "ConfigMap", bare.metadata(), bare.data(), Map.of()));
        assertThat(empty.apiVersion()).isEqualTo("toys.example/v1");
        assertThat(empty.kind()).isEqualTo("Widget");
    }

    @Test
    void an_object_with_a_kind_is_written_as_it_is() throws Exception {
        serve(exchange -> exchange.json(200, exchange.request.body()));
        Namespace lab = new Namespace("v1", "Namespace", ObjectMeta.named("", "lab"), null, Map.of());

        assertThat(client.resource(ApiResource.NAMESPACES).create(context, lab)).isEqualTo(lab);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", "..", "a/b", "a%2fb"})
    void a_text_that_can_be_no_name_is_refused_before_anything_is_sent(String name) throws Exception {
        serve(exchange -> exchange.json(200, POD));
        ResourceClient<Pod> pods = client.resource(ApiResource.PODS).inNamespace("lab");

        assertThatThrownBy(() -> pods.get(context, name)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'" + name + "'");
        assertThat(server.requests()).isEmpty();
    }

    @Test
    void one_object_of_a_namespaced_kind_needs_a_namespace_and_others_must_not_have_one() throws Exception {
        serve(exchange -> exchange.json(200, POD));

        assertThatThrownBy(() -> client.resource(ApiResource.PODS).get(context, "ada"))
                .isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> client.resource(ApiResource.NAMESPACES).inNamespace("lab"))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(server.requests()).isEmpty();
    }

    @Test
    void a_list_is_its_items_and_its_version() throws Exception {
        serve(exchange -> exchange.json(200, """
                {"kind":"PodList","apiVersion":"v1","metadata":{"resourceVersion":"7","continue":"next","remainingItemCount":3},
                 "items":[{"metadata":{"namespace":"lab","name":"ada"}},{"metadata":{"namespace":"lab","name":"bob"}}],
                 "glitter":{"level":[1,2]}}"""));

        KubernetesList<Pod> pods = client.resource(ApiResource.PODS).list(context, ListOptions.EMPTY);

        assertThat(pods.items()).extracting(pod -> pod.metadata().name()).containsExactly("ada", "bob");
        assertThat(pods.metadata().resourceVersion()).isEqualTo("7");
        assertThat(pods.metadata().continueToken()).isEqualTo("next");
        assertThat(pods.metadata().remainingItemCount()).isEqualTo(3);
    }

    @Test
    void a_list_without_items_is_empty_and_its_fields_may_come_in_any_order() throws Exception {
        serve(exchange -> exchange.json(200,
                "{\"items\":null,\"metadata\":{\"resourceVersion\":\"7\"},\"kind\":\"PodList\"}"));

        KubernetesList<Pod> pods = client.resource(ApiResource.PODS).list(context, ListOptions.EMPTY);

        assertThat(pods.items()).isEmpty();
        assertThat(pods.metadata().resourceVersion()).isEqualTo("7");
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"status\":\"Success\"}",
        "{\"kind\":\"Table\",\"apiVersion\":\"meta.k8s.io/v1\",\"items\":[]}",
        "{\"kind\":\"PodList\",\"apiVersion\":\"v1\",\"items\":{\"a\":1}}",
        "[]", "\"pods\"",
    })
    @Spec("RF-44")
    void an_answer_that_is_no_list_is_refused(String answer) throws Exception {
        serve(exchange -> exchange.json(200, answer));

        assertThatThrownBy(() -> client.resource(ApiResource.PODS).list(context, ListOptions.EMPTY))
                .isExactlyInstanceOf(IOException.class).hasMessageContaining("is no list");
    }

    @ParameterizedTest
    @ValueSource(strings = {"v1", "v1beta1"})
    @Spec("RF-44")
    void a_table_of_any_kind_is_refused_and_named(String version) throws Exception {
        serve(exchange -> exchange.json(200,
                "{\"items\":[{}],\"kind\":\"Table\",\"apiVersion\":\"meta.k8s.io/" + version + "\"}"));

        assertThatThrownBy(() -> client.resource(WIDGETS).list(context, ListOptions.EMPTY))
                .isExactlyInstanceOf(IOException.class)
                .hasMessageContaining("is no list of").hasMessageContaining("meta.k8s.io/" + version + ", Kind=Table");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{\"kind\":\"PodList\",\"items\":[{\"metadata\":{\"name\":\"ada\"}},{\"meta", "<html>"})
    void an_answer_that_breaks_off_or_is_no_json_is_a_failure_and_no_shorter_list(String answer) throws Exception {
        serve(exchange -> exchange.json(200, answer));

        assertThatThrownBy(() -> client.resource(ApiResource.PODS).list(context, ListOptions.EMPTY))
                .isInstanceOf(IOException.class);
    }

    @Test
    void a_connection_that_breaks_within_a_list_is_a_failure() throws Exception {
        serve(exchange -> {
            exchange.stream();
            exchange.chunk("{\"kind\":\"PodList\",\"items\":[{\"metadata\":{\"name\":\"ada\"}},");
            exchange.cut();
        });

        assertThatThrownBy(() -> client.resource(ApiResource.PODS).list(context, ListOptions.EMPTY))
                .isInstanceOf(IOException.class);
    }

    @Test
    @Spec("C4")
    void one_item_that_does_not_fit_is_reported_with_its_key_and_the_others_arrive() throws Exception {
        String items = IntStream.rangeClosed(1, 100)
                .mapToObj(i -> "{\"metadata\":{\"generation\":%s,\"namespace\":\"lab\",\"name\":\"p%d\"}}".formatted(i == 57 ? "\"many\"" : "3", i))
                .collect(Collectors.joining(","));
        serve(exchange -> exchange.json(200, "{\"kind\":\"PodList\",\"items\":[" + items
                + "],\"metadata\":{\"resourceVersion\":\"9\"}}"));

        KubernetesList<Pod> pods = client.resource(ApiResource.PODS).list(context, ListOptions.EMPTY);

        assertThat(pods.items()).hasSize(99).noneMatch(pod -> "p57".equals(pod.metadata().name()));
        assertThat(pods.metadata().resourceVersion()).isEqualTo("9");
        assertThat(pods.unread()).containsExactly("lab/p57");
        assertThat(undecodable).containsExactly("Pod lab/p57");
    }

    @Test
    @Spec("C3")
    void a_field_that_no_type_knows_is_written_back_to_the_digit() throws Exception {
        String pod = """
                {"kind":"Pod","apiVersion":"v1","metadata":{"namespace":"lab","name":"ada"},\
                "status":{"phase":"Running","glitter":{"level":3.10,"big":123456789012345678901234567890,"none":null}}}""";
        serve(exchange -> exchange.json(200, exchange.request.target().endsWith("/pods")
                ? "{\"kind\":\"PodList\",\"items\":[" + pod + "]}" : exchange.request.body()));
        ResourceClient<Pod> pods = client.resource(ApiResource.PODS).inNamespace("lab");

        pods.update(context, pods.list(context, ListOptions.EMPTY).items().getFirst());

        String sent = server.requests().get(1).body();
        assertThat(Json.MAPPER.readTree(sent)).isEqualTo(Json.MAPPER.readTree(pod));
        assertThat(sent).contains("3.10", "123456789012345678901234567890");
    }

    @Test
    @Spec("AP-20")
    void a_refusal_carries_the_status_of_the_server() throws Exception {
        serve(exchange -> exchange.json(404, """
                {"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","message":"pods \\"ada\\" not found",\
                "reason":"NotFound","details":{"name":"ada","kind":"pods"},"code":404}"""));

        assertThatThrownBy(() -> client.resource(ApiResource.PODS).inNamespace("lab").get(context, "ada"))
                .isInstanceOfSatisfying(ApiException.class, e -> {
                    assertThat(e).hasMessage("pods \"ada\" not found");
                    assertThat(e.status().details().name()).isEqualTo("ada");
                    assertThat(ApiErrors.isNotFound(e)).isTrue();
                });
    }

    @ParameterizedTest
    @CsvSource({
        "GET,400,BadRequest", "GET,401,Unauthorized", "GET,403,Forbidden", "GET,404,NotFound",
        "GET,405,MethodNotAllowed",
        "GET,406,NotAcceptable", "GET,409,Conflict", "POST,409,AlreadyExists", "GET,415,UnsupportedMediaType",
        "GET,422,Invalid",
        "GET,429,TooManyRequests", "GET,500,InternalError", "GET,502,InternalError", "GET,503,ServiceUnavailable",
        "GET,504,Timeout", "GET,418,", "GET,413,RequestEntityTooLarge",
    })
    @Spec({"AP-33", "AP-30"})
    void an_answer_without_a_status_is_judged_by_its_code(String method, int code, String reason) throws Exception {
        serve(exchange -> exchange.answer(code, "text/plain", "the proxy\nsays no"));
        ResourceClient<Pod> pods = client.resource(ApiResource.PODS).inNamespace("lab");

        assertThatThrownBy(() -> {
            if (method.equals("POST")) {
                pods.create(context, Json.MAPPER.readValue(POD, Pod.class));
            } else {
                pods.get(context, "ada");
            }
        }).isInstanceOfSatisfying(ApiException.class, e -> {
            assertThat(e.status().reason()).isEqualTo(reason);
            assertThat(e.status().code()).isEqualTo(code);
            assertThat(e).hasMessageContaining("the proxy says no");
            assertThat(e.status().details().causes()).singleElement().satisfies(cause -> {
                assertThat(cause.reason()).isEqualTo("UnexpectedServerResponse");
                assertThat(cause.message()).isEqualTo("the proxy\nsays no");
            });
        });
    }

    @ParameterizedTest
    @CsvSource({"429,TooManyRequests", "413,RequestEntityTooLarge", "500,Whatever"})
    @Spec({"AP-33", "AP-30"})
    void only_too_many_requests_and_too_large_go_before_the_reason_in_the_body(int code, String reason)
            throws Exception {
        serve(exchange -> exchange.json(code, "{\"kind\":\"Status\",\"reason\":\"Whatever\",\"message\":\"no\"}"));

        assertThatThrownBy(() -> client.resource(ApiResource.PODS).list(context, ListOptions.EMPTY))
                .isInstanceOfSatisfying(ApiException.class, e -> assertThat(e.status().reason()).isEqualTo(reason));
    }

    @Test
    void nobody_at_the_address_is_a_refused_connection() throws Exception {
        serve(exchange -> exchange.json(200, POD));
        server.close();

        assertThatThrownBy(() -> client.resource(ApiResource.PODS).list(context, ListOptions.EMPTY))
                .matches(ApiErrors::isConnectionRefused, "a refused connection");
    }

    @Test
    @Spec("AP-21")
    void a_request_that_was_put_off_is_repeated_after_the_time_that_the_server_asked_for() throws Exception {
        CountDownLatch six = new CountDownLatch(6);
        serve(exchange -> {
            six.countDown();
            if (six.getCount() > 0) {
                exchange.json(429, "{\"kind\":\"Status\",\"reason\":\"TooManyRequests\",\"code\":429}",
                        "Retry-After: 3");
            } else {
                exchange.json(200, EMPTY_LIST);
            }
        });
        CompletableFuture<KubernetesList<Pod>> list = inBackground(() -> client.resource(ApiResource.PODS)
                .list(context, ListOptions.EMPTY));

        for (int i = 1; i <= 5; i++) {
            clock.awaitWaiters(1);
            assertThat(server.requests()).as("requests before the pause is over").hasSize(i);
            clock.step(Duration.ofSeconds(3));
        }

        assertThat(list.get().metadata().resourceVersion()).isEqualTo("7");
        assertThat(server.requests()).hasSize(6);
    }

    @Test
    @Spec("AP-21")
    void a_request_is_repeated_ten_times_and_then_fails() throws Exception {
        serve(exchange -> exchange.json(503, "{\"kind\":\"Status\",\"reason\":\"ServiceUnavailable\",\"code\":503}",
                "Retry-After: 1"));
        CompletableFuture<KubernetesList<Pod>> list = inBackground(() -> client.resource(ApiResource.PODS)
                .list(context, ListOptions.EMPTY));

        for (int i = 0; i < 10; i++) {
            clock.awaitWaiters(1);
            clock.step(Duration.ofSeconds(1));
        }

        assertThatThrownBy(list::get).isInstanceOf(ExecutionException.class).hasCauseInstanceOf(ApiException.class);
        assertThat(server.requests()).hasSize(11);
    }

    @Test
    @Spec("AP-21")
    void a_refusal_that_names_no_time_is_not_repeated() throws Exception {
        serve(exchange -> exchange.json(429, "{\"kind\":\"Status\",\"reason\":\"TooManyRequests\",\"code\":429}"));

        assertThatThrownBy(() -> client.resource(ApiResource.PODS).list(context, ListOptions.EMPTY))
                .matches(ApiErrors::isTooManyRequests);
        assertThat(server.requests()).hasSize(1);
    }

    @Test
    void the_end_of_the_context_ends_the_pause_before_a_repeated_request() throws Exception {
        serve(exchange -> exchange.json(429, "{}", "Retry-After: 3600"));
        Cancellable stop = context.withCancel();
        CompletableFuture<KubernetesList<Pod>> list = inBackground(() -> client.resource(ApiResource.PODS)
                .list(stop, ListOptions.EMPTY));
        clock.awaitWaiters(1);

        stop.cancel();

        assertThatThrownBy(list::get).hasCauseInstanceOf(IOException.class);
        assertThat(server.requests()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void the_end_of_the_context_cuts_off_a_call_in_flight(boolean withinTheBody) throws Exception {
        CountDownLatch arrived = new CountDownLatch(1);
        serve(exchange -> {
            if (withinTheBody) {
                exchange.stream();
                exchange.chunk("{\"kind\":\"PodList\",");
            }
            arrived.countDown();
            exchange.awaitClientGone();
        });
        Cancellable stop = context.withCancel();
        CompletableFuture<KubernetesList<Pod>> list = inBackground(() -> client.resource(ApiResource.PODS)
                .list(stop, ListOptions.EMPTY));
        arrived.await();

        stop.cancel();

        assertThatThrownBy(list::get).hasCauseInstanceOf(IOException.class).hasMessageContaining("context has ended");
    }

    @Test
    void a_call_under_a_context_that_has_ended_sends_nothing() throws Exception {
        serve(exchange -> exchange.json(200, EMPTY_LIST));
        Cancellable stop = context.withCancel();
        stop.cancel();

        assertThatThrownBy(() -> client.resource(ApiResource.PODS).list(stop, ListOptions.EMPTY))
                .isInstanceOf(IOException.class);
        assertThat(server.requests()).isEmpty();
    }

    @Test
    void an_interrupt_cuts_off_a_call_in_flight() throws Exception {
        CountDownLatch arrived = new CountDownLatch(1);
        serve(exchange -> {
            arrived.countDown();
            exchange.awaitClientGone();
        });
        CompletableFuture<Throwable> outcome = new CompletableFuture<>();
        Thread caller = Thread.ofVirtual().start(() -> {
            try {
                client.resource(ApiResource.PODS).list(context, ListOptions.EMPTY);
            } catch (IOException | InterruptedException e) {
                outcome.complete(e);
            }
        });
        arrived.await();

        caller.interrupt();

        assertThat(outcome.get()).isInstanceOf(InterruptedException.class);
    }

    @Test
    void an_interrupt_while_connecting_leaves_nothing_registered_with_the_context() throws Exception {
        serve(exchange -> exchange.json(200, EMPTY_LIST));
        Cancellable stop = context.withCancel();
        Field actions = Cancellable.class.getDeclaredField("actions"); // no method shows them
        actions.setAccessible(true);

        Thread.currentThread().interrupt();

        assertThatThrownBy(() -> client.resource(ApiResource.PODS).list(stop, ListOptions.EMPTY))
                .isInstanceOf(InterruptedException.class);
        assertThat(Thread.interrupted()).as("the flag beside the exception").isFalse();
        assertThat((Map<?, ?>) actions.get(stop)).isEmpty();
    }

    @Test
    void a_closed_client_ends_its_watches_and_refuses_requests() throws Exception {
        serve(exchange -> {
            exchange.stream();
            exchange.awaitClientGone();
        });
        Watch<Pod> watch = client.resource(ApiResource.PODS).watch(context, ListOptions.EMPTY);

        client.close();

        assertThat(watch.take()).isEmpty();
        assertThatThrownBy(() -> client.resource(ApiResource.PODS).list(context, ListOptions.EMPTY))
                .hasMessageContaining("client is closed");
    }

    @Test
    void a_watch_holds_a_connection_which_its_end_gives_back_and_the_end_of_the_client_closes() throws Exception {
        serve(exchange -> {
            if (exchange.request.target().contains("watch")) {
                exchange.stream();
                exchange.awaitClientGone();
            } else {
                exchange.json(200, EMPTY_LIST);
            }
        });
        Watch<Pod> watch = client.resource(ApiResource.PODS).watch(context, ListOptions.EMPTY);
        client.resource(ApiResource.PODS).list(context, ListOptions.EMPTY);
        client.resource(ApiResource.PODS).list(context, ListOptions.EMPTY);
        assertThat(client.connections()).isEqualTo(2); // the watch's, and one for both lists

        watch.close();
        assertThat(client.connections()).isEqualTo(1);

        client.close();
        assertThat(client.connections()).isZero();
    }

    @Test
    void an_answer_that_is_read_while_the_client_is_closed_leaves_no_connection() throws Exception {
        serve(exchange -> exchange.json(200, EMPTY_LIST));

        String body = client.call(context, new Request.Builder().url(client.url().addPathSegment("api").build()),
                response -> {
                    client.close();
                    return response.body().string();
                });

        assertThat(body).isEqualTo(EMPTY_LIST);
        assertThat(client.connections()).isZero();
    }

    @Test
    void a_request_that_begins_as_the_client_is_closed_leaves_no_connection() throws Exception {
        serve(exchange -> exchange.json(200, EMPTY_LIST));
        for (int round = 0; round < 100; round++) {
            RestClient closing = client(RestConfig.of(server.uri()));
            closing.resource(ApiResource.PODS).list(context, ListOptions.EMPTY); // its connection is there to be used
            CompletableFuture<Boolean> listing = inBackground(() -> {
                try {
                    closing.resource(ApiResource.PODS).list(context, ListOptions.EMPTY);
                    return true;
                } catch (IOException e) {
                    return false;
                }
            });
            for (int i = 0; i < round % 50; i++) {
                Thread.onSpinWait();
            }
            closing.close();
            listing.get();

            assertThat(closing.connections()).as("round " + round).isZero();
        }
    }

    @Test
    void the_token_is_sent_and_a_token_file_is_read_anew_each_time(@TempDir Path folder) throws Exception {
        serve(exchange -> exchange.json(200, EMPTY_LIST));
        Path file = folder.resolve("token");
        RestClient byText = client(RestConfig.of(server.uri()).withToken("s3cret"));
        RestClient byFile = client(RestConfig.of(server.uri()).withToken("s3cret").withTokenFile(file));

        byText.resource(ApiResource.PODS).list(context, ListOptions.EMPTY);
        Files.writeString(file, "first\n");
        byFile.resource(ApiResource.PODS).list(context, ListOptions.EMPTY);
        Files.writeString(file, "second\n");
        byFile.resource(ApiResource.PODS).list(context, ListOptions.EMPTY);
        client.resource(ApiResource.PODS).list(context, ListOptions.EMPTY);

        assertThat(server.requests()).extracting(request -> request.headers().get("Authorization"))
                .containsExactly("Bearer s3cret", "Bearer first", "Bearer second", null);
        assertThat(byText.toString() + byFile).doesNotContain("s3cret", "second");
    }

    @ParameterizedTest
    @ValueSource(strings = {"host:6443", "ftp://host", "https:///path", "/just/a/path"})
    void an_address_that_is_none_is_refused_naming_it(String address) {
        assertThatThrownBy(() -> RestConfig.of(URI.create(address)))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("'" + address + "'");
    }

    private static <R> CompletableFuture<R> inBackground(java.util.concurrent.Callable<R> work) {
        CompletableFuture<R> result = new CompletableFuture<>();
        Thread.ofVirtual().start(() -> {
            try {
                result.complete(work.call());
            } catch (Exception e) {
                result.completeExceptionally(e);
            }
        });
        return result;
    }
}
