package insideinformer.apiserver.tables;

import insideinformer.json.Json;
import java.time.Instant;
import tools.jackson.databind.node.ObjectNode;

/**
 * One column of a table. Upstream: {@code metav1.TableColumnDefinition}.
 *
 * @param format {@code name} for the column that names the object
 * @param priority 0 is always shown, 1 only where there is room
 */
record Column(String name, String type, String format, String description, int priority, Cell cell) {

    /** A text or a number. */
    interface Cell {
        Object of(ObjectNode object, Instant now);
    }

    ObjectNode definition() {
        return Json.MAPPER.createObjectNode()
                .put("name", name)
                .put("type", type)
                .put("format", format)
                .put("description", description)
                .put("priority", priority);
    }
}
