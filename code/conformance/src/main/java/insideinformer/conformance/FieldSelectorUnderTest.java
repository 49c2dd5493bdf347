package insideinformer.conformance;

import insideinformer.api.FieldSelector;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The query language of fields: one selector, at first everything. */
final class FieldSelectorUnderTest implements Subject.UnderTest {

    private FieldSelector selector = FieldSelector.everything();

    @Override
    public JsonNode perform(String op, JsonNode args) {
        ObjectNode result = Difference.object();
        switch (op) {
            case "parse" -> {
                selector = FieldSelector.parse(TraceJson.text(args, "text"));
                result.put("text", selector.toString())
                        .put("empty", selector.isEmpty())
                        .set("requirements", TraceJson.tree(selector.requirements().stream()
                                .map(FieldSelectorUnderTest::requirement).toList()));
            }
            case "matches" -> result.put("answer", selector.matches(TraceJson.textsByName(args, "fields")));
            case "requiresExactMatch" -> {
                Optional<String> value = selector.requiresExactMatch(TraceJson.text(args, "field"));
                result.put("found", value.isPresent());
                value.ifPresent(found -> result.put("value", found));
            }
            default -> throw new IllegalArgumentException("no operation " + op);
        }
        return result;
    }

    private static JsonNode requirement(FieldSelector.Requirement requirement) {
        return Difference.object()
                .put("field", requirement.field())
                .put("operator", requirement.equal() ? "=" : "!=")
                .put("value", requirement.value());
    }

    /** What a selector is stands in the result that made it. */
    @Override
    public JsonNode state() {
        return Difference.object();
    }
}
