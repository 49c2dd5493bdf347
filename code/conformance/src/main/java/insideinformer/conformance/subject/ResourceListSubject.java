package insideinformer.conformance.subject;

import insideinformer.conformance.trace.Difference;
import insideinformer.conformance.trace.TraceJson;
import insideinformer.quota.Quantity;
import insideinformer.quota.QuantityFormatException;
import insideinformer.quota.ResourceLists;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Arithmetic on resource lists: nothing is under test but functions. */
final class ResourceListSubject implements TraceSubject {

    @Override
    public String name() {
        return "resource-list";
    }

    @Override
    public Set<String> optionalRows() {
        return Set.of();
    }

    @Override
    public Optional<String> word(Throwable failure) {
        return Optional.empty();
    }

    record Config() {}

    @Override
    public UnderTest make(JsonNode config) {
        TraceJson.read(config, Config.class);
        return new Functions();
    }

    private static final class Functions implements UnderTest {

        @Override
        public JsonNode perform(String op, JsonNode args) throws QuantityFormatException {
            return switch (op) {
                case "equals" -> answer(ResourceLists.equals(list(args, "a"), list(args, "b")));
                case "lessThanOrEqual" -> {
                    ResourceLists.LessThanOrEqual said =
                            ResourceLists.lessThanOrEqual(list(args, "a"), list(args, "b"));
                    yield put("answer", said.ok()).set("names", TraceJson.tree(sorted(said.exceeded())));
                }
                case "max" -> list(ResourceLists.max(list(args, "a"), list(args, "b")));
                case "add" -> list(ResourceLists.add(list(args, "a"), list(args, "b")));
                case "subtract" -> list(ResourceLists.subtract(list(args, "a"), list(args, "b")));
                case "subtractWithNonNegativeResult" ->
                    list(ResourceLists.subtractWithNonNegativeResult(list(args, "a"), list(args, "b")));
                case "mask" -> list(ResourceLists.mask(list(args, "a"), TraceJson.texts(args, "names")));
                case "removeZeros" -> list(ResourceLists.removeZeros(list(args, "a")));
                case "resourceNames" -> put("names", sorted(ResourceLists.resourceNames(list(args, "a"))));
                case "isNegative" -> put("names", sorted(ResourceLists.isNegative(list(args, "a"))));
                case "isZero" -> answer(ResourceLists.isZero(list(args, "a")));
                case "contains" ->
                    answer(ResourceLists.contains(TraceJson.texts(args, "names"), TraceJson.text(args, "name")));
                case "containsPrefix" ->
                    answer(ResourceLists.containsPrefix(
                            TraceJson.texts(args, "prefixes"), TraceJson.text(args, "name")));
                case "intersection" ->
                    put("names", ResourceLists.intersection(
                            TraceJson.texts(args, "names"), TraceJson.texts(args, "others")));
                case "difference" ->
                    put("names", ResourceLists.difference(
                            TraceJson.texts(args, "names"), TraceJson.texts(args, "others")));
                case "toSet" -> put("names", sorted(ResourceLists.toSet(TraceJson.texts(args, "names"))));
                default -> throw new IllegalArgumentException("no operation " + op);
            };
        }

        private static Map<String, Quantity> list(JsonNode args, String field) throws QuantityFormatException {
            if (!args.path(field).isObject()) {
                throw new IllegalArgumentException("no list \"" + field + "\" in " + TraceJson.shorten(args));
            }
            return ResourceLists.parse(TraceJson.textsByName(args, field));
        }

        private static JsonNode list(Map<String, Quantity> list) {
            return put("list", ResourceLists.texts(list));
        }

        private static JsonNode answer(boolean answer) {
            return put("answer", answer);
        }

        private static ObjectNode put(String field, Object value) {
            ObjectNode result = Difference.object();
            result.set(field, TraceJson.tree(value));
            return result;
        }

        /** The original has no order here, so the recordings have these names sorted. */
        private static Collection<String> sorted(Collection<String> names) {
            return List.copyOf(new TreeSet<>(names));
        }

        /** Functions have no state. */
        @Override
        public JsonNode state() {
            return Difference.object();
        }
    }
}
