package insideinformer.conformance.subject;

import insideinformer.conformance.trace.Difference;
import insideinformer.conformance.trace.TraceJson;
import insideinformer.selectors.LabelSelector;
import insideinformer.selectors.LabelSelector.Operator;
import insideinformer.selectors.ObjectLabelSelector;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Holds one label selector at a time. At first it selects everything. */
final class LabelSelectorUnderTest implements TraceSubject.UnderTest {

    private LabelSelector selector = LabelSelector.everything();

    @Override
    public JsonNode perform(String op, JsonNode args) {
        ObjectNode result = Difference.object();
        return switch (op) {
            case "parse" -> selected(LabelSelector.parse(TraceJson.text(args, "text")));
            case "fromLabelSelector" -> selected(ObjectLabelSelector.asSelector(object(args)));
            case "fromSet" -> selected(LabelSelector.fromSet(TraceJson.textsByName(args, "labels")));
            case "fromValidatedSet" -> selected(LabelSelector.fromValidatedSet(TraceJson.textsByName(args, "labels")));
            case "everything" -> selected(LabelSelector.everything());
            case "nothing" -> selected(LabelSelector.nothing());
            case "add" -> selected(selector.add(LabelSelector.Requirement.of(
                    TraceJson.text(args, "key"), Operator.of(TraceJson.text(args, "operator")),
                    args.path("values").valueStream().map(JsonNode::stringValue).toList())));
            case "matches" -> result.put("answer", selector.matches(TraceJson.textsByName(args, "labels")));
            case "requiresExactMatch" -> {
                Optional<String> value = selector.requiresExactMatch(TraceJson.text(args, "key"));
                result.put("found", value.isPresent());
                value.ifPresent(found -> result.put("value", found));
                yield result;
            }
            case "formatLabelSelector" -> result.put("text", ObjectLabelSelector.format(object(args)));
            case "formatLabels" ->
                result.put("text", LabelSelector.formatLabels(TraceJson.textsByName(args, "labels")));
            default -> throw new IllegalArgumentException("no operation " + op);
        };
    }

    private JsonNode selected(LabelSelector now) {
        selector = now;
        return Difference.object()
                .put("text", selector.toString())
                .put("empty", selector.isEmpty())
                .put("selectable", selector.isSelectable())
                .set("requirements", TraceJson.tree(selector.requirements().stream()
                        .map(LabelSelectorUnderTest::requirement).toList()));
    }

    private static @Nullable ObjectLabelSelector object(JsonNode args) {
        JsonNode json = args.path("selector");
        return json.isNull() ? null : TraceJson.read(json, ObjectLabelSelector.class);
    }

    /** The original keeps values as a set, so they are sorted here. */
    private static JsonNode requirement(LabelSelector.Requirement requirement) {
        return Difference.object()
                .put("key", requirement.key())
                .put("operator", requirement.operator().text())
                .set("values", TraceJson.tree(new TreeSet<>(requirement.values())));
    }

    /** There is none: the result of each operation describes the selector that it made. */
    @Override
    public JsonNode state() {
        return Difference.object();
    }
}
