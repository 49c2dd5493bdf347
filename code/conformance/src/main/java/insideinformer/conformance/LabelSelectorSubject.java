package insideinformer.conformance;

import insideinformer.api.InvalidSelectorException;
import insideinformer.api.LabelSelector;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The query language of labels: one selector, at first everything. */
final class LabelSelectorSubject implements Subject {

    @Override
    public String name() {
        return "label-selector";
    }

    @Override
    public Set<String> optionalRows() {
        return Set.of();
    }

    /** The port has the query language and no more. */
    @Override
    public List<String> neededRows(JsonNode config) {
        return config.path("extended").asBoolean(false) ? List.of("AP-75 beyond the query language") : List.of();
    }

    @Override
    public Optional<String> word(Throwable failure) {
        return failure instanceof InvalidSelectorException ? Optional.of("invalid") : Optional.empty();
    }

    record Config(boolean extended) {}

    @Override
    public UnderTest make(JsonNode config) {
        TraceJson.read(config, Config.class);
        return new SelectorUnderTest();
    }

    private static final class SelectorUnderTest implements UnderTest {

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
                                    .map(SelectorUnderTest::requirement).toList()));
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
}
