package insideinformer.apiserver.bodies;

import insideinformer.json.Json;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/** Finds fields that a JSON text has twice; a tree keeps only the last of them. */
final class DuplicateFields {

    private DuplicateFields() {}

    /** Their paths, for example {@code spec.containers[0].name}. */
    static List<String> find(byte[] json) {
        List<String> duplicates = new ArrayList<>();
        ArrayDeque<Set<String>> seen = new ArrayDeque<>();
        try (JsonParser parser = Json.MAPPER.createParser(json)) {
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                switch (token) {
                    case START_OBJECT -> seen.push(new HashSet<>());
                    case END_OBJECT -> seen.pop();
                    case PROPERTY_NAME -> {
                        if (!seen.element().add(parser.currentName())) {
                            duplicates.add(path(parser));
                        }
                    }
                    default -> {}
                }
            }
        }
        return duplicates;
    }

    private static String path(JsonParser parser) {
        StringBuilder path = new StringBuilder();
        for (var scope = parser.streamReadContext(); scope != null; scope = scope.getParent()) {
            if (scope.inObject() && scope.currentName() != null) {
                path.insert(0, "." + scope.currentName());
            } else if (scope.inArray()) {
                path.insert(0, "[" + scope.getCurrentIndex() + "]");
            }
        }
        return path.substring(path.indexOf(".") == 0 ? 1 : 0);
    }
}
