package insideinformer.apiserver.tables;

import insideinformer.api.ApiException;
import insideinformer.apiserver.errors.Errors;
import insideinformer.apiserver.errors.FieldErrors;
import insideinformer.apiserver.kinds.ResourceType;
import insideinformer.apiserver.store.Meta;
import insideinformer.json.Json;
import insideinformer.wait.Clock;
import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Objects as rows, as {@code kubectl get} prints them.
 *
 * <p>Upstream: {@code apiserver/pkg/endpoints/handlers/response.go, asTable}, and {@code registry/rest/table.go}.
 */
final class TablePresentation implements Presentation {

    private final List<Column> columns;
    private final String include;
    private final Clock clock;
    private boolean columnsSent; // in a watch only the first table says what its columns are

    /** @param include {@code Metadata}, also if empty, {@code Object} or {@code None} */
    TablePresentation(ResourceType type, String include, Clock clock) throws ApiException {
        if (!List.of("", "Metadata", "Object", "None").contains(include)) {
            throw Errors.badRequest("Unable to convert to Table as requested: includeObject: Invalid value: "
                    + FieldErrors.quote(include) + ": must be 'Metadata', 'Object', 'None', or empty");
        }
        this.columns = Columns.of(type);
        this.include = include;
        this.clock = clock;
    }

    @Override
    public ObjectNode object(ObjectNode object) {
        return table(object, true, List.of(object));
    }

    @Override
    public ObjectNode list(ListPage page) {
        ObjectNode table = Presentation.listOf("Table", "meta.k8s.io/v1", page);
        fill(table, true, page.items());
        return table;
    }

    @Override
    public ObjectNode event(ObjectNode object) {
        ObjectNode table = table(object, !columnsSent, List.of(object));
        columnsSent = true;
        return table;
    }

    private ObjectNode table(ObjectNode object, boolean withColumns, List<ObjectNode> rows) {
        ObjectNode table = Json.MAPPER.createObjectNode().put("kind", "Table").put("apiVersion", "meta.k8s.io/v1");
        table.putObject("metadata").put("resourceVersion", Meta.resourceVersion(object));
        fill(table, withColumns, rows);
        return table;
    }

    private void fill(ObjectNode table, boolean withColumns, List<ObjectNode> objects) {
        if (withColumns) {
            ArrayNode definitions = table.putArray("columnDefinitions");
            columns.forEach(column -> definitions.add(column.definition()));
        } else {
            table.putNull("columnDefinitions");
        }
        ArrayNode rows = table.putArray("rows");
        for (ObjectNode object : objects) {
            ObjectNode row = rows.addObject();
            ArrayNode cells = row.putArray("cells");
            columns.forEach(column -> cells.addPOJO(column.cell().of(object, clock.now())));
            boolean isBookmark = Meta.name(object).isEmpty();
            switch (include) {
                case "Object" -> row.set("object", object);
                case "None" -> {
                    if (isBookmark) {
                        row.set("object", Partial.of(object)); // it has nothing but its metadata to say
                    } else {
                        row.putNull("object");
                    }
                }
                default -> row.set("object", Partial.of(object));
            }
        }
    }
}
