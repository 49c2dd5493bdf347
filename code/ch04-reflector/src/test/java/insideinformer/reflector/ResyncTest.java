package insideinformer.reflector;

import static insideinformer.reflector.ScriptedSource.bookmark;
import static insideinformer.reflector.ScriptedSource.error;
import static org.assertj.core.api.Assertions.assertThat;

import insideinformer.api.KubernetesList;
import insideinformer.api.ListMeta;
import insideinformer.reflector.ScriptedSource.ScriptedWatch;
import insideinformer.store.StoreException;
import insideinformer.testing.Spec;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ResyncTest {

    private static final Duration PERIOD = Duration.ofSeconds(10);
    private static final Duration PAUSE = Duration.ofMillis(10); // behind the first round

    private final ObservedClock clock = new ObservedClock();
    private final ReflectorHarness harness = new ReflectorHarness();
    private final ScriptedSource source = harness.source;
    private final AtomicBoolean shouldResync = new AtomicBoolean(true);

    @AfterEach
    void stop() throws InterruptedException {
        harness.close();
    }

    private void start() throws InterruptedException {
        harness.options = harness.options
                .withClock(clock, new Random(7))
                .withResync(PERIOD, () -> {
                    harness.journal.add("asked");
                    return shouldResync.get();
                });
        harness.start();
    }

    private void stepAPeriod() throws InterruptedException {
        harness.journal.await("watch 10"); // written before or after the wait began
        clock.waitOut(PERIOD);
    }

    /** Over the pause behind the first round. */
    private void stepAPause() throws InterruptedException {
        clock.waitOut(PAUSE);
    }

    @Test
    @Spec({"RF-31", "RF-13"})
    void the_store_is_told_to_resync_a_period_after_the_watch_phase_began_and_again_and_again() throws Exception {
        source.thenList("10").thenWatch(ScriptedWatch::new);
        start();

        for (int i = 1; i <= 3; i++) {
            stepAPeriod();
            harness.journal.await("resync", i);
        }

        assertThat(harness.journal.lines()).containsExactly(
                "list 0 limit=500", "replace []@10", "watch 10", "asked", "resync", "asked", "resync", "asked",
                "resync");
    }

    @Test
    @Spec("RF-31")
    void the_next_period_begins_when_a_resync_is_done() throws Exception {
        source.thenList("10").thenWatch(ScriptedWatch::new);
        AtomicBoolean slow = new AtomicBoolean();
        harness.store.within = () -> {
            if (slow.get()) {
                clock.step(PERIOD.multipliedBy(2));
            }
        };
        start();
        clock.awaitBegun(PERIOD);
        slow.set(true);

        clock.step(PERIOD);
        harness.journal.await("resync");
        clock.awaitBegun(PERIOD);
        slow.set(false);
        clock.step(PERIOD.minusNanos(1));
        assertThat(harness.journal.lines().stream().filter("asked"::equals)).as("asked before a whole period was over")
                .hasSize(1);
        clock.step(Duration.ofNanos(1));
        harness.journal.await("resync", 2);
    }

    @Test
    @Spec("RF-31")
    void a_no_to_the_question_means_no_resync_this_time() throws Exception {
        source.thenList("10").thenWatch(ScriptedWatch::new);
        shouldResync.set(false);
        start();

        stepAPeriod();
        clock.awaitBegun(PERIOD);
        shouldResync.set(true);
        clock.step(PERIOD);
        harness.journal.await("resync");

        assertThat(harness.journal.lines()).endsWith("watch 10", "asked", "asked", "resync");
    }

    @Test
    @Spec({"RF-32", "RF-27"})
    void nothing_is_resynced_while_a_list_is_under_way() throws Exception {
        source.thenList(context -> {
            clock.step(PERIOD.multipliedBy(10));
            return new KubernetesList<>(
                    new ListMeta("10", null, null, Map.of()), List.of());
        });
        start();
        source.awaitEnd();

        assertThat(harness.journal.lines()).containsExactly("list 0 limit=500", "replace []@10", "watch 10");
    }

    @Test
    @Spec("RF-32")
    void the_period_begins_anew_with_each_round() throws Exception {
        ScriptedWatch first = new ScriptedWatch();
        source.thenList("10").thenWatch(() -> first).thenList("11").thenWatch(ScriptedWatch::new);
        start();
        clock.awaitBegun(PERIOD);

        clock.step(PERIOD.minusSeconds(1));
        first.send(error(410, "Expired"));
        stepAPause();
        clock.awaitBegun(PERIOD);
        clock.step(PERIOD.minusNanos(1));
        assertThat(harness.journal.lines()).doesNotContain("asked");
        clock.step(Duration.ofNanos(1));
        harness.journal.await("resync");
    }

    @Test
    @Spec({"RF-33", "RF-S45", "RF-29", "RF-34"})
    void a_resync_that_fails_ends_the_round_without_an_error_and_the_next_one_lists() throws Exception {
        source.thenList("10").thenWatch(ScriptedWatch::new).thenList("11").thenWatch(ScriptedWatch::new);
        harness.store.failNext("resync", new StoreException("no", null));

        String log = CapturedLog.during(() -> {
            start();
            stepAPeriod();
            stepAPause();
            harness.journal.await("watch 11");
        });

        assertThat(log.lines()).filteredOn(line -> line.contains("resync failed: no"))
                .singleElement().asString().contains("WARN");
        assertThat(harness.journal.lines()).containsExactly(
                "list 0 limit=500", "replace []@10", "watch 10", "asked", "resync fails",
                "list 10", "replace []@11", "watch 11");
        assertThat(source.opened().getFirst().closings).hasPositiveValue();
    }

    @Test
    void a_resync_that_fails_at_the_moment_at_which_the_context_ends_is_told_in_no_loud_line() throws Exception {
        ScriptedWatch watch = new ScriptedWatch();
        watch.onClose = harness::cancel; // closed because the resync has failed
        source.thenList("10").thenWatch(() -> watch);
        harness.store.failNext("resync", new StoreException("no", null));

        String log = CapturedLog.during(() -> {
            start();
            stepAPeriod();
            harness.join();
        });

        assertThat(harness.journal.lines()).endsWith("asked", "resync fails");
        assertThat(log).doesNotContain("WARN");
    }

    @Test
    @Spec({"RF-33", "RF-68"})
    void a_resync_that_failed_while_no_watch_was_open_ends_the_next_one() throws Exception {
        source.thenList("10").thenWatch(() -> {
            stepAPeriod();
            harness.journal.await("resync fails");
            return new ScriptedWatch();
        }).thenList("11");
        harness.store.failNext("resync", new StoreException("no", null));
        start();

        stepAPause();
        harness.journal.await("watch 11");

        assertThat(harness.journal.lines()).endsWith("resync fails", "list 10", "replace []@11", "watch 11");
    }

    @Test
    @Spec("RF-25")
    void a_question_that_crashes_ends_the_run_with_its_own_exception() throws Exception {
        IllegalStateException crash = new IllegalStateException("crash");
        source.thenList("10").thenWatch(ScriptedWatch::new);
        harness.options = harness.options.withClock(clock, new Random(7)).withResync(PERIOD, () -> {
            throw crash;
        });
        harness.start();

        stepAPeriod();
        harness.join();

        assertThat(harness.crash).hasValue(crash);
    }

    @Test
    @Spec({"RF-34", "RF-83"})
    void a_round_does_not_end_before_its_resync_has() throws Exception {
        ScriptedWatch watch = new ScriptedWatch();
        AtomicBoolean tooEarly = new AtomicBoolean();
        source.thenList("10").thenWatch(() -> watch);
        harness.store.within = () -> {
            if (Thread.currentThread().getName().endsWith("resync")) {
                watch.send(error(410, "Expired"));
                while (watch.closings.get() == 0 || !harness.isWaiting()) {
                    Thread.onSpinWait();
                }
                tooEarly.set(clock.hasBegun(PAUSE)); // the round must not be over, because this resync is not
            }
        };
        start();

        stepAPeriod();
        stepAPause();
        harness.journal.await("list 10");

        assertThat(tooEarly).as("the pause behind the round began during the resync").isFalse();
        assertThat(harness.journal.lines()).endsWith("watch 10", "asked", "resync", "list 10");
        harness.stop();
        assertThat(clock.hasWaiters()).as("a thread still waits for a period").isFalse();
    }

    @Test
    @Spec("RF-83")
    void a_resync_can_run_while_an_event_is_stored() throws Exception {
        ScriptedWatch watch = new ScriptedWatch();
        source.thenList("10").thenWatch(() -> watch);
        AtomicBoolean resyncing = new AtomicBoolean();
        CountDownLatch stored = new CountDownLatch(1);
        harness.store.within = () -> {
            if (Thread.currentThread().getName().endsWith("resync")) {
                resyncing.set(true);
                watch.send(ScriptedSource.modified("ada", "11"));
                try {
                    stored.await(); // the event is stored while this resync has not returned
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            } else if (resyncing.get()) {
                stored.countDown();
            }
        };
        start();

        stepAPeriod();
        harness.journal.await("resync");
        harness.journal.await("update ada@11");

        watch.send(bookmark("12"));
    }
}
