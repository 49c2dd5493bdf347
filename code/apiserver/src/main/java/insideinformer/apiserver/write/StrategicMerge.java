package insideinformer.apiserver.write;

import insideinformer.apiserver.kinds.ResourceType;
import insideinformer.json.Json;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Kubernetes' own merge: as {@link MergePatch}, but lists whose elements have a key merge element by element, some
 * lists of texts are sets, and directives in the patch say what a plain merge cannot.
 *
 * <p>Upstream: {@code apimachinery/pkg/util/strategicpatch/patch.go}; which lists merge is told by {@code
 * patchMergeKey} and {@code patchStrategy} in {@code k8s.io/api}.
 */
final class StrategicMerge {

    /** Lists that merge, by field name, and the field that tells their elements apart. */
    private static final Map<String, String> KEYS = Map.ofEntries(
            Map.entry("containers", "name"),
            Map.entry("initContainers", "name"),
            Map.entry("ephemeralContainers", "name"),
            Map.entry("volumes", "name"),
            Map.entry("env", "name"),
            Map.entry("imagePullSecrets", "name"),
            Map.entry("secrets", "name"),
            Map.entry("resourceClaims", "name"),
            Map.entry("volumeMounts", "mountPath"),
            Map.entry("volumeDevices", "devicePath"),
            Map.entry("hostAliases", "ip"),
            Map.entry("podIPs", "ip"),
            Map.entry("topologySpreadConstraints", "topologyKey"),
            Map.entry("conditions", "type"),
            Map.entry("addresses", "type"),
            Map.entry("ownerReferences", "uid"));

    private static final Set<String> SETS = Set.of("finalizers");

    private static final String PATCH = "$patch";
    private static final String RETAIN_KEYS = "$retainKeys";
    private static final String ORDER = "$setElementOrder/";
    private static final String DELETE = "$deleteFromPrimitiveList/";

    private final String portKey;

    private StrategicMerge(ResourceType type) {
        portKey = type.gvr().resource().equals("services") ? "port" : "containerPort";
    }

    /** @return a new tree; neither argument is changed */
    static ObjectNode apply(ResourceType type, ObjectNode target, ObjectNode patch) {
        return new StrategicMerge(type).merge(target, patch);
    }

    private ObjectNode merge(ObjectNode target, ObjectNode patch) {
        String directive = patch.path(PATCH).asString("");
        if (directive.equals("delete")) {
            return Json.MAPPER.createObjectNode();
        }
        if (directive.equals("replace")) {
            return withoutDirectives(patch);
        }
        ObjectNode result = target.deepCopy();
        if (patch.has(RETAIN_KEYS)) {
            Set<String> retained = Set.copyOf(texts(patch.path(RETAIN_KEYS)));
            result.propertyNames().stream().filter(key -> !retained.contains(key)).toList().forEach(result::remove);
        }
        patch.forEachEntry((key, change) -> {
            if (key.startsWith(DELETE)) {
                deleteTexts(result, key.substring(DELETE.length()), texts(change));
            } else if (key.startsWith(ORDER)) {
                String list = key.substring(ORDER.length());
                if (!patch.has(list) && result.get(list) instanceof ArrayNode present) {
                    result.set(list, reorder(list, present, present, change));
                }
            } else if (!key.startsWith("$")) {
                mergeField(result, key, change, patch.path(ORDER + key));
            }
        });
        return result;
    }

    private void mergeField(ObjectNode result, String key, JsonNode change, JsonNode order) {
        JsonNode present = result.path(key);
        if (change.isNull()) {
            result.remove(key);
        } else if (change instanceof ObjectNode map) {
            result.set(key, merge(present instanceof ObjectNode old ? old : Json.MAPPER.createObjectNode(), map));
        } else if (change instanceof ArrayNode list) {
            ArrayNode old = present instanceof ArrayNode array ? array : Json.MAPPER.createArrayNode();
            ArrayNode merged = mergeList(key, old, list);
            result.set(key, order instanceof ArrayNode ? reorder(key, old, merged, order) : merged);
        } else {
            result.set(key, change.deepCopy());
        }
    }

    private ArrayNode mergeList(String name, ArrayNode old, ArrayNode patch) {
        if (SETS.contains(name)) {
            ArrayNode union = old.deepCopy();
            Set<JsonNode> present = new HashSet<>(old.valueStream().toList());
            patch.forEach(text -> {
                if (present.add(text)) {
                    union.add(text);
                }
            });
            return union;
        }
        Optional<String> key = mergeKey(name);
        boolean replace = patch.valueStream().anyMatch(e -> e.path(PATCH).asString("").equals("replace"));
        ArrayNode kept = key.isEmpty() || replace ? Json.MAPPER.createArrayNode() : old.deepCopy();
        KeyedList result = new KeyedList(key.orElse(""), kept);
        for (JsonNode element : patch) {
            if (key.isEmpty() || !(element instanceof ObjectNode change)) {
                result.add(element.deepCopy());
            } else {
                mergeElement(result, change.path(key.get()), change);
            }
        }
        return result.toArray();
    }

    private void mergeElement(KeyedList list, JsonNode key, ObjectNode change) {
        switch (change.path(PATCH).asString("")) {
            case "delete" -> list.removeFirst(key);
            case "replace" -> {
                if (change.size() > 1) {
                    list.add(withoutDirectives(change));
                }
            }
            default -> {
                if (!list.changeFirst(key, present -> merge(present, change))) {
                    list.add(merge(Json.MAPPER.createObjectNode(), change));
                }
            }
        }
    }

    /** What the patch names comes in its order; what only the server has stays where it was among them. */
    private ArrayNode reorder(String name, ArrayNode old, ArrayNode merged, JsonNode order) {
        Optional<String> key = mergeKey(name);
        Map<JsonNode, Integer> wanted = places(order, key);
        Map<JsonNode, Integer> before = places(old, key);
        List<JsonNode> named = new ArrayList<>();
        List<JsonNode> others = new ArrayList<>();
        merged.forEach(e -> (wanted.containsKey(identity(e, key)) ? named : others).add(e));
        named.sort(Comparator.comparingInt(e -> wanted.getOrDefault(identity(e, key), -1)));
        ArrayNode result = Json.MAPPER.createArrayNode();
        int next = 0;
        for (JsonNode element : named) {
            int place = before.getOrDefault(identity(element, key), -1);
            while (place >= 0 && next < others.size()
                    && before.getOrDefault(identity(others.get(next), key), -1) < place) {
                result.add(others.get(next++));
            }
            result.add(element);
        }
        others.subList(next, others.size()).forEach(result::add);
        return result;
    }

    /** Where the elements stand, the first of equal ones. */
    private static Map<JsonNode, Integer> places(JsonNode list, Optional<String> key) {
        Map<JsonNode, Integer> places = new HashMap<>();
        for (JsonNode element : list) {
            places.putIfAbsent(identity(element, key), places.size());
        }
        return places;
    }

    private Optional<String> mergeKey(String list) {
        return Optional.ofNullable(list.equals("ports") ? portKey : KEYS.get(list));
    }

    private static JsonNode identity(JsonNode element, Optional<String> key) {
        return key.isPresent() && element.isObject() ? element.path(key.get()) : element;
    }

    private static void deleteTexts(ObjectNode result, String list, List<String> texts) {
        if (result.get(list) instanceof ArrayNode present) {
            ArrayNode left = Json.MAPPER.createArrayNode();
            Set<String> gone = Set.copyOf(texts);
            present.valueStream().filter(e -> !gone.contains(e.asString(""))).forEach(left::add);
            result.set(list, left);
        }
    }

    private static ObjectNode withoutDirectives(ObjectNode patch) {
        ObjectNode result = patch.deepCopy();
        result.propertyNames().stream().filter(key -> key.startsWith("$")).toList().forEach(result::remove);
        return result;
    }

    private static List<String> texts(JsonNode list) {
        return list.valueStream().map(e -> e.asString("")).toList();
    }
}
