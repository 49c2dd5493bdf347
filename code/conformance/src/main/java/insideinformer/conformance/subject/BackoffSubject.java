package insideinformer.conformance.subject;

import insideinformer.conformance.trace.Difference;
import insideinformer.conformance.trace.TraceJson;
import insideinformer.wait.Backoff;
import insideinformer.wait.Clock;
import insideinformer.wait.Context;
import insideinformer.wait.DelayFunc;
import insideinformer.wait.FakeClock;
import insideinformer.wait.FlowControlBackoff;
import insideinformer.wait.Wait;
import insideinformer.wait.WaitException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Backoff: pauses that grow. Each config names one of the ways to ask for them. */
final class BackoffSubject implements TraceSubject {

    @Override
    public String name() {
        return "backoff";
    }

    @Override
    public Set<String> optionalRows() {
        return Set.of();
    }

    @Override
    public Optional<String> word(Throwable failure) {
        return Optional.empty();
    }

    record Config(
            String kind,
            long durationNanos,
            double factor,
            int steps,
            long capNanos,
            long resetNanos,
            long initialNanos,
            long maxNanos) {

        /** Without jitter. */
        Backoff backoff(int stepsLeft) {
            return new Backoff(
                    Duration.ofNanos(durationNanos), factor, 0, stepsLeft, Duration.ofNanos(capNanos));
        }
    }

    @Override
    public UnderTest make(JsonNode json) {
        Config config = TraceJson.read(json, Config.class);
        Backoff backoff = config.backoff(config.steps());
        Duration reset = Duration.ofNanos(config.resetNanos());
        FakeClock clock = new FakeClock();
        Random random = new Random(1); // there is no jitter to draw
        return switch (config.kind()) {
            case "step" -> new StepUnderTest(backoff);
            case "delayFunc" -> new DelaysUnderTest(backoff.delayFunc(random), clock);
            case "delayWithReset" -> new DelaysUnderTest(backoff.delayWithReset(clock, reset, random), clock);
            case "manager" -> new DelaysUnderTest(
                    config.backoff(Integer.MAX_VALUE).delayWithQuietReset(clock, reset, random), clock);
            case "exponential" -> new LoopUnderTest(backoff);
            case "flowControl" -> new FlowControlUnderTest(new FlowControlBackoff(
                    clock, Duration.ofNanos(config.initialNanos()), Duration.ofNanos(config.maxNanos())), clock);
            default -> throw new IllegalArgumentException("no kind of backoff " + config.kind());
        };
    }

    private static JsonNode delay(Duration delay) {
        return Difference.object().put("delayNanos", delay.toNanos());
    }

    /** The value itself. Each step gives the next value. */
    private static final class StepUnderTest implements UnderTest {

        private Backoff left;

        StepUnderTest(Backoff left) {
            this.left = left;
        }

        @Override
        public JsonNode perform(String op, JsonNode args) {
            if (!op.equals("delay")) {
                throw new IllegalArgumentException("no operation " + op);
            }
            Backoff.Step step = left.step(new Random(1));
            left = step.next();
            return delay(step.delay());
        }

        @Override
        public JsonNode state() {
            return Difference.object().put("durationNanos", left.duration().toNanos()).put("steps", left.steps());
        }
    }

    private record DelaysUnderTest(DelayFunc delays, FakeClock clock) implements UnderTest {

        @Override
        public @Nullable JsonNode perform(String op, JsonNode args) {
            switch (op) {
                case "delay" -> {
                    return delay(delays.next());
                }
                case "clock" -> {
                    clock.step(Duration.ofNanos(TraceJson.number(args, "nanos")));
                    return null;
                }
                default -> throw new IllegalArgumentException("no operation " + op);
            }
        }

        @Override
        public JsonNode state() {
            return Difference.object();
        }
    }

    /** A pause for each item. Traces count instants from the start. */
    private record FlowControlUnderTest(FlowControlBackoff backoff, FakeClock clock, Instant start)
            implements UnderTest {

        FlowControlUnderTest(FlowControlBackoff backoff, FakeClock clock) {
            this(backoff, clock, clock.now());
        }

        @Override
        public @Nullable JsonNode perform(String op, JsonNode args) {
            if (op.equals("clock")) {
                clock.step(Duration.ofNanos(TraceJson.number(args, "nanos")));
                return null;
            }
            if (op.equals("gc")) {
                backoff.gc();
                return null;
            }
            String id = TraceJson.text(args, "id");
            Instant event = start.plusNanos(args.path("eventNanos").asLong(0));
            return switch (op) {
                case "next" -> {
                    backoff.next(id, event);
                    yield null;
                }
                case "reset", "deleteEntry" -> { // upstream has two names for it
                    backoff.reset(id);
                    yield null;
                }
                case "get" -> delay(backoff.get(id));
                case "isInBackOffSince" -> Difference.object().put("answer", backoff.isInBackOffSince(id, event));
                case "isInBackOffSinceUpdate" ->
                    Difference.object().put("answer", backoff.isInBackOffSinceUpdate(id, event));
                default -> throw new IllegalArgumentException("no operation " + op);
            };
        }

        @Override
        public JsonNode state() {
            ObjectNode state = Difference.object();
            ObjectNode delays = state.putObject("delays");
            for (String id : List.of("a", "b", "c")) {
                delays.put(id, backoff.get(id).toNanos());
            }
            return state;
        }
    }

    /** A loop that asks a condition. On its clock every pause is over at once. */
    private record LoopUnderTest(Backoff backoff) implements UnderTest {

        private static final class AnsweredException extends Exception {}

        /** A clock that moves as far as somebody wants to wait. */
        private static final class EagerClock implements Clock {

            private Instant now = Instant.EPOCH; // one thread waits

            @Override
            public Instant now() {
                return now;
            }

            @Override
            public long nanoTime() {
                return Duration.between(Instant.EPOCH, now).toNanos();
            }

            @Override
            public Timer newTimer(Duration delay, Runnable action) {
                now = now.plus(delay);
                action.run();
                return () -> false;
            }
        }

        @Override
        public JsonNode perform(String op, JsonNode args) throws InterruptedException {
            if (!op.equals("run")) {
                throw new IllegalArgumentException("no operation " + op);
            }
            Iterator<JsonNode> answers = args.path("answers").values().iterator();
            EagerClock clock = new EagerClock();
            List<Long> calls = new ArrayList<>();
            String outcome;
            try {
                Wait.<AnsweredException>exponentialBackoff(
                        Context.background(), clock, new Random(1), backoff, context -> {
                            calls.add(clock.nanoTime());
                            String answer = answers.hasNext() ? answers.next().stringValue() : "false";
                            if (answer.equals("error")) {
                                throw new AnsweredException();
                            }
                            return answer.equals("true");
                        });
                outcome = "done";
            } catch (AnsweredException e) {
                outcome = "condition";
            } catch (WaitException e) {
                outcome = e.reason() == WaitException.Reason.TIMEOUT ? "timeout" : e.toString();
            }
            ObjectNode result = Difference.object().put("outcome", outcome).put("calls", calls.size());
            ArrayNode pauses = result.putArray("pausesNanos");
            for (int i = 1; i < calls.size(); i++) {
                pauses.add(calls.get(i) - calls.get(i - 1));
            }
            return result.put("lastPauseNanos", calls.isEmpty() ? 0 : clock.nanoTime() - calls.getLast());
        }

        @Override
        public JsonNode state() {
            return Difference.object();
        }
    }
}
