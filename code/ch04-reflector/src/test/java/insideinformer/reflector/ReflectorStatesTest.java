package insideinformer.reflector;

import static insideinformer.reflector.ScriptedSource.added;
import static insideinformer.reflector.ScriptedSource.bookmark;
import static insideinformer.reflector.ScriptedSource.cause;
import static insideinformer.reflector.ScriptedSource.configMap;
import static insideinformer.reflector.ScriptedSource.deleted;
import static insideinformer.reflector.ScriptedSource.error;
import static insideinformer.reflector.ScriptedSource.modified;
import static insideinformer.reflector.ScriptedSource.status;
import static org.assertj.core.api.Assertions.assertThat;

import insideinformer.api.ApiException;
import insideinformer.api.KubernetesList;
import insideinformer.api.ListMeta;
import insideinformer.api.ObjectMeta;
import insideinformer.api.Status;
import insideinformer.api.StatusDetails;
import insideinformer.api.Unstructured;
import insideinformer.api.WatchEvent;
import insideinformer.store.StoreException;
import insideinformer.testing.Spec;
import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The state tables: what the Reflector does next after each kind of answer, and from which version. */
class ReflectorStatesTest {

    private static final ApiException EXPIRED = status(410, "Expired");

    private final ReflectorHarness harness = new ReflectorHarness();
    private final ScriptedSource source = harness.source;

    @AfterEach
    void stop() throws InterruptedException {
        harness.close();
    }

    @Test
    @Spec({"RF-S01", "RF-S05", "RF-27", "W23"})
    void the_first_list_takes_any_state_replaces_the_store_and_a_watch_goes_on_from_there() throws Exception {
        source.thenList("10", configMap("ada", "5"));

        assertThat(harness.runToEnd()).containsExactly("list 0 limit=500", "replace [ada@5]@10", "watch 10");
    }

    @Test
    @Spec({"RF-S03", "RF-35"})
    void a_later_list_asks_for_a_state_not_older_than_the_one_known_and_for_no_pages() throws Exception {
        source.thenList("10").thenWatch(modified("ada", "20"), error(504, "Timeout"));

        assertThat(harness.runToEnd()).containsExactly(
                "list 0 limit=500", "replace []@10", "watch 10", "update ada@20", "pause 10", "list 20");
    }

    @Test
    @Spec({"RF-S06", "RF-37", "RF-48", "RF-49"})
    void pages_are_asked_for_without_a_version_and_reach_the_store_as_one_list() throws Exception {
        source.thenPage("10", "t1", configMap("ada", "5")).thenPage("11", "t2", configMap("bob", "6"))
                .thenList("12", configMap("cy", "7"));

        assertThat(harness.runToEnd()).containsExactly(
                "list 0 limit=500", "list  limit=500 continue=t1", "list  limit=500 continue=t2",
                "replace [ada@5, bob@6, cy@7]@10", "watch 10");
    }

    @Test
    @Spec({"RF-S07", "RF-50"})
    void a_list_that_expires_between_pages_is_asked_for_once_more_as_a_whole() throws Exception {
        source.thenPage("10", "t1", configMap("ada", "5")).thenListFails(EXPIRED).thenList("12", configMap("bob", "6"));

        assertThat(harness.runToEnd()).containsExactly(
                "list 0 limit=500", "list  limit=500 continue=t1", "list 0", "replace [bob@6]@12", "watch 12");
    }

    static Stream<Arguments> versionsThatCannotBeListed() {
        return Stream.of(
                Arguments.of("expired", EXPIRED),
                Arguments.of("gone", status(410, "Gone")),
                Arguments.of("410 with a reason unknown", status(410, "Whatever")),
                Arguments.of("too large",
                status(504, "Timeout", cause("ResourceVersionTooLarge", "Too large resource version"))),
                Arguments.of("too large as 1.17 said it",
                status(504, "Timeout", cause("", "Too large resource version"))),
                Arguments.of("too large as older ones said it", new ApiException(new Status(
                        null, "Status", null, "Failure", "Too large resource version: 10, current: 9", "Timeout",
                        new StatusDetails(null, null, null, null, List.of(), 1, Map.of()), 504, Map.of()))));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("versionsThatCannotBeListed")
    @Spec({"RF-S08", "RF-S09", "RF-S10", "RF-39", "RF-79", "RF-80", "B3", "B9"})
    void a_version_that_cannot_be_listed_is_given_up_at_once_for_the_newest_state(String name, ApiException refusal)
            throws Exception {
        source.thenList("10").thenWatch(modified("ada", "20"), error(500, "ServerTimeout"))
                .thenListFails(refusal).thenList("30");

        assertThat(harness.runToEnd()).endsWith("pause 10", "list 20", "list", "replace []@30", "watch 30");
    }

    @Test
    @Spec("RF-S11")
    void when_the_newest_state_is_refused_too_the_next_round_asks_for_it_again() throws Exception {
        source.thenListFails(EXPIRED).thenListFails(EXPIRED).thenListFails(status(500, "InternalError"));

        assertThat(harness.runToEnd()).containsExactly(
                "list 0 limit=500", "list  limit=500", "handler Expired", "pause 10",
                "list  limit=500", "handler InternalError", "pause 20", "list  limit=500");
    }

    static Stream<Arguments> otherFailures() {
        return Stream.of(
                Arguments.of(status(403, "Forbidden"), "Forbidden"), Arguments.of(status(404, "NotFound"), "NotFound"),
                Arguments.of(status(500, "InternalError"), "InternalError"),
                Arguments.of(status(429, "TooManyRequests"), "TooManyRequests"),
                Arguments.of(status(504, "Timeout"), "Timeout"),
                Arguments.of(new ConnectException("Connection refused"), "refused"),
                Arguments.of(new EOFException(), "EOF"));
    }

    @ParameterizedTest(name = "{1}")
    @MethodSource("otherFailures")
    @Spec({"RF-S12", "RF-29", "RF-23"})
    void a_list_that_fails_otherwise_ends_the_round_and_the_version_stays(IOException failure, String kind)
            throws Exception {
        source.thenListFails(failure).thenList("10").thenWatch(modified("ada", "20"), error(500, "ServerTimeout"))
                .thenListFails(failure);

        assertThat(harness.runToEnd()).containsExactly(
                "list 0 limit=500", "handler " + kind, "pause 10",
                "list 0 limit=500", "replace []@10", "watch 10", "update ada@20", "pause 20",
                "list 20", "handler " + kind, "pause 40", "list 20");
    }

    @Test
    @Spec({"RF-S13", "RF-41", "RF-54"})
    void the_end_of_the_context_during_a_list_ends_the_run_at_once_and_a_late_answer_is_dropped() throws Exception {
        CountDownLatch late = new CountDownLatch(1);
        CountDownLatch answered = new CountDownLatch(1);
        source.thenList(context -> {
            late.await();
            answered.countDown();
            return new KubernetesList<>(new ListMeta("10", null, null, Map.of()), List.of());
        });
        harness.start();
        harness.journal.await("list 0 limit=500");

        harness.stop();
        late.countDown();
        answered.await();

        assertThat(harness.journal.lines()).containsExactly("list 0 limit=500", "pause 10");
        assertThat(harness.reflector().lastSyncResourceVersion()).isEmpty();
    }

    @Test
    @Spec({"RF-S14", "RF-46", "RF-40"})
    void a_list_that_the_store_refuses_ends_the_round_and_the_version_stays() throws Exception {
        harness.store.failNext("replace", new StoreException("full", null));
        source.thenListFails(EXPIRED).thenList("10").thenList("11");

        assertThat(harness.runToEnd()).containsExactly(
                "list 0 limit=500", "list  limit=500", "replace []@10 fails", "handler store", "pause 10",
                "list 0 limit=500", "replace []@11", "watch 11");
    }

    @Test
    @Spec({"RF-S15", "RF-44"})
    void an_answer_that_is_no_list_ends_the_round() throws Exception {
        source.thenListFails(new IOException("the answer is no list")).thenList("10");

        assertThat(harness.runToEnd()).containsExactly(
                "list 0 limit=500", "handler failed to list ConfigMap: the answer is no list", "pause 10",
                "list 0 limit=500", "replace []@10", "watch 10");
    }

    static Stream<IOException> refusalsThatPass() {
        return Stream.of(
                new ConnectException("Connection refused"), new IOException(new ConnectException("Connection refused")),
                status(429, "TooManyRequests"));
    }

    @ParameterizedTest
    @MethodSource("refusalsThatPass")
    @Spec({"RF-S25", "RF-S26", "RF-55", "RF-57", "C1"})
    void a_watch_that_is_refused_for_now_is_asked_for_again_after_pauses_that_grow_and_nothing_is_listed(
            IOException refusal) throws Exception {
        source.thenList("10").thenWatchFails(refusal).thenWatchFails(refusal).thenWatchFails(refusal)
                .thenWatchFails(refusal);

        assertThat(harness.runToEnd()).containsExactly(
                "list 0 limit=500", "replace []@10", "watch 10", "pause 10", "watch 10", "pause 20", "watch 10",
                "pause 40",
                "watch 10", "pause 80", "watch 10");
    }

    static Stream<Arguments> connectFailures() {
        return Stream.of(
                Arguments.of(EXPIRED, "Expired"), Arguments.of(new EOFException(), "EOF"),
                Arguments.of(status(403, "Forbidden"), "Forbidden"),
                Arguments.of(status(404, "NotFound"), "NotFound"),
                Arguments.of(status(500, "InternalError"), "InternalError"),
                Arguments.of(status(504, "Timeout"), "Timeout"), Arguments.of(new IOException("broken"), "broken"));
    }

    @ParameterizedTest(name = "{1}")
    @MethodSource("connectFailures")
    @Spec({"RF-S27", "RF-S28", "RF-29", "RF-58"})
    void a_watch_that_cannot_be_opened_otherwise_ends_the_round_and_the_list_goes_on_from_the_version_known(
            IOException failure, String kind) throws Exception {
        source.thenList("10").thenWatchFails(failure);

        assertThat(harness.runToEnd()).containsExactly(
                "list 0 limit=500", "replace []@10", "watch 10", "handler " + kind, "pause 10", "list 10");
    }

    @Test
    @Spec({"RF-S29", "RF-56", "RF-S38", "B12"})
    void a_stream_that_ends_after_events_is_followed_at_once_by_a_watch_from_the_last_of_them() throws Exception {
        source.thenList("10").thenWatch(added("ada", "11"), modified("ada", "12"), deleted("ada", "13"));

        assertThat(harness.runToEnd()).containsExactly(
                "list 0 limit=500", "replace []@10", "watch 10", "add ada@11", "update ada@12", "delete ada@13",
                "watch 13");
    }

    @Test
    @Spec({"RF-S30", "RF-67", "RF-29"})
    void a_stream_that_ends_at_once_without_an_event_ends_the_round_without_an_error() throws Exception {
        source.thenList("10").thenWatch(new Object[0]);

        assertThat(harness.runToEnd())
                .containsExactly("list 0 limit=500", "replace []@10", "watch 10", "pause 10", "list 10");
    }

    @Test
    @Spec({"RF-S31", "RF-67"})
    void a_quiet_stream_that_lasted_a_second_is_followed_at_once_by_the_next() throws Exception {
        source.thenList("10").thenWatch((Runnable) () -> harness.clock.step(Duration.ofSeconds(1)));

        assertThat(harness.runToEnd()).containsExactly("list 0 limit=500", "replace []@10", "watch 10", "watch 10");
    }

    static Stream<WatchEvent<?>> endingErrors() {
        return Stream.of(
                error(410, "Expired"), error(410, "Gone"), error(500, "StorageReadError"), error(500, "ServerTimeout"),
                error(504, "Timeout"), error(500, "InternalError"), error(0, "UnexpectedObject"));
    }

    @ParameterizedTest
    @MethodSource("endingErrors")
    @Spec({"RF-S32", "RF-S34", "RF-S35", "RF-S37", "RF-57", "RF-58", "RF-62", "B2"})
    void an_error_in_the_stream_ends_the_round_without_telling_the_handler_and_the_next_lists_from_the_last_event(
            WatchEvent<?> error) throws Exception {
        source.thenList("10").thenWatch(modified("ada", "20"), error, modified("ada", "21"));

        assertThat(harness.runToEnd()).containsExactly(
                "list 0 limit=500", "replace []@10", "watch 10", "update ada@20", "pause 10", "list 20");
    }

    @Test
    @Spec({"RF-S33", "RF-57"})
    void a_stream_that_is_put_off_is_followed_after_a_pause_by_the_next() throws Exception {
        source.thenList("10").thenWatch(modified("ada", "20"), error(429, "TooManyRequests"));

        assertThat(harness.runToEnd()).containsExactly(
                "list 0 limit=500", "replace []@10", "watch 10", "update ada@20", "pause 10", "watch 20");
    }

    @Test
    @Spec({"RF-S36", "RF-57"})
    void an_internal_error_in_the_stream_is_retried_at_once_until_the_time_allowed_is_over() throws Exception {
        harness.options = harness.options.withMaxInternalErrorRetryDuration(Duration.ofSeconds(1));
        Runnable later = () -> harness.clock.step(Duration.ofMillis(600));
        source.thenList("10").thenWatch(error(500, "InternalError")).thenWatch(later, error(500, "InternalError"))
                .thenWatch(later, error(500, "InternalError"));

        assertThat(harness.runToEnd()).containsExactly(
                "list 0 limit=500", "replace []@10", "watch 10", "watch 10", "watch 10", "pause 10", "list 10");
    }

    @Test
    @Spec({"RF-S39", "D7", "D8"})
    void a_bookmark_moves_the_version_and_nothing_else() throws Exception {
        source.thenList("10").thenWatch(bookmark("77"));

        assertThat(harness.runToEnd()).containsExactly("list 0 limit=500", "replace []@10", "watch 10", "watch 77");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0"})
    @Spec({"RF-S40", "RF-60"})
    void events_that_replay_the_present_state_do_not_move_the_version(String version) throws Exception {
        source.thenList(version).thenWatch(added("ada", "5"), added("bob", "3"));

        assertThat(harness.runToEnd()).endsWith("add ada@5", "add bob@3", ("watch " + version).stripTrailing());
    }

    static Stream<WatchEvent<?>> firstNewEvents() {
        return Stream.of(modified("ada", "9"), deleted("ada", "9"), bookmark("9"));
    }

    @ParameterizedTest
    @MethodSource("firstNewEvents")
    @Spec({"RF-S41", "RF-60"})
    void the_first_event_of_another_kind_ends_the_replay(WatchEvent<?> event) throws Exception {
        source.thenList("").thenWatch(added("ada", "5"), added("bob", "3"), event).thenWatch(added("cy", "11"));

        assertThat(harness.runToEnd()).contains("watch 9").endsWith("add cy@11", "watch 11");
    }

    static Stream<Object> strangers() {
        ObjectMeta metadata = ObjectMeta.named("lab", "x").withResourceVersion("99");
        return Stream.of(
                new WatchEvent.Added<>(new Unstructured("v1", "Secret", metadata, Map.of())),
                new WatchEvent.Bookmark<>(new Unstructured("v1", "Secret", metadata, Map.of())),
                new WatchEvent.Unknown<>("ADDED", "expected ConfigMap but got Secret"));
    }

    @ParameterizedTest
    @MethodSource("strangers")
    @Spec({"RF-S42", "RF-63", "C5"})
    void an_event_with_another_type_of_object_is_skipped_and_does_not_count(Object stranger) throws Exception {
        source.thenList("10").thenWatch(modified("ada", "11"), stranger, modified("ada", "12")).thenWatch(stranger);

        assertThat(harness.runToEnd()).containsExactly(
                "list 0 limit=500", "replace []@10", "watch 10", "update ada@11", "update ada@12",
                "watch 12", "pause 10", "list 12");
    }

    @Test
    @Spec({"C4", "RF-S35"})
    void a_deletion_that_cannot_be_decoded_ends_the_watch_for_a_list_must_tell_what_is_gone() throws Exception {
        source.thenList("10")
                .thenWatch(new WatchEvent.Unknown<>("MODIFIED", "not decoded", null, "lab/ada"),
                        new WatchEvent.Unknown<>("DELETED", "not decoded", null, "lab/ada"), added("bob", "12"))
                .thenList("13");

        assertThat(harness.runToEnd()).startsWith("list 0 limit=500", "replace []@10", "watch 10")
                .contains("replace []@13").doesNotContain("add bob@12");
    }

    @Test
    @Spec("C4")
    void a_list_with_an_object_that_could_not_be_decoded_fails_in_front_of_a_store_that_cannot_keep_it()
            throws Exception {
        ListMeta metadata = new ListMeta("10", null, null, Map.of());
        source.thenList(context -> new KubernetesList<>(metadata, List.of(), Set.of("lab/ada"))).thenList("11");

        assertThat(harness.runToEnd()).doesNotContain("replace []@10").contains("replace []@11");
    }

    @Test
    @Spec({"RF-S43", "RF-64"})
    void an_event_of_an_unknown_type_counts_and_moves_the_version() throws Exception {
        source.thenList("10").thenWatch(new WatchEvent.Unknown<>("SHINY", "no such type", configMap("ada", "17")));

        assertThat(harness.runToEnd()).containsExactly("list 0 limit=500", "replace []@10", "watch 10", "watch 17");
    }

    @Test
    @Spec({"RF-S44", "RF-65"})
    void an_event_that_the_store_refuses_is_lost_and_the_stream_goes_on_behind_it() throws Exception {
        harness.store = new JournalingStore.WithExtras(harness.journal);
        harness.store.failNext("add", new StoreException("no", null));
        harness.store.failNext("update", new StoreException("no", null));
        harness.store.failNext("delete", new StoreException("no", null));
        harness.store.failNext("bookmark", new StoreException("no", null));
        source.thenList("10").thenWatch(added("ada", "11"), modified("bob", "12")).thenWatch(deleted("cy", "13"))
                .thenWatch(bookmark("14"));

        assertThat(harness.runToEnd()).containsExactly(
                "list 0 limit=500", "replace []@10",
                "watch 10", "add ada@11 fails", "reached 11", "update bob@12 fails", "reached 12",
                "watch 12", "delete cy@13 fails", "reached 13",
                "watch 13", "bookmark 14 fails", "reached 14", "watch 14");
    }

    @Test
    @Spec({"RF-S46", "RF-30", "RF-68"})
    void the_end_of_the_context_closes_the_open_watch_and_ends_the_run() throws Exception {
        source.thenList("10");
        harness.start();
        source.awaitEnd();
        harness.journal.await("watch 10");

        harness.stop();

        assertThat(source.opened().getLast().closings).hasPositiveValue();
        assertThat(harness.journal.lines()).doesNotContain("list 10");
    }
}
