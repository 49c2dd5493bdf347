package insideinformer.reflector;

import static insideinformer.reflector.ScriptedSource.added;
import static insideinformer.reflector.ScriptedSource.bookmark;
import static insideinformer.reflector.ScriptedSource.cause;
import static insideinformer.reflector.ScriptedSource.configMap;
import static insideinformer.reflector.ScriptedSource.deleted;
import static insideinformer.reflector.ScriptedSource.error;
import static insideinformer.reflector.ScriptedSource.marked;
import static insideinformer.reflector.ScriptedSource.modified;
import static insideinformer.reflector.ScriptedSource.status;
import static org.assertj.core.api.Assertions.assertThat;

import insideinformer.api.ApiException;
import insideinformer.api.KubernetesObject;
import insideinformer.api.ListOptions;
import insideinformer.api.ResourceVersionMatch;
import insideinformer.api.WatchEvent;
import insideinformer.reflector.ScriptedSource.ScriptedWatch;
import insideinformer.store.StoreException;
import insideinformer.store.TransformFunc;
import insideinformer.store.TransformingStore;
import insideinformer.testing.Spec;
import insideinformer.wait.Cancellable;
import insideinformer.wait.Context;
import insideinformer.wait.FakeClock;
import java.io.IOException;
import java.net.ConnectException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class WatchListTest {

    private static final ApiException EXPIRED = status(410, "Expired");

    private final ReflectorHarness harness = new ReflectorHarness();
    private final ScriptedSource source = harness.source;

    @BeforeEach
    void streaming() {
        harness.options = harness.options.withWatchList(true);
        harness.clock.neverFires = Duration.ofSeconds(10); // the warnings have a test of their own
    }

    @AfterEach
    void stop() throws InterruptedException {
        harness.close();
    }

    @Test
    @Spec("RF-27")
    void a_list_is_the_way_to_the_present_state_unless_a_stream_was_asked_for() throws Exception {
        harness.options = harness.options.withWatchList(ReflectorOptions.defaults().useWatchList());
        harness.source.thenList("10");

        assertThat(harness.runToEnd()).containsExactly("list 0 limit=500", "replace []@10", "watch 10");
    }

    @Test
    @Spec("C4")
    void what_could_not_be_decoded_before_the_mark_and_is_not_gone_again_is_kept() throws Exception {
        List<Set<String>> kept = new ArrayList<>();
        harness.store.unread = kept::add;
        source.thenOpenWatch(
                unread("ADDED", "lab/ada"), unread("ADDED", "lab/bob"), deleted("bob", "6"), marked("9", "true"));

        assertThat(harness.runToEnd()).containsExactly("stream", "replace []@9");
        assertThat(kept).containsExactly(Set.of("lab/ada"));
    }

    @Test
    @Spec("C4")
    void a_deletion_that_cannot_be_decoded_before_the_mark_makes_a_list_the_way() throws Exception {
        source.thenWatch(added("ada", "5"), unread("DELETED", "lab/ada"), marked("9", "true")).thenList("10");

        assertThat(harness.runToEnd()).startsWith("stream", "list 0 limit=500", "replace []@10");
    }

    private static WatchEvent<KubernetesObject> unread(String type, String key) {
        return new WatchEvent.Unknown<>(type, "not decoded", null, key);
    }

    @Test
    @Spec({"RF-S02", "RF-S21", "RF-72", "RF-73", "RF-74"})
    void the_state_comes_as_a_stream_and_reaches_the_store_as_one_list_and_the_same_watch_goes_on() throws Exception {
        source.thenOpenWatch(
                added("ada", "5"), added("bob", "6"), modified("ada", "7"), deleted("bob", "8"), marked("9", "true"),
                added("cy", "11"));

        assertThat(harness.runToEnd()).containsExactly("stream", "replace [ada@7]@9", "add cy@11");
        assertThat(source.opened()).hasSize(1);
        assertThat(harness.reflector().lastSyncResourceVersion()).isEqualTo("11");
    }

    @Test
    @Spec("RF-72")
    void a_stream_is_asked_for_with_initial_events_not_older_than_what_is_known() throws Exception {
        source.thenOpenWatch(marked("9", "true"));

        harness.runToEnd();

        ListOptions asked = source.watchOptions().getFirst();
        assertThat(asked.withTimeout(null)).isEqualTo(ListOptions.EMPTY
                .withSendInitialEvents(true).withAllowWatchBookmarks(true)
                .withResourceVersionMatch(ResourceVersionMatch.NOT_OLDER_THAN));
        assertThat(asked.timeout()).isBetween(Duration.ofMinutes(5), Duration.ofMinutes(10));
    }

    @Test
    @Spec({"RF-S04", "RF-S48"})
    void a_later_round_asks_for_a_stream_from_the_version_known() throws Exception {
        source.thenWatch(marked("9", "true"), modified("ada", "11"), error(410, "Expired"))
                .thenOpenWatch(marked("12", "true"));

        assertThat(harness.runToEnd()).containsExactly(
                "stream", "replace []@9", "update ada@11", "pause 10", "stream 11", "replace []@12");
    }

    @Test
    @Spec("RF-05")
    void a_lister_that_says_it_cannot_stream_is_asked_for_a_list() throws Exception {
        source.supportsWatchList = false;
        source.thenList("10");

        assertThat(harness.runToEnd()).containsExactly("list 0 limit=500", "replace []@10", "watch 10");
    }

    @Test
    @Spec("RF-05")
    void what_is_made_from_a_client_streams_if_the_client_does() {
        source.supportsWatchList = false;
        assertThat(ListWatch.filtered(source, options -> options).supportsWatchList()).isFalse();
        source.supportsWatchList = true;
        assertThat(ListWatch.filtered(source, options -> options).supportsWatchList()).isTrue();
    }

    static Stream<IOException> refusalsThatPass() {
        return Stream.of(new ConnectException("Connection refused"), status(429, "TooManyRequests"));
    }

    @ParameterizedTest
    @MethodSource("refusalsThatPass")
    @Spec({"RF-S16", "RF-76", "RF-21"})
    void a_stream_that_is_refused_for_now_is_asked_for_again_after_a_pause(IOException refusal) throws Exception {
        source.thenWatchFails(refusal).thenWatchFails(refusal).thenOpenWatch(marked("9", "true"));

        assertThat(harness.runToEnd())
                .containsExactly("stream", "pause 10", "stream", "pause 20", "stream", "replace []@9");
    }

    @Test
    @Spec("RF-76")
    void a_stream_that_is_put_off_on_its_way_is_asked_for_again_after_a_pause() throws Exception {
        source.thenWatch(added("ada", "5"), error(429, "TooManyRequests")).thenOpenWatch(marked("9", "true"));

        assertThat(harness.runToEnd()).containsExactly("stream", "pause 10", "stream", "replace []@9");
    }

    static Stream<ApiException> versionsThatCannotBeStreamed() {
        return Stream.of(EXPIRED, status(410, "Gone"), status(504, "Timeout", cause("ResourceVersionTooLarge", "")));
    }

    @ParameterizedTest
    @MethodSource("versionsThatCannotBeStreamed")
    @Spec({"RF-S17", "RF-76"})
    void a_version_that_cannot_be_streamed_is_given_up_at_once_for_the_newest_state(ApiException refusal)
            throws Exception {
        source.thenWatch(marked("9", "true"), modified("ada", "11"), error(500, "ServerTimeout"))
                .thenWatchFails(refusal)
                .thenWatch(added("ada", "5"), new WatchEvent.Error<>(refusal.status()))
                .thenOpenWatch(marked("12", "true"));

        assertThat(harness.runToEnd()).endsWith("pause 10", "stream 11", "stream", "stream", "replace []@12");
    }

    @Test
    @Spec("RF-74")
    void after_a_stream_of_the_newest_state_the_known_version_can_be_asked_for_again() throws Exception {
        source.thenWatch(marked("9", "true"), modified("ada", "11"), error(500, "ServerTimeout"))
                .thenWatchFails(EXPIRED)
                .thenWatch(marked("12", "true"), modified("ada", "13"), error(500, "ServerTimeout"));

        assertThat(harness.runToEnd()).endsWith("stream", "replace []@12", "update ada@13", "pause 20", "stream 13");
    }

    @Test
    @Spec("RF-47")
    void a_stream_that_takes_more_than_ten_seconds_is_reported_in_the_log() throws Exception {
        source.thenOpenWatch(
                added("ada", "5"), (Runnable) () -> harness.clock.step(Duration.ofSeconds(11)), marked("9", "true"));

        assertThat(CapturedLog.during(harness::runToEnd))
                .containsOnlyOnce("listing and storing 1 ConfigMap took PT11S");
    }

    static Stream<IOException> refusalsThatStay() {
        return Stream.of(
                status(422, "Invalid"), status(403, "Forbidden"), status(404, "NotFound"), status(500, "InternalError"),
                status(504, "Timeout"), new IOException("broken"));
    }

    @ParameterizedTest
    @MethodSource("refusalsThatStay")
    @Spec({"RF-S18", "RF-28"})
    void a_stream_that_is_refused_otherwise_is_replaced_by_a_list_at_once_and_asked_for_again_next_time(
            IOException refusal) throws Exception {
        source.thenWatchFails(refusal).thenList("10").thenWatch(modified("ada", "11"), error(410, "Expired"));

        assertThat(harness.runToEnd()).containsExactly(
                "stream", "list 0 limit=500", "replace []@10", "watch 10", "update ada@11", "pause 10", "stream 11");
    }

    @Test
    @Spec({"RF-S18", "RF-28"})
    void a_stream_that_ends_with_an_error_is_replaced_by_a_list_and_nothing_of_it_is_kept() throws Exception {
        source.thenWatch(added("ghost", "5"), error(500, "InternalError")).thenList("10", configMap("ada", "5"));

        assertThat(harness.runToEnd()).containsExactly("stream", "list 0 limit=500", "replace [ada@5]@10", "watch 10");
    }

    @Test
    @Spec({"RF-S19", "RF-75", "RF-73"})
    void a_stream_that_ends_too_early_is_asked_for_again_at_once_and_nothing_of_it_is_kept() throws Exception {
        Runnable late = () -> harness.clock.step(Duration.ofSeconds(1));
        source.thenWatch(added("ghost", "5")).thenWatch(late).thenOpenWatch(added("ada", "7"), marked("9", "true"));

        assertThat(harness.runToEnd()).containsExactly("stream", "stream", "stream", "replace [ada@7]@9");
    }

    @Test
    @Spec({"RF-S20", "RF-75"})
    void a_stream_that_ends_at_once_without_an_event_is_replaced_by_a_list() throws Exception {
        source.thenWatch(new Object[0]).thenList("10");

        assertThat(harness.runToEnd()).containsExactly("stream", "list 0 limit=500", "replace []@10", "watch 10");
    }

    @Test
    @Spec({"RF-S22", "RF-74", "D9"})
    void a_bookmark_without_the_mark_does_not_end_the_state_and_reaches_nobody() throws Exception {
        harness.store = new JournalingStore.WithExtras(harness.journal);
        source.thenOpenWatch(added("ada", "5"), bookmark("6"), marked("7", "false"), modified("ada", "8"),
                marked("9", "true"), bookmark("10"));

        assertThat(harness.runToEnd()).containsExactly(
                "stream", "replace [ada@8]@9", "bookmark 10", "reached 10");
    }

    @Test
    @Spec({"RF-S23", "RF-76"})
    void the_end_of_the_context_ends_the_reading_of_a_stream_and_nothing_is_stored() throws Exception {
        source.thenOpenWatch(added("ada", "5"));

        assertThat(harness.runToEnd()).containsExactly("stream");
        assertThat(harness.journal.lines()).doesNotContain("list 0 limit=500");
        assertThat(source.opened().getFirst().closings).hasPositiveValue();
    }

    @Test
    @Spec({"RF-S24", "RF-75"})
    void a_state_that_the_store_refuses_is_replaced_by_a_list_and_its_watch_is_closed() throws Exception {
        harness.store.failNext("replace", new StoreException("full", null));
        source.thenOpenWatch(marked("9", "true")).thenList("10");

        harness.start();
        harness.journal.await("watch 10");

        assertThat(harness.journal.lines())
                .containsExactly("stream", "replace []@9 fails", "list 0 limit=500", "replace []@10", "watch 10");
        assertThat(source.opened().getFirst().closings).hasPositiveValue();
    }

    @Test
    @Spec({"RF-S47", "RF-60", "RF-56"})
    void behind_the_mark_every_event_moves_the_version_and_a_plain_watch_follows() throws Exception {
        source.thenWatch(marked("9", "true"), added("ada", "11"));

        assertThat(harness.runToEnd()).containsExactly("stream", "replace []@9", "add ada@11", "watch 11");
    }

    @Test
    @Spec("RF-60")
    void behind_a_mark_without_a_version_every_event_moves_the_version_too() throws Exception {
        source.thenWatch(marked("", "true"), added("ada", "11"));

        assertThat(harness.runToEnd()).containsExactly("stream", "replace []@", "add ada@11", "watch 11");
    }

    @Test
    @Spec("RF-73")
    void the_state_comes_transformed_if_the_store_transforms() throws Exception {
        AtomicInteger transformations = new AtomicInteger();
        TransformFunc<KubernetesObject> transform = object -> {
            transformations.incrementAndGet();
            return configMap(object.metadata().name() + "-small", object.metadata().resourceVersion());
        };
        final class Transforming extends JournalingStore implements TransformingStore<KubernetesObject> {

            Transforming() {
                super(harness.journal);
            }

            @Override
            public Optional<TransformFunc<KubernetesObject>> transformer() {
                return Optional.of(transform);
            }
        }
        harness.store = new Transforming();
        source.thenOpenWatch(added("ada", "5"), marked("9", "true"), added("bob", "11"));

        assertThat(harness.runToEnd()).containsExactly("stream", "replace [ada-small@5]@9", "add bob@11");
        assertThat(transformations).as("the watch behind the state leaves it to the store").hasValue(1);
    }

    @Test
    @Spec("D1")
    void a_server_that_never_sends_the_mark_is_asked_for_a_list_in_the_end() throws Exception {
        for (int i = 0; i < 5; i++) {
            source.thenWatch(added("ada", "5"), bookmark("6"),
                    (Runnable) () -> harness.clock.step(Duration.ofSeconds(2)));
        }
        source.thenList("10", configMap("ada", "5"));

        assertThat(harness.runToEnd()).containsExactly(
                "stream", "stream", "stream", "stream", "stream", "list 0 limit=500", "replace [ada@5]@10", "watch 10");
    }

    @Test
    @Spec("RF-15")
    void a_run_whose_context_has_ended_asks_for_no_stream() {
        Cancellable ended = Context.background().withCancel();
        ended.cancel();

        harness.reflector().run(ended);

        assertThat(harness.journal.lines()).isEmpty();
    }

    @Test
    @Spec("RF-76")
    void the_end_of_the_context_does_not_shorten_the_pause_before_another_stream() throws Exception {
        FakeClock still = new FakeClock();
        harness.options = harness.options.withClock(still, new Random(7));
        source.thenWatchFails(status(429, "TooManyRequests"));
        harness.start();
        still.awaitWaiters(1);

        harness.cancel();
        assertThat(harness.endsWithin(Duration.ofMillis(20))).as("the pause is not over").isFalse();
        still.step(Duration.ofMillis(10));
        harness.join();

        assertThat(harness.journal.lines()).containsExactly("stream");
    }

    @Test
    @Spec("RF-77")
    void while_the_mark_is_missing_a_warning_is_logged_every_ten_seconds() throws Exception {
        FakeClock still = new FakeClock();
        harness.options = harness.options.withClock(still, new Random(7));
        ScriptedWatch watch = new ScriptedWatch();
        source.thenWatch(() -> watch);

        String log = CapturedLog.during(() -> {
            harness.start();
            still.awaitWaiters(1);
            still.step(Duration.ofSeconds(10));
            still.awaitWaiters(1);
            still.step(Duration.ofSeconds(5));
            CountDownLatch read = new CountDownLatch(1);
            watch.send(added("ada", "5"));
            watch.send((Runnable) read::countDown);
            read.await();
            still.step(Duration.ofSeconds(5)); // the event is 5 s old: no warning
            still.step(Duration.ofSeconds(10));
            watch.send(marked("9", "true"));
            harness.journal.await("replace [ada@5]@9");
            still.step(Duration.ofSeconds(60));
            harness.stop();
        });

        assertThat(log.lines().filter(line -> line.contains("initial events is missing"))
                .map(line -> line.substring(line.indexOf(';'))))
                .containsExactly("; no events received for PT10S", "; last event PT15S ago");
        assertThat(still.hasWaiters()).as("a timer was left behind").isFalse();
    }
}
