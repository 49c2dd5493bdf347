package insideinformer.differential.generate;

import insideinformer.conformance.subject.Bubble;
import insideinformer.conformance.subject.WorkQueueSubject;
import insideinformer.conformance.trace.Difference;
import insideinformer.conformance.trace.TraceJson;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Traces of work queues. It runs the port while it draws a trace, so that it knows whether there is an item to get and
 * whether the queue is being drained.
 *
 * <p>It avoids two items that become due in the same nanosecond (WQ-28), two drainers at once (WQ-23), and a get that
 * waits.
 */
final class WorkQueueGenerator implements TraceGenerator {

    private static final List<String> ITEMS = List.of("a", "b", "c", "d");
    private static final long MILLI = 1_000_000; // nanoseconds

    @Override
    public ObjectNode generate(long seed) {
        return Bubble.within(() -> new Play(new Dice("work-queue", seed)).trace(seed));
    }

    private static final class Play {

        private final Dice dice;
        private final ObjectNode config = Difference.object();
        private final ArrayNode steps = TraceJson.MAPPER.createArrayNode();
        private final String kind;
        private final Set<Long> dues = new HashSet<>(); // in nanoseconds of the clock
        private final List<String> held = new ArrayList<>();
        private long now; // nanoseconds
        private JsonNode state = Difference.object();

        Play(Dice dice) {
            this.dice = dice;
            kind = dice.of("plain", "delaying", "delaying", "rateLimiting", "rateLimiting");
            config.put("kind", kind);
            if (dice.percent(60)) {
                config.put("order", dice.of("fifo", "fifo", "fifo", "lifo"));
            }
            if (dice.percent(70)) {
                config.put("name", "q");
            }
            if (dice.percent(65)) {
                config.put("metrics", true);
            }
            if (kind.equals("rateLimiting")) {
                config.set("limiter", limiter());
            }
        }

        /** Its answers for different items differ, so that they are not due together. */
        private ObjectNode limiter() {
            ObjectNode limiter = Difference.object();
            return dice.percent(50)
                    ? limiter.put("type", "itemExponentialFailure")
                            .put("baseDelayNanos", 5 * MILLI).put("maxDelayNanos", dice.of(60L, 1_000_000L) * MILLI)
                    : limiter.put("type", "bucket").put("qps", dice.of(2, 4, 10)).put("burst", dice.of(0, 1, 2, 3));
        }

        ObjectNode trace(long seed) {
            try (WorkQueueSubject.QueueUnderTest port = new WorkQueueSubject.QueueUnderTest(
                    TraceJson.read(config, WorkQueueSubject.Config.class))) {
                for (int i = dice.between(10, 28); i > 0; i--) {
                    next(port);
                }
            } catch (InterruptedException e) {
                throw new IllegalStateException("nobody interrupts this", e);
            }
            return TraceGenerator.trace("work-queue", seed, config, steps);
        }

        private void next(WorkQueueSubject.QueueUnderTest port) throws InterruptedException {
            boolean shuttingDown = state.path("shuttingDown").asBoolean(false);
            boolean mayGet = state.path("len").intValue(0) > 0 || shuttingDown;
            Map<String, Integer> weights = new LinkedHashMap<>();
            weights.put("add", 12);
            weights.put("get", mayGet ? 12 : 0);
            weights.put("done", held.isEmpty() ? 1 : 9);
            weights.put("step", 9);
            weights.put("addAfter", kind.equals("plain") ? 0 : 9);
            weights.put("addRateLimited", kind.equals("rateLimiting") ? 8 : 0);
            weights.put("forget", kind.equals("rateLimiting") ? 2 : 0);
            weights.put("numRequeues", kind.equals("rateLimiting") ? 1 : 0);
            weights.put("shutDown", 1);
            weights.put("shutDownWithDrain", state.path("draining").asBoolean(false) ? 0 : 1);
            String op = dice.weighted(weights);
            ObjectNode args = Difference.object();
            switch (op) {
                case "done" -> args.put("item", held.isEmpty() || dice.percent(10) ? dice.of(ITEMS) : dice.of(held));
                case "add", "addRateLimited", "forget", "numRequeues" -> args.put("item", dice.of(ITEMS));
                case "addAfter" -> args.put("item", dice.of(ITEMS)).put("delayNanos", delay());
                case "step" -> args.put("nanos", nanos());
                default -> {}
            }
            if (op.equals("addRateLimited")) {
                now += 1000; // so that no other item is due at the same time
                step(port, "step", Difference.object().put("nanos", 1000));
            }
            step(port, op, args);
        }

        private long nanos() {
            long by = dice.of(1L, 5L, 40L, 100L, 499L, 500L, 700L, 1500L, 10_000L, 65_000L) * MILLI;
            now += by;
            return by;
        }

        private long delay() {
            if (dice.percent(15)) {
                return dice.of(0L, -1L, -5 * MILLI, Long.MAX_VALUE);
            }
            long delay = dice.of(1L, 5L, 50L, 300L, 1000L, 12_000L) * MILLI + dice.between(1, 900_000);
            while (!dues.add(now + delay)) {
                delay++;
            }
            return delay;
        }

        private void step(WorkQueueSubject.QueueUnderTest port, String op, ObjectNode args)
                throws InterruptedException {
            ObjectNode step = steps.addObject().put("op", op);
            if (!args.isEmpty()) {
                step.set("args", args);
            }
            JsonNode result = port.perform(op, args);
            state = port.state();
            if (op.equals("get") && result != null && result.has("item")) {
                held.add(result.path("item").stringValue());
            }
            if (op.equals("done")) {
                held.remove(args.path("item").stringValue());
            }
        }
    }
}
