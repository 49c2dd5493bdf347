package insideinformer.differential.generate;

import insideinformer.conformance.trace.Difference;
import insideinformer.conformance.trace.TraceJson;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Traces of backoffs, which are often asked beyond their cap and their last step.
 *
 * <p>It avoids jitter and products beyond 63 bits (WT-09).
 */
final class BackoffGenerator implements TraceGenerator {

    private static final long MILLI = 1_000_000; // nanoseconds

    @Override
    public ObjectNode generate(long seed) {
        Dice dice = new Dice("backoff", seed);
        if (dice.percent(20)) {
            return flowControl(dice, seed);
        }
        String kind = dice.of("step", "delayFunc", "delayWithReset", "delayWithReset", "manager", "exponential");
        boolean resets = kind.equals("delayWithReset") || kind.equals("manager");
        long reset = dice.of(0L, 1L, 500 * MILLI, 10_000 * MILLI, 120_000 * MILLI);
        ObjectNode config = Difference.object()
                .put("kind", kind)
                .put("durationNanos", dice.of(0L, 1L, 7L, MILLI, 10 * MILLI, 800 * MILLI, 3000 * MILLI))
                .put("factor", dice.of(0.0, 1.0, 1.1, 1.5, 2.0, 2.0, 3.0, 10.0))
                .put("steps", dice.of(-1, 0, 1, 2, 3, 4, 6, 10))
                .put("capNanos", dice.of(0L, 5L, 40 * MILLI, 5000 * MILLI, 30_000 * MILLI));
        if (resets) {
            config.put("resetNanos", reset);
        }
        ArrayNode steps = TraceJson.MAPPER.createArrayNode();
        for (int i = dice.between(5, 14); i > 0; i--) {
            ObjectNode step = steps.addObject();
            if (kind.equals("exponential")) {
                ArrayNode answers = step.put("op", "run").putObject("args").putArray("answers");
                for (int calls = dice.between(0, 5); calls > 0; calls--) {
                    answers.add("false");
                }
                if (dice.percent(70)) {
                    answers.add(dice.of("true", "true", "error"));
                }
            } else if (resets && dice.percent(30)) {
                step.put("op", "clock").putObject("args").put(
                        "nanos", dice.of(Math.max(1, reset - 1), Math.max(1, reset), reset + 1, 1000 * MILLI));
            } else {
                step.put("op", "delay");
            }
        }
        return TraceGenerator.trace("backoff", seed, config, steps);
    }

    /** Pauses of three items. The clock stops a little before and a little after their ends. */
    private static ObjectNode flowControl(Dice dice, long seed) {
        long initial = dice.of(0L, 1L, 10 * MILLI, 1000 * MILLI);
        long max = dice.of(0L, 1L, 40 * MILLI, 5000 * MILLI);
        ObjectNode config = Difference.object()
                .put("kind", "flowControl").put("initialNanos", initial).put("maxNanos", max);
        ArrayNode steps = TraceJson.MAPPER.createArrayNode();
        long now = 0;
        for (int i = dice.between(8, 20); i > 0; i--) {
            String op = dice.of("next", "next", "next", "clock", "clock", "get", "isInBackOffSince",
                    "isInBackOffSinceUpdate", "gc", "reset", "deleteEntry");
            ObjectNode args = steps.addObject().put("op", op).putObject("args");
            if (op.equals("clock")) {
                long nanos = dice.of(1L, initial + 1, 2 * initial, max + 1, 2 * max, 2 * max + 1);
                args.put("nanos", Math.max(1, nanos));
                now += Math.max(1, nanos);
            } else if (!op.equals("gc")) {
                args.put("id", dice.of("a", "a", "b", "c"));
                if (op.equals("next") || op.startsWith("is")) {
                    args.put("eventNanos", now + dice.of(0L, 0L, 1L, -1L, -initial, 1 - initial, 2 * max + 1));
                }
            }
        }
        return TraceGenerator.trace("backoff", seed, config, steps);
    }
}
