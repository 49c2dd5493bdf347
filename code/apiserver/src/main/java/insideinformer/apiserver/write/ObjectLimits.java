package insideinformer.apiserver.write;

import insideinformer.api.ApiException;
import insideinformer.apiserver.errors.Errors;
import insideinformer.json.Json;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * How deep and how large an object may be. An object within these limits can be written as JSON in every answer, and
 * every client can read it back.
 *
 * <p>Upstream: etcd's limit for a request ({@code --max-request-bytes}), and the depth at which {@code
 * sigs.k8s.io/json} gives up. Both are other numbers there.
 */
public final class ObjectLimits {

    /** How many bytes a client may send. */
    public static final int MOST_BYTES_SENT = 3 * 1024 * 1024;

    /** A JSON library reads and writes 500 levels; lists, tables and watch events need some of them. */
    static final int MOST_LEVELS = 400;

    private static final int MOST_BYTES_STORED = MOST_BYTES_SENT + 64 * 1024; // the server adds defaults and metadata

    private ObjectLimits() {}

    /** Refuses an object that is about to be stored but could not be written or read back. */
    static void require(ObjectNode object) throws ApiException {
        requireLevels(object);
        int bytes;
        try {
            bytes = Json.MAPPER.writeValueAsBytes(object).length;
        } catch (JacksonException e) {
            throw Errors.unprocessable("the object cannot be written as JSON: " + e.getOriginalMessage());
        }
        if (bytes > MOST_BYTES_STORED) {
            throw Errors.tooLarge("Request entity too large: limit is " + MOST_BYTES_SENT);
        }
    }

    /**
     * To be called before anything else walks through a tree that a patch has made, because a walk can recurse too
     * deep.
     */
    static void requireLevels(JsonNode tree) throws ApiException {
        int levels = measure(tree).levels();
        if (levels > MOST_LEVELS) {
            throw Errors.unprocessable(
                    "the object nests " + levels + " levels deep; at most " + MOST_LEVELS + " are allowed");
        }
    }

    /** @param characters of all texts and names, with two more for each value */
    record Measure(int levels, long characters) {}

    /** Walks without recursion, so that any depth can be measured. */
    static Measure measure(JsonNode tree) {
        record Step(JsonNode node, int level) {}
        Deque<Step> open = new ArrayDeque<>();
        open.push(new Step(tree, 0));
        int levels = 0;
        long characters = 0;
        for (@Nullable Step step = open.poll(); step != null; step = open.poll()) {
            JsonNode node = step.node();
            characters += 2;
            if (!node.isContainer()) {
                characters += node.isString() ? node.stringValue().length() : node.toString().length();
                continue;
            }
            int level = step.level() + 1;
            levels = Math.max(levels, level);
            if (node instanceof ObjectNode object) {
                for (String name : object.propertyNames()) {
                    characters += name.length() + 3;
                }
            }
            node.forEach(child -> open.push(new Step(child, level)));
        }
        return new Measure(levels, characters);
    }
}
