package insideinformer.apiserver.store;

import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The form in which objects are stored: as Go's types would write them again. Nulls, empty lists and empty maps are
 * left out, so that an object that says nothing new is equal to the stored one; empty structures stay.
 */
public final class Canonical {

    /** Fields that hold maps; other objects are structures. */
    private static final Set<String> MAPS = Set.of(
            "annotations", "binaryData", "data", "hard", "labels", "limits", "matchLabels", "nodeSelector", "overhead",
            "parameters", "requests", "stringData", "used");

    private Canonical() {}

    public static void tidy(ObjectNode object) {
        object.properties().removeIf(field -> !tidy(field.getKey(), field.getValue()));
    }

    /** @return whether the value is worth a field */
    private static boolean tidy(String field, JsonNode value) {
        return switch (value) {
            case ArrayNode array -> {
                array.forEach(element -> tidy("", element));
                yield !array.isEmpty();
            }
            case ObjectNode object -> {
                tidy(object);
                yield !object.isEmpty() || !MAPS.contains(field);
            }
            default -> !value.isNull();
        };
    }

    /** Kind and apiVersion first, then metadata, then the rest as it came. */
    static ObjectNode ordered(ObjectNode object) {
        ObjectNode result = object.objectNode();
        for (String field : List.of("kind", "apiVersion", "metadata")) {
            JsonNode value = object.get(field);
            if (value != null) {
                result.set(field, value);
            }
        }
        object.forEachEntry((field, value) -> {
            if (!result.has(field)) {
                result.set(field, value);
            }
        });
        return result;
    }
}
