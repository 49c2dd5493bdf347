package insideinformer.differential.generate;

import insideinformer.api.ListOptions;
import insideinformer.conformance.subject.ScriptedSource;
import insideinformer.conformance.trace.Difference;
import insideinformer.conformance.trace.TraceJson;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A server whose answers are drawn when a Reflector asks, so that they fit the question. It writes them down as the
 * script of the trace. For any thread: the port's threads ask, and the generator's thread looks.
 */
final class RandomServer implements ScriptedSource.Script {

    private static final List<String> KEYS = List.of("n/a", "n/b", "m/a", "c");
    private static final int CALLS = 12; // later answers are all good, so that every trace ends
    private static final int MOST_UNMARKED = 3; // streams
    private static final String INITIAL_EVENTS_END = "k8s.io/initial-events-end";

    private final Dice dice;
    private final String expected;

    private final ReentrantLock lock = new ReentrantLock();
    private final ArrayNode lists = TraceJson.MAPPER.createArrayNode(); // guarded by lock, as all below
    private final ArrayNode watches = TraceJson.MAPPER.createArrayNode();
    private final Map<String, Integer> world = new TreeMap<>(); // versions by key
    private int version = 10;
    private int unmarked; // streams of the state that ended without their mark, or might
    private boolean markMissing; // the newest stream of the state still lacks its mark
    private boolean quietWatch; // the watch that hangs has nothing to say when it is released
    private @Nullable String blocked; // the kind of call that hangs
    private boolean resyncFailed; // and no watch was asked for since

    /** @param expected what the Reflector expects, in the words of traces */
    RandomServer(Dice dice, String expected) {
        this.dice = dice;
        this.expected = expected;
        for (String key : KEYS) {
            if (dice.percent(60)) {
                world.put(key, ++version);
            }
        }
    }

    private <T> T locked(Supplier<T> work) {
        lock.lock();
        try {
            return work.get();
        } finally {
            lock.unlock();
        }
    }

    /** Adds every answer so far to a trace's config. */
    void writeScript(ObjectNode config) {
        locked(() -> config.<ObjectNode>set("lists", lists).set("watches", watches));
    }

    /** What the generator saw after a step. */
    void observe(@Nullable String hangingCall, boolean failedResync) {
        locked(() -> {
            blocked = hangingCall;
            return resyncFailed |= failedResync;
        });
    }

    /** Whether the watch that hangs has nothing to say when it is released. */
    boolean isWatchQuiet() {
        return locked(() -> quietWatch);
    }

    /** Not if one stream too many would end without its mark. */
    boolean mayCloseWatch() {
        return locked(() -> !(markMissing && unmarked >= MOST_UNMARKED));
    }

    /** The newest stream ends. */
    void streamEnds() {
        locked(() -> {
            if (markMissing) {
                unmarked++;
                markMissing = false;
            }
            return unmarked;
        });
    }

    @Override
    public Optional<JsonNode> nextList(ListOptions options) {
        return locked(() -> {
            JsonNode answer = list(options);
            lists.add(answer);
            return Optional.of(answer);
        });
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
            markMissing = fails || mayFail && unmarked < MOST_UNMARKED && dice.percent(25);
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
        if (mayFail && !ends && dice.percent(25) && !(markMissing && unmarked >= MOST_UNMARKED)) {
            answer.put("close", true);
            if (markMissing) {
                unmarked++;
                markMissing = false;
            }
        }
        return answer;
    }

    /** Events that the newest stream sends without being asked. */
    ArrayNode emitted() {
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
