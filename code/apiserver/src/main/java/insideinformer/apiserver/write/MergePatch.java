package insideinformer.apiserver.write;

import insideinformer.json.Json;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** RFC 7386: null takes a key out, objects merge, everything else replaces. */
final class MergePatch {

    private MergePatch() {}

    /** @return a new tree; neither argument is changed */
    static JsonNode apply(JsonNode target, JsonNode patch) {
        if (!(patch instanceof ObjectNode changes)) {
            return patch.deepCopy();
        }
        ObjectNode result = target instanceof ObjectNode object ? object.deepCopy() : Json.MAPPER.createObjectNode();
        changes.forEachEntry((key, change) -> {
            if (change.isNull()) {
                result.remove(key);
            } else {
                result.set(key, apply(result.path(key), change));
            }
        });
        return result;
    }
}
