package insideinformer.conformance.subject;

import insideinformer.conformance.trace.Difference;
import insideinformer.conformance.trace.TraceJson;
import insideinformer.selectors.FieldSelector;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Holds one field selector at a time. At first it selects everything. */
final class FieldSelectorUnderTest implements TraceSubject.UnderTest {

    private FieldSelector selector = FieldSelector.everything();

    @Override
    public JsonNode perform(String op, JsonNode args) {
        ObjectNode result = Difference.object();
        return switch (op) {
            case "parse" -> selected(FieldSelector.parse(TraceJson.text(args, "text")));
            case "parseAndTransform" ->
                selected(FieldSelector.parse(TraceJson.text(args, "text")).transform(renaming(args)));
            case "transform" -> selected(selector.transform(renaming(args)));
            case "termEqual", "termNotEqual" -> selected(term(op, args));
            case "andTermEqual", "andTermNotEqual" -> selected(selector.and(term(op, args)));
            case "everything" -> selected(FieldSelector.everything());
            case "nothing" -> selected(FieldSelector.nothing());
            case "escape" -> result.put("value", FieldSelector.escape(TraceJson.text(args, "value")));
            case "unescape" -> result.put("value", FieldSelector.unescape(TraceJson.text(args, "value")));
            case "matches" -> result.put("answer", selector.matches(TraceJson.textsByName(args, "fields")));
            case "requiresExactMatch" -> {
                Optional<String> value = selector.requiresExactMatch(TraceJson.text(args, "field"));
                result.put("found", value.isPresent());
                value.ifPresent(found -> result.put("value", found));
                yield result;
            }
            default -> throw new IllegalArgumentException("no operation " + op);
        };
    }

    private JsonNode selected(FieldSelector now) {
        selector = now;
        return Difference.object()
                .put("text", selector.toString())
                .put("empty", selector.isEmpty())
                .set("requirements", TraceJson.tree(selector.requirements().stream()
                        .map(FieldSelectorUnderTest::requirement).toList()));
    }

    private static FieldSelector term(String op, JsonNode args) {
        String field = TraceJson.text(args, "field");
        String value = TraceJson.text(args, "value");
        return op.endsWith("NotEqual")
                ? FieldSelector.termNotEqual(field, value)
                : FieldSelector.termEqual(field, value);
    }

    /** The transformation does not know the field. */
    static final class UnknownFieldException extends RuntimeException {}

    private static FieldSelector.TransformFunc renaming(JsonNode args) {
        Map<String, String> names = TraceJson.textsByName(args, "rename");
        return (field, value) -> switch (names.get(field)) {
            case null -> new FieldSelector.FieldValue(field, value);
            case "" -> new FieldSelector.FieldValue("", "");
            case "!" -> throw new UnknownFieldException();
            case String name -> new FieldSelector.FieldValue(name, value + "'");
        };
    }

    private static JsonNode requirement(FieldSelector.Requirement requirement) {
        return Difference.object()
                .put("field", requirement.field())
                .put("operator", requirement.equal() ? "=" : "!=")
                .put("value", requirement.value());
    }

    /** There is none: the result of each operation describes the selector that it made. */
    @Override
    public JsonNode state() {
        return Difference.object();
    }
}
