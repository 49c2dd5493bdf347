package insideinformer.apiserver.write;

import static java.util.Objects.requireNonNull;

import insideinformer.api.ApiException;
import insideinformer.apiserver.bodies.Bodies;
import insideinformer.apiserver.bodies.Decoding;
import insideinformer.apiserver.bodies.Negotiation;
import insideinformer.apiserver.errors.Errors;
import insideinformer.apiserver.http.RequestPath;
import insideinformer.apiserver.kinds.ResourceType;
import insideinformer.json.Json;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The three kinds of patch, read once and applied as often as the object changes under them.
 *
 * <p>Upstream: {@code apiserver/pkg/endpoints/handlers/patch.go}. Server-side apply is not served.
 */
public final class Patches {

    static final String JSON = "application/json-patch+json";
    static final String MERGE = "application/merge-patch+json";
    static final String STRATEGIC = "application/strategic-merge-patch+json";

    private static final Logger LOG = LoggerFactory.getLogger(Patches.class);

    private static final int MOST_OPERATIONS = 10_000;

    private Patches() {}

    public static void requireKnown(ResourceType type, String mediaType) throws ApiException {
        if (type.isCustom() && !List.of(JSON, MERGE).contains(mediaType)) {
            throw Negotiation.unsupported(List.of(JSON, MERGE));
        }
        if (!List.of(JSON, MERGE, STRATEGIC).contains(mediaType)) {
            throw Errors.of(415, "UnsupportedMediaType", "415: Unsupported Media Type", Errors.NO_DETAILS);
        }
    }

    public static GenericRegistry.Modification parse(
            ResourceType type, RequestPath path, String mediaType, byte[] body) throws ApiException {
        JsonNode patch = tree(mediaType, body);
        return current -> {
            ObjectNode before = requireNonNull(current, "a patch changes what is there");
            ObjectNode patched = apply(type, mediaType, before, patch);
            if (!patched.path("kind").equals(before.path("kind"))
                    || !patched.path("apiVersion").equals(before.path("apiVersion"))) {
                throw Errors.badRequest("a patch may not change the kind or apiVersion of " + type.kind());
            }
            Decoding.checkTypes(type, patched);
            Bodies.checkName(path, patched);
            Bodies.checkNamespace(path, patched);
            return patched;
        };
    }

    private static ObjectNode apply(
            ResourceType type, String mediaType, JsonNode current, JsonNode patch) throws ApiException {
        try {
            JsonNode patched = switch (mediaType) {
                case JSON -> JsonPatch.apply(current, (ArrayNode) patch);
                case MERGE -> MergePatch.apply(current, patch);
                default -> StrategicMerge.apply(type, (ObjectNode) current, (ObjectNode) patch);
            };
            ObjectLimits.requireLevels(patched);
            if (patched instanceof ObjectNode object) {
                return object;
            }
        } catch (JsonPatch.NotApplicableException e) {
            LOG.debug("a JSON patch of {} does not apply", type.gvr(), e);
        }
        throw Errors.unprocessable("the server rejected our request due to an error in our request");
    }

    private static JsonNode tree(String mediaType, byte[] body) throws ApiException {
        JsonNode patch;
        try {
            patch = Json.MAPPER.readTree(body);
        } catch (JacksonException e) {
            throw Errors.badRequest(
                    mediaType.equals(MERGE) ? "invalid JSON patch" : "error decoding patch: " + e.getOriginalMessage());
        }
        if (mediaType.equals(JSON)) {
            if (!(patch instanceof ArrayNode)) {
                throw Errors.badRequest(
                        "error decoding patch: json: cannot unmarshal object into Go value of type"
                                + " []handlers.jsonPatchOp");
            }
            if (patch.size() > MOST_OPERATIONS) {
                throw Errors.tooLarge("The allowed maximum operations in a JSON patch is " + MOST_OPERATIONS + ", got "
                        + patch.size());
            }
        } else if (!(patch instanceof ObjectNode)) {
            throw Errors.badRequest("invalid JSON patch");
        }
        return patch;
    }
}
