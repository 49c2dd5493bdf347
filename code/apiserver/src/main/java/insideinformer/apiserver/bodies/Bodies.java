package insideinformer.apiserver.bodies;

import insideinformer.api.ApiException;
import insideinformer.apiserver.errors.Errors;
import insideinformer.apiserver.errors.FieldErrors;
import insideinformer.apiserver.http.RequestPath;
import insideinformer.apiserver.kinds.ResourceType;
import insideinformer.apiserver.kinds.ServedTypes;
import insideinformer.apiserver.store.Meta;
import insideinformer.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.UnexpectedEndOfInputException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Objects that clients send, read and checked against the URL they were sent to.
 *
 * <p>Upstream: {@code apiserver/pkg/endpoints/handlers/create.go}, {@code update.go}, {@code rest.go}.
 */
public final class Bodies {

    private static final int MOST_SHOWN = 30;

    private Bodies() {}

    /** A body as it is to be used. @param warnings what the client should know */
    public record Body(ObjectNode object, List<String> warnings) {}

    /** The object, with kind and apiVersion filled in if it has neither. */
    public static Body object(
            ServedTypes served, ResourceType type, byte[] bytes, WriteOptions.FieldValidation validation)
            throws ApiException {
        ObjectNode object = tree(type, bytes);
        String kind = object.path("kind").asString("");
        String apiVersion = object.path("apiVersion").asString("");
        if (kind.isEmpty() && apiVersion.isEmpty() && !type.isCustom()) {
            object.put("kind", type.kind()).put("apiVersion", type.gvr().apiVersion());
        } else {
            checkKind(served, type, object);
        }
        Decoding.checkTypes(type, object);
        List<String> warnings = new ArrayList<>();
        Decoding.dropUnknownFields(type, object)
                .forEach(field -> warnings.add("unknown field " + FieldErrors.quote(field)));
        DuplicateFields.find(bytes).forEach(field -> warnings.add("duplicate field " + FieldErrors.quote(field)));
        if (validation == WriteOptions.FieldValidation.STRICT && !warnings.isEmpty()) {
            throw Decoding.cannotBeHandled(type, "strict decoding error: " + String.join(", ", warnings));
        }
        return new Body(object, validation == WriteOptions.FieldValidation.WARN ? warnings : List.of());
    }

    static void checkKind(ServedTypes served, ResourceType type, ObjectNode object) throws ApiException {
        String kind = object.path("kind").asString("");
        String apiVersion = object.path("apiVersion").asString("");
        if (!kind.equals(type.kind()) || !apiVersion.equals(type.gvr().apiVersion())) {
            throw Errors.badRequest(kind + " in version "
                    + FieldErrors.quote(apiVersion.substring(apiVersion.indexOf('/') + 1)) + " cannot be handled as a "
                    + type.kind() + ": " + problem(served, type, kind, apiVersion));
        }
    }

    public static void checkNamespace(RequestPath path, ObjectNode body) throws ApiException {
        String namespace = Meta.namespace(body);
        if (!namespace.isEmpty() && !namespace.equals(path.namespace())) {
            throw Errors.badRequest(
                    "the namespace of the provided object does not match the namespace sent on the request");
        }
    }

    public static void checkName(RequestPath path, ObjectNode body) throws ApiException {
        String name = Meta.name(body);
        if (name.isEmpty()) {
            throw Errors.badRequest("the name of the object (" + path.name()
                    + " based on URL) was undeterminable: name must be provided");
        }
        if (!name.equals(path.name())) {
            throw Errors.badRequest("the name of the object (" + name + ") does not match the name on the URL ("
                    + path.name() + ")");
        }
    }

    private static String problem(ServedTypes served, ResourceType type, String kind, String apiVersion) {
        return served.find(kind, apiVersion)
                .map(other -> "converting (" + goName(other, other.gvr().version()) + ") to ("
                        + goName(type, type.gvr().group().isEmpty() ? "core" : type.gvr().group())
                        + "): unknown conversion")
                .orElseGet(() -> "no kind " + FieldErrors.quote(kind) + " is registered for version "
                        + FieldErrors.quote(apiVersion) + " in scheme \"pkg/runtime/scheme.go:111\"");
    }

    private static String goName(ResourceType type, String scope) {
        return scope + "." + type.kind();
    }

    private static ObjectNode tree(ResourceType type, byte[] bytes) throws ApiException {
        String problem;
        try {
            JsonNode tree = bytes.length == 0 ? null : Json.MAPPER.readTree(bytes);
            if (tree instanceof ObjectNode object) {
                return object;
            }
            problem = tree == null ? "unexpected end of JSON input" : "not an object";
        } catch (UnexpectedEndOfInputException e) {
            problem = "unexpected end of JSON input";
        } catch (JacksonException e) {
            problem = e.getOriginalMessage();
        }
        throw Errors.badRequest("the object provided is unrecognized (must be of type " + type.kind()
                + "): couldn't get version/kind; json parse error: " + problem + " (" + summary(bytes) + ")");
    }

    /** The beginning of a body, which may be that of a Secret. Upstream: {@code rest.go, summarizeData}. */
    private static String summary(byte[] bytes) {
        if (bytes.length == 0) {
            return "<empty>";
        }
        byte[] shown = Arrays.copyOf(bytes, Math.min(bytes.length, MOST_SHOWN));
        String text = bytes[0] == '{' ? new String(shown, StandardCharsets.UTF_8) : HexFormat.of().formatHex(shown);
        return bytes.length > MOST_SHOWN ? text + " ..." : text;
    }
}
