package insideinformer.conformance.trace;

import insideinformer.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads JSON as traces write it: one value, no field twice, and no field that the reader does not know. */
public final class TraceJson {

    public static final JsonMapper MAPPER = Json.MAPPER.rebuild()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    private static final int SHORT = 200;

    private TraceJson() {}

    public static JsonNode parse(String line) throws UnreadableTraceException {
        try {
            return MAPPER.readTree(line);
        } catch (JacksonException e) {
            throw new UnreadableTraceException("not JSON: " + e.getOriginalMessage());
        }
    }

    public static <T> T read(JsonNode tree, Class<T> type) {
        return MAPPER.treeToValue(tree, type);
    }

    /** A required text. */
    public static String text(JsonNode parent, String field) {
        JsonNode value = parent.path(field);
        if (!value.isString()) {
            throw new IllegalArgumentException("no text \"" + field + "\" in " + shorten(parent));
        }
        return value.stringValue();
    }

    /** A required whole number. */
    public static long number(JsonNode parent, String field) {
        JsonNode value = parent.path(field);
        if (!value.isIntegralNumber()) {
            throw new IllegalArgumentException("no whole number \"" + field + "\" in " + shorten(parent));
        }
        return value.longValue();
    }

    /** A list of texts; empty if it is absent or null. */
    public static List<String> texts(JsonNode parent, String field) {
        List<String> texts = new ArrayList<>();
        parent.path(field).forEach(text -> texts.add(text.stringValue()));
        return texts;
    }

    /** Texts by name, as of labels; empty if they are absent or null. */
    public static Map<String, String> textsByName(JsonNode parent, String field) {
        Map<String, String> texts = new TreeMap<>();
        parent.path(field).forEachEntry((name, text) -> texts.put(name, text.stringValue()));
        return texts;
    }

    public static JsonNode tree(Object value) {
        return MAPPER.valueToTree(value);
    }

    /** Enough of a value to recognize it. */
    public static String shorten(JsonNode value) {
        String text = value.toString();
        return text.length() <= SHORT ? text : text.substring(0, SHORT) + "…";
    }
}
