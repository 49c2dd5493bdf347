package insideinformer.sharedinformer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import insideinformer.api.KubernetesObject;
import insideinformer.api.ObjectMeta;
import insideinformer.testing.CapturedLog;
import insideinformer.testing.Spec;
import insideinformer.wait.Cancellable;
import insideinformer.wait.Context;
import insideinformer.wait.CrashPolicy;
import insideinformer.wait.FakeClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class CacheMutationDetectorTest {

    private final FakeClock clock = new FakeClock();
    private final List<String> failures = new ArrayList<>();
    private final CrashPolicy noting = (crash, where) -> failures.add(crash.getMessage());
    private final CacheMutationDetector<Note> detector =
            new CacheMutationDetector<>("Note", Note::copy, clock, noting);
    private final Note ada = Note.named("ada");

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", "0", "false", "yes", "TrUe"})
    @Spec("MD-01")
    void it_is_off_unless_the_variable_is_true(String value) {
        MutationDetector<Note> off = MutationDetector.of("Note", clock, value);

        assertThat(off).isInstanceOf(MutationDetector.None.class);
        off.addObject(ada);
        off.run(Context.background()); // returns at once, though its context never ends
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "t", "T", "true", "TRUE", "True"})
    @Spec("MD-01")
    void it_is_on_if_the_variable_is_true_and_says_so_loudly(String value) {
        try (CapturedLog log = new CapturedLog()) {
            assertThat(MutationDetector.of("Note", clock, value)).isInstanceOf(CacheMutationDetector.class);

            assertThat(log.linesWith("WARN", "Note", "mutation detector is on")).hasSize(1);
        }
    }

    @Test
    @Spec({"MD-02", "MD-04"})
    void what_an_object_was_when_it_was_added_is_what_counts() {
        ada.labels().put("tier", "db");
        detector.addObject(ada);
        detector.compareObjects();
        assertThat(failures).as("changed before it was added").isEmpty();

        ada.labels().put("tier", "web");
        detector.compareObjects();
        assertThat(failures).containsExactly("cache Note modified");
    }

    @Test
    @Spec("MD-02")
    void what_cannot_be_copied_is_let_be() {
        UnaryOperator<Note> broken = note -> {
            throw new IllegalStateException("no copy of " + note);
        };
        UnaryOperator<Note> lossy = note -> note.withMetadata(ObjectMeta.EMPTY);
        for (UnaryOperator<Note> copier : List.of(broken, lossy)) {
            var incapable = new CacheMutationDetector<>("Note", copier, clock, noting);

            incapable.addObject(ada);
            ada.labels().put("tier", "db");
            incapable.compareObjects();

            assertThat(failures).isEmpty();
        }
    }

    @Test
    @Spec({"MD-05", "G3"})
    void every_changed_object_is_named_with_the_place_of_the_change_and_the_others_are_not() {
        Note bob = Note.named("bob");
        Note cy = Note.named("cy");
        List.of(ada, bob, cy).forEach(detector::addObject);
        ada.labels().put("tier", "db");
        cy.labels().clear();

        try (CapturedLog log = new CapturedLog()) {
            detector.compareObjects();

            assertThat(log.linesWith("ERROR", "cache Note: n/ada was changed", "first at /labels/tier")).hasSize(1);
            assertThat(log.linesWith("ERROR", "cache Note: n/cy was changed", "first at /labels/tier")).hasSize(1);
            assertThat(log.linesWith("n/bob")).isEmpty();
            assertThat(log.linesWith("web")).as("no value").isEmpty();
        }
        assertThat(failures).as("once a round").containsExactly("cache Note modified");
    }

    @Test
    @Spec("MD-05")
    void a_policy_that_throws_ends_the_run_with_its_words() {
        var strict = new CacheMutationDetector<>("Note", Note::copy, clock, CrashPolicy.fatal(() -> {}));
        strict.addObject(ada);
        ada.labels().clear();

        assertThatThrownBy(() -> strict.run(Context.background()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("cache Note modified");
    }

    /** An object whose comparison calls the test. */
    private record Slow(ObjectMeta metadata, Runnable comparing) implements KubernetesObject {
        @Override
        public String apiVersion() {
            return "lab/v1";
        }

        @Override
        public String kind() {
            return "Slow";
        }

        @Override
        public boolean equals(Object other) {
            comparing.run();
            return other instanceof Slow slow && metadata.equals(slow.metadata);
        }

        @Override
        public int hashCode() {
            return metadata.hashCode();
        }
    }

    @Test
    @Spec("MD-03")
    void adding_does_not_wait_for_a_comparison_and_comparisons_wait_for_one_another() throws Exception {
        var slowDetector =
                new CacheMutationDetector<Slow>("Slow", s -> new Slow(s.metadata(), () -> {}), clock, noting);
        CountDownLatch compared = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        AtomicInteger calls = new AtomicInteger();
        slowDetector.addObject(new Slow(ObjectMeta.named("n", "ada"), () -> {
            if (calls.getAndIncrement() == 0) {
                return; // the first comparison is addObject's own
            }
            most.accumulateAndGet(inside.incrementAndGet(), Math::max);
            compared.countDown();
            try {
                release.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            inside.decrementAndGet();
        }));

        CompletableFuture<Void> first =
                CompletableFuture.runAsync(slowDetector::compareObjects, Thread::startVirtualThread);
        compared.await();
        CompletableFuture<Void> second =
                CompletableFuture.runAsync(slowDetector::compareObjects, Thread::startVirtualThread);
        CompletableFuture.runAsync(
                () -> slowDetector.addObject(new Slow(ObjectMeta.named("n", "bob"), () -> {})),
                Thread::startVirtualThread).get(20, TimeUnit.SECONDS); // while the comparison stands still

        assertThat(first).isNotDone();
        release.countDown();
        CompletableFuture.allOf(first, second).get(20, TimeUnit.SECONDS);
        assertThat(most).as("comparisons at one time").hasValue(1);
    }

    @Test
    @Spec({"MD-06", "MD-07", "MD-08"})
    void it_compares_at_once_and_every_second_and_reports_again_for_two_to_four_minutes() throws Exception {
        detector.addObject(ada);
        ada.labels().clear();

        try (Running running = new Running(detector)) {
            assertThat(failures).as("at once").hasSize(1);
            for (int seconds = 1; seconds <= 300; seconds++) {
                running.step();
                if (seconds <= 120) {
                    assertThat(failures).as("after %d s", seconds).hasSize(1 + seconds);
                }
            }
        }

        assertThat(failures.size()).as("rounds until both generations were over").isBetween(121, 243);
    }

    @Test
    @Spec("MD-08")
    void an_object_of_the_generation_before_is_still_watched_and_one_before_that_is_not() throws Exception {
        Note early = Note.named("early");
        detector.addObject(early);
        try (Running running = new Running(detector)) {
            running.steps(130); // the first generation is retained
            early.labels().clear();
            running.step();
            assertThat(failures).as("in the second generation").hasSize(1);

            early.labels().put("tier", "web");
            running.steps(130); // and dropped
            early.labels().clear();
            running.steps(5);
            assertThat(failures).as("in the third generation").hasSize(1);
        }
    }

    @Test
    @Spec({"MD-05", "MD-08"})
    void changed_objects_of_both_generations_are_named_in_one_round() throws Exception {
        Note early = Note.named("early");
        Note late = Note.named("late");
        detector.addObject(early);
        try (Running running = new Running(detector)) {
            running.steps(130); // the first generation is retained
            detector.addObject(late);
            running.step();
            early.labels().clear();
            late.labels().clear();

            try (CapturedLog log = new CapturedLog()) {
                running.step();

                assertThat(log.linesWith("ERROR", "n/early was changed")).hasSize(1);
                assertThat(log.linesWith("ERROR", "n/late was changed")).hasSize(1);
            }
        }
    }

    /** Runs the detector on a thread of its own. Each step is a second, with the comparison at its end. */
    private final class Running implements AutoCloseable {

        private final Cancellable context = Context.background().withCancel();
        private final Thread thread;

        Running(MutationDetector<?> detector) throws InterruptedException {
            thread = Thread.ofVirtual().start(() -> detector.run(context));
            clock.awaitWaiters(1);
        }

        void step() throws InterruptedException {
            clock.step(Duration.ofSeconds(1));
            clock.awaitWaiters(1);
        }

        void steps(int count) throws InterruptedException {
            for (int i = 0; i < count; i++) {
                step();
            }
        }

        @Override
        public void close() throws InterruptedException {
            context.cancel();
            thread.join();
        }
    }
}
