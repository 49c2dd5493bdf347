package insideinformer.conformance.subject;

import insideinformer.conformance.trace.Difference;
import insideinformer.conformance.trace.TraceJson;
import insideinformer.wait.Backoff;
import insideinformer.wait.Clock;
import insideinformer.wait.DelayFunc;
import insideinformer.wait.FakeClock;
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
                    new QuietReset(config.backoff(Integer.MAX_VALUE), clock, reset), clock);
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

    /**
     * The older rule, which no part of the port uses: the pauses begin again only when {@code reset} has passed without
     * anybody asking for one. Upstream: {@code wait.NewExponentialBackoffManager}.
     */
    private static final class QuietReset implements DelayFunc {

        private final Backoff initial;
        private final Clock clock;
        private final Duration reset;
        private Backoff left;
        private long lastNanos;

        QuietReset(Backoff initial, Clock clock, Duration reset) {
            this.initial = initial;
            this.clock = clock;
            this.reset = reset;
            this.left = initial;
            this.lastNanos = clock.nanoTime();
        }

        @Override
        public Duration next() {
            long now = clock.nanoTime();
            if (Duration.ofNanos(now - lastNanos).compareTo(reset) > 0) {
                left = initial;
            }
            lastNanos = now;
            Backoff.Step step = left.step(new Random(1));
            left = step.next();
            return step.delay();
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

    /**
     * A loop that asks a condition at most as often as the backoff has steps. No part of the port uses it. Upstream:
     * {@code wait.ExponentialBackoff}.
     */
    private record LoopUnderTest(Backoff backoff) implements UnderTest {

        @Override
        public JsonNode perform(String op, JsonNode args) {
            if (!op.equals("run")) {
                throw new IllegalArgumentException("no operation " + op);
            }
            Iterator<JsonNode> answers = args.path("answers").values().iterator();
            long nowNanos = 0;
            List<Long> calls = new ArrayList<>();
            String outcome = "timeout";
            for (Backoff left = backoff; left.steps() > 0; ) {
                calls.add(nowNanos);
                String answer = answers.hasNext() ? answers.next().stringValue() : "false";
                if (!answer.equals("false")) {
                    outcome = answer.equals("error") ? "condition" : "done";
                    break;
                }
                if (left.steps() == 1) {
                    break;
                }
                Backoff.Step step = left.step(new Random(1));
                left = step.next();
                nowNanos += step.delay().toNanos();
            }
            ObjectNode result = Difference.object().put("outcome", outcome).put("calls", calls.size());
            ArrayNode pauses = result.putArray("pausesNanos");
            for (int i = 1; i < calls.size(); i++) {
                pauses.add(calls.get(i) - calls.get(i - 1));
            }
            return result.put("lastPauseNanos", calls.isEmpty() ? 0 : nowNanos - calls.getLast());
        }

        @Override
        public JsonNode state() {
            return Difference.object();
        }
    }
}
