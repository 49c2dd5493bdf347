package insideinformer.apiserver.write;

import insideinformer.json.Json;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A list that is being merged, whose elements are found by a key. A patch can hold a hundred thousand elements, so an
 * element is looked up and not searched for.
 */
final class KeyedList {

    private final String key;
    private final List<JsonNode> elements = new ArrayList<>(); // a missing node where one was removed
    private final Map<JsonNode, Deque<Integer>> places = new HashMap<>();

    /** @param key of the field that tells the elements apart */
    KeyedList(String key, ArrayNode start) {
        this.key = key;
        start.forEach(this::add);
    }

    void add(JsonNode element) {
        if (element.isObject()) {
            places.computeIfAbsent(element.path(key), k -> new ArrayDeque<>()).add(elements.size());
        }
        elements.add(element);
    }

    /** Replaces the first element that has this key. @return whether there is one */
    boolean changeFirst(JsonNode value, UnaryOperator<ObjectNode> change) {
        Deque<Integer> all = places.getOrDefault(value, new ArrayDeque<>());
        if (all.isEmpty()) {
            return false;
        }
        int place = all.getFirst();
        elements.set(place, change.apply((ObjectNode) elements.get(place)));
        return true;
    }

    /** Takes out the first element that has this key, if there is one. */
    void removeFirst(JsonNode value) {
        Deque<Integer> all = places.getOrDefault(value, new ArrayDeque<>());
        if (!all.isEmpty()) {
            elements.set(all.removeFirst(), Json.MAPPER.missingNode());
        }
    }

    ArrayNode toArray() {
        ArrayNode array = Json.MAPPER.createArrayNode();
        elements.stream().filter(element -> !element.isMissingNode()).forEach(array::add);
        return array;
    }
}
