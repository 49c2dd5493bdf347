package insideinformer.sharedinformer;

import static insideinformer.sharedinformer.Fixtures.configMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import insideinformer.api.ConfigMap;
import insideinformer.processor.ProcessorListener;
import insideinformer.processor.ResourceEventHandlerRegistration;
import insideinformer.testing.CapturedLog;
import insideinformer.testing.Spec;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Which handlers are shown every object again, and when. */
class HandlerResyncTest {

    private static final Duration SECOND = Duration.ofSeconds(1);

    // --- periods

    @Test
    @Spec("SI-22")
    void without_a_period_of_its_own_a_handler_gets_the_informers_and_zero_means_never() {
        Rig rig = new Rig(Duration.ofSeconds(10));

        assertThat(period(rig.informer.addEventHandler(new RecordingHandler<>()))).isEqualTo(Duration.ofSeconds(10));
        assertThat(period(rig.informer.addEventHandlerWithOptions(
                new RecordingHandler<>(), HandlerOptions.DEFAULT.withName("n")))).isEqualTo(Duration.ofSeconds(10));
        assertThat(period(rig.informer.addEventHandlerWithResyncPeriod(new RecordingHandler<>(), Duration.ZERO)))
                .isZero();
    }

    @ParameterizedTest
    @CsvSource({
        // informer, asked before the start, check period then, the handler's
        "PT12H, PT0S, PT12H, PT0S",
        "PT12H, PT1M, PT1M, PT1M",
        "PT12H, PT55S, PT55S, PT55S",
        "PT10S, PT0.5S, PT1S, PT1S",
        "PT10S, PT15S, PT10S, PT15S",
        "PT1S, , PT1S, PT1S",
        "PT0.1S, , PT0.1S, PT1S",
        "PT0S, PT1M, PT0S, PT0S",
    })
    @Spec({"SI-23", "SI-24", "SI-25", "SI-26"})
    void before_the_start_the_check_period_adapts_to_the_handler(
            Duration informer, Duration asked, Duration check, Duration handler) {
        Rig rig = new Rig(informer);
        HandlerOptions options =
                asked == null ? HandlerOptions.DEFAULT : HandlerOptions.DEFAULT.withResyncPeriod(asked);

        Duration got = period(rig.informer.addEventHandlerWithOptions(new RecordingHandler<>(), options));

        assertThat(got).isEqualTo(handler);
        assertThat(((DefaultSharedIndexInformer<?>) rig.informer).resyncCheckPeriod()).isEqualTo(check);
    }

    @Test
    @Spec("SI-24")
    void handlers_registered_earlier_keep_their_period_when_the_check_period_is_lowered() {
        Rig rig = new Rig(Duration.ofHours(12));
        DefaultSharedIndexInformer<?> informer = (DefaultSharedIndexInformer<?>) rig.informer;

        List<ResourceEventHandlerRegistration> handlers = Stream.of(0, 60, 55, 5)
                .map(seconds -> rig.informer.addEventHandlerWithResyncPeriod(
                        new RecordingHandler<>(), Duration.ofSeconds(seconds)))
                .toList();

        assertThat(informer.resyncCheckPeriod()).isEqualTo(Duration.ofSeconds(5));
        assertThat(handlers).extracting(HandlerResyncTest::period).containsExactly(
                Duration.ZERO, Duration.ofSeconds(60), Duration.ofSeconds(55), Duration.ofSeconds(5));
    }

    @ParameterizedTest
    @CsvSource({"PT0.5S, PT10S", "PT3S, PT10S", "PT10S, PT10S", "PT15S, PT15S", "PT0S, PT0S"})
    @Spec({"SI-10", "SI-24"})
    void after_the_start_the_handler_adapts_to_the_check_period(Duration asked, Duration got) throws Exception {
        try (Rig rig = Rig.with(Duration.ofSeconds(10), "a")) {
            rig.run();

            try (CapturedLog log = new CapturedLog()) {
                ResourceEventHandlerRegistration late = rig.informer.addEventHandlerWithOptions(
                        new RecordingHandler<>(), HandlerOptions.DEFAULT.withName("latecomer").withResyncPeriod(asked));
                assertThat(period(late)).isEqualTo(got);
                assertThat(log.linesWith("WARN", "latecomer", "looks only every PT10S"))
                        .hasSize(asked.isPositive() && asked.getSeconds() < 10 ? 1 : 0);
            }
            assertThat(((DefaultSharedIndexInformer<?>) rig.informer).resyncCheckPeriod())
                    .isEqualTo(Duration.ofSeconds(10));
        }
    }

    @Test
    @Spec("SI-27")
    void a_negative_period_is_refused() {
        Rig rig = new Rig(Duration.ofSeconds(10));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> rig.informer.addEventHandlerWithResyncPeriod(
                        new RecordingHandler<>(), Duration.ofSeconds(-1)))
                .withMessageContaining("PT-1S").withMessageContaining("zero for no resync");
        assertThatIllegalArgumentException().isThrownBy(() -> new Rig(Duration.ofSeconds(-1)));
    }

    static Stream<Duration> longerThanAnyClockCanCount() {
        return Stream.of(ChronoUnit.FOREVER.getDuration(), Duration.ofDays(365L * 2_000_000_000),
                Duration.ofDays(365L * 300), Duration.ofSeconds(Long.MAX_VALUE));
    }

    @ParameterizedTest
    @MethodSource("longerThanAnyClockCanCount")
    @Spec({"SI-22", "PL-10"})
    void a_period_beyond_what_a_clock_can_count_means_never(Duration asked) {
        Rig rig = new Rig(SECOND);
        Rig asDefault = new Rig(asked);

        assertThat(period(rig.informer.addEventHandlerWithResyncPeriod(new RecordingHandler<>(), asked)))
                .isEqualTo(asked);
        assertThat(period(asDefault.informer.addEventHandler(new RecordingHandler<>()))).isEqualTo(asked);

        for (Rig each : List.of(rig, asDefault)) {
            each.clock.step(Duration.ofDays(365L * 290));
            assertThat(((DefaultSharedIndexInformer<?>) each.informer).processor.shouldResync()).isFalse();
        }
    }

    private static Duration period(ResourceEventHandlerRegistration handle) {
        return ((ProcessorListener<?>) handle).resyncPeriod();
    }

    // --- times

    @Test
    @Spec({"SI-25", "PL-10", "F2"})
    void handlers_on_a_one_second_tick_are_resynced_0_12_6_and_4_times_in_12_seconds() throws Exception {
        try (Rig rig = Rig.with(SECOND, "ada")) {
            RecordingHandler<ConfigMap> never = rig.addHandler(Duration.ZERO);
            RecordingHandler<ConfigMap> each = rig.addHandler(SECOND);
            RecordingHandler<ConfigMap> elevenTenths = rig.addHandler(Duration.ofMillis(1100));
            RecordingHandler<ConfigMap> three = rig.addHandler(Duration.ofSeconds(3));
            rig.runUntilSynced();

            for (int second = 1; second <= 12; second++) {
                rig.check(SECOND);
                each.awaitEvents(1 + second);
                elevenTenths.awaitEvents(1 + second / 2);
                three.awaitEvents(1 + second / 3);
            }
            rig.flush(never, each, elevenTenths, three);

            assertThat(resyncs(never)).isZero();
            assertThat(resyncs(each)).isEqualTo(12);
            assertThat(resyncs(elevenTenths)).isEqualTo(6);
            assertThat(resyncs(three)).isEqualTo(4);
            assertThat(rig.source.listCalls()).as("a resync asks no server").isEqualTo(1);
        }
    }

    private static long resyncs(RecordingHandler<?> handler) {
        return handler.events().stream().filter(line -> line.equals("resync n/ada@1")).count();
    }

    @Test
    @Spec({"TL-02", "PL-09"})
    void each_handler_is_resynced_at_its_own_multiple_of_the_check_period() throws Exception {
        try (Rig rig = Rig.with(SECOND, "p1", "p2")) {
            RecordingHandler<ConfigMap> a = rig.addHandler(Duration.ZERO);
            RecordingHandler<ConfigMap> b = rig.addHandler(Duration.ofSeconds(2));
            RecordingHandler<ConfigMap> c = rig.addHandler(Duration.ofSeconds(3));
            rig.runUntilSynced();
            int[] resyncsOfB = {0, 0, 1, 1, 2, 2, 3};
            int[] resyncsOfC = {0, 0, 0, 1, 1, 1, 2};

            for (int second = 1; second <= 6; second++) {
                rig.check(SECOND);
                b.awaitEvents(2 + 2 * resyncsOfB[second]);
                c.awaitEvents(2 + 2 * resyncsOfC[second]);
            }
            rig.flush(a, b, c);

            assertThat(Rig.withoutLast(a)).containsExactly("add n/p1@1 initial", "add n/p2@2 initial");
            assertThat(Rig.withoutLast(b)).hasSize(2 + 6);
            assertThat(Rig.withoutLast(c)).hasSize(2 + 4);
            assertThat(Collections.frequency(b.events(), "resync n/p2@2")).isEqualTo(3);
            assertThat(Collections.frequency(c.events(), "resync n/p2@2")).isEqualTo(2);
        }
    }

    @Test
    @Spec("TL-03")
    void a_period_between_two_checks_is_felt_as_the_next_multiple() throws Exception {
        try (Rig rig = Rig.with(Duration.ofSeconds(2), "p1")) {
            RecordingHandler<ConfigMap> b = rig.addHandler(Duration.ofSeconds(3));
            rig.runUntilSynced();

            for (int check = 1; check <= 6; check++) {
                rig.check(Duration.ofSeconds(2));
                b.awaitEvents(1 + check / 2);
            }
            rig.flush(b);

            assertThat(Rig.withoutLast(b)).as("called at 4, 8 and 12 s").hasSize(1 + 3);
        }
    }

    @Test
    @Spec({"TL-04", "PL-10"})
    void the_time_before_the_start_counts() throws Exception {
        try (Rig rig = Rig.with(Duration.ofSeconds(10), "p1")) {
            RecordingHandler<ConfigMap> b = rig.addHandler(Duration.ofSeconds(60));
            rig.clock.step(Duration.ofSeconds(55));
            rig.runUntilSynced();
            b.awaitEvents(1);

            rig.check(Duration.ofSeconds(10));
            assertThat(b.awaitEvents(2)).containsExactly("add n/p1@1 initial", "resync n/p1@1");
            for (int second = 75; second <= 125; second += 10) {
                rig.check(Duration.ofSeconds(10));
            }
            b.awaitEvents(3);
            rig.flush(b);

            assertThat(Rig.withoutLast(b)).containsExactly("add n/p1@1 initial", "resync n/p1@1", "resync n/p1@1");
        }
    }

    @Test
    @Spec("SI-01")
    void an_informer_may_look_more_often_than_any_handler_may_be_resynced() throws Exception {
        Duration tenth = Duration.ofMillis(100);
        try (Rig rig = Rig.with(tenth, "p1")) {
            RecordingHandler<ConfigMap> handler = rig.addHandler();
            rig.runUntilSynced();
            handler.awaitEvents(1);

            for (int check = 1; check <= 25; check++) {
                rig.check(tenth);
                handler.awaitEvents(1 + check / 10);
            }
            rig.flush(handler);

            assertThat(Rig.withoutLast(handler))
                    .containsExactly("add n/p1@1 initial", "resync n/p1@1", "resync n/p1@1");
        }
    }

    @Test
    @Spec({"SI-26", "TL-05", "PL-01", "F1"})
    void an_informer_made_without_resync_never_resyncs_but_shows_a_relist_to_all() throws Exception {
        try (Rig rig = Rig.with(Duration.ZERO, "p1")) {
            RecordingHandler<ConfigMap> a;
            try (CapturedLog log = new CapturedLog()) {
                a = rig.addHandler(Duration.ofSeconds(30));
                assertThat(log.linesWith("WARN", "PT30S", "made without a resync period")).hasSize(1);
            }
            rig.runUntilSynced();

            rig.clock.step(Duration.ofMinutes(10));
            rig.relist();
            rig.flush(a);

            assertThat(Rig.withoutLast(a)).containsExactly("add n/p1@1 initial", "update n/p1@1>1");
        }
    }

    @Test
    @Spec("F4")
    void an_object_is_transformed_once_when_it_comes_and_never_again_for_a_resync() throws Exception {
        Duration period = Duration.ofSeconds(10);
        try (Rig rig = Rig.with(period, "p1")) {
            List<String> transformed = new CopyOnWriteArrayList<>();
            rig.informer.setTransform(o -> {
                transformed.add(o.metadata().name() + "@" + o.metadata().resourceVersion());
                return o;
            });
            RecordingHandler<ConfigMap> handler = rig.addHandler();
            rig.runUntilSynced();
            handler.awaitEvents(1);
            for (int check = 1; check <= 3; check++) {
                rig.check(period);
                handler.awaitEvents(1 + check);
            }
            rig.source.deleteSilently(configMap("p1"));

            rig.relist();
            handler.awaitEvent("delete n/p1@1 tombstone");

            assertThat(transformed).containsExactly("p1@1");
        }
    }

    // --- relists

    @Test
    @Spec("TL-09")
    void who_joins_late_gets_relists_without_news_until_the_next_check() throws Exception {
        Duration period = Duration.ofSeconds(10);
        try (Rig rig = Rig.with(period, "p1")) {
            RecordingHandler<ConfigMap> a = rig.addHandler(Duration.ZERO);
            rig.runUntilSynced();
            rig.check(period);
            RecordingHandler<ConfigMap> b = rig.addHandler(Duration.ofSeconds(60));

            rig.relist();
            b.awaitEvents(2);
            rig.check(period);
            rig.relist();
            rig.flush(a, b);

            assertThat(Rig.withoutLast(a)).containsExactly("add n/p1@1 initial");
            assertThat(Rig.withoutLast(b)).containsExactly("add n/p1@1 initial", "update n/p1@1>1");
        }
    }

    @Test
    @Spec({"TL-14", "SI-54", "SI-55"})
    void a_watch_gap_is_healed_for_every_handler_whether_it_wants_resyncs_or_not() throws Exception {
        Duration period = Duration.ofSeconds(10);
        try (Rig rig = Rig.with(period, "p1", "p2", "p3")) {
            RecordingHandler<ConfigMap> a = rig.addHandler(Duration.ZERO);
            RecordingHandler<ConfigMap> b = rig.addHandler(period);
            rig.runUntilSynced();
            rig.check(period);
            b.awaitEvents(6);
            rig.source.deleteSilently(configMap("p2"));
            rig.source.modifySilently(configMap("p3"));
            rig.source.addSilently(configMap("p4"));

            rig.relist();
            rig.flush(a, b);

            List<String> news = List.of("update n/p3@3>5", "add n/p4@6", "delete n/p2@2 tombstone");
            assertThat(Rig.withoutLast(a).subList(3, 6)).isEqualTo(news);
            assertThat(Rig.withoutLast(b).subList(6, 10)).containsExactly(
                    "update n/p1@1>1", "update n/p3@3>5", "add n/p4@6", "delete n/p2@2 tombstone");
            assertThat(Rig.withoutLast(a)).hasSize(6);
            assertThat(Rig.withoutLast(b)).hasSize(10);
        }
    }

    @ParameterizedTest
    @CsvSource({"false", "true"})
    @Spec({"TL-15", "PL-01"})
    void before_the_first_check_a_relist_is_shown_to_all_and_after_it_without_news_to_those_due(boolean checked)
            throws Exception {
        Duration period = Duration.ofSeconds(10);
        try (Rig rig = Rig.with(period, "pod1", "pod2")) {
            RecordingHandler<ConfigMap> a = rig.addHandler(Duration.ZERO);
            RecordingHandler<ConfigMap> b = rig.addHandler(period);
            rig.runUntilSynced();
            a.awaitEvents(2);
            b.awaitEvents(2);
            int before = 2;
            if (checked) {
                rig.check(period);
                before = b.awaitEvents(4).size();
            }
            rig.source.modifySilently(configMap("pod2"));
            rig.source.addSilently(configMap("pod3"));

            rig.relist();
            rig.flush(a, b);

            List<String> all = List.of("update n/pod1@1>1", "update n/pod2@2>3", "add n/pod3@4");
            assertThat(Rig.withoutLast(b).subList(before, before + 3)).isEqualTo(all);
            assertThat(Rig.withoutLast(a).subList(2, Rig.withoutLast(a).size()))
                    .isEqualTo(checked ? all.subList(1, 3) : all);
        }
    }

    @Test
    @Spec({"SI-54", "TL-16", "A2"})
    void real_changes_found_by_a_relist_reach_handlers_of_every_period() throws Exception {
        Duration period = Duration.ofSeconds(10);
        try (Rig rig = Rig.with(period, "ada")) {
            RecordingHandler<ConfigMap> first = rig.addHandler();
            rig.runUntilSynced();
            rig.check(period);
            first.awaitEvents(2);
            RecordingHandler<ConfigMap> second = rig.addHandler(Duration.ZERO);
            rig.check(period);
            first.awaitEvents(3);
            rig.source.modifySilently(configMap("ada"));
            rig.source.addSilently(configMap("bob"));

            rig.relist();
            rig.flush(first, second);

            for (RecordingHandler<ConfigMap> handler : List.of(first, second)) {
                assertThat(handler.events()).containsSubsequence("update n/ada@1>2", "add n/bob@3");
            }
        }
    }

    @Test
    @Spec("A6")
    void of_fifty_changes_in_a_watch_gap_a_handler_hears_the_last() throws Exception {
        try (Rig rig = Rig.with(Duration.ZERO, "ada")) {
            RecordingHandler<ConfigMap> handler = rig.addHandler();
            rig.runUntilSynced();
            for (int i = 0; i < 50; i++) {
                rig.source.modifySilently(configMap("ada"));
            }

            rig.relist();
            rig.flush(handler);

            assertThat(Rig.withoutLast(handler)).containsExactly("add n/ada@1 initial", "update n/ada@1>51");
        }
    }
}
