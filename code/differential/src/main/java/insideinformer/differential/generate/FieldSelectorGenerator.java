package insideinformer.differential.generate;

import insideinformer.conformance.trace.Difference;
import insideinformer.conformance.trace.TraceJson;
import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Traces of field selectors: terms with escapes everywhere, noise, joined selectors, and renamed fields.
 */
final class FieldSelectorGenerator implements TraceGenerator {

    private static final List<String> FIELDS =
            List.of("a", "a", "b", "metadata.name", "spec.nodeName", "", " ", "a\\", "!", "é", "x/y[0]");
    private static final List<String> VALUES =
            List.of("", "1", "2", "x", " x ", "x,y", "a=b", "a\\b", "\\", ",", "=", "!", "!=", "é", "x\\,y");
    private static final String NOISE = "ab1=!\\, é";

    @Override
    public ObjectNode generate(long seed) {
        Dice dice = new Dice("field-selector", seed);
        boolean extended = dice.percent(50);
        ArrayNode steps = TraceJson.MAPPER.createArrayNode();
        for (int i = dice.between(8, 20); i > 0; i--) {
            String op = extended && dice.percent(50)
                    ? dice.of("parseAndTransform", "transform", "transform", "termEqual", "termNotEqual",
                            "andTermEqual", "andTermNotEqual", "everything", "nothing", "escape", "unescape")
                    : dice.of("parse", "parse", "parse", "matches", "matches", "requiresExactMatch");
            ObjectNode args = steps.addObject().put("op", op).putObject("args");
            switch (op) {
                case "parse" -> args.put("text", text(dice));
                case "matches" -> {
                    ObjectNode fields = args.putObject("fields");
                    for (int n = dice.between(0, 4); n > 0; n--) {
                        fields.put(dice.of(FIELDS), dice.of(VALUES));
                    }
                }
                case "parseAndTransform" -> {
                    args.put("text", text(dice));
                    rename(dice, args.putObject("rename"));
                }
                case "transform" -> rename(dice, args.putObject("rename"));
                case "termEqual", "termNotEqual", "andTermEqual", "andTermNotEqual" ->
                    args.put("field", dice.of(FIELDS)).put("value", dice.of(VALUES));
                case "escape", "unescape" -> args.put("value", dice.of(VALUES));
                case "everything", "nothing" -> {}
                default -> args.put("field", dice.of(FIELDS));
            }
        }
        ObjectNode config = Difference.object();
        return TraceGenerator.trace(
                "field-selector", seed, extended ? config.put("extended", true) : config, steps);
    }

    /** To another name, to nothing at all, or refused. */
    private static void rename(Dice dice, ObjectNode names) {
        for (int n = dice.between(0, 3); n > 0; n--) {
            names.put(dice.of(FIELDS), dice.of("c", "c", "metadata.name", "", "!"));
        }
    }

    private static String text(Dice dice) {
        StringBuilder text = new StringBuilder();
        for (int i = dice.of(0, 1, 1, 2, 2, 3, 4); i > 0; i--) {
            String value = dice.of(VALUES);
            String escaped = value.replace("\\", "\\\\").replace(",", "\\,").replace("=", "\\=");
            text.append(dice.of(FIELDS));
            text.append(dice.of("=", "=", "==", "!="));
            text.append(dice.percent(90) ? escaped : value);
            if (i > 1 || dice.percent(5)) {
                text.append(",");
            }
        }
        if (dice.percent(30)) {
            LabelSelectorGenerator.disturb(dice, text, NOISE);
        }
        return text.toString();
    }
}
