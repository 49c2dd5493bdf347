package insideinformer.differential.generate;

import insideinformer.conformance.subject.Bubble;
import insideinformer.conformance.subject.RecordingHandler;
import insideinformer.conformance.subject.SharedInformerSubject;
import insideinformer.conformance.trace.Difference;
import insideinformer.conformance.trace.TraceJson;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Traces of shared informers. It runs the port while it draws a trace, because the next step depends on when the next
 * timer fires and on whether the informer still runs.
 *
 * <p>It avoids what client-go leaves to chance or to the order of a map. While a callback is parked, no time passes and
 * no list loses two objects. A handler that joins late and would see two objects is not parked. Events of several keys
 * come in several steps. Between the stop and the end of the run, handlers are only released.
 */
final class SharedInformerGenerator implements TraceGenerator {

    private static final List<String> KEYS = List.of("n/a", "n/b", "m/a", "c");
    private static final long MINUTE = 60_000_000_000L; // nanoseconds
    private static final int MOST_HANDLERS = 4;

    @Override
    public ObjectNode generate(long seed) {
        return Bubble.within(() -> new Play(new Dice("shared-informer", seed)).trace(seed));
    }

    /**
     * An object as the server has it.
     *
     * @param app the value of its label; empty: it has none
     */
    private record Version(int version, String app, boolean annotated) {}

    private static final class Play {

        private final Dice dice;
        private final ObjectNode config = Difference.object();
        private final ArrayNode steps = TraceJson.MAPPER.createArrayNode();
        private final SharedInformerSubject.InformerUnderTest port;
        private final Map<String, Version> world = new TreeMap<>(); // the informer knows the same after it has listed
        private final Set<String> present = new LinkedHashSet<>(); // handlers that were not removed
        private final Set<String> blocked = new HashSet<>(); // handlers that are parked now or with their next call
        private int version = 10;
        private int handlers;
        private boolean isSet;
        private boolean started;
        private boolean mayClose; // the stream has lived so long that its end is no failure
        private boolean running;

        Play(Dice dice) {
            this.dice = dice;
            config.put("resyncPeriodNanos", dice.of(0, 60, 60, 120) * MINUTE);
            if (dice.percent(60)) {
                ArrayNode indexers = config.putArray("indexers");
                if (dice.percent(40)) {
                    indexers.add("app");
                }
                indexers.add("namespace");
            }
            port = new SharedInformerSubject.InformerUnderTest(
                    TraceJson.read(config, SharedInformerSubject.Config.class));
        }

        ObjectNode trace(long seed) {
            try (port) {
                prepare();
                act("run");
                started = true;
                while (!isSet) {
                    next(Map.of("setList", 8, "addHandler", 3, "addIndexer", 1, "runAgain", 1, "block", 1, "stop", 1));
                    if (!running) {
                        break;
                    }
                }
                for (int i = dice.between(6, 15); i > 0 && running; i--) {
                    next(weights());
                }
                finish();
            }
            return TraceGenerator.trace("shared-informer", seed, config, steps);
        }

        private void prepare() {
            for (int i = dice.between(1, 5); i > 0; i--) {
                Map<String, Integer> weights = new LinkedHashMap<>();
                weights.put("addHandler", 10);
                weights.put("setList", isSet ? 0 : 8);
                weights.put("addIndexer", 2);
                weights.put("setTransform", 3);
                weights.put("removeHandler", present.isEmpty() ? 0 : 1);
                next(weights);
            }
        }

        private Map<String, Integer> weights() {
            Map<String, Integer> weights = new LinkedHashMap<>();
            weights.put("emit", 16);
            weights.put("relist", 5);
            weights.put("addHandler", 4);
            weights.put("removeHandler", present.isEmpty() ? 0 : 2);
            weights.put("block", present.isEmpty() ? 0 : 3);
            weights.put("release", blocked.isEmpty() ? 0 : 7);
            weights.put("advance", blocked.isEmpty() ? 9 : 0);
            weights.put("closeWatch", mayClose ? 2 : 0);
            weights.put("addIndexer", 1);
            weights.put("setTransform", 1);
            weights.put("runAgain", 1);
            return weights;
        }

        private void finish() {
            if (running) {
                act("stop");
            }
            for (String name : List.copyOf(blocked)) {
                if (running) {
                    release(name);
                }
            }
            for (int i = dice.of(0, 0, 1, 2); i > 0 && !running; i--) {
                next(Map.of("addHandler", 1, "addIndexer", 1, "runAgain", 1));
            }
        }

        private void next(Map<String, Integer> weights) {
            String op = dice.weighted(new TreeMap<>(weights));
            switch (op) {
                case "setList" -> {
                    ObjectNode args = list(0);
                    if (dice.percent(20)) {
                        args.put("failures", dice.between(1, 2));
                    }
                    isSet = true;
                    mayClose = false;
                    step(op, args);
                }
                case "setTransform" ->
                    step(op, Difference.object().put("drop", dice.of("annotation", "resourceVersion")));
                case "addIndexer" -> step(op, Difference.object().put("indexer", dice.of("namespace", "app")));
                case "addHandler" -> addHandler();
                case "removeHandler" -> {
                    String name = dice.of(List.copyOf(present));
                    present.remove(name);
                    step(op, Difference.object().put("handler", name));
                }
                case "block" -> {
                    if (present.isEmpty()) {
                        addHandler();
                        return;
                    }
                    String name = dice.of(List.copyOf(present));
                    blocked.add(name);
                    step(op, Difference.object().put("handler", name));
                }
                case "release" -> release(dice.of(blocked.stream().sorted().toList()));
                case "emit" -> {
                    mayClose = true;
                    step(op, Difference.object().set("events", events()));
                }
                case "relist" -> {
                    ObjectNode args = list(blocked.isEmpty() ? KEYS.size() : 1);
                    args.put("cause", dice.of("expired", "expired", "internalError"));
                    if (dice.percent(25)) {
                        args.put("failures", dice.between(1, 2));
                    }
                    mayClose = false;
                    step(op, args);
                }
                case "closeWatch" -> {
                    mayClose = false;
                    act(op);
                }
                case "advance" -> advance();
                default -> act(op); // run, runAgain, stop
            }
        }

        private void addHandler() {
            if (present.size() >= MOST_HANDLERS) {
                removeOne();
                return;
            }
            String name = "h" + ++handlers;
            ObjectNode args = Difference.object().put("handler", name);
            if (dice.percent(60)) {
                args.put("resyncNanos", dice.of(0, 30, 60, 60, 90, 120, 180) * MINUTE);
            }
            boolean shownTogether = started && isSet && world.size() > 1;
            if (running == started && dice.percent(12) && !shownTogether) {
                args.put("blocked", true);
                blocked.add(name);
            }
            JsonNode state = step("addHandler", args);
            if (state.path("handlers").has(name)) {
                present.add(name);
            } else {
                blocked.remove(name);
            }
        }

        private void removeOne() {
            String name = dice.of(List.copyOf(present));
            present.remove(name);
            step("removeHandler", Difference.object().put("handler", name));
        }

        private void release(String name) {
            blocked.remove(name);
            step("release", Difference.object().put("handler", name));
        }

        /** A time before the next check, and so far from the others that the pauses of relists do not matter. */
        private void advance() {
            Optional<Duration> timer = port.bubble().untilNextTimer();
            Duration wanted = dice.percent(60) && timer.isPresent()
                    ? timer.get()
                    : Duration.ofMinutes(dice.of(10, 20, 30, 60));
            mayClose = true;
            step("advance", Difference.object().put(
                    "nanos", timer.filter(due -> due.compareTo(wanted) < 0).orElse(wanted).toNanos()));
        }

        // ---- what happens on the server

        /**
         * A list of what exists now, in any order. Some objects can stand in it twice.
         *
         * @param most so many of those that the informer knows may be lost
         */
        private ObjectNode list(int most) {
            int lost = 0;
            for (String key : KEYS) {
                if (!world.containsKey(key)) {
                    if (dice.percent(40)) {
                        world.put(key, newVersion());
                    }
                } else if (dice.percent(30) && lost < most) {
                    world.remove(key);
                    lost++;
                } else if (dice.percent(40)) {
                    world.put(key, newVersion());
                }
            }
            List<ObjectNode> items = new ArrayList<>();
            world.forEach((key, at) -> items.add(dice.below(items.size() + 1), object(key, at)));
            if (!world.isEmpty() && dice.percent(8)) {
                String key = dice.of(List.copyOf(world.keySet()));
                world.put(key, newVersion());
                items.add(object(key, world.get(key)));
            }
            ObjectNode args = Difference.object();
            args.putArray("items").addAll(items);
            return args.put("resourceVersion", Integer.toString(++version));
        }

        /** One event, or several of one key. */
        private ArrayNode events() {
            ArrayNode events = TraceJson.MAPPER.createArrayNode();
            if (dice.percent(7)) {
                ObjectNode bookmark = Difference.object();
                bookmark.putObject("metadata").put("resourceVersion", Integer.toString(++version));
                events.addObject().put("type", "BOOKMARK").set("object", bookmark);
                return events;
            }
            String key = dice.of(KEYS);
            if (!world.containsKey(key) && dice.percent(10)) {
                events.addObject().put("type", "DELETED").set("object", object(key, newVersion()));
                return events;
            }
            for (int i = dice.of(1, 1, 1, 1, 2, 3); i > 0; i--) {
                Version at = newVersion();
                boolean known = world.containsKey(key);
                if (known && dice.percent(35)) {
                    world.remove(key);
                    events.addObject().put("type", "DELETED").set("object", object(key, at));
                } else {
                    String type = known != dice.percent(12) ? "MODIFIED" : "ADDED";
                    world.put(key, at);
                    events.addObject().put("type", type).set("object", object(key, at));
                }
            }
            return events;
        }

        private Version newVersion() {
            version++;
            int shown = dice.percent(8) ? Math.max(1, version - dice.between(2, 12)) : version;
            return new Version(shown, dice.of("", "", "x", "y"), dice.percent(35));
        }

        private static ObjectNode object(String key, Version at) {
            int slash = key.indexOf('/');
            ObjectNode object = Difference.object();
            ObjectNode meta = object.putObject("metadata");
            if (slash >= 0) {
                meta.put("namespace", key.substring(0, slash));
            }
            meta.put("name", key.substring(slash + 1)).put("resourceVersion", Integer.toString(at.version()));
            if (!at.app().isEmpty()) {
                meta.putObject("labels").put("app", at.app());
            }
            if (at.annotated()) {
                meta.putObject("annotations").put(RecordingHandler.SHOWN, "1");
            }
            return object;
        }

        private void act(String op) {
            step(op, Difference.object());
        }

        private JsonNode step(String op, ObjectNode args) {
            ObjectNode step = steps.addObject().put("op", op);
            if (!args.isEmpty()) {
                step.set("args", args);
            }
            port.tryTo(op, args);
            JsonNode state = port.state();
            running = state.path("running").booleanValue();
            return state;
        }
    }
}
