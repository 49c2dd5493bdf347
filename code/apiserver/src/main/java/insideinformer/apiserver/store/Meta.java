package insideinformer.apiserver.store;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Reads and writes the metadata of objects that are kept as trees. Absent texts read as empty, absent numbers as 0. */
public final class Meta {

    /** Numbers are equal by value, whichever node class holds them. */
    private static final Comparator<JsonNode> BY_VALUE = (a, b) -> {
        if (a.isNumber() && b.isNumber()) {
            return a.decimalValue().compareTo(b.decimalValue());
        }
        return a.equals(b) ? 0 : 1;
    };

    private Meta() {}

    public static String name(ObjectNode object) {
        return text(object, "name");
    }

    public static String namespace(ObjectNode object) {
        return text(object, "namespace");
    }

    public static String uid(ObjectNode object) {
        return text(object, "uid");
    }

    public static String resourceVersion(ObjectNode object) {
        return text(object, "resourceVersion");
    }

    /** {@code namespace/name}, or the name alone outside namespaces. */
    public static String key(String namespace, String name) {
        return namespace.isEmpty() ? name : namespace + "/" + name;
    }

    public static String text(ObjectNode object, String field) {
        JsonNode value = object.path("metadata").path(field);
        return value.isString() ? value.stringValue() : "";
    }

    /** The metadata of an object that may still be changed; made if it was missing. */
    public static ObjectNode of(ObjectNode object) {
        return object.get("metadata") instanceof ObjectNode metadata ? metadata : object.putObject("metadata");
    }

    public static List<String> finalizers(ObjectNode object) {
        return object.path("metadata").path("finalizers").valueStream().map(text -> text.asString("")).toList();
    }

    /** No finalizers means no field. */
    public static void setFinalizers(ObjectNode object, List<String> finalizers) {
        if (finalizers.isEmpty()) {
            of(object).remove("finalizers");
        } else {
            ArrayNode array = of(object).putArray("finalizers");
            finalizers.forEach(array::add);
        }
    }

    public static boolean isTerminating(ObjectNode object) {
        return !text(object, "deletionTimestamp").isEmpty();
    }

    /** Seconds that the object may take to end; 0 if that is not said. */
    public static long gracePeriodSeconds(ObjectNode object) {
        return object.path("metadata").path("deletionGracePeriodSeconds").asLong(0);
    }

    public static long generation(ObjectNode object) {
        return object.path("metadata").path("generation").asLong(0);
    }

    public static Map<String, String> labels(ObjectNode object) {
        Map<String, String> labels = new HashMap<>();
        object.path("metadata").path("labels").forEachEntry((key, value) -> labels.put(key, value.asString("")));
        return labels;
    }

    /** A copy that says another resourceVersion. */
    public static ObjectNode withResourceVersion(ObjectNode object, long revision) {
        ObjectNode copy = object.deepCopy();
        of(copy).put("resourceVersion", Long.toString(revision));
        return copy;
    }

    public static boolean equal(JsonNode a, JsonNode b) {
        return a.equals(BY_VALUE, b);
    }

    /** As timestamps stand in metadata: UTC, whole seconds. */
    public static String timestamp(Instant instant) {
        return instant.truncatedTo(ChronoUnit.SECONDS).toString();
    }
}
