package insideinformer.processor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import insideinformer.deltafifo.DoneChecker;
import insideinformer.deltafifo.DoneSignal;
import insideinformer.testing.Spec;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SyncTrackersTest {

    @ParameterizedTest
    @CsvSource({
        "'', no",
        "start, no",
        "start finish, no",
        "start upstream, no",
        "start upstream finish, yes",
        "start finish upstream, yes",
        "upstream, yes",
        "start start upstream finish, no",
        "start start upstream finish finish, yes",
        "start start finish finish upstream, yes",
    })
    @Spec("SI-44")
    void a_single_file_tracker_is_synced_when_nothing_is_left_and_nothing_will_come(String sequence, String synced) {
        SingleFileTracker tracker = new SingleFileTracker("tracker");

        for (String step : sequence.split(" ")) {
            switch (step) {
                case "start" -> tracker.start();
                case "finish" -> tracker.finished();
                case "upstream" -> tracker.upstreamHasSynced();
                default -> assertThat(step).isEmpty();
            }
        }

        assertThat(tracker.hasSynced()).isEqualTo(synced.equals("yes"));
        assertThat(tracker.done().isDone()).isEqualTo(tracker.hasSynced());
        assertThat(tracker.done().isDone()).isEqualTo(tracker.hasSynced());
    }

    @Test
    @Spec("SI-44")
    void of_a_hundred_started_the_last_finish_counts() {
        SingleFileTracker tracker = new SingleFileTracker("tracker");
        for (int i = 0; i < 100; i++) {
            tracker.start();
        }
        tracker.upstreamHasSynced();

        for (int i = 0; i < 99; i++) {
            tracker.finished();
            assertThat(tracker.hasSynced()).isFalse();
        }
        tracker.finished();
        assertThat(tracker.hasSynced()).isTrue();
    }

    @Test
    @Spec("SI-44")
    void one_finish_too_many_is_refused_and_synced_stays_synced() {
        SingleFileTracker tracker = new SingleFileTracker("tracker");
        tracker.upstreamHasSynced();

        assertThatIllegalStateException().isThrownBy(tracker::finished).withMessageContaining("negative counter");
        tracker.start();
        assertThat(tracker.hasSynced()).isTrue();
    }

    @Test
    @Spec("SI-44")
    void a_finish_and_the_end_of_upstream_at_the_same_moment_never_miss_each_other() throws Exception {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int round = 0; round < 2_000; round++) {
                SingleFileTracker tracker = new SingleFileTracker("tracker");
                tracker.start();
                CyclicBarrier together = new CyclicBarrier(2);
                Future<?> finish = threads.submit(() -> {
                    together.await();
                    tracker.finished();
                    return null;
                });
                Future<?> upstream = threads.submit(() -> {
                    together.await();
                    tracker.upstreamHasSynced();
                    return null;
                });

                finish.get();
                upstream.get();

                assertThat(tracker.hasSynced()).as("round %d", round).isTrue();
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "'', no",
        "a, no",
        "a -a, no",
        "a up, no",
        "a up -a, yes",
        "a -a up, yes",
        "up, yes",
        "a a up -a, yes",
        "a b up -a, no",
        "a b up -b -a, yes",
        "a up -c, no",
        "a up -c -a, yes",
        "up -a, yes",
    })
    @Spec("SI-45")
    void an_async_tracker_keeps_keys_and_does_not_count_calls(String sequence, String synced) {
        AsyncTracker<String> tracker = new AsyncTracker<>("tracker");

        for (String step : sequence.split(" ")) {
            if (step.equals("up")) {
                tracker.upstreamHasSynced();
            } else if (step.startsWith("-")) {
                tracker.finished(step.substring(1));
            } else if (!step.isEmpty()) {
                tracker.start(step);
            }
        }

        assertThat(tracker.hasSynced()).isEqualTo(synced.equals("yes"));
        assertThat(tracker.done().isDone()).isEqualTo(tracker.hasSynced());
        assertThat(tracker.done().isDone()).isEqualTo(tracker.hasSynced());
    }

    @Test
    @Spec("SI-45")
    void an_async_tracker_serves_many_threads_and_is_synced_with_the_last_of_them() throws Exception {
        for (int round = 0; round < 200; round++) {
            AsyncTracker<Integer> tracker = new AsyncTracker<>("tracker");
            for (int key = 0; key < 10; key++) {
                tracker.start(key);
            }
            AtomicInteger finished = new AtomicInteger();
            AtomicInteger tooEarly = new AtomicInteger();
            tracker.done().onDone(() -> tooEarly.set(10 - finished.get()));
            try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
                threads.submit(tracker::upstreamHasSynced);
                for (int key = 0; key < 10; key++) {
                    int mine = key;
                    threads.submit(() -> {
                        finished.incrementAndGet();
                        tracker.finished(mine);
                    });
                }
            }
            assertThat(tracker.hasSynced()).as("round %d", round).isTrue();
            assertThat(tooEarly).as("round %d: unfinished when it was synced", round).hasValue(0);
        }
    }

    @Test
    @Spec("SI-37")
    void whoever_hears_of_a_signal_finds_it_done() {
        DoneSignal upstream = new DoneSignal("informer");
        SingleFileTracker handler = new SingleFileTracker("informer + event handler");
        List<Boolean> found = new ArrayList<>();
        upstream.done().onDone(() -> found.add(upstream.done().isDone()));
        upstream.done().onDone(handler::upstreamHasSynced);
        handler.done().onDone(() -> found.add(upstream.done().isDone()));

        upstream.fire();

        assertThat(found).as("a handler is not synced before its informer").containsExactly(true, true);
    }

    @Test
    @Spec("SI-43")
    void trackers_carry_the_name_they_were_given() {
        DoneChecker single = new SingleFileTracker("one by one");
        DoneChecker async = new AsyncTracker<String>("in any order");

        assertThat(single.name()).isEqualTo("one by one");
        assertThat(async.name()).isEqualTo("in any order");
    }
}
