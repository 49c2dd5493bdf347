package insideinformer.reflector;

import static insideinformer.reflector.ScriptedSource.added;
import static insideinformer.reflector.ScriptedSource.bookmark;
import static insideinformer.reflector.ScriptedSource.configMap;
import static insideinformer.reflector.ScriptedSource.deleted;
import static insideinformer.reflector.ScriptedSource.error;
import static insideinformer.reflector.ScriptedSource.marked;
import static insideinformer.reflector.ScriptedSource.modified;
import static insideinformer.reflector.ScriptedSource.status;
import static org.assertj.core.api.Assertions.assertThat;

import insideinformer.api.ApiException;
import insideinformer.api.ConfigMap;
import insideinformer.api.GroupVersionKind;
import insideinformer.api.KubernetesList;
import insideinformer.api.KubernetesObject;
import insideinformer.api.ListMeta;
import insideinformer.api.ListOptions;
import insideinformer.api.Namespace;
import insideinformer.api.ObjectMeta;
import insideinformer.api.Pod;
import insideinformer.api.Unstructured;
import insideinformer.api.WatchEvent;
import insideinformer.outside.OutsideCode;
import insideinformer.reflector.ScriptedSource.ScriptedWatch;
import insideinformer.store.StoreException;
import insideinformer.testing.LiveThreads;
import insideinformer.testing.Spec;
import insideinformer.wait.Backoff;
import insideinformer.wait.Context;
import insideinformer.wait.FakeClock;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class ReflectorTest {

    private static final ObjectMeta SOME = ObjectMeta.named("lab", "x").withResourceVersion("50");

    private final ReflectorHarness harness = new ReflectorHarness();
    private final ScriptedSource source = harness.source;

    @AfterEach
    void stop() throws InterruptedException {
        harness.close();
    }

    @Test
    @Spec({"RF-08", "RF-14"})
    void making_one_touches_nothing_and_leaves_all_options_at_their_defaults() {
        harness.options = harness.options.withName("untouched").withResync(Duration.ofSeconds(1), () -> true);

        harness.reflector();

        assertThat(harness.journal.lines()).as("calls and timers").isEmpty();
        assertThat(LiveThreads.named("untouched")).isEmpty();
        ReflectorOptions defaults = ReflectorOptions.defaults();
        assertThat(defaults.watchListPageSize()).isZero();
        assertThat(defaults.maxInternalErrorRetryDuration()).isZero();
        assertThat(defaults.resyncPeriod()).isZero();
        assertThat(defaults.shouldResync().getAsBoolean()).isTrue();
        assertThat(defaults.watchErrorHandler()).isSameAs(WatchErrorHandler.DEFAULT);
    }

    @Test
    @Spec("RF-09")
    void one_without_a_name_is_named_after_the_nearest_line_of_code_outside_the_machinery() {
        OutsideCode.Made made = OutsideCode.make(source, harness.store);
        assertThat(made.name()).isEqualTo("OutsideCode.java:" + made.line());

        // This test is in a package of the machinery, so the nearest caller outside is the code that runs tests.
        Reflector<KubernetesObject> inside = new Reflector<>(source, null, harness.store, ReflectorOptions.defaults());
        assertThat(inside.name()).doesNotContain("Reflector").matches("\\S+\\.java:\\d+|\\?\\?\\?\\?");

        harness.options = ReflectorOptions.defaults().withName("mine");
        assertThat(harness.reflector().name()).isEqualTo("mine");
    }

    static Stream<Arguments> descriptions() {
        ReflectorOptions none = ReflectorOptions.defaults();
        return Stream.of(
                Arguments.of(ConfigMap.class, none, "ConfigMap"),
                Arguments.of(null, none, "<unspecified>"),
                Arguments.of(Unstructured.class, none, "Unstructured"),
                Arguments.of(Unstructured.class,
                none.withExpectedGvk(new GroupVersionKind("apps", "v1", "Deployment")), "apps/v1, Kind=Deployment"),
                Arguments.of(ConfigMap.class, none.withTypeDescription("my things"), "my things"));
    }

    @ParameterizedTest
    @MethodSource("descriptions")
    @Spec("RF-10")
    void the_type_is_described_as_told_or_by_what_is_expected(Class<? extends KubernetesObject> type,
            ReflectorOptions options, String text) {
        assertThat(new Reflector<>(source, type, harness.store, options).typeDescription()).isEqualTo(text);
    }

    @Test
    @Spec("RF-11")
    void without_an_expected_type_every_object_passes() throws Exception {
        harness.expectedType = null;
        source.thenList("10").thenWatch(
                new WatchEvent.Added<>(new Namespace("v1", "Namespace", SOME, null, Map.of())),
                new WatchEvent.Added<>(new Unstructured("v1", "Secret", SOME, Map.of())));

        assertThat(harness.runToEnd()).containsSubsequence("add x@50", "add x@50");
    }

    private static class Thing implements KubernetesObject {

        @Override
        public String apiVersion() {
            return "lab/v1";
        }

        @Override
        public String kind() {
            return "Thing";
        }

        @Override
        public ObjectMeta metadata() {
            return SOME;
        }
    }

    private static final class SpecialThing extends Thing {}

    @Test
    @Spec("RF-11")
    void an_object_of_a_subclass_of_the_expected_type_is_skipped() throws Exception {
        harness.expectedType = Thing.class;
        source.thenList("10").thenWatch(
                new WatchEvent.Modified<>(new SpecialThing()), new WatchEvent.Added<>(new Thing()));

        assertThat(harness.runToEnd()).contains("add x@50").doesNotContain("update x@50");
    }

    @Test
    @Spec({"RF-11", "RF-63"})
    void an_expected_kind_is_what_objects_must_call_themselves() throws Exception {
        harness.expectedType = Unstructured.class;
        harness.options = harness.options.withExpectedGvk(new GroupVersionKind("", "v1", "Secret"));
        source.thenList("10").thenWatch(
                unstructured("v1", "ConfigMap"), unstructured("v2", "Secret"), unstructured(null, null),
                unstructured("v1", "Secret"));

        assertThat(harness.runToEnd()).containsOnlyOnce("add x@50");
    }

    @Test
    @Spec("RF-63")
    void a_table_is_never_an_object() throws Exception {
        harness.expectedType = null;
        source.thenList("10").thenWatch(unstructured("meta.k8s.io/v1", "Table"), unstructured("v1", "Secret"));

        assertThat(harness.runToEnd()).containsOnlyOnce("add x@50");
    }

    @Test
    @Spec("RF-45")
    void items_of_a_list_are_not_checked() throws Exception {
        source.thenList("10", new Namespace("v1", "Namespace", SOME, null, Map.of()));

        assertThat(harness.runToEnd()).contains("replace [x@50]@10");
    }

    @ParameterizedTest
    @CsvSource({"0, 300, 600", "1, 300, 600", "1800, 1800, 3600"})
    @Spec({"RF-12", "RF-53", "B14"})
    void a_watch_is_asked_to_last_a_random_time_of_its_own_between_the_minimum_and_twice_as_long(int minimum,
            long from, long to) throws Exception {
        harness.options = harness.options.withMinWatchTimeout(Duration.ofSeconds(minimum));
        source.thenList("10");
        IntStream.range(0, 100).forEach(i -> source.thenWatch(bookmark("11")));
        harness.start();
        source.awaitEnd();

        Set<Long> seconds = new HashSet<>();
        for (ListOptions options : source.watchOptions()) {
            seconds.add(options.timeout().toSeconds());
            assertThat(options.timeout()).isBetween(Duration.ofSeconds(from), Duration.ofSeconds(to));
            assertThat(options.timeout().getNano()).isZero();
            assertThat(options.withTimeout(null).withResourceVersion(""))
                    .isEqualTo(ListOptions.EMPTY.withAllowWatchBookmarks(true));
        }
        assertThat(seconds).hasSizeGreaterThan(50);
        assertThat(Collections.max(seconds) - Collections.min(seconds)).as("spread").isGreaterThan((to - from) / 2);
    }

    @Test
    @Spec({"RF-15", "RF-54"})
    void a_run_whose_context_has_ended_asks_for_nothing() {
        var ended = Context.background().withCancel();
        ended.cancel();

        harness.reflector().run(ended);

        assertThat(harness.journal.lines()).isEmpty();
    }

    @Test
    @Spec({"RF-15", "RF-16", "RF-21"})
    void a_run_whose_context_has_ended_takes_a_pause_from_the_sequence_all_the_same() throws Exception {
        var ended = Context.background().withCancel();
        ended.cancel();
        harness.reflector().run(ended);
        source.thenListFails(status(500, "InternalError"));

        assertThat(harness.runToEnd().stream().filter(line -> line.startsWith("pause"))).containsExactly("pause 20");
    }

    @Test
    @Spec({"RF-16", "RF-17"})
    void a_pause_follows_every_round_and_begins_when_it_has_ended() throws Exception {
        for (int i = 0; i < 3; i++) {
            source.thenList("10")
                    .thenWatch((Runnable) () -> harness.clock.step(Duration.ofSeconds(7)), error(410, "Expired"));
        }

        assertThat(harness.runToEnd().stream().filter(line -> line.startsWith("pause")))
                .containsExactly("pause 10", "pause 20", "pause 40");
    }

    static Stream<Arguments> pausesBeforeAnotherWatch() {
        return Stream.of(
                Arguments.of((Consumer<ScriptedSource>) s -> s.thenWatchFails(status(429, "TooManyRequests"))),
                Arguments.of((Consumer<ScriptedSource>) s -> s.thenWatch(error(429, "TooManyRequests"))));
    }

    @ParameterizedTest
    @MethodSource("pausesBeforeAnotherWatch")
    @Spec({"RF-54", "RF-55", "RF-S33", "RF-S46"})
    void the_end_of_the_context_ends_the_pause_before_another_watch(Consumer<ScriptedSource> refusal) throws Exception {
        FakeClock still = new FakeClock();
        harness.options = harness.options.withClock(still, new Random(7));
        refusal.accept(source.thenList("10"));
        harness.start();
        still.awaitWaiters(1);

        harness.cancel();

        assertThat(harness.endsWithin(Duration.ofSeconds(5))).as("the run ended without the pause").isTrue();
        assertThat(harness.journal.lines()).containsExactly("list 0 limit=500", "replace []@10", "watch 10");
    }

    @Test
    @Spec({"RF-15", "RF-16"})
    void the_end_of_the_context_ends_the_pause_between_rounds() throws Exception {
        FakeClock still = new FakeClock();
        harness.options = harness.options.withClock(still, new Random(7));
        source.thenListFails(status(500, "InternalError"));
        harness.start();
        still.awaitWaiters(1);

        harness.stop();

        assertThat(harness.journal.lines()).containsExactly("list 0 limit=500", "handler InternalError");
        assertThat(still.hasWaiters()).as("a timer was left behind").isFalse();
    }

    @Test
    @Spec("RF-18")
    void default_pauses_double_from_eight_tenths_of_a_second_to_half_a_minute_and_each_is_stretched_at_random()
            throws Exception {
        harness.options = harness.options.withBackoff(ReflectorOptions.DEFAULT_BACKOFF);
        for (int i = 0; i < 6; i++) {
            source.thenListFails(new IOException("down"));
        }

        harness.runToEnd();

        double[] bases = {0.8, 1.6, 3.2, 6.4, 12.8, 25.6};
        for (int i = 0; i < bases.length; i++) {
            assertThat(harness.clock.pauses().get(i).toMillis() / 1000.0).isBetween(bases[i], 2 * bases[i]);
        }
    }

    @Test
    @Spec("RF-18")
    void the_longest_default_pauses_lie_between_half_a_minute_and_a_minute_and_spread_evenly() {
        var delays = ReflectorOptions.DEFAULT_BACKOFF.delayFunc(new Random(7));
        IntStream.range(0, 6).forEach(i -> delays.next());

        double sum = 0;
        for (int i = 0; i < 1000; i++) {
            double seconds = delays.next().toMillis() / 1000.0;
            assertThat(seconds).isBetween(30.0, 60.0);
            sum += seconds;
        }
        assertThat(sum / 1000).isBetween(44.0, 46.0);
    }

    @Test
    @Spec("RF-19")
    void in_a_long_outage_the_pauses_fall_back_to_the_first_every_two_minutes_or_so() throws Exception {
        harness.options = harness.options.withBackoff(new Backoff(
                Duration.ofSeconds(10), 2, 0, Integer.MAX_VALUE, Duration.ofSeconds(30)));
        for (int i = 0; i < 7; i++) {
            source.thenListFails(new IOException("down"));
        }

        harness.runToEnd();

        assertThat(harness.clock.pauses().stream().limit(7).map(Duration::toSeconds))
                .containsExactly(10L, 20L, 30L, 30L, 30L, 30L, 10L);
    }

    @Test
    @Spec("RF-21")
    void one_row_of_pauses_serves_everything() throws Exception {
        source.thenList("10")
                .thenWatchFails(status(429, "TooManyRequests")).thenWatch(bookmark("11"), error(429, "TooManyRequests"))
                .thenWatch(error(410, "Expired")).thenListFails(new IOException("down"));

        assertThat(harness.runToEnd().stream().filter(line -> line.startsWith("pause")))
                .containsExactly("pause 10", "pause 20", "pause 40", "pause 80");
    }

    @Test
    @Spec("RF-22")
    void a_backoff_of_ones_own_replaces_the_default() throws Exception {
        harness.options = harness.options.withBackoff(new Backoff(
                Duration.ofMillis(10), 2, 0, Integer.MAX_VALUE, Duration.ofMillis(100)));
        for (int i = 0; i < 5; i++) {
            source.thenListFails(new IOException("down"));
        }

        harness.runToEnd();

        assertThat(harness.clock.pauses().stream().limit(5).map(Duration::toMillis))
                .containsExactly(10L, 20L, 40L, 80L, 100L);
    }

    @Test
    @Spec("RF-23")
    void the_error_handler_hears_of_each_failed_round_once_on_the_thread_that_runs_before_the_pause() throws Exception {
        List<String> threads = Collections.synchronizedList(new ArrayList<>());
        WatchErrorHandler journaling = harness.options.watchErrorHandler();
        harness.options = harness.options.withWatchErrorHandler((r, e) -> {
            threads.add(Thread.currentThread().getName());
            journaling.handle(r, e);
        });
        source.thenListFails(status(500, "InternalError")).thenListFails(status(403, "Forbidden")).thenList("10");

        assertThat(harness.runToEnd()).containsExactly(
                "list 0 limit=500", "handler InternalError", "pause 10", "list 0 limit=500", "handler Forbidden",
                "pause 20",
                "list 0 limit=500", "replace []@10", "watch 10");
        assertThat(threads).containsExactly("run", "run");
    }

    static Stream<Runnable> failures() {
        return Stream.of(
                () -> {
                    throw new IllegalStateException("hook");
                },
                () -> {
                    throw new AssertionError("hook");
                });
    }

    @ParameterizedTest
    @MethodSource("failures")
    @Spec("C7")
    void an_error_handler_that_throws_does_not_end_the_reflector(Runnable failure) throws Exception {
        harness.options = harness.options.withWatchErrorHandler((r, e) -> failure.run());
        source.thenListFails(status(503, "ServiceUnavailable")).thenList("10");

        assertThat(harness.runToEnd()).endsWith("replace []@10", "watch 10");
    }

    @Test
    @Spec("RF-25")
    void a_store_that_crashes_ends_the_run_with_its_own_exception() throws Exception {
        IllegalStateException crash = new IllegalStateException("crash");
        harness.store.failNext("add", crash);
        source.thenList("10").thenWatch(added("ada", "11"));
        harness.start();

        harness.join();

        assertThat(harness.crash).hasValue(crash);
        assertThat(source.opened()).allSatisfy(watch -> assertThat(watch.closings).hasPositiveValue());
    }

    @Test
    @Spec("RF-42")
    void a_lister_that_crashes_ends_the_run_with_its_own_exception() throws Exception {
        IllegalStateException crash = new IllegalStateException("crash");
        source.thenList(context -> {
            throw crash;
        });
        harness.start();

        harness.join();

        assertThat(harness.crash).hasValue(crash);
    }

    @Test
    @Spec("RF-41")
    void a_list_that_was_answered_leaves_no_thread_behind_not_even_for_a_moment() throws Exception {
        int lists = 1000;
        List<String> left = Collections.synchronizedList(new ArrayList<>());
        harness.store.within = () -> left.addAll(LiveThreads.named("test list"));
        for (int i = 0; i < lists; i++) {
            source.thenList("10").thenWatch(error(410, "Expired"));
        }

        harness.runToEnd();

        assertThat(harness.journal.lines()).filteredOn("replace []@10"::equals).hasSize(lists);
        assertThat(left).as("alive while a list was being stored").isEmpty();
    }

    @Test
    @Spec("RF-26")
    void one_that_was_stopped_can_be_run_again_and_goes_on_from_the_version_it_knows() throws Exception {
        source.thenList("10").thenWatch(modified("ada", "20")).thenWatch(ScriptedWatch::new).thenList("21");
        harness.start();
        harness.journal.await("watch 20");
        harness.stop();

        List<String> second = harness.runToEnd();

        assertThat(second).endsWith("list 20", "replace []@21", "watch 21");
    }

    @Test
    @Spec("RF-26")
    void what_an_abandoned_list_found_out_is_known_to_the_next_run() throws Exception {
        CountDownLatch late = new CountDownLatch(1);
        CountDownLatch over = new CountDownLatch(1);
        source.thenList(context -> {
            late.await();
            throw status(410, "Expired");
        }).thenList(context -> {
            over.countDown();
            throw status(500, "InternalError");
        }).thenList("10");
        harness.start();
        harness.journal.await("list 0 limit=500");
        harness.stop();
        late.countDown();
        over.await();

        assertThat(harness.runToEnd()).endsWith("list  limit=500", "replace []@10", "watch 10");
    }

    @Test
    @Spec({"RF-30", "RF-69", "RF-59"})
    void every_watch_is_closed_and_none_is_read_after_that() throws Exception {
        source.thenList("10").thenWatch(bookmark("11")).thenWatch(error(429, "TooManyRequests"))
                .thenWatch(error(410, "Expired")).thenList("12");

        harness.runToEnd();

        assertThat(source.opened()).hasSize(4).allSatisfy(watch -> assertThat(watch.closings).hasPositiveValue());
        assertThat(source.opened().subList(0, 3)).noneMatch(watch -> watch.takenAfterClose);
    }

    @Test
    @Spec("RF-06")
    void a_watch_that_could_not_be_opened_leaves_nothing_to_close() throws Exception {
        source.thenList("10").thenWatch(bookmark("11")).thenWatchFails(status(500, "InternalError")).thenList("12");

        assertThat(harness.runToEnd()).containsSubsequence("watch 11", "handler InternalError", "list 11");
        assertThat(source.opened()).as("the one before the refusal and the one after").hasSize(2);
        assertThat(source.opened().getFirst().closings).as("its own end, and no other").hasValue(1);
    }

    static Stream<Arguments> pageSizes() {
        return Stream.of(
                Arguments.of(0L, "list 0 limit=500", "list 10"),
                Arguments.of(7L, "list 0 limit=7", "list 10 limit=7"));
    }

    @ParameterizedTest
    @MethodSource("pageSizes")
    @Spec("RF-36")
    void a_list_from_any_state_is_paged_and_one_from_a_version_is_not_unless_told_so(long size, String first,
            String second) throws Exception {
        harness.options = harness.options.withWatchListPageSize(size);
        source.thenList("10").thenWatch(error(410, "Expired"));

        assertThat(harness.runToEnd()).startsWith(first).endsWith(second);
    }

    @Test
    @Spec({"RF-38", "RF-36"})
    void once_a_list_from_any_state_came_in_pages_all_later_ones_are_paged() throws Exception {
        source.thenPage("10", "t", configMap("ada", "5")).thenList("10").thenWatch(error(410, "Expired"))
                .thenList("11").thenWatch(error(410, "Expired"));

        assertThat(harness.runToEnd().stream().filter(line -> line.startsWith("list")))
                .containsExactly("list 0 limit=500", "list  limit=500 continue=t", "list 10 limit=500",
                "list 11 limit=500");
    }

    @Test
    @Spec("RF-38")
    void a_list_of_the_newest_state_that_came_in_pages_does_not_make_later_ones_paged() throws Exception {
        source.thenListFails(status(410, "Expired")).thenListFails(status(500, "InternalError"))
                .thenPage("10", "t", configMap("ada", "5")).thenList("10").thenWatch(error(410, "Expired"));

        assertThat(harness.runToEnd()).endsWith("list  limit=500", "list  limit=500 continue=t", "replace [ada@5]@10",
                "watch 10", "pause 20", "list 10");
    }

    @Test
    @Spec({"RF-38", "RF-50"})
    void a_list_from_any_state_that_came_whole_because_a_page_had_expired_counts_as_paged() throws Exception {
        source.thenPage("10", "t", configMap("ada", "5")).thenListFails(status(410, "Expired")).thenList("12")
                .thenWatch(error(410, "Expired"));

        assertThat(harness.runToEnd()).endsWith("list 12 limit=500");
    }

    @Test
    @Spec({"RF-38", "RF-39"})
    void pages_of_the_second_try_of_a_list_from_any_state_count_as_well() throws Exception {
        source.thenListFails(status(410, "Expired")).thenPage("10", "t").thenList("10")
                .thenWatch(error(410, "Expired"));

        assertThat(harness.runToEnd()).endsWith("list 10 limit=500");
    }

    @Test
    @Spec("RF-43")
    void a_failing_list_says_what_was_listed_and_keeps_its_cause() throws Exception {
        List<Exception> errors = Collections.synchronizedList(new ArrayList<>());
        harness.options = harness.options.withWatchErrorHandler((r, e) -> errors.add(e));
        ApiException refusal = status(403, "Forbidden");
        source.thenListFails(refusal);

        harness.runToEnd();

        assertThat(errors.getFirst()).hasMessage("failed to list ConfigMap: refused: Forbidden").hasCause(refusal);
    }

    @Test
    @Spec("RF-46")
    void a_list_that_the_store_refuses_is_an_error_that_says_so() throws Exception {
        List<Exception> errors = Collections.synchronizedList(new ArrayList<>());
        harness.options = harness.options.withWatchErrorHandler((r, e) -> errors.add(e));
        StoreException refusal = new StoreException("full", null);
        harness.store.failNext("replace", refusal);
        source.thenList("10");

        harness.runToEnd();

        assertThat(errors.getFirst()).hasMessage("unable to sync list result: full").hasCause(refusal);
    }

    @Test
    @Spec({"RF-46", "RF-82"})
    void the_version_changes_after_the_store_has_accepted_what_belongs_to_it() throws Exception {
        List<String> seen = Collections.synchronizedList(new ArrayList<>());
        harness.store.within = () -> seen.add(harness.reflector().lastSyncResourceVersion());
        source.thenList("10").thenWatch(added("ada", "11"), modified("ada", "12"));

        harness.runToEnd();

        assertThat(seen).containsExactly("", "10", "11");
        assertThat(harness.reflector().lastSyncResourceVersion()).isEqualTo("12");
    }

    @Test
    @Spec("RF-47")
    void a_list_that_takes_more_than_ten_seconds_is_told_in_the_log() throws Exception {
        source.thenList(context -> {
            harness.clock.step(Duration.ofSeconds(11));
            return new KubernetesList<>(new ListMeta("10", null, null, Map.of()), List.of());
        }).thenWatch(error(410, "Expired")).thenList("12");

        String log = CapturedLog.during(harness::runToEnd);

        assertThat(log).containsOnlyOnce("listing and storing 0 ConfigMap took PT11S");
    }

    @Test
    @Spec("RF-56")
    void a_thousand_streams_that_end_after_an_event_need_one_list() throws Exception {
        source.thenList("0000");
        IntStream.rangeClosed(1, 1000).forEach(i -> source.thenWatch(modified("ada", "%04d".formatted(i))));

        List<String> lines = harness.runToEnd();

        assertThat(lines.stream().filter(line -> line.startsWith("list"))).hasSize(1);
        assertThat(lines.stream().filter(line -> line.startsWith("watch"))).hasSize(1001);
        assertThat(lines).endsWith("update ada@1000", "watch 1000");
    }

    @Test
    @Spec("RF-59")
    void the_time_of_a_watch_counts_from_before_it_was_opened() throws Exception {
        source.thenList("10").thenWatch(() -> {
            harness.clock.step(Duration.ofMillis(1500));
            ScriptedWatch watch = new ScriptedWatch();
            watch.end();
            return watch;
        });

        assertThat(harness.runToEnd()).endsWith("watch 10", "watch 10");
    }

    @Test
    @Spec({"RF-60", "RF-61", "RF-07", "W24"})
    void a_store_that_wants_to_know_hears_of_bookmarks_and_of_each_version_reached() throws Exception {
        harness.store = new JournalingStore.WithExtras(harness.journal);
        source.thenList("5").thenWatch(added("ada", "10"), modified("ada", "20"), bookmark("30"), deleted("ada", "40"));

        assertThat(harness.runToEnd()).containsExactly(
                "list 0 limit=500", "replace []@5", "watch 5", "add ada@10", "reached 10", "update ada@20",
                "reached 20",
                "bookmark 30", "reached 30", "delete ada@40", "reached 40", "watch 40");
    }

    @Test
    @Spec("RF-66")
    void versions_are_not_compared() throws Exception {
        source.thenList("30").thenWatch(modified("ada", "20"), modified("ada", "10"));

        assertThat(harness.runToEnd()).endsWith("watch 10");
    }

    @Test
    @Spec("RF-67")
    void a_bookmark_alone_makes_a_watch_not_a_very_short_one() throws Exception {
        source.thenList("10").thenWatch(bookmark("10"));

        assertThat(harness.runToEnd()).endsWith("watch 10", "watch 10");
    }

    @Test
    void an_event_without_a_version_leaves_the_place_from_which_the_next_watch_goes_on() throws Exception {
        source.thenList("10").thenWatch(added("a", "11"), modified("b", ""))
                .thenWatch(bookmark("")).thenWatch(deleted("a", null), error(410, "Expired"))
                .thenList("").thenOpenWatch();

        assertThat(harness.runToEnd().stream().filter(line -> line.startsWith("watch") || line.startsWith("list")))
                .containsExactly("list 0 limit=500", "watch 10", "watch 11", "watch 11", "list 11", "watch");
    }

    @Test
    void a_mark_without_a_version_leaves_the_place_from_which_the_next_watch_goes_on() throws Exception {
        harness.options = harness.options.withWatchList(true);
        harness.clock.neverFires = Duration.ofSeconds(10); // of the streams' warnings
        source.thenWatch(marked("10", "true"), bookmark("11"), error(410, "Expired"))
                .thenWatch(bookmark("12"), marked("", "true"), error(410, "Expired"));

        assertThat(harness.runToEnd().stream().filter(line -> line.startsWith("stream")))
                .containsExactly("stream", "stream 11", "stream 12");
    }

    @Test
    @Spec("RF-67")
    void a_very_short_watch_names_the_reflector() throws Exception {
        source.thenList("10").thenWatch();

        assertThat(CapturedLog.during(harness::runToEnd)).contains("very short watch: test: ");
        assertThat(new VeryShortWatchException("quota").name()).isEqualTo("quota");
    }

    @Test
    @Spec({"RF-70", "RF-71"})
    void events_are_handed_over_one_by_one_as_the_very_objects_that_came() throws Exception {
        ConfigMap first = configMap("ada", "11");
        ConfigMap second = configMap("ada", "12");
        CountDownLatch inAdd = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        source.thenList("10").thenWatch(new WatchEvent.Added<>(first), new WatchEvent.Modified<>(second));
        harness.store.within = () -> {
            if (harness.reflector().lastSyncResourceVersion().equals("10")) {
                inAdd.countDown();
                awaitQuietly(goOn);
            }
        };
        harness.start();
        inAdd.await();

        assertThat(source.opened().getFirst().taken).as("events read while the first is being stored").hasValue(1);
        goOn.countDown();
        source.awaitEnd();

        assertThat(harness.store.objects).satisfiesExactly(
                o -> assertThat(o).isSameAs(first), o -> assertThat(o).isSameAs(second));
    }

    @Test
    @Spec("A8")
    void a_relist_never_asks_for_less_than_what_the_store_has_seen() throws Exception {
        source.thenList("10", configMap("ada", "5")).thenWatch(deleted("ada", "20"), error(500, "ServerTimeout"))
                .thenList("20");

        assertThat(harness.runToEnd()).endsWith("list 20", "replace []@20", "watch 20");
    }

    @Test
    @Spec("B7")
    void a_relist_that_fails_in_two_ways_and_then_works_leaves_everything_well() throws Exception {
        source.thenList("10").thenWatch(modified("ada", "11"), error(410, "Expired"))
                .thenListFails(new SocketException("Connection reset")).thenListFails(status(429, "TooManyRequests"))
                .thenList("20", configMap("ada", "11"));

        assertThat(harness.runToEnd()).endsWith(
                "pause 10", "list 11", "handler failed to list ConfigMap: Connection reset", "pause 20",
                "list 11", "handler TooManyRequests", "pause 40", "list 11", "replace [ada@11]@20", "watch 20");
    }

    @Test
    @Spec("B10")
    void a_server_that_is_not_there_is_asked_again_and_again_with_growing_pauses() throws Exception {
        for (int i = 0; i < 4; i++) {
            source.thenListFails(new ConnectException("Connection refused"));
        }
        source.thenList("10");

        assertThat(harness.runToEnd())
                .containsSubsequence("handler refused", "pause 10", "handler refused", "pause 20", "handler refused",
                "pause 40", "handler refused", "pause 80", "replace []@10");
    }

    @Test
    @Spec("B11")
    void a_server_that_ends_every_watch_at_once_is_not_asked_more_than_five_times_in_three_seconds() throws Exception {
        harness.options = ReflectorOptions.defaults()
                .withName("test").withClock(harness.clock, new Random(7))
                .withWatchErrorHandler(harness.options.watchErrorHandler());
        for (int i = 0; i < 50; i++) {
            source.thenList("10").thenWatch();
        }

        List<String> lines = harness.runToEnd();

        long millis = 0;
        int watches = 0;
        for (String line : lines) {
            millis += line.startsWith("pause ") ? Long.parseLong(line.substring(6)) : 0;
            watches += line.startsWith("watch") && millis <= 3000 ? 1 : 0;
        }
        assertThat(watches).isBetween(2, 5);
        assertThat(millis).as("the time for fifty").isGreaterThan(600_000);
    }

    @Test
    @Spec("B14")
    void a_hundred_that_start_together_come_back_spread_over_the_whole_window() {
        int[] perMinute = new int[5]; // of the window from five minutes to ten
        for (int i = 0; i < 100; i++) {
            ReflectorOptions options = ReflectorOptions.defaults(); // each with a random source of its own
            ListOptions first = options.watchOptions("10");
            perMinute[(int) first.timeout().minusMinutes(5).toMinutes()]++;
        }

        assertThat(perMinute).as("watches that end in each minute of the window").doesNotContain(0);
    }

    @Test
    @Spec("RF-82")
    void the_version_can_be_read_from_any_thread_at_any_time() throws Exception {
        source.thenList("0");
        IntStream.rangeClosed(1, 500)
                .forEach(i -> source.thenWatch(modified("ada", String.valueOf(i)), bookmark(String.valueOf(i))));
        harness.start();

        int seen = 0;
        while (seen < 500) {
            String version = harness.reflector().lastSyncResourceVersion();
            int now = version.isEmpty() ? 0 : Integer.parseInt(version);
            assertThat(now).isGreaterThanOrEqualTo(seen);
            seen = now;
        }
        source.awaitEnd();
    }

    private static WatchEvent<KubernetesObject> unstructured(String apiVersion, String kind) {
        return new WatchEvent.Added<>(new Unstructured(apiVersion, kind, SOME, Map.of()));
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
