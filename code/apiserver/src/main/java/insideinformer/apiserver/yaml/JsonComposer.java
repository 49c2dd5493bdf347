package insideinformer.apiserver.yaml;

import java.util.HashMap;
import java.util.Map;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Makes the tree of one JSON value out of a parser's tokens, with the line of each value. */
final class JsonComposer {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final JsonParser parser;
    private final Map<String, Integer> lines = new HashMap<>();

    private JsonComposer(JsonParser parser) {
        this.parser = parser;
    }

    /** @param parser stands at the first token of the value; after the call it stands at the last one */
    static YamlDocument compose(JsonParser parser) throws YamlException {
        JsonComposer composer = new JsonComposer(parser);
        return new YamlDocument(composer.value("", 0), composer.lines);
    }

    private JsonNode value(String pointer, int depth) throws YamlException {
        lines.put(pointer, line());
        if (depth > YamlComposer.DEEPEST) {
            throw YamlComposer.tooDeep(line());
        }
        return switch (parser.currentToken()) {
            case START_OBJECT -> object(pointer, depth);
            case START_ARRAY -> array(pointer, depth);
            case VALUE_TRUE -> NODES.booleanNode(true);
            case VALUE_FALSE -> NODES.booleanNode(false);
            case VALUE_NULL -> NODES.nullNode();
            case VALUE_NUMBER_INT -> NODES.numberNode(parser.getBigIntegerValue());
            case VALUE_NUMBER_FLOAT -> NODES.numberNode(parser.getDecimalValue());
            default -> NODES.stringNode(parser.getString());
        };
    }

    private ObjectNode object(String pointer, int depth) throws YamlException {
        ObjectNode object = NODES.objectNode();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String key = parser.currentName();
            if (object.has(key)) {
                throw new YamlException(line(), "the key `%s` stands here twice; keep one".formatted(key));
            }
            parser.nextToken();
            object.set(key, value(YamlDocument.child(pointer, key), depth + 1));
        }
        return object;
    }

    private ArrayNode array(String pointer, int depth) throws YamlException {
        ArrayNode array = NODES.arrayNode();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            array.add(value(pointer + "/" + array.size(), depth + 1));
        }
        return array;
    }

    private int line() {
        return parser.currentTokenLocation().getLineNr();
    }
}
