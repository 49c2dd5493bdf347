package insideinformer.conformance.replay;

import insideinformer.conformance.subject.Subjects;
import insideinformer.conformance.subject.TraceSubject;
import insideinformer.conformance.trace.Difference;
import insideinformer.conformance.trace.Trace;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.StringNode;

/**
 * Does a trace's operations on the port, step by step, and compares each answer with the recorded one.
 *
 * <p>Each step runs on its own thread, so a step that never returns counts as a difference and the replay goes on. For
 * any number of threads.
 */
public final class Replayer {

    /** How long a step may wait, if nothing else is known about it. */
    public static final Duration PATIENCE = Duration.ofSeconds(5);

    private static final Logger log = LoggerFactory.getLogger(Replayer.class);

    private final Duration patience;
    private volatile @Nullable String starving; // the trace that left behind a thread that never waits

    /** @param patience how long one step may take */
    public Replayer(Duration patience) {
        this.patience = patience;
    }

    /** What one step gave: a result or the word for a failure, and the state afterwards. */
    private record Answer(JsonNode result, JsonNode error, JsonNode message, JsonNode status, JsonNode state) {}

    public ReplayOutcome replay(Trace trace) throws InterruptedException {
        Optional<TraceSubject> subject = Subjects.find(trace.subject());
        if (subject.isEmpty()) {
            return new ReplayOutcome.Skipped(Subjects.missing(trace.subject()));
        }
        for (String row : subject.get().neededRows(trace.config())) {
            if (!subject.get().optionalRows().contains(row)) {
                return new ReplayOutcome.Skipped("it needs " + row + ", which this port leaves out");
            }
        }
        return replay(trace, subject.get());
    }

    ReplayOutcome replay(Trace trace, TraceSubject subject) throws InterruptedException {
        if (starving != null) {
            return new ReplayOutcome.Differs(0, "config", new Difference(
                    "replay", Difference.nothing(),
                    StringNode.valueOf("not begun: a thread of " + starving + " runs and never waits")));
        }
        TraceSubject.UnderTest underTest;
        try {
            underTest = subject.make(trace.config());
        } catch (Exception e) {
            return new ReplayOutcome.Differs(0, "config", unexpected("config", Difference.nothing(), e));
        }
        try {
            int number = 0;
            for (Trace.Step step : trace.steps()) {
                number++;
                Optional<Difference> difference = compare(trace, step, subject, underTest);
                if (difference.isPresent()) {
                    return new ReplayOutcome.Differs(number, step.op(), difference.get());
                }
            }
            return new ReplayOutcome.Same(number);
        } finally {
            end(trace, underTest);
        }
    }

    private Optional<Difference> compare(
            Trace trace, Trace.Step step, TraceSubject subject, TraceSubject.UnderTest underTest)
            throws InterruptedException {
        FutureTask<Answer> task = new FutureTask<>(() -> answer(step, subject, underTest));
        Thread.ofVirtual().name("replay " + trace.name() + ", " + step.op()).start(task);
        Answer answer;
        try {
            answer = task.get(patience.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            return Optional.of(new Difference(
                    "answer", step.error().isMissingNode() ? step.result() : step.error(),
                    StringNode.valueOf("none within " + patience.toSeconds() + " s")));
        } catch (ExecutionException e) {
            return Optional.of(unexpected("answer", step.error(), e.getCause()));
        }
        // A failure stands in place of a result, so a recording without an error says that there was none.
        return Difference.of("error", step.error(), answer.error())
                .or(() -> whole("message", step.message(), answer.message()))
                .or(() -> whole("status", step.status(), answer.status()))
                .or(() -> subject.isWhole(step.op())
                        ? whole("result", step.result(), answer.result())
                        : fields("result", step.result(), answer.result(), field -> subject.isBag(step.op(), field)))
                .or(() -> fields(
                        "state", step.state(), subject.inFormOf(step.state(), answer.state()), field -> false));
    }

    private static Optional<Difference> whole(String path, JsonNode expected, JsonNode actual) {
        return expected.isMissingNode() ? Optional.empty() : Difference.of(path, expected, actual);
    }

    private static Optional<Difference> fields(
            String path, JsonNode expected, JsonNode actual, Predicate<String> isBag) {
        return expected.isMissingNode() ? Optional.empty() : Difference.ofFields(path, expected, actual, isBag);
    }

    private static Answer answer(Trace.Step step, TraceSubject subject, TraceSubject.UnderTest underTest)
            throws Exception {
        @Nullable JsonNode result = null;
        JsonNode error = Difference.nothing();
        JsonNode message = Difference.nothing();
        JsonNode status = Difference.nothing();
        try {
            result = underTest.perform(step.op(), step.args());
        } catch (Exception e) {
            error = StringNode.valueOf(subject.word(e).orElseThrow(() -> e));
            message = StringNode.valueOf(String.valueOf(e.getMessage()));
            status = subject.status(e);
        }
        JsonNode state = step.state().isMissingNode() ? Difference.nothing() : underTest.state();
        return new Answer(result == null ? Difference.nothing() : result, error, message, status, state);
    }

    private static Difference unexpected(String path, JsonNode expected, @Nullable Throwable failure) {
        log.warn("The port failed in a way for which traces have no word", failure);
        return new Difference(path, expected, StringNode.valueOf(String.valueOf(failure)));
    }

    /** A step that hangs can hold a lock that close needs, so close runs on its own thread, too. */
    private void end(Trace trace, TraceSubject.UnderTest underTest) throws InterruptedException {
        Thread closer = Thread.ofVirtual().name("end " + trace.name()).start(underTest::close);
        if (!closer.join(patience)) {
            log.warn("{} cannot be closed, because a step keeps a lock or never waits; its thread is left behind",
                    trace.name());
            if (!Thread.ofVirtual().name("probe").start(() -> {}).join(patience)) {
                starving = trace.name(); // all threads share a carrier, so no other can run
            }
        }
    }
}
