package insideinformer.processor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import insideinformer.deltafifo.DoneSignal;
import insideinformer.testing.Spec;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
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
    void a_tracker_carries_the_name_it_was_given() {
        assertThat(new SingleFileTracker("one by one").name()).isEqualTo("one by one");
    }
}
