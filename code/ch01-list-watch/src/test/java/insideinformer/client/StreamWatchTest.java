package insideinformer.client;

import static org.assertj.core.api.Assertions.assertThat;

import insideinformer.api.ApiErrors;
import insideinformer.api.ApiException;
import insideinformer.api.ApiResource;
import insideinformer.api.ConfigMap;
import insideinformer.api.ListOptions;
import insideinformer.api.WatchEvent;
import insideinformer.client.ScriptedServer.Script;
import insideinformer.kubeconfig.RestConfig;
import insideinformer.testing.Spec;
import insideinformer.wait.Cancellable;
import insideinformer.wait.Context;
import insideinformer.wait.FakeClock;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StreamWatchTest {

    private static final String ADDED = event("ADDED", "{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":"
            + "{\"namespace\":\"lab\",\"name\":\"ada\",\"resourceVersion\":\"5\"},\"data\":{\"note\":\"größer 🙂\"}}");
    private static final String MODIFIED = event("MODIFIED", configMap("ada", "6"));
    private static final String DELETED = event("DELETED", configMap("ada", "7"));

    private final Context context = Context.background();
    private final FakeClock clock = new FakeClock();
    private final List<String> undecodable = new ArrayList<>();

    private ScriptedServer server;
    private RestClient client;

    private Watch<ConfigMap> watch(Context until, ListOptions options, Script script) throws Exception {
        server = new ScriptedServer(script);
        client = new RestClient(
                RestConfig.of(server.uri()), clock,
                (resource, key, problem) -> undecodable.add(resource.kind() + " " + key));
        return client.resource(ApiResource.CONFIG_MAPS).inNamespace("lab").watch(until, options);
    }

    /** A watch of a server that sends these texts as one chunk each and then ends the stream. */
    private Watch<ConfigMap> watch(String... chunks) throws Exception {
        return watch(context, ListOptions.EMPTY, exchange -> {
            exchange.stream();
            for (String chunk : chunks) {
                exchange.chunk(chunk);
            }
            exchange.endStream();
        });
    }

    @AfterEach
    void close() throws IOException {
        if (client != null) {
            client.close();
            server.close();
        }
    }

    @Test
    void events_come_in_the_order_in_which_they_were_sent_until_the_server_ends_the_stream() throws Exception {
        Watch<ConfigMap> watch = watch(ADDED, MODIFIED, DELETED,
                event("BOOKMARK", "{\"kind\":\"ConfigMap\",\"metadata\":{\"resourceVersion\":\"77\"}}"));

        assertThat(drain(watch)).containsExactly("Added ada 5", "Modified ada 6", "Deleted ada 7", "Bookmark null 77");
        assertThat(watch.take()).as("taken again after the end").isEmpty();
    }

    @Test
    void a_stream_that_is_cut_into_pieces_at_any_byte_gives_the_same_events() throws Exception {
        byte[] stream = (ADDED + MODIFIED).getBytes(StandardCharsets.UTF_8);
        Watch<ConfigMap> whole = watch(ADDED + MODIFIED);
        WatchEvent<ConfigMap> first = whole.take().orElseThrow();
        WatchEvent<ConfigMap> second = whole.take().orElseThrow();
        close();

        Watch<ConfigMap> pieces = watch(context, ListOptions.EMPTY, exchange -> {
            exchange.stream();
            for (byte b : stream) {
                exchange.chunk(new byte[] {b});
            }
            exchange.endStream();
        });

        assertThat(((WatchEvent.Added<ConfigMap>) first).object().data()).containsEntry("note", "größer 🙂");
        assertThat(pieces.take()).contains(first);
        assertThat(pieces.take()).contains(second);
        assertThat(pieces.take()).isEmpty();
    }

    @Test
    void an_event_is_handed_out_before_anything_follows_it() throws Exception {
        CountDownLatch taken = new CountDownLatch(1);
        Watch<ConfigMap> watch = watch(context, ListOptions.EMPTY, exchange -> {
            exchange.stream();
            exchange.chunk(ADDED.strip());
            taken.await();
            exchange.chunk("\n" + MODIFIED);
            exchange.endStream();
        });

        assertThat(describe(watch.take().orElseThrow())).isEqualTo("Added ada 5");
        taken.countDown();
        assertThat(drain(watch)).containsExactly("Modified ada 6");
    }

    @Test
    @Spec("C10")
    void empty_lines_and_missing_ones_between_events_do_not_matter() throws Exception {
        assertThat(drain(watch("\n\r\n", ADDED.strip() + MODIFIED.strip(), "\n\n" + DELETED)))
                .containsExactly("Added ada 5", "Modified ada 6", "Deleted ada 7");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"type\":\"ADDED\",\"object\":{", "{\"type\":\"MOD", "{",
            "{\"type\":\"ADDED\",\"object\":{}"})
    @Spec("C10")
    void a_stream_that_ends_within_an_event_ends_the_watch_and_hands_out_no_half_event(String half) throws Exception {
        assertThat(drain(watch(ADDED + half))).containsExactly("Added ada 5");
    }

    @Test
    @Spec("C10")
    void a_connection_that_breaks_within_an_event_ends_the_watch() throws Exception {
        Watch<ConfigMap> watch = watch(context, ListOptions.EMPTY, exchange -> {
            exchange.stream();
            exchange.chunk(ADDED + MODIFIED.substring(0, 40));
            exchange.cut();
        });

        assertThat(drain(watch)).containsExactly("Added ada 5");
    }

    @ParameterizedTest
    @ValueSource(strings = {"<html>", "]", "{\"type\":\"ADDED\",\"object\":{\n", "{type:ADDED}\n", "[1]\n", "17\n"})
    @Spec("C10")
    void text_that_is_no_json_ends_the_watch_before_anything_behind_it(String garbage) throws Exception {
        assertThat(drain(watch(ADDED + garbage + MODIFIED))).containsExactly("Added ada 5");
    }

    @Test
    @Spec({"B4", "RF-62"})
    void the_status_in_an_error_is_recognized_whatever_is_watched() throws Exception {
        Watch<ConfigMap> watch = watch(event("ERROR",
        "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"metadata\":{},\"status\":\"Failure\","
                + "\"message\":\"too old resource version: 5 (9)\",\"reason\":\"Expired\",\"code\":410}"));

        assertThat(watch.take().orElseThrow()).isInstanceOfSatisfying(WatchEvent.Error.class,
                error -> assertThat(ApiErrors.isResourceExpired(new ApiException(error.status()))).isTrue());
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"ada\"}}",
        "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"code\":\"many\"}",
        "17",
    })
    @Spec("RF-62")
    void an_error_without_a_status_is_an_error_of_no_known_class(String object) throws Exception {
        Watch<ConfigMap> watch = watch(event("ERROR", object));

        assertThat(watch.take().orElseThrow()).isInstanceOfSatisfying(WatchEvent.Error.class, error -> {
            ApiException e = new ApiException(error.status());
            assertThat(e).hasMessageContaining("unexpected object");
            assertThat(ApiErrors.isInternalError(e)).isFalse();
            assertThat(ApiErrors.isGone(e)).isFalse();
        });
    }

    @Test
    @Spec({"C5", "RF-63"})
    void an_object_of_another_kind_is_told_apart_and_the_next_one_arrives() throws Exception {
        List<String> events = drain(watch(
                event("ADDED", "{\"kind\":\"Service\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"s\"}}"),
                event("ADDED", "{\"kind\":\"Table\",\"apiVersion\":\"meta.k8s.io/v1\",\"rows\":[]}"),
                event("ADDED", "{\"kind\":\"ConfigMap\",\"apiVersion\":\"v2\",\"metadata\":{\"name\":\"s\"}}"),
                ADDED));

        assertThat(events).containsExactly(
                "Unknown ADDED expected /v1, Kind=ConfigMap but got v1, Kind=Service",
                "Unknown ADDED expected /v1, Kind=ConfigMap but got meta.k8s.io/v1, Kind=Table",
                "Unknown ADDED expected /v1, Kind=ConfigMap but got v2, Kind=ConfigMap",
                "Added ada 5");
        assertThat(undecodable).isEmpty();
    }

    @Test
    @Spec("C4")
    void the_event_of_an_object_that_does_not_fit_names_its_key() throws Exception {
        String bob = "{\"data\":17,\"metadata\":{\"namespace\":\"lab\",\"name\":\"bob\"}}";

        assertThat(watch(event("DELETED", bob)).take()).contains(new WatchEvent.Unknown<>(
                "DELETED", "ConfigMap lab/bob could not be decoded", null, "lab/bob"));
    }

    @Test
    @Spec("C4")
    void an_object_that_does_not_fit_is_reported_with_its_key_and_the_next_one_arrives() throws Exception {
        List<String> events = drain(watch(
                event("MODIFIED",
                "{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"data\":17,\"metadata\":{\"namespace\":\"lab\",\"name\":\"bob\"}}"),
                ADDED));

        assertThat(events).containsExactly("Unknown MODIFIED ConfigMap lab/bob could not be decoded", "Added ada 5");
        assertThat(undecodable).containsExactly("ConfigMap lab/bob");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "{\"type\":\"SHINY\",\"object\":%s} | there is no event type 'SHINY'",
        "{\"object\":%s}                    | there is no event type ''",
        "{\"type\":\"ADDED\"}               | the event has no object",
        "{\"type\":\"ADDED\",\"object\":null} | ConfigMap (without a name) could not be decoded",
    })
    @Spec("RF-64")
    void an_event_that_nobody_knows_is_told_apart_and_the_next_one_arrives(String frame, String reason)
            throws Exception {
        Watch<ConfigMap> watch = watch(frame.formatted(configMap("ada", "4")), ADDED);

        assertThat(watch.take().orElseThrow()).isInstanceOfSatisfying(WatchEvent.Unknown.class, unknown -> {
            assertThat(unknown.reason()).isEqualTo(reason);
            if (unknown.reason().contains("event type")) {
                assertThat(((ConfigMap) unknown.object()).metadata().resourceVersion()).isEqualTo("4");
            } else {
                assertThat(unknown.object()).isNull();
            }
        });
        assertThat(drain(watch)).containsExactly("Added ada 5");
    }

    @Test
    void a_watch_that_has_ended_is_forgotten_by_its_client() throws Exception {
        Watch<ConfigMap> watch = watch(ADDED);
        Field watches = RestClient.class.getDeclaredField("watches"); // no method shows them
        watches.setAccessible(true);
        assertThat((Set<?>) watches.get(client)).hasSize(1);

        drain(watch);

        assertThat((Set<?>) watches.get(client)).isEmpty();
    }

    @Test
    void the_type_may_stand_behind_the_object() throws Exception {
        assertThat(drain(watch("{\"object\":" + configMap("ada", "6") + ",\"type\":\"MODIFIED\"}")))
                .containsExactly("Modified ada 6");
    }

    @Test
    void closing_from_another_thread_ends_a_take_that_waits() throws Exception {
        CountDownLatch open = new CountDownLatch(1);
        Watch<ConfigMap> watch = silent(context, ListOptions.EMPTY, open);
        CompletableFuture<Optional<WatchEvent<ConfigMap>>> taken = takeInBackground(watch);
        open.await();

        watch.close();
        watch.close();

        assertThat(taken.get()).isEmpty();
        assertThat(watch.take()).isEmpty();
    }

    @Test
    void the_end_of_the_context_ends_a_take_that_waits() throws Exception {
        CountDownLatch open = new CountDownLatch(1);
        Cancellable stop = context.withCancel();
        CompletableFuture<Optional<WatchEvent<ConfigMap>>> taken = takeInBackground(silent(stop, ListOptions.EMPTY,
                open));
        open.await();

        stop.cancel();

        assertThat(taken.get()).isEmpty();
    }

    @Test
    void an_interrupt_ends_a_take_that_waits() throws Exception {
        CountDownLatch open = new CountDownLatch(1);
        Watch<ConfigMap> watch = silent(context, ListOptions.EMPTY, open);
        CompletableFuture<Throwable> outcome = new CompletableFuture<>();
        Thread taker = Thread.ofVirtual().start(() -> {
            try {
                watch.take();
            } catch (InterruptedException e) {
                outcome.complete(e);
            }
        });
        open.await();

        taker.interrupt();

        assertThat(outcome.get()).isInstanceOf(InterruptedException.class);
    }

    @Test
    @Spec({"B1", "B6"})
    void a_watch_whose_server_went_silent_ends_soon_after_the_time_that_it_asked_for() throws Exception {
        CountDownLatch open = new CountDownLatch(1);
        Watch<ConfigMap> watch = silent(context, ListOptions.EMPTY.withTimeout(Duration.ofSeconds(2)), open);
        CompletableFuture<Optional<WatchEvent<ConfigMap>>> taken = takeInBackground(watch);
        open.await();

        clock.step(Duration.ofSeconds(3));
        assertThat(taken.isDone()).as("given up before the server had its chance").isFalse();
        clock.step(Duration.ofSeconds(1));

        assertThat(taken.get()).isEmpty();
        assertThat(clock.hasWaiters()).as("a timer was left behind").isFalse();
    }

    @Test
    @Spec("B1")
    void a_watch_that_is_never_answered_fails_soon_after_the_time_that_it_asked_for() throws Exception {
        CountDownLatch arrived = new CountDownLatch(1);
        CompletableFuture<Throwable> outcome = new CompletableFuture<>();
        server = new ScriptedServer(exchange -> {
            arrived.countDown();
            exchange.awaitClientGone();
        });
        client = new RestClient(RestConfig.of(server.uri()), clock, UndecodableObjects.LOG);
        Thread.ofVirtual().start(() -> {
            try {
                client.resource(ApiResource.CONFIG_MAPS)
                        .watch(context, ListOptions.EMPTY.withTimeout(Duration.ofSeconds(2)));
            } catch (IOException | InterruptedException e) {
                outcome.complete(e);
            }
        });
        arrived.await();

        clock.step(Duration.ofSeconds(4));

        assertThat(outcome.get()).isInstanceOf(IOException.class);
        assertThat(clock.hasWaiters()).as("a timer was left behind").isFalse();
    }

    private Watch<ConfigMap> silent(Context until, ListOptions options, CountDownLatch open) throws Exception {
        Watch<ConfigMap> watch = watch(until, options, exchange -> {
            exchange.stream();
            exchange.chunk(ADDED);
            exchange.awaitClientGone();
        });
        assertThat(watch.take()).isPresent();
        open.countDown();
        return watch;
    }

    private static CompletableFuture<Optional<WatchEvent<ConfigMap>>> takeInBackground(Watch<ConfigMap> watch) {
        CompletableFuture<Optional<WatchEvent<ConfigMap>>> taken = new CompletableFuture<>();
        Thread.ofVirtual().start(() -> {
            try {
                taken.complete(watch.take());
            } catch (InterruptedException e) {
                taken.completeExceptionally(e);
            }
        });
        return taken;
    }

    private static List<String> drain(Watch<ConfigMap> watch) throws InterruptedException {
        List<String> events = new ArrayList<>();
        for (Optional<WatchEvent<ConfigMap>> next = watch.take(); next.isPresent(); next = watch.take()) {
            events.add(describe(next.get()));
        }
        return events;
    }

    private static String describe(WatchEvent<ConfigMap> event) {
        return switch (event) {
            case WatchEvent.Added<ConfigMap> e -> "Added " + describe(e.object());
            case WatchEvent.Modified<ConfigMap> e -> "Modified " + describe(e.object());
            case WatchEvent.Deleted<ConfigMap> e -> "Deleted " + describe(e.object());
            case WatchEvent.Bookmark<ConfigMap> e -> "Bookmark " + describe(e.object());
            case WatchEvent.Error<ConfigMap> e -> "Error " + e.status().reason();
            case WatchEvent.Unknown<ConfigMap> e -> "Unknown " + e.type() + " " + e.reason();
        };
    }

    private static String describe(ConfigMap object) {
        return object.metadata().name() + " " + object.metadata().resourceVersion();
    }

    private static String event(String type, String object) {
        return "{\"type\":\"" + type + "\",\"object\":" + object + "}\n";
    }

    private static String configMap(String name, String version) {
        return "{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":{\"namespace\":\"lab\",\"name\":\"" + name
                + "\",\"resourceVersion\":\"" + version + "\"}}";
    }
}
