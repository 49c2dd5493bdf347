package insideinformer.differential.generate;

import insideinformer.conformance.trace.Difference;
import insideinformer.conformance.trace.TraceJson;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Traces of key functions. Names contain slashes and dots, or are empty. */
final class KeysGenerator implements TraceGenerator {

    private static final List<String> WORDS = List.of("", "a", "b", "a-b", "a.b", "default", "a/b", "/", "é");
    private static final List<String> OPERATIONS = List.of(
            "metaNamespaceKey", "deletionHandlingKey", "objectToName", "deletionHandlingObjectToName",
            "splitMetaNamespaceKey", "splitMetaNamespaceKey", "parseObjectName", "parseObjectName", "objectName");

    @Override
    public ObjectNode generate(long seed) {
        Dice dice = new Dice("keys", seed);
        ObjectNode config = Difference.object();
        List<String> operations = new ArrayList<>(OPERATIONS);
        if (dice.percent(25)) {
            config.putArray("optional").add("KY-11").add("KY-13");
            operations.addAll(List.of("indexFuncToKey", "deletedObject"));
        }
        boolean untyped = dice.percent(10);
        if (untyped) {
            config.put("untyped", true);
        }
        ArrayNode steps = TraceJson.MAPPER.createArrayNode();
        for (int i = dice.between(8, 16); i > 0; i--) {
            String op = dice.of(operations);
            arguments(dice, op, untyped, steps.addObject().put("op", op).putObject("args"));
        }
        return TraceGenerator.trace("keys", seed, config, steps);
    }

    private static void arguments(Dice dice, String op, boolean untyped, ObjectNode args) {
        switch (op) {
            case "splitMetaNamespaceKey", "parseObjectName" -> args.put("key", key(dice));
            case "objectName" -> args.put("namespace", dice.of(WORDS)).put("name", dice.of(WORDS));
            case "indexFuncToKey" -> {
                ArrayNode values = args.putArray("values");
                for (int i = dice.of(0, 1, 1, 2, 3); i > 0; i--) {
                    values.add(dice.of(WORDS));
                }
                if (dice.percent(15)) {
                    args.put("fail", true);
                }
            }
            case "deletedObject" -> {
                if (dice.percent(15)) {
                    args.putNull("object");
                } else {
                    args.set("object", dice.percent(50) ? tombstone(dice) : live(dice));
                }
            }
            default -> {
                if (untyped && dice.percent(50)) {
                    switch (dice.below(4)) {
                        case 0 -> args.putObject("object").put("explicitKey", key(dice));
                        case 1 -> args.putObject("object").put("text", dice.of(WORDS));
                        case 2 -> args.putNull("object");
                        default -> args.set("object", tombstone(dice));
                    }
                } else {
                    boolean takesTombstones = op.startsWith("deletionHandling");
                    args.set("object", takesTombstones && dice.percent(50) ? tombstone(dice) : live(dice));
                }
            }
        }
    }

    private static String key(Dice dice) {
        StringBuilder key = new StringBuilder();
        for (int i = dice.between(0, 5); i > 0; i--) {
            key.append(dice.percent(40) ? "/" : dice.of("a", "b", "c"));
        }
        return key.toString();
    }

    private static JsonNode tombstone(Dice dice) {
        ObjectNode json = Difference.object();
        ObjectNode tombstone = json.putObject("tombstone").put("key", key(dice));
        if (dice.percent(60)) {
            tombstone.set("object", live(dice));
        }
        return json;
    }

    private static JsonNode live(Dice dice) {
        ObjectNode object = Difference.object().put("kind", "ConfigMap").put("apiVersion", "v1");
        ObjectNode meta = object.putObject("metadata");
        for (String field : List.of("name", "namespace")) {
            String word = dice.of(WORDS);
            if (!word.isEmpty()) {
                meta.put(field, word);
            }
        }
        meta.put("resourceVersion", "1");
        return object;
    }
}
