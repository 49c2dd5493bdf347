package insideinformer.apiserver.yaml;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.snakeyaml.engine.v2.common.Anchor;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Makes the tree of one document out of a parser's events. Aliases become copies, and the entries of a merge key become
 * entries of the mapping in which it stands; as in Go, what stands later wins.
 *
 * <p>A document of a few lines can ask for billions of copies, and for any depth. So what aliases add up to is bounded
 * by {@link #MOST_COPIED}, which is more than any server takes as a body, and depth by {@link #DEEPEST}.
 *
 * <p>Upstream: {@code go.yaml.in/yaml/v2 decode.go, parser and decoder}; {@code sigs.k8s.io/yaml,
 * convertToJSONableObject}.
 */
final class YamlComposer {

    /** Values and characters together. */
    static final int MOST_COPIED = 4 * 1024 * 1024;

    static final int DEEPEST = 400;

    private static final String MERGE_TAG = "tag:yaml.org,2002:merge";

    private final Iterator<Event> events;
    private final Map<String, Integer> lines = new HashMap<>();
    private final Map<Anchor, JsonNode> anchors = new HashMap<>();
    private final Set<Anchor> open = new HashSet<>(); // whose values are not complete
    private int copied;

    private YamlComposer(Iterator<Event> events) {
        this.events = events;
    }

    /** Reads what stands between the start of a document, which has been read, and its end, which will be. */
    static YamlDocument compose(Iterator<Event> events) throws YamlException {
        YamlComposer composer = new YamlComposer(events);
        JsonNode root = composer.value(events.next(), "", 0);
        events.next();
        return new YamlDocument(root, composer.lines);
    }

    private JsonNode value(Event event, String pointer, int depth) throws YamlException {
        lines.put(pointer, lineOf(event));
        return node(event, pointer, depth);
    }

    private JsonNode node(Event event, String pointer, int depth) throws YamlException {
        int line = lineOf(event);
        if (depth > DEEPEST) {
            throw tooDeep(line);
        }
        if (event instanceof AliasEvent alias) {
            return aliased(alias, line, depth);
        }
        Optional<Anchor> anchor = ((NodeEvent) event).getAnchor();
        anchor.ifPresent(open::add);
        JsonNode node = event instanceof ScalarEvent scalar ? scalar(scalar)
                : event instanceof MappingStartEvent ? mapping(pointer, depth) : sequence(pointer, depth);
        anchor.ifPresent(name -> {
            open.remove(name);
            anchors.put(name, node);
        });
        return node;
    }

    private static JsonNode scalar(ScalarEvent scalar) throws YamlException {
        try {
            return YamlScalars.resolve(scalar.getTag().orElse(null), scalar.isPlain(), scalar.getValue());
        } catch (IllegalArgumentException e) {
            throw new YamlException(lineOf(scalar), String.valueOf(e.getMessage()));
        }
    }

    private ArrayNode sequence(String pointer, int depth) throws YamlException {
        ArrayNode array = JsonNodeFactory.instance.arrayNode();
        for (Event event = events.next(); event.getEventId() != Event.ID.SequenceEnd; event = events.next()) {
            array.add(value(event, pointer + "/" + array.size(), depth + 1));
        }
        return array;
    }

    private ObjectNode mapping(String pointer, int depth) throws YamlException {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        Set<String> written = new HashSet<>();
        for (Event event = events.next(); event.getEventId() != Event.ID.MappingEnd; event = events.next()) {
            int line = lineOf(event);
            if (isMergeKey(event)) {
                merge(object, value(events.next(), YamlDocument.child(pointer, "<<"), depth + 1), line);
                continue;
            }
            String key = key(event, line, depth);
            if (!written.add(key)) {
                throw new YamlException(line, "the key `%s` stands here twice; keep one".formatted(key));
            }
            object.set(key, value(events.next(), YamlDocument.child(pointer, key), depth + 1));
        }
        return object;
    }

    private String key(Event event, int line, int depth) throws YamlException {
        if (event instanceof CollectionStartEvent) {
            throw new YamlException(line, "a key is a mapping or a list here, and JSON has keys of text only");
        }
        JsonNode key = node(event, "", depth);
        if (key.isNull() || key.isContainer()) {
            throw new YamlException(line, "a key is null or no scalar here, and JSON has keys of text only");
        }
        return key.asString();
    }

    private static boolean isMergeKey(Event event) {
        return event instanceof ScalarEvent scalar && scalar.getValue().equals("<<")
                && scalar.getTag().map(MERGE_TAG::equals).orElse(scalar.isPlain());
    }

    private static void merge(ObjectNode into, JsonNode from, int line) throws YamlException {
        if (from instanceof ObjectNode one) {
            into.setAll(one);
            return;
        }
        if (!(from instanceof ArrayNode many)) {
            throw notMergeable(line);
        }
        for (int i = many.size() - 1; i >= 0; i--) { // the first of them wins
            if (!(many.get(i) instanceof ObjectNode one)) {
                throw notMergeable(line);
            }
            into.setAll(one);
        }
    }

    private static YamlException notMergeable(int line) {
        return new YamlException(line, "the merge key << takes a mapping or a list of mappings");
    }

    private JsonNode aliased(AliasEvent alias, int line, int depth) throws YamlException {
        if (open.contains(alias.getAlias())) {
            throw new YamlException(line, "the value of the anchor &%s contains itself".formatted(alias.getAlias()));
        }
        JsonNode original = anchors.get(alias.getAlias());
        if (original == null) {
            throw new YamlException(line, "the alias *%s has no anchor before it in this document"
                    .formatted(alias.getAlias()));
        }
        return copy(original, line, depth);
    }

    private JsonNode copy(JsonNode node, int line, int depth) throws YamlException {
        copied += 1 + (node.isString() ? node.asString().length() : 0);
        if (copied > MOST_COPIED) {
            throw new YamlException(line, "the aliases of this document add up to more than any server takes; write "
                    + "fewer of them");
        }
        if (depth > DEEPEST) {
            throw tooDeep(line);
        }
        if (node instanceof ObjectNode object) {
            ObjectNode copy = JsonNodeFactory.instance.objectNode();
            for (Map.Entry<String, JsonNode> entry : object.properties()) {
                copied += entry.getKey().length();
                copy.set(entry.getKey(), copy(entry.getValue(), line, depth + 1));
            }
            return copy;
        }
        if (node instanceof ArrayNode array) {
            ArrayNode copy = JsonNodeFactory.instance.arrayNode();
            for (JsonNode item : array) {
                copy.add(copy(item, line, depth + 1));
            }
            return copy;
        }
        return node;
    }

    static YamlException tooDeep(int line) {
        return new YamlException(line, "values are nested more than " + DEEPEST + " levels deep");
    }

    static int lineOf(Event event) {
        return event.getStartMark().map(Mark::getLine).orElse(0) + 1;
    }
}
