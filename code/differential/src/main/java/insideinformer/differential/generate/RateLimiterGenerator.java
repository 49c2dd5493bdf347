package insideinformer.differential.generate;

import insideinformer.conformance.trace.Difference;
import insideinformer.conformance.trace.TraceJson;
import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Traces of rate limiters. With these rates and steps, no answer depends on the last bit of a double.
 *
 * <p>It avoids a product of exactly 2^63, more than a thousand doublings of zero (WQ-39), and buckets that never fill.
 */
final class RateLimiterGenerator implements TraceGenerator {

    private static final long MILLI = 1_000_000; // nanoseconds
    private static final List<String> ITEMS = List.of("a", "b", "c");

    @Override
    public ObjectNode generate(long seed) {
        Dice dice = new Dice("rate-limiter", seed);
        ObjectNode config = Difference.object();
        config.set("limiter", limiter(dice, 2));
        ArrayNode steps = TraceJson.MAPPER.createArrayNode();
        for (int i = dice.between(8, 20); i > 0; i--) {
            String op = dice.of("when", "when", "when", "when", "when", "forget", "numRequeues", "step");
            ObjectNode args = steps.addObject().put("op", op).putObject("args");
            if (op.equals("step")) {
                args.put("nanos", dice.of(125L, 250L, 500L, 1000L, 3000L) * MILLI);
                continue;
            }
            args.put("item", dice.of(ITEMS));
            if (op.equals("when") && dice.percent(20)) {
                args.put("times", dice.of(2, 3, 10, 40, 70, 130));
            }
        }
        return TraceGenerator.trace("rate-limiter", seed, config, steps);
    }

    static ObjectNode limiter(Dice dice, int depth) {
        ObjectNode limiter = Difference.object();
        switch (dice.below(depth > 0 ? 10 : 6)) {
            case 0, 1 -> limiter.put("type", "itemExponentialFailure")
                    .put("baseDelayNanos", dice.of(1L, 3L, 1000L, MILLI, 5 * MILLI, 3000 * MILLI))
                    .put("maxDelayNanos", dice.of(50L, 60_000 * MILLI, 1_000_000 * MILLI, Long.MAX_VALUE));
            case 2 -> limiter.put("type", "itemFastSlow")
                    .put("fastDelayNanos", dice.of(0L, 5 * MILLI))
                    .put("slowDelayNanos", dice.of(MILLI, 10_000 * MILLI))
                    .put("maxFastAttempts", dice.of(-1, 0, 1, 3, 3, 5));
            case 3, 4 -> limiter.put("type", "bucket")
                    .put("qps", dice.of(1, 2, 4, 8, 10, 16))
                    .put("burst", dice.of(0, 1, 1, 2, 3, 5, 100));
            case 5 -> limiter.put("type", dice.of("defaultController", "defaultItemBased"));
            case 6, 7, 8 -> {
                ArrayNode parts = limiter.put("type", "maxOf").putArray("limiters");
                for (int i = dice.of(0, 1, 2, 2, 3); i > 0; i--) {
                    parts.add(limiter(dice, depth - 1));
                }
            }
            default -> {
                limiter.put("type", "withMaxWait").put("maxDelayNanos", dice.of(0L, 100 * MILLI, 7000 * MILLI));
                limiter.set("limiter", limiter(dice, depth - 1));
            }
        }
        return limiter;
    }
}
