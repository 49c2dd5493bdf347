package insideinformer.apiserver.write;

import insideinformer.api.ApiException;
import insideinformer.apiserver.errors.Errors;
import insideinformer.apiserver.store.Meta;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * RFC 6902: a list of operations, all of which apply or none. What they copy is bounded, because a copy of a copy
 * doubles: 22 operations would make gigabytes of a kilobyte.
 *
 * <p>Upstream: {@code github.com/evanphx/json-patch}, with {@code AccumulatedCopySizeLimit} as the API server sets it.
 */
final class JsonPatch {

    /** An operation cannot be applied, or a test failed. */
    static final class NotApplicableException extends Exception {
        NotApplicableException(String message) {
            super(message);
        }
    }

    private static final int MOST_COPIED = ObjectLimits.MOST_BYTES_SENT;

    private long copied;

    private JsonPatch() {}

    /** @return a new tree, as deep as it comes; neither argument is changed */
    static JsonNode apply(JsonNode target, ArrayNode operations) throws NotApplicableException, ApiException {
        JsonPatch patch = new JsonPatch();
        JsonNode result = target.deepCopy();
        for (JsonNode operation : operations) {
            result = patch.apply(result, operation);
        }
        return result;
    }

    private JsonNode apply(JsonNode root, JsonNode operation) throws NotApplicableException, ApiException {
        JsonPointer path = pointer(operation, "path");
        return switch (operation.path("op").asString("")) {
            case "add" -> add(root, path, value(operation));
            case "remove" -> remove(root, path);
            case "replace" -> {
                require(root, path);
                yield path.matches() ? value(operation) : add(remove(root, path), path, value(operation));
            }
            case "move" -> {
                JsonPointer from = pointer(operation, "from");
                JsonNode moved = require(root, from);
                yield add(remove(root, from), path, moved);
            }
            case "copy" -> add(root, path, copy(require(root, pointer(operation, "from"))));
            case "test" -> {
                if (!Meta.equal(root.at(path), value(operation))) {
                    throw new NotApplicableException("testing value " + path + " failed");
                }
                yield root;
            }
            default -> throw new NotApplicableException("there is no operation " + operation.path("op"));
        };
    }

    private JsonNode copy(JsonNode value) throws ApiException {
        ObjectLimits.requireLevels(value);
        copied += ObjectLimits.measure(value).characters();
        if (copied > MOST_COPIED) {
            throw Errors.unprocessable("the operations of the JSON patch copy " + copied
                    + " characters in all; at most " + MOST_COPIED + " are allowed");
        }
        return value.deepCopy();
    }

    private static JsonNode add(JsonNode root, JsonPointer path, JsonNode value) throws NotApplicableException {
        if (path.matches()) {
            return value;
        }
        String key = path.last().getMatchingProperty();
        switch (require(root, path.head())) {
            case ObjectNode object -> object.set(key, value);
            case ArrayNode array -> {
                int index = key.equals("-") ? array.size() : index(path, array.size() + 1);
                array.insert(index, value);
            }
            default -> throw new NotApplicableException("no container at " + path.head());
        }
        return root;
    }

    private static JsonNode remove(JsonNode root, JsonPointer path) throws NotApplicableException {
        require(root, path);
        if (path.matches()) {
            throw new NotApplicableException("the whole document cannot be removed");
        }
        switch (require(root, path.head())) {
            case ObjectNode object -> object.remove(path.last().getMatchingProperty());
            case ArrayNode array -> array.remove(index(path, array.size()));
            default -> throw new NotApplicableException("no container at " + path.head());
        }
        return root;
    }

    private static int index(JsonPointer path, int bound) throws NotApplicableException {
        int index = path.last().getMatchingIndex();
        if (index < 0 || index >= bound) {
            throw new NotApplicableException("no index " + path.last() + " at " + path.head());
        }
        return index;
    }

    private static JsonNode require(JsonNode root, JsonPointer path) throws NotApplicableException {
        JsonNode found = root.at(path);
        if (found.isMissingNode()) {
            throw new NotApplicableException("nothing at " + path);
        }
        return found;
    }

    /** Its messages name no value: they are logged, and the object may be a Secret. */
    private static JsonNode value(JsonNode operation) throws NotApplicableException {
        JsonNode value = operation.get("value");
        if (value == null) {
            throw new NotApplicableException(
                    "the operation " + operation.path("op") + " at " + operation.path("path") + " has no value");
        }
        return value.deepCopy();
    }

    private static JsonPointer pointer(JsonNode operation, String key) throws NotApplicableException {
        JsonNode text = operation.path(key);
        if (!text.isString()) {
            throw new NotApplicableException("an operation " + operation.path("op") + " has no " + key);
        }
        String pointer = text.stringValue();
        if (pointer.chars().filter(c -> c == '/').count() > ObjectLimits.MOST_LEVELS) {
            throw new NotApplicableException("a JSON pointer leads deeper than any object");
        }
        try {
            return JsonPointer.compile(pointer);
        } catch (IllegalArgumentException e) {
            throw new NotApplicableException(text + " is not a JSON pointer");
        }
    }
}
