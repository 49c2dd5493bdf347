package insideinformer.apiserver;

import java.util.Comparator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Reads and writes the metadata of objects that are kept as trees. Absent texts read as empty, absent numbers as 0. */
final class Meta {

    /** Numbers are equal by value, whichever node class holds them. */
    private static final Comparator<JsonNode> BY_VALUE = (a, b) -> {
        if (a.isNumber() && b.isNumber()) {
            return a.decimalValue().compareTo(b.decimalValue());
        }
        return a.equals(b) ? 0 : 1;
    };

    private Meta() {}

    static String name(ObjectNode object) {
        return text(object, "name");
    }

    static String namespace(ObjectNode object) {
        return text(object, "namespace");
    }

    static String uid(ObjectNode object) {
        return text(object, "uid");
    }

    static String resourceVersion(ObjectNode object) {
        return text(object, "resourceVersion");
    }

    /** {@code namespace/name}, or the name alone outside namespaces. */
    static String key(String namespace, String name) {
        return namespace.isEmpty() ? name : namespace + "/" + name;
    }

    static String text(ObjectNode object, String field) {
        JsonNode value = object.path("metadata").path(field);
        return value.isString() ? value.stringValue() : "";
    }

    /** The metadata of an object that may still be changed; made if it was missing. */
    static ObjectNode of(ObjectNode object) {
        return object.get("metadata") instanceof ObjectNode metadata ? metadata : object.putObject("metadata");
    }

    /** A copy that says another resourceVersion. */
    static ObjectNode withResourceVersion(ObjectNode object, long revision) {
        ObjectNode copy = object.deepCopy();
        of(copy).put("resourceVersion", Long.toString(revision));
        return copy;
    }

    static boolean equal(ObjectNode a, ObjectNode b) {
        return a.equals(BY_VALUE, b);
    }
}
