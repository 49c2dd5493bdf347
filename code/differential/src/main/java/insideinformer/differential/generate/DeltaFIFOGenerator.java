package insideinformer.differential.generate;

import insideinformer.conformance.subject.ConfigMaps;
import insideinformer.conformance.subject.KnownObjects;
import insideinformer.conformance.subject.Transformation;
import insideinformer.conformance.trace.Difference;
import insideinformer.conformance.trace.TraceJson;
import insideinformer.deltafifo.DeltaType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Traces of DeltaFIFO, with four keys, short lists, wrong known objects, and process functions that fail. */
final class DeltaFIFOGenerator implements TraceGenerator {

    private static final List<String> KEYS = List.of("a", "a", "a", "b", "b", "c", "n1/d");
    private static final List<String> TYPES = List.of("Added", "Updated", "Deleted", "Replaced", "Sync");

    @Override
    public ObjectNode generate(long seed) {
        return new Run(seed).trace(seed);
    }

    /** The making of one trace. */
    private static final class Run {

        private final Dice dice;
        private final ObjectNode config = Difference.object();
        private final ArrayNode steps = TraceJson.MAPPER.createArrayNode();
        private final @Nullable KnownObjects known;
        private final QueueModel model;
        private final boolean bad;
        private final boolean boom;
        private int version;

        Run(long seed) {
            dice = new Dice("delta-fifo", seed);
            if (dice.percent(10)) {
                config.put("name", "orders");
            }
            bad = dice.percent(50);
            if (bad) {
                config.put("badName", "bad");
            }
            config.put("emitDeltaTypeReplaced", dice.percent(80));
            known = dice.percent(65) ? new KnownObjects() : null;
            boolean applies = dice.percent(50);
            if (known != null) {
                ObjectNode json = config.putObject("known");
                ArrayNode entries = json.putArray("entries");
                for (int i = dice.between(0, 4); i > 0; i--) {
                    ObjectNode entry = entry();
                    if (!known.listKeys().contains(TraceJson.text(entry, "key"))) {
                        known.put(entry);
                        entries.add(entry);
                    }
                }
                json.put("consumer", applies ? "apply" : "none");
            }
            Transformation transformer = null;
            if (dice.percent(35)) {
                JsonNode json = transformer();
                config.set("transformer", json);
                transformer = TraceJson.read(json, Transformation.class);
            }
            boom = transformer != null && transformer.failName() != null;
            model = new QueueModel(bad ? "bad" : null, transformer, known, applies);
        }

        ObjectNode trace(long seed) {
            if (dice.percent(10)) {
                failingWrite();
            }
            Map<String, Integer> base = new LinkedHashMap<>();
            base.put("add", 8);
            base.put("update", 6);
            base.put("delete", 9);
            base.put("replace", 7);
            base.put("resync", 5);
            base.put("pop", 14);
            base.put("keyOf", 1);
            base.put("oldestNewest", 1);
            base.put("name", 1);
            base.put("close", 1);
            base.put("knownPut", known == null ? 0 : 3);
            base.put("knownDelete", known == null ? 0 : 2);
            Map<String, Integer> weights = dice.temper(base, List.of("add", "replace"));
            int operations = dice.between(8, 21);
            operation(dice.of("replace", "replace", "resync", "delete", dice.weighted(weights)));
            for (int i = 1; i < operations; i++) {
                operation(dice.weighted(weights));
            }
            step("close");
            while (model.size() > 0) {
                pop();
            }
            step("pop");
            return TraceGenerator.trace("delta-fifo", seed, config, steps);
        }

        private void operation(String op) {
            switch (op) {
                case "add" -> write("add", DeltaType.ADDED);
                case "update" -> write("update", DeltaType.UPDATED);
                case "delete" -> {
                    JsonNode object = dice.percent(50) ? tombstone() : live();
                    args("delete").set("object", object);
                    model.delete(ConfigMaps.deltaObject(object));
                }
                case "replace" -> {
                    ObjectNode args = args("replace");
                    ArrayNode objects = args.putArray("objects");
                    for (int i = dice.between(0, 4); i > 0; i--) {
                        objects.add(live());
                    }
                    args.put("resourceVersion", Integer.toString(version));
                    model.replace(ConfigMaps.list(objects));
                }
                case "resync" -> {
                    step("resync");
                    model.resync();
                }
                case "pop" -> {
                    if (model.size() > 0) {
                        pop();
                    } else {
                        write("add", DeltaType.ADDED);
                    }
                }
                case "keyOf" -> {
                    if (dice.percent(50)) {
                        args("keyOf").set("object", dice.percent(50) ? tombstone() : live());
                    } else {
                        args("keyOf").set("deltas", deltas());
                    }
                }
                case "oldestNewest" -> args("oldestNewest").set("deltas", deltas());
                case "knownPut" -> {
                    ObjectNode entry = entry();
                    args("knownPut").setAll(entry);
                    requireKnown().put(entry);
                }
                case "knownDelete" -> {
                    List<String> keys = new ArrayList<>(requireKnown().listKeys());
                    keys.add(dice.of(KEYS));
                    String key = dice.of(keys);
                    args("knownDelete").put("key", key);
                    requireKnown().remove(key);
                }
                default -> step(op); // name, close
            }
        }

        private KnownObjects requireKnown() {
            return Objects.requireNonNull(known);
        }

        private void failingWrite() {
            JsonNode object = object(bad ? "bad" : boom ? "boom" : "a");
            switch (dice.below(3)) {
                case 0 -> {
                    args("add").set("object", object);
                    model.write(DeltaType.ADDED, ConfigMaps.live(object));
                }
                case 1 -> {
                    args("delete").set("object", object);
                    model.delete(ConfigMaps.deltaObject(object));
                }
                default -> {
                    ObjectNode args = args("replace");
                    args.putArray("objects").add(live()).add(object);
                    args.put("resourceVersion", Integer.toString(version));
                    model.replace(ConfigMaps.list(args.path("objects")));
                }
            }
        }

        private void write(String op, DeltaType type) {
            JsonNode object = live();
            args(op).set("object", object);
            model.write(type, ConfigMaps.live(object));
        }

        private void pop() {
            int end = dice.below(19);
            if (end < 16) {
                step("pop");
            } else {
                args("pop").put("process", end < 18 ? "error" : "panic");
            }
            model.pop(end < 16);
        }

        private JsonNode live() {
            if (bad && dice.percent(6)) {
                return object("bad");
            }
            return object(boom && dice.percent(10) ? "boom" : dice.of(KEYS));
        }

        /** An object under a key, with a version that mostly rises. */
        private ObjectNode object(String key) {
            version++;
            int shown = dice.percent(8) ? Math.max(1, version - dice.between(1, 3)) : version;
            int slash = key.indexOf('/');
            ObjectNode object = Difference.object().put("kind", "ConfigMap").put("apiVersion", "v1");
            ObjectNode meta = object.putObject("metadata").put("name", key.substring(slash + 1));
            if (slash >= 0) {
                meta.put("namespace", key.substring(0, slash));
            }
            meta.put("resourceVersion", Integer.toString(shown));
            if (dice.percent(20)) {
                meta.putObject("labels").put("app", dice.of("x", "y"));
            }
            if (dice.percent(10)) {
                meta.putObject("annotations").put("note", "n");
            }
            return object;
        }

        private ObjectNode tombstone() {
            List<String> keys = new ArrayList<>(known == null ? List.of() : known.listKeys());
            String key = !keys.isEmpty() && dice.percent(40) ? dice.of(keys) : dice.of(KEYS);
            ObjectNode json = Difference.object();
            ObjectNode tombstone = json.putObject("tombstone").put("key", key);
            if (!dice.percent(20)) {
                tombstone.set("object", object(key));
            }
            return json;
        }

        private ArrayNode deltas() {
            ArrayNode deltas = TraceJson.MAPPER.createArrayNode();
            for (int i = dice.between(0, 3); i > 0; i--) {
                String type = dice.of(TYPES);
                JsonNode object = type.equals("Deleted") && dice.percent(50) ? tombstone() : live();
                deltas.addObject().put("type", type).set("object", object);
            }
            return deltas;
        }

        private ObjectNode entry() {
            String key = dice.of(KEYS);
            ObjectNode entry = Difference.object().put("key", key);
            if (dice.percent(22)) {
                return entry.put("lookup", dice.of("missing", "failing"));
            }
            return entry.set("object", object(dice.percent(7) ? dice.of(KEYS) : bad && dice.percent(3) ? "bad" : key));
        }

        private JsonNode transformer() {
            ObjectNode json = Difference.object();
            if (dice.percent(50)) {
                json.put("failName", "boom");
            }
            if (dice.percent(40)) {
                json.putArray("drop").add(dice.of("metadata.labels", "metadata.annotations"));
            }
            if (dice.percent(70)) {
                json.put("bump", true);
            }
            if (dice.percent(30)) {
                json.putObject("rename").put(dice.of("a", "b"), dice.of("z", "c"));
            }
            return json;
        }

        private void step(String op) {
            steps.addObject().put("op", op);
        }

        private ObjectNode args(String op) {
            return steps.addObject().put("op", op).putObject("args");
        }
    }
}
