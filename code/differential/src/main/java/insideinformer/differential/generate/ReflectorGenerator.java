package insideinformer.differential.generate;

import insideinformer.conformance.subject.Bubble;
import insideinformer.conformance.subject.ReflectorSubject;
import insideinformer.conformance.trace.Difference;
import insideinformer.conformance.trace.TraceJson;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Traces of Reflectors. It runs the port while it draws a trace: the port's state decides which steps make sense, and a
 * {@link RandomServer} draws each answer when the port asks for it. If the port does something that client-go would not
 * do, the answers no longer fit client-go's questions, and the comparison shows a difference.
 *
 * <p>It avoids what client-go leaves to chance, such as a stop while an event is still to be read. It also avoids five
 * streams in a row without their mark (RF-75) and the consistency check (RF-84).
 */
final class ReflectorGenerator implements TraceGenerator {


    @Override
    public ObjectNode generate(long seed) {
        return Bubble.within(() -> new Play(new Dice("reflector", seed)).trace(seed));
    }

    private static final class Play {

        private final Dice dice;
        private final ObjectNode config = Difference.object();
        private final ArrayNode steps = TraceJson.MAPPER.createArrayNode();
        private final boolean streamsTheState;
        private final RandomServer server;
        private boolean running; // as the last state said, like the two below
        private int open;
        private @Nullable String blocked;

        Play(Dice dice) {
            this.dice = dice;
            String expected = dice.of("typed", "typed", "typed", "typed", "none", "unstructured", "unstructuredAny");
            config.put("expected", expected);
            config.putObject("backoff")
                    .put("initialNanos", 10_000_000)
                    .put("factor", dice.of(2.0, 2.0, 1.5, 3.0))
                    .put("steps", dice.of(10, 10, 10, 2, 3))
                    .put("capNanos", 80_000_000)
                    .put("jitter", 0);
            boolean useWatchList = dice.percent(55);
            boolean optsOut = dice.percent(10);
            streamsTheState = useWatchList && !optsOut;
            if (useWatchList) {
                config.put("useWatchList", true);
            }
            if (optsOut) {
                config.put("listerOptsOutOfWatchList", true);
            }
            if (dice.percent(35)) {
                config.put("resyncPeriodNanos", dice.of(400_007_000L, 1_000_007_000L, 5_000_007_000L));
                if (dice.percent(50)) {
                    ArrayNode answers = config.putArray("shouldResync");
                    for (int i = dice.between(1, 4); i > 0; i--) {
                        answers.add(dice.percent(50));
                    }
                }
            }
            if (dice.percent(20)) {
                config.put("minWatchTimeoutNanos", dice.of(1_000_000_000L, 1_800_000_000_000L));
            }
            if (dice.percent(40)) {
                config.put("maxInternalErrorRetryNanos", dice.of(50_000_000L, 1_000_000_000L, 30_000_000_000L));
            }
            if (dice.percent(30)) {
                config.put("watchListPageSize", dice.between(1, 3));
            }
            store();
            server = new RandomServer(dice, expected);
        }

        private void store() {
            ObjectNode store = config.putObject("store");
            for (String ability : List.of("bookmark", "updateResourceVersion", "transform")) {
                if (dice.percent(30)) {
                    store.put(ability, true);
                }
            }
            if (dice.percent(30)) {
                ObjectNode failures = store.putObject("failures");
                for (int i = dice.of(1, 1, 2); i > 0; i--) {
                    String op = dice.of("add", "update", "delete", "replace", "replace", "resync", "bookmark");
                    failures.putArray(op).add(dice.between(1, op.equals("replace") ? 2 : 3));
                }
            }
        }

        ObjectNode trace(long seed) {
            ReflectorSubject.Config settings = TraceJson.read(config, ReflectorSubject.Config.class);
            try (ReflectorSubject.ReflectorUnderTest port = new ReflectorSubject.ReflectorUnderTest(settings, server)) {
                step(port, streamsTheState && dice.percent(4) ? "runStopped" : "run", Difference.object());
                for (int i = dice.between(6, 16); i > 0; i--) {
                    next(port);
                }
                if (running && mayStop()) {
                    step(port, "stop", Difference.object());
                }
            }
            server.writeScript(config);
            return TraceGenerator.trace("reflector", seed, config, steps);
        }

        private void next(ReflectorSubject.ReflectorUnderTest port) {
            Map<String, Integer> weights = new LinkedHashMap<>();
            weights.put("run", running ? 0 : 10);
            weights.put("release", blocked == null ? 0 : 12);
            weights.put("emit", open == 0 ? 0 : 14);
            weights.put("closeWatch", open == 0 || !server.mayCloseWatch() ? 0 : 4);
            weights.put("stop", running && mayStop() ? 2 : 0);
            weights.put("advance", running && open == 0 && blocked == null ? 20 : 4);
            String op = dice.weighted(weights);
            ObjectNode args = Difference.object();
            switch (op) {
                case "emit" -> args.set("events", server.emitted());
                case "closeWatch" -> server.streamEnds();
                case "advance" -> args.put("nanos", nanos(port));
                default -> {}
            }
            step(port, op, args);
        }

        /** Not while a watch hangs that has something to say: its answer would race with the stop. */
        private boolean mayStop() {
            return !"watch".equals(blocked) || server.isWatchQuiet();
        }

        /** Not beyond the next timer, so that nothing is seen before the end of the step. */
        private long nanos(ReflectorSubject.ReflectorUnderTest port) {
            Optional<Duration> timer = port.bubble().untilNextTimer();
            Duration wanted = dice.percent(65) && timer.isPresent()
                    ? timer.get()
                    : Duration.ofMillis(dice.of(1, 5, 40, 400, 999, 1000, 11_000, 121_000));
            return timer.filter(due -> due.compareTo(wanted) < 0).orElse(wanted).toNanos();
        }

        private void step(ReflectorSubject.ReflectorUnderTest port, String op, ObjectNode args) {
            ObjectNode step = steps.addObject().put("op", op);
            if (!args.isEmpty()) {
                step.set("args", args);
            }
            port.perform(op, args);
            JsonNode state = port.state();
            running = state.path("running").booleanValue();
            open = state.path("openWatches").size();
            blocked = state.path("blocked").asString(null);
            server.observe(blocked, hasFailedResync(state));
        }

        private static boolean hasFailedResync(JsonNode state) {
            for (JsonNode entry : state.path("log")) {
                if (entry.has("resync") && entry.has("failed")) {
                    return true;
                }
            }
            return false;
        }
    }
}
