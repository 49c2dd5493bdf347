package insideinformer.conformance.subject;

import insideinformer.conformance.trace.Difference;
import insideinformer.conformance.trace.TraceJson;
import insideinformer.workqueue.RateLimiter;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The rate limiters of work queues, alone and nested. */
final class RateLimiterSubject implements TraceSubject {

    @Override
    public String name() {
        return "rate-limiter";
    }

    @Override
    public Set<String> optionalRows() {
        return Set.of();
    }

    @Override
    public Optional<String> word(Throwable failure) {
        return Optional.empty();
    }

    record Config(JsonNode limiter) {}

    @Override
    public UnderTest make(JsonNode json) {
        JumpingClock clock = new JumpingClock();
        return new LimiterUnderTest(clock, Limiters.of(TraceJson.read(json, Config.class).limiter(), clock));
    }

    private static final class LimiterUnderTest implements UnderTest {

        private final JumpingClock clock;
        private final RateLimiter<String> limiter;
        private @Nullable String item; // of the last operation

        LimiterUnderTest(JumpingClock clock, RateLimiter<String> limiter) {
            this.clock = clock;
            this.limiter = limiter;
        }

        @Override
        public @Nullable JsonNode perform(String op, JsonNode args) {
            if (op.equals("step")) {
                clock.jump(Duration.ofNanos(TraceJson.number(args, "nanos")));
                return null;
            }
            String of = TraceJson.text(args, "item");
            item = of;
            switch (op) {
                case "when" -> {
                    Duration last = limiter.when(of);
                    for (long i = args.has("times") ? TraceJson.number(args, "times") : 1; i > 1; i--) {
                        last = limiter.when(of);
                    }
                    return Difference.object().put("delayNanos", last.toNanos());
                }
                case "forget" -> limiter.forget(of);
                case "numRequeues" -> {
                    return Difference.object().put("count", limiter.numRequeues(of));
                }
                default -> throw new IllegalArgumentException("no operation " + op);
            }
            return null;
        }

        @Override
        public JsonNode state() {
            String of = item;
            return of == null
                    ? Difference.object()
                    : Difference.object().put("numRequeues", limiter.numRequeues(of));
        }
    }
}
