package insideinformer.conformance;

import insideinformer.api.LabelSelector;
import java.util.Optional;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The query language of labels: one selector, at first everything. */
final class LabelSelectorUnderTest implements Subject.UnderTest {

    private LabelSelector selector = LabelSelector.everything();

    @Override
    public JsonNode perform(String op, JsonNode args) {
        ObjectNode result = Difference.object();
        switch (op) {
            case "parse" -> {
                selector = LabelSelector.parse(TraceJson.text(args, "text"));
                result.put("text", selector.toString())
                        .put("empty", selector.isEmpty())
                        .put("selectable", selector.isSelectable())
                        .set("requirements", TraceJson.tree(selector.requirements().stream()
                                .map(LabelSelectorUnderTest::requirement).toList()));
            }
            case "matches" -> result.put("answer", selector.matches(TraceJson.textsByName(args, "labels")));
            case "requiresExactMatch" -> {
                Optional<String> value = selector.requiresExactMatch(TraceJson.text(args, "key"));
                result.put("found", value.isPresent());
                value.ifPresent(found -> result.put("value", found));
            }
            default -> throw new IllegalArgumentException("no operation " + op);
        }
        return result;
    }

    /** The original keeps values as a set. */
    private static JsonNode requirement(LabelSelector.Requirement requirement) {
        return Difference.object()
                .put("key", requirement.key())
                .put("operator", requirement.operator().text())
                .set("values", TraceJson.tree(new TreeSet<>(requirement.values())));
    }

    /** What a selector is stands in the result that made it. */
    @Override
    public JsonNode state() {
        return Difference.object();
    }
}
