package insideinformer.conformance.trace;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The first place where an answer is not the recorded one.
 *
 * @param path for example {@code result.deltas[1].type}
 * @param expected what was recorded; a missing node for nothing
 * @param actual what the port gave; a missing node for nothing
 */
public record Difference(String path, JsonNode expected, JsonNode actual) {

    /** A value as reports print it. */
    public static String text(JsonNode value) {
        return value.isMissingNode() ? "nothing" : value.toString();
    }

    /**
     * Compares a result or state. A field that the recording leaves out is not compared. A field that the recording has
     * must be equal in everything below it. A null counts as a missing field, but not as a missing element of an array.
     *
     * @param isBag says which fields hold an array without order
     */
    public static Optional<Difference> ofFields(
            String path, JsonNode expected, JsonNode actual, Predicate<String> isBag) {
        if (!expected.isObject() || !actual.isObject()) {
            return of(path, expected, actual);
        }
        for (String field : expected.propertyNames()) {
            JsonNode e = expected.path(field);
            JsonNode a = actual.path(field);
            boolean bag = isBag.test(field);
            Optional<Difference> difference = of(path + "." + field, bag ? sorted(e) : e, bag ? sorted(a) : a);
            if (difference.isPresent()) {
                return difference;
            }
        }
        return Optional.empty();
    }

    /** Compares two values all the way down. */
    public static Optional<Difference> of(String path, JsonNode expected, JsonNode actual) {
        if (isNothing(expected) && isNothing(actual)) {
            return Optional.empty();
        }
        if (expected.isObject() && actual.isObject()) {
            Set<String> fields = new HashSet<>(expected.propertyNames());
            fields.addAll(actual.propertyNames());
            return fields.stream()
                    .sorted()
                    .flatMap(field -> of(path + "." + field, expected.path(field), actual.path(field)).stream())
                    .findFirst();
        }
        if (expected.isArray() && actual.isArray()) {
            for (int i = 0; i < Math.max(expected.size(), actual.size()); i++) {
                JsonNode e = expected.path(i);
                JsonNode a = actual.path(i);
                String element = path + "[" + i + "]";
                Optional<Difference> difference = e.isMissingNode() || a.isMissingNode()
                        ? Optional.of(new Difference(element, e, a))
                        : of(element, e, a);
                if (difference.isPresent()) {
                    return difference;
                }
            }
            return Optional.empty();
        }
        boolean equal = expected.isNumber() && actual.isNumber()
                ? expected.decimalValue().compareTo(actual.decimalValue()) == 0
                : expected.equals(actual);
        return equal ? Optional.empty() : Optional.of(new Difference(path, expected, actual));
    }

    private static boolean isNothing(JsonNode value) {
        return value.isMissingNode() || value.isNull();
    }

    private static JsonNode sorted(JsonNode array) {
        if (!array.isArray()) {
            return array;
        }
        List<JsonNode> elements = new ArrayList<>(array.values());
        elements.sort(Comparator.comparing(Difference::canonical));
        return TraceJson.MAPPER.createArrayNode().addAll(elements);
    }

    /** Two values have the same text exactly if they are equal in the sense of {@link #of}. */
    private static String canonical(JsonNode value) {
        if (value.isArray()) {
            return value.values().stream().map(Difference::canonical).toList().toString();
        }
        if (!value.isObject()) {
            return value.isNumber() ? value.decimalValue().stripTrailingZeros().toPlainString() : value.toString();
        }
        StringBuilder text = new StringBuilder("{");
        value.propertyNames().stream().sorted().filter(field -> !isNothing(value.path(field))).forEach(field ->
                text.append(field).append(':').append(canonical(value.path(field))).append(','));
        return text.append('}').toString();
    }

    public static JsonNode nothing() {
        return MissingNode.getInstance();
    }

    public static ObjectNode object() {
        return TraceJson.MAPPER.createObjectNode();
    }
}
