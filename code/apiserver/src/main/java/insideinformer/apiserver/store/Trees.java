package insideinformer.apiserver.store;

import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Small steps in trees that may still be changed. */
public final class Trees {

    private Trees() {}

    /** The object in a field; made if there is none. */
    public static ObjectNode object(ObjectNode parent, String field) {
        return parent.get(field) instanceof ObjectNode present ? present : parent.putObject(field);
    }

    /** The elements of a list; none of what is no list. */
    public static List<JsonNode> elements(JsonNode list) {
        return list.isArray() ? list.valueStream().toList() : List.of();
    }

    /** Makes a field what it is elsewhere, absent if it is absent there. What comes from a stored object is copied. */
    public static void copyField(String field, JsonNode from, ObjectNode to) {
        JsonNode value = from.get(field);
        if (value == null) {
            to.remove(field);
        } else {
            to.set(field, value.deepCopy());
        }
    }
}
