package insideinformer.differential.generate;

import insideinformer.conformance.trace.Difference;
import insideinformer.conformance.trace.TraceJson;
import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Traces of label selectors from queries, from objects and from sets: legal ones, nearly legal ones, and noise.
 *
 * <p>It avoids the NUL character, and more than eleven requirements.
 */
final class LabelSelectorGenerator implements TraceGenerator {

    private static final List<String> KEYS =
            List.of("a", "a", "b", "app", "x/y", "in", "notin", "exists", "A.b-c_1", "k" + "1".repeat(62));
    private static final List<String> ILLEGAL_KEYS =
            List.of("-a", "a/", "/a", "a/b/c", "X/y", "é", "k" + "1".repeat(63));
    private static final List<String> VALUES = List.of(
            "", "1", "2", "5", "10", "x", "b", "in", "notin", "a-b", "007", "9223372036854775807",
            "9223372036854775808", "v" + "1".repeat(62));
    private static final List<String> ILLEGAL_VALUES = List.of("-1", "+5", "5.", "a/b", "é", "v" + "1".repeat(63));
    private static final List<String> OPERATORS = List.of("In", "In", "NotIn", "Exists", "DoesNotExist", "in", "");
    private static final List<String> ADDED = List.of("in", "notin", "=", "==", "!=", "exists", "!", "gt", "lt", ">");
    private static final String NOISE = "a1=!(),<> \t-_./é";

    @Override
    public ObjectNode generate(long seed) {
        Dice dice = new Dice("label-selector", seed);
        boolean extended = dice.percent(50);
        ArrayNode steps = TraceJson.MAPPER.createArrayNode();
        for (int i = dice.between(8, 20); i > 0; i--) {
            String op = extended && dice.percent(50)
                    ? dice.of("fromLabelSelector", "fromLabelSelector", "formatLabelSelector", "fromSet",
                            "fromValidatedSet", "everything", "nothing", "add", "add", "formatLabels")
                    : dice.of("parse", "parse", "parse", "matches", "matches", "requiresExactMatch");
            ObjectNode args = steps.addObject().put("op", op).putObject("args");
            switch (op) {
                case "parse" -> args.put("text", text(dice));
                case "matches", "fromSet", "fromValidatedSet", "formatLabels" -> labels(dice, args.putObject("labels"));
                case "fromLabelSelector", "formatLabelSelector" -> selector(dice, args);
                case "add" -> {
                    args.put("key", key(dice)).put("operator", dice.of(ADDED));
                    values(dice, args.putArray("values"));
                }
                case "everything", "nothing" -> {}
                default -> args.put("key", key(dice));
            }
        }
        ObjectNode config = Difference.object();
        return TraceGenerator.trace(
                "label-selector", seed, extended ? config.put("extended", true) : config, steps);
    }

    private static void labels(Dice dice, ObjectNode labels) {
        for (int n = dice.between(0, 4); n > 0; n--) {
            labels.put(key(dice), value(dice));
        }
    }

    private static void values(Dice dice, ArrayNode values) {
        for (int n = dice.of(0, 1, 1, 1, 2, 3); n > 0; n--) {
            values.add(value(dice));
        }
    }

    private static void selector(Dice dice, ObjectNode args) {
        if (dice.percent(8)) {
            args.putNull("selector");
            return;
        }
        ObjectNode selector = args.putObject("selector");
        if (dice.percent(50)) {
            labels(dice, selector.putObject("matchLabels"));
        }
        ArrayNode expressions = TraceJson.MAPPER.createArrayNode();
        for (int n = dice.of(0, 1, 1, 2); n > 0; n--) {
            String operator = dice.of(OPERATORS);
            ObjectNode expression = expressions.addObject().put("key", key(dice)).put("operator", operator);
            if (operator.endsWith("In") || dice.percent(10)) {
                values(dice, expression.putArray("values"));
            }
        }
        if (!expressions.isEmpty()) {
            selector.set("matchExpressions", expressions);
        }
    }

    private static String text(Dice dice) {
        StringBuilder text = new StringBuilder();
        for (int i = dice.of(0, 1, 1, 2, 2, 3, 5); i > 0; i--) {
            text.append(requirement(dice));
            if (i > 1) {
                text.append(dice.of(",", ",", ",", ", "));
            }
        }
        if (dice.percent(30)) {
            disturb(dice, text, NOISE);
        }
        return text.toString();
    }

    /** Removes a character, inserts one, or cuts off the rest. */
    static void disturb(Dice dice, StringBuilder text, String noise) {
        for (int i = dice.of(1, 1, 2); i > 0; i--) {
            int at = dice.below(text.length() + 1);
            switch (dice.below(3)) {
                case 0 -> text.insert(at, noise.charAt(dice.below(noise.length())));
                case 1 -> text.setLength(at);
                default -> {
                    if (at < text.length()) {
                        text.deleteCharAt(at);
                    }
                }
            }
        }
    }

    private static String requirement(Dice dice) {
        String key = key(dice);
        String blank = dice.of("", "", " ", "  ", "\t");
        return switch (dice.below(9)) {
            case 0 -> key;
            case 1 -> "!" + blank + key;
            case 2 -> key + blank + "=" + blank + value(dice);
            case 3 -> key + blank + "==" + value(dice);
            case 4 -> key + "!=" + blank + value(dice);
            case 5 -> key + " in" + blank + values(dice);
            case 6 -> key + " notin " + values(dice);
            case 7 -> key + ">" + blank + value(dice);
            default -> key + blank + "<" + value(dice);
        };
    }

    private static String values(Dice dice) {
        StringBuilder values = new StringBuilder("(");
        for (int i = dice.of(0, 1, 2, 2, 3); i > 0; i--) {
            values.append(value(dice)).append(i > 1 ? dice.of(",", ",", " , ") : "");
        }
        return values.append(")").toString();
    }

    private static String key(Dice dice) {
        return dice.of(dice.percent(6) ? ILLEGAL_KEYS : KEYS);
    }

    private static String value(Dice dice) {
        return dice.of(dice.percent(8) ? ILLEGAL_VALUES : VALUES);
    }
}
