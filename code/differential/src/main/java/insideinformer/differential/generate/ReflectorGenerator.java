package insideinformer.differential.generate;

import insideinformer.api.ListOptions;
import insideinformer.conformance.subject.Bubble;
import insideinformer.conformance.subject.ReflectorSubject;
import insideinformer.conformance.subject.ScriptedSource;
import insideinformer.conformance.trace.Difference;
import insideinformer.conformance.trace.TraceJson;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Traces of Reflectors. The server's answers must fit what is asked, so they are drawn when the port asks, and written
 * down as the script; the steps are chosen by what the port waits for. If the port does something else than client-go
 * would, the trace goes astray, and that is what its comparison with client-go then shows.
 *
 * <p>Avoided: what client-go leaves to chance, such as a stop while an event is still to be read; five streams in a row
 * without their mark (RF-75); the consistency check (RF-84).
 */
final class ReflectorGenerator implements TraceGenerator {

    private static final List<String> KEYS = List.of("n/a", "n/b", "m/a", "c");
    private static final int CALLS = 12; // after so many every answer is good, so that no trace goes on for ever
    private static final String INITIAL_EVENTS_END = "k8s.io/initial-events-end";

    @Override
    public ObjectNode generate(long seed) {
        return Bubble.within(() -> new Play(new Dice("reflector", seed)).trace(seed));
    }

    private static final class Play implements ScriptedSource.Script {

        private final Dice dice;
        private final ObjectNode config = Difference.object();
        private final ArrayNode steps = TraceJson.MAPPER.createArrayNode();
        private final boolean streamsTheState;
        private final String expected;
        private boolean running; // as the last state said, like the two below
        private int open;
        private @Nullable String blocked;
        private boolean resyncFailed; // and nobody has read of it yet

        private final ReentrantLock lock = new ReentrantLock(); // answers are drawn on the port's threads
        private final ArrayNode lists = TraceJson.MAPPER.createArrayNode(); // guarded by lock, as all below
        private final ArrayNode watches = TraceJson.MAPPER.createArrayNode();
        private final Map<String, Integer> world = new TreeMap<>();
        private int version = 10;
        private int unmarked; // streams of the state that ended without the mark, or may
        private boolean markMissing; // the newest stream of the state still lacks its mark
        private boolean quietWatch; // the watch that hangs has nothing to say when it is released

        Play(Dice dice) {
            this.dice = dice;
            expected = dice.of("typed", "typed", "typed", "typed", "none", "unstructured", "unstructuredAny");
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
            for (String key : KEYS) {
                if (dice.percent(60)) {
                    world.put(key, ++version);
                }
            }
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
            try (ReflectorSubject.ReflectorUnderTest port = new ReflectorSubject.ReflectorUnderTest(settings, this)) {
                step(port, streamsTheState && dice.percent(4) ? "runStopped" : "run", Difference.object());
                for (int i = dice.between(6, 16); i > 0; i--) {
                    next(port);
                }
                if (running && mayStop()) {
                    step(port, "stop", Difference.object());
                }
            }
            config.set("lists", lists);
            config.set("watches", watches);
            return TraceGenerator.trace("reflector", seed, config, steps);
        }

        private void next(ReflectorSubject.ReflectorUnderTest port) {
            Map<String, Integer> weights = new LinkedHashMap<>();
            weights.put("run", running ? 0 : 10);
            weights.put("release", blocked == null ? 0 : 12);
            weights.put("emit", open == 0 ? 0 : 14);
            weights.put("closeWatch", open == 0 || unmarkedIsEnough() ? 0 : 4);
            weights.put("stop", running && mayStop() ? 2 : 0);
            weights.put("advance", running && open == 0 && blocked == null ? 20 : 4);
            String op = dice.weighted(weights);
            ObjectNode args = Difference.object();
            switch (op) {
                case "emit" -> args.set("events", emitted());
                case "closeWatch" -> streamEnds();
                case "advance" -> args.put("nanos", nanos(port));
                default -> {}
            }
            step(port, op, args);
        }

        /** Not while the answer to a watch that hangs would be in a race with the stop. */
        private boolean mayStop() {
            return !"watch".equals(blocked) || quietWatch;
        }

        private boolean unmarkedIsEnough() {
            return markMissing && unmarked >= 3;
        }

        private void streamEnds() {
            lock.lock();
            try {
                if (markMissing) {
                    unmarked++;
                    markMissing = false;
                }
            } finally {
                lock.unlock();
            }
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
            for (JsonNode entry : state.path("log")) {
                resyncFailed |= entry.has("resync") && entry.has("failed");
            }
        }

        // ---- answers

        @Override
        public Optional<JsonNode> nextList(ListOptions options) {
            lock.lock();
            try {
                JsonNode answer = list(options);
                lists.add(answer);
                return Optional.of(answer);
            } finally {
                lock.unlock();
            }
        }

        private ObjectNode list(ListOptions options) {
            boolean mayFail = lists.size() < CALLS;
            boolean afterFailure = !lists.isEmpty() && lists.get(lists.size() - 1).has("error");
            ObjectNode answer = Difference.object();
            if (mayFail && blocked == null && dice.percent(7)) {
                answer.put("block", true);
            }
            if (mayFail && dice.percent(afterFailure ? 15 : 28)) {
                answer.set("error", failure());
                return answer;
            }
            boolean first = options.continueToken().isEmpty();
            if (mayFail && first && !afterFailure && expected.startsWith("unstructured") && dice.percent(6)) {
                return answer.put("kind", "Table").put("resourceVersion", Integer.toString(++version));
            }
            changeTheWorld();
            ArrayNode items = answer.putArray("items");
            world.forEach((key, at) -> {
                if (dice.percent(85)) {
                    items.add(object(key, at));
                }
            });
            answer.put("resourceVersion", Integer.toString(++version));
            if (mayFail && options.limit() > 0 && dice.percent(35)) {
                answer.put("continue", "c" + lists.size());
                if (dice.percent(30)) {
                    answer.put("remainingItemCount", dice.between(1, 5));
                }
            }
            return answer;
        }

        @Override
        public Optional<JsonNode> nextWatch(ListOptions options) {
            lock.lock();
            try {
                boolean state = Boolean.TRUE.equals(options.sendInitialEvents());
                ObjectNode answer = watch(state, watches.size() < CALLS);
                quietWatch = !answer.has("events") && !answer.has("close") && !(state && answer.has("error"));
                watches.add(answer);
                return Optional.of(answer);
            } finally {
                lock.unlock();
            }
        }

        private ObjectNode watch(boolean state, boolean mayFail) {
            ObjectNode answer = Difference.object();
            if (mayFail && blocked == null && dice.percent(5)) {
                answer.put("block", true);
            }
            markMissing = false;
            if (mayFail && dice.percent(20)) {
                answer.set("error", failure());
                return answer;
            }
            if (resyncFailed && !state) {
                resyncFailed = false;
                return answer; // an event, or the end, would be in a race with the failure
            }
            ArrayNode events = TraceJson.MAPPER.createArrayNode();
            boolean ends = false;
            if (state) {
                changeTheWorld();
                world.forEach((key, at) -> events.add(event("ADDED", object(key, at))));
                if (mayFail && dice.percent(20)) {
                    events.add(change());
                }
                boolean fails = mayFail && dice.percent(12);
                markMissing = fails || mayFail && unmarked < 3 && dice.percent(25);
                if (fails) {
                    events.add(error());
                    markMissing = false;
                    return answer.set("events", events);
                }
                if (!markMissing) {
                    events.add(mark());
                }
            }
            for (int i = mayFail ? dice.of(0, 0, 1, 2, 3) : 0; i > 0 && !markMissing; i--) {
                events.add(change());
            }
            if (mayFail && !markMissing && dice.percent(20)) {
                events.add(error());
                ends = true;
            }
            if (!events.isEmpty()) {
                answer.set("events", events);
            }
            if (mayFail && !ends && dice.percent(25) && !(markMissing && unmarked >= 3)) {
                answer.put("close", true);
                if (markMissing) {
                    unmarked++;
                    markMissing = false;
                }
            }
            return answer;
        }

        private ArrayNode emitted() {
            lock.lock();
            try {
                ArrayNode events = TraceJson.MAPPER.createArrayNode();
                for (int i = dice.of(1, 1, 1, 2, 3); i > 0; i--) {
                    events.add(change());
                }
                if (markMissing && dice.percent(60)) {
                    events.add(mark());
                    markMissing = false;
                    unmarked = 0;
                } else if (dice.percent(12)) {
                    events.add(error());
                    markMissing = false;
                }
                return events;
            } finally {
                lock.unlock();
            }
        }

        // ---- what happens on the server

        private void changeTheWorld() {
            for (int i = dice.of(0, 0, 1, 2); i > 0; i--) {
                String key = dice.of(KEYS);
                if (world.containsKey(key) && dice.percent(40)) {
                    world.remove(key);
                } else {
                    world.put(key, ++version);
                }
            }
        }

        private ObjectNode change() {
            String key = dice.of(KEYS);
            int at = dice.percent(6) ? Math.max(1, version - 2) : ++version;
            int kind = dice.below(100);
            if (kind < 12) {
                ObjectNode bookmark = Difference.object();
                ObjectNode meta = bookmark.putObject("metadata").put("resourceVersion", Integer.toString(at));
                if (dice.percent(15)) {
                    meta.putObject("annotations").put(INITIAL_EVENTS_END, dice.of("false", "True", ""));
                }
                return event("BOOKMARK", bookmark);
            }
            if (kind < 16) {
                return event("X", object(key, at));
            }
            if (kind < 24) {
                ObjectNode other = object(key, at);
                other.put("kind", expected.equals("unstructuredAny") ? dice.of("Secret", "Table") : "Secret");
                return event(dice.of("ADDED", "MODIFIED", "DELETED", "BOOKMARK"), other);
            }
            if (world.containsKey(key) && dice.percent(35)) {
                world.remove(key);
                return event("DELETED", object(key, at));
            }
            String type = world.containsKey(key) != dice.percent(15) ? "MODIFIED" : "ADDED";
            world.put(key, at);
            return event(type, object(key, at));
        }

        private ObjectNode mark() {
            ObjectNode bookmark = Difference.object();
            bookmark.putObject("metadata")
                    .put("resourceVersion", Integer.toString(++version))
                    .putObject("annotations")
                    .put(INITIAL_EVENTS_END, "true");
            return event("BOOKMARK", bookmark);
        }

        private ObjectNode error() {
            ObjectNode event = Difference.object().put("type", "ERROR");
            if (dice.percent(6)) {
                return event.set("object", object(dice.of(KEYS), ++version)); // no Status at all
            }
            return event.set("status", dice.percent(40) ? status(500, "InternalError", null) : status());
        }

        private static ObjectNode event(String type, ObjectNode object) {
            return Difference.object().put("type", type).set("object", object);
        }

        private static ObjectNode object(String key, int version) {
            int slash = key.indexOf('/');
            ObjectNode object = Difference.object();
            ObjectNode meta = object.putObject("metadata");
            if (slash >= 0) {
                meta.put("namespace", key.substring(0, slash));
            }
            meta.put("name", key.substring(slash + 1)).put("uid", "u-" + key);
            meta.put("resourceVersion", Integer.toString(version));
            return object;
        }

        private ObjectNode failure() {
            ObjectNode failure = dice.percent(18)
                    ? Difference.object().put(
                            "kind", dice.of("connectionRefused", "connectionRefused", "eof", "unexpectedEof", "other"))
                    : status();
            if (dice.percent(15)) {
                failure.put("wrapped", true);
            }
            return failure;
        }

        private ObjectNode status() {
            switch (dice.below(16)) {
                case 0, 1, 2 -> {
                    return status(410, "Expired", "too old");
                }
                case 3 -> {
                    return status(410, "Gone", null);
                }
                case 4 -> {
                    return status(410, "Strange", null);
                }
                case 5, 6 -> {
                    ObjectNode tooLarge = status(504, "Timeout", null).put("retryAfterSeconds", 1);
                    tooLarge.putArray("causes").addObject()
                            .put("reason", "ResourceVersionTooLarge").put("message", "Too large resource version");
                    return tooLarge;
                }
                case 7 -> {
                    ObjectNode tooLarge = status(504, "Timeout", "timeout");
                    tooLarge.putArray("causes").addObject().put("message", "Too large resource version");
                    return tooLarge;
                }
                case 8 -> {
                    ObjectNode tooLarge = status(504, "Timeout", "Too large resource version: 9, current: 5");
                    return dice.percent(70) ? tooLarge.put("retryAfterSeconds", 1) : tooLarge;
                }
                case 9 -> {
                    return status(504, "Timeout", "slow");
                }
                case 10 -> {
                    return status(429, "TooManyRequests", null).put("retryAfterSeconds", 1);
                }
                case 11 -> {
                    return Difference.object().put("code", dice.of(429, 500, 410, 504));
                }
                case 12 -> {
                    return status(422, "Invalid", "forbidden: sendInitialEvents");
                }
                case 13 -> {
                    return status(500, dice.of("InternalError", "ServerTimeout", "StorageReadError"), null);
                }
                case 14 -> {
                    return dice.percent(50) ? status(403, "Forbidden", null) : status(404, "NotFound", null);
                }
                default -> {
                    return status(503, "ServiceUnavailable", null);
                }
            }
        }

        private static ObjectNode status(int code, String reason, @Nullable String message) {
            ObjectNode status = Difference.object().put("code", code).put("reason", reason);
            return message == null ? status : status.put("message", message);
        }
    }
}
