package insideinformer.apiserver.yaml;

import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * One document of a text.
 *
 * @param root a null node if the document is empty
 * @param lines the line of each value, by JSON pointer. What came through an alias or a merge key has no line of its
 *     own: it is where the alias stands
 */
public record YamlDocument(JsonNode root, Map<String, Integer> lines) {

    /** The line of the value at {@code pointer}, or of the closest value around it that has one. */
    public int line(String pointer) {
        return line(lines, pointer);
    }

    /** As {@link #line(String)}, for lines that hold at least the one of the empty pointer. */
    public static int line(Map<String, Integer> lines, String pointer) {
        String at = pointer;
        while (!lines.containsKey(at) && !at.isEmpty()) {
            at = at.substring(0, Math.max(0, at.lastIndexOf('/')));
        }
        return lines.getOrDefault(at, 1);
    }

    /** The pointer to a key of the mapping at {@code pointer}. */
    public static String child(String pointer, String key) {
        return pointer + "/" + key.replace("~", "~0").replace("/", "~1");
    }
}
