package insideinformer.reflector;

import static insideinformer.reflector.ScriptedSource.bookmark;
import static insideinformer.reflector.ScriptedSource.error;
import static insideinformer.reflector.ScriptedSource.status;
import static org.assertj.core.api.Assertions.assertThat;

import insideinformer.api.ConfigMap;
import insideinformer.api.ObjectMeta;
import insideinformer.api.Unstructured;
import insideinformer.api.WatchEvent;
import insideinformer.json.Json;
import insideinformer.json.RawJson;
import insideinformer.store.StoreException;
import insideinformer.testing.Spec;
import java.io.IOException;
import java.net.ConnectException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What an operator reads: lines of level info and above. */
class ReflectorLogTest {

    private static final int ATTEMPTS = 100;

    private final ReflectorHarness harness = new ReflectorHarness();
    private final ScriptedSource source = harness.source;

    @BeforeEach
    void withTheDefaultHandler() {
        harness.options = harness.options.withWatchErrorHandler(WatchErrorHandler.DEFAULT);
        harness.clock.neverFires = Duration.ofSeconds(10); // of the streams' warnings
    }

    @AfterEach
    void stop() throws InterruptedException {
        harness.close();
    }

    static Stream<Arguments> troubles() {
        IOException refused = new ConnectException("Connection refused: localhost/127.0.0.1:8001");
        IOException busy = status(503, "ServiceUnavailable");
        return Stream.of(
                trouble("list refused", (source, i) -> source.thenListFails(refused), 1),
                trouble("list answered with 503", (source, i) -> source.thenListFails(busy), 1),
                trouble("now one, now the other",
                        (source, i) -> source.thenListFails(i % 2 == 0 ? refused : busy), 2),
                trouble("a text that differs each time", (source, i) -> source.thenListFails(
                        new IOException("attempt " + i, new ConnectException("after " + i + " ms"))), 1),
                trouble("watch forbidden",
                        (source, i) -> source.thenList("10").thenWatchFails(status(403, "Forbidden")), 1),
                trouble("watch ended at once", (source, i) -> source.thenList("10").thenWatch(), 1),
                trouble("watch ended with an error",
                        (source, i) -> source.thenList("10").thenWatch(error(500, "ServerTimeout")), 1));
    }

    private static Arguments trouble(String name, BiConsumer<ScriptedSource, Integer> attempt, int lines) {
        return Arguments.of(name, attempt, lines);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("troubles")
    @Spec({"RF-23", "RF-24"})
    void a_hundred_attempts_in_vain_are_one_line_for_each_kind_of_failure_and_one_when_they_are_over(
            String name, BiConsumer<ScriptedSource, Integer> attempt, int lines) throws Exception {
        for (int i = 0; i < ATTEMPTS; i++) {
            attempt.accept(source, i);
        }
        source.thenList("20").thenOpenWatch(bookmark("21"));

        List<String> log = loud(CapturedLog.during(harness::runToEnd));

        assertThat(log.stream().filter(line -> line.contains("again after") && !line.contains("is watched again")))
                .as("what happened, and that it is tried again").hasSize(lines);
        assertThat(log.stream().filter(line -> line.contains("INFO") && line.contains("is watched again")))
                .hasSizeLessThanOrEqualTo(lines);
        assertThat(log).hasSizeLessThanOrEqualTo(2 * lines);
    }

    @Test
    @Spec({"B10", "RF-55"})
    void a_server_that_goes_away_behind_an_open_watch_is_told_of_once_and_so_is_its_return() throws Exception {
        for (int outage = 1; outage <= 2; outage++) {
            source.thenList("10").thenWatch(bookmark("11"));
            for (int i = 0; i < ATTEMPTS; i++) {
                source.thenWatchFails(new ConnectException("Connection refused: localhost/127.0.0.1:8001"));
            }
            source.thenWatch(bookmark("12"), error(410, "Expired"));
        }
        source.thenList("13").thenWatch(bookmark("14"));
        for (int i = 0; i < ATTEMPTS; i++) {
            source.thenWatchFails(new ConnectException("Connection refused: localhost/127.0.0.1:8001"));
        }
        source.thenOpenWatch(bookmark("15"));

        List<String> log = loud(CapturedLog.during(harness::runToEnd));

        assertThat(log).as("three outages").hasSize(6);
        for (int i = 0; i < log.size(); i += 2) {
            assertThat(log.get(i)).contains("WARN", "test: the watch of ConfigMap was refused",
                    "asking again after pauses that grow", "Connection refused: localhost/127.0.0.1:8001");
            assertThat(log.get(i + 1)).contains("INFO", "ConfigMap is watched again, after 100 failed attempts");
        }
    }

    @Test
    void an_interrupt_that_ends_the_reading_before_the_context_does_is_told() throws Exception {
        harness.store.within = () -> Thread.currentThread().interrupt();
        source.thenList("10");

        List<String> log = loud(CapturedLog.during(() -> {
            harness.start();
            harness.join();
        }));

        assertThat(log).singleElement().asString()
                .contains("WARN", "interrupted before its context has ended; ConfigMap is not read any more");
    }

    @Test
    @Spec({"RF-24", "RF-28"})
    void streams_that_are_refused_leave_no_trace_when_the_list_works() throws Exception {
        harness.options = harness.options.withWatchList(true);
        source.thenWatchFails(status(422, "Invalid")).thenList("10").thenOpenWatch(bookmark("11"));

        assertThat(loud(CapturedLog.during(harness::runToEnd))).isEmpty();
    }

    @Test
    void an_event_that_is_lost_is_named_by_its_type_and_key_and_none_of_its_data_is_shown() throws Exception {
        ConfigMap ada = new ConfigMap("v1", "ConfigMap", ObjectMeta.named("lab", "ada"), Map.of("password", "hunter2"),
                Map.of());
        Unstructured stranger = new Unstructured("v1", "Secret", ObjectMeta.named("lab", "bob"),
                Map.of("password", RawJson.of(Json.MAPPER.readTree("\"hunter2\""))));
        harness.store.failNext("add", new StoreException("full", null));
        source.thenList("10").thenOpenWatch(new WatchEvent.Added<>(ada), new WatchEvent.Modified<>(stranger));

        String log = CapturedLog.during(harness::runToEnd);

        assertThat(loud(log)).satisfiesExactly(
                line -> assertThat(line).contains("ERROR", "test: the store refused ADDED of ConfigMap lab/ada"),
                line -> assertThat(line).contains(
                        "ERROR", "test: MODIFIED of lab/bob is skipped: expected ConfigMap but got Unstructured"));
        assertThat(log).doesNotContain("hunter2");
    }

    private static List<String> loud(String log) {
        return log.lines().filter(line -> line.contains("insideinformer.reflector.Reflector - "))
                .filter(line -> !line.contains("DEBUG")).toList();
    }
}
