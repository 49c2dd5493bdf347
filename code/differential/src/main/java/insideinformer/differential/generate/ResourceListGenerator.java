package insideinformer.differential.generate;

import insideinformer.conformance.trace.Difference;
import insideinformer.conformance.trace.TraceJson;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Traces of resource lists: equal numbers with different texts, missing names, zeros and negative amounts. */
final class ResourceListGenerator implements TraceGenerator {

    private static final List<String> NAMES =
            List.of("cpu", "memory", "pods", "requests.cpu", "requests.memory", "hugepages-2Mi");
    private static final List<String> PREFIXES = List.of("requests.", "limits.", "hugepages-", "cpu", "c", "", "pods.");
    private static final List<String> AMOUNTS = List.of(
            "0", "0Ki", "0m", "0.0", "1", "1000m", "1e0", "0.1", "100m", "2", "-1", "-0.1", "-1Gi", "1024", "1Ki", "1k",
            "1500m", "1.5", "1.234", "1Gi", "1024Mi", "1.5Gi", "1536Mi", "1e9", "1G", "5Ei", "12E",
            "9223372036854775807", "+1", "007");
    private static final Map<String, Integer> OPERATIONS = new LinkedHashMap<>();

    static {
        for (String op : List.of(
                "equals", "lessThanOrEqual", "max", "add", "subtract", "subtractWithNonNegativeResult")) {
            OPERATIONS.put(op, 6);
        }
        for (String op : List.of(
                "mask", "removeZeros", "isNegative", "isZero", "containsPrefix", "intersection", "difference")) {
            OPERATIONS.put(op, 3);
        }
        for (String op : List.of("resourceNames", "contains", "toSet")) {
            OPERATIONS.put(op, 2);
        }
    }

    @Override
    public ObjectNode generate(long seed) {
        Dice dice = new Dice("resource-list", seed);
        ArrayNode steps = TraceJson.MAPPER.createArrayNode();
        for (int i = dice.between(6, 12); i > 0; i--) {
            String op = dice.weighted(OPERATIONS);
            arguments(dice, op, steps.addObject().put("op", op).putObject("args"));
        }
        return TraceGenerator.trace("resource-list", seed, Difference.object(), steps);
    }

    private static void arguments(Dice dice, String op, ObjectNode args) {
        switch (op) {
            case "equals", "lessThanOrEqual", "max", "add", "subtract", "subtractWithNonNegativeResult" -> {
                ObjectNode left = list(dice);
                args.set("a", left);
                args.set("b", dice.percent(20) ? left.deepCopy() : list(dice));
            }
            case "mask" -> args.<ObjectNode>set("a", list(dice)).set("names", names(dice));
            case "contains" -> args.put("name", dice.of(NAMES)).set("names", names(dice));
            case "containsPrefix" -> {
                ArrayNode prefixes = args.put("name", dice.of(NAMES)).putArray("prefixes");
                for (int i = dice.between(0, 3); i > 0; i--) {
                    prefixes.add(dice.of(PREFIXES));
                }
            }
            case "intersection", "difference" ->
                args.<ObjectNode>set("names", names(dice)).set("others", names(dice));
            case "toSet" -> args.set("names", names(dice));
            default -> args.set("a", list(dice));
        }
    }

    private static ObjectNode list(Dice dice) {
        ObjectNode list = Difference.object();
        Optional<String> all = dice.percent(15) ? Optional.of(dice.of("0", "0m", "0Ki")) : Optional.empty();
        for (String name : NAMES) {
            if (dice.percent(45)) {
                list.put(name, all.orElseGet(() -> dice.of(AMOUNTS)));
            }
        }
        return list;
    }

    private static ArrayNode names(Dice dice) {
        ArrayNode names = TraceJson.MAPPER.createArrayNode();
        for (int i = dice.between(0, 5); i > 0; i--) {
            names.add(dice.of(NAMES));
        }
        return names;
    }
}
