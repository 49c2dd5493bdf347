package insideinformer.conformance.subject;

import insideinformer.conformance.trace.TraceJson;
import insideinformer.wait.Clock;
import insideinformer.workqueue.RateLimiter;
import insideinformer.workqueue.RateLimiters;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** Makes the rate limiters that traces describe, also nested ones. */
final class Limiters {

    private Limiters() {}

    static RateLimiter<String> of(JsonNode json, Clock clock) {
        return switch (TraceJson.text(json, "type")) {
            case "itemExponentialFailure" ->
                RateLimiters.itemExponentialFailure(nanos(json, "baseDelayNanos"), nanos(json, "maxDelayNanos"));
            case "itemFastSlow" -> RateLimiters.itemFastSlow(
                    nanos(json, "fastDelayNanos"), nanos(json, "slowDelayNanos"),
                    Math.toIntExact(TraceJson.number(json, "maxFastAttempts")));
            case "bucket" -> RateLimiters.bucket(
                    json.path("qps").doubleValue(), Math.toIntExact(TraceJson.number(json, "burst")), clock);
            case "maxOf" -> {
                List<RateLimiter<String>> parts = new ArrayList<>();
                json.path("limiters").forEach(part -> parts.add(of(part, clock)));
                yield RateLimiters.maxOf(parts);
            }
            case "withMaxWait" ->
                RateLimiters.withMaxWait(of(json.path("limiter"), clock), nanos(json, "maxDelayNanos"));
            case "defaultController" -> RateLimiters.defaultController(clock);
            case "defaultItemBased" -> RateLimiters.defaultItemBased();
            default -> throw new IllegalArgumentException("no limiter " + TraceJson.shorten(json));
        };
    }

    private static Duration nanos(JsonNode json, String field) {
        return Duration.ofNanos(TraceJson.number(json, field));
    }
}
