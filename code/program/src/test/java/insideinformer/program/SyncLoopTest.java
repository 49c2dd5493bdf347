package insideinformer.program;

import static org.assertj.core.api.Assertions.assertThat;

import insideinformer.testing.CapturedLog;
import insideinformer.wait.Cancellable;
import insideinformer.wait.Clock;
import insideinformer.wait.Context;
import insideinformer.wait.FakeClock;
import insideinformer.wait.Group;
import insideinformer.wait.Wait;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What becomes of a key whose work fails. */
class SyncLoopTest {

    private interface Work {
        void on(Context context, String key) throws IOException, InterruptedException;
    }

    /** Does what the next piece of work says; without any left it succeeds. */
    private final class Scripted implements ClusterController<String> {
        @Override
        public String name() {
            return "lamp keeper";
        }

        @Override
        public String title(String key) {
            return "Lamp " + key;
        }

        @Override
        public String lacks() {
            return "light";
        }

        @Override
        public String version(String key) {
            return "1";
        }

        @Override
        public Map<String, String> served(Context context) {
            return Map.of("shop/red", "1");
        }

        @Override
        public void sync(Context context, String key) throws IOException, InterruptedException {
            Work next = work.poll();
            if (next != null) {
                next.on(context, key);
            }
        }
    }

    private final FakeClock clock = new FakeClock();
    private final BlockingQueue<Work> work = new LinkedBlockingQueue<>();
    private final List<String> reports = new CopyOnWriteArrayList<>();
    private final Cancellable context = Context.background().withCancel();
    private final Group threads = new Group();
    private final SyncLoop<String> loop = new SyncLoop<>(new Scripted(), clock, reports::add);

    @AfterEach
    void stop() {
        context.cancel();
        threads.awaitAll();
    }

    private void untilUnfinished(String... sentences) throws Exception {
        Wait.<Exception>pollImmediateUntil(Context.background(), Clock.system(), Duration.ofMillis(2),
                c -> loop.unfinished(context).equals(List.of(sentences)));
    }

    /** The pause before the retry begins at some moment after the failure was noted, so the clock moves until it ends. */
    private void untilRetried() throws Exception {
        Wait.<Exception>pollImmediateUntil(Context.background(), Clock.system(), Duration.ofMillis(2), c -> {
            clock.step(Duration.ofMillis(50));
            return loop.unfinished(context).isEmpty();
        });
    }

    @Test
    void an_unforeseen_failure_is_logged_with_loop_and_object_and_tried_again() throws Exception {
        work.add((c, key) -> {
            throw new IllegalStateException("out of order");
        });
        threads.start("test runs loop", () -> loop.run(context));
        try (CapturedLog log = new CapturedLog()) {
            loop.add("shop/red");
            untilUnfinished("Lamp shop/red lacks light: out of order");

            untilRetried();

            assertThat(log.linesWith("ERROR", "lamp keeper", "Lamp shop/red")).hasSize(1);
        }
    }

    @Test
    void a_failure_of_the_network_is_logged_with_loop_and_object_and_tried_again() throws Exception {
        work.add((c, key) -> {
            throw new IOException("connection reset");
        });
        threads.start("test runs loop", () -> loop.run(context));
        try (CapturedLog log = new CapturedLog()) {
            loop.add("shop/red");
            untilUnfinished("Lamp shop/red lacks light: connection reset");

            untilRetried();

            assertThat(log.linesWith("WARN", "lamp keeper", "Lamp shop/red", "connection reset")).hasSize(1);
        }
    }

    @Test
    void a_request_that_the_stop_cuts_off_is_no_news() throws Exception {
        work.add((stopping, key) -> {
            stopping.await();
            throw new IOException("cut off");
        });
        try (CapturedLog log = new CapturedLog()) {
            loop.add("shop/red");
            threads.start("test runs loop", () -> loop.run(context));
            Wait.pollImmediateUntil(Context.background(), Clock.system(), Duration.ofMillis(2), c -> work.isEmpty());

            context.cancel();
            threads.awaitAll();

            assertThat(log.linesWith("cut off")).isEmpty();
        }
        assertThat(reports).isEmpty();
    }

    @Test
    void what_a_user_must_change_counts_as_done_and_is_reported_once() throws Exception {
        work.add((c, key) -> {
            throw new Refusal("the name is taken");
        });
        work.add((c, key) -> {
            throw new Refusal("the name is taken");
        });
        threads.start("test runs loop", () -> loop.run(context));
        loop.add("shop/red");
        clock.awaitWaiters(1);
        untilUnfinished();
        clock.step(Duration.ofMillis(50));
        Wait.pollImmediateUntil(Context.background(), Clock.system(), Duration.ofMillis(2), c -> work.isEmpty());

        untilUnfinished();
        assertThat(reports).containsExactly("Lamp shop/red lacks light: the name is taken");
    }
}
