package insideinformer.apiserver.write;

import insideinformer.api.ApiException;
import insideinformer.apiserver.bodies.ProtobufBody;
import insideinformer.apiserver.bodies.WriteOptions;
import insideinformer.apiserver.errors.Errors;
import insideinformer.apiserver.errors.FieldErrors;
import insideinformer.apiserver.http.Query;
import insideinformer.json.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * The checked options of a delete. Upstream: {@code metav1.DeleteOptions}.
 *
 * @param gracePeriodSeconds null: the object's own
 * @param uid the object must have it; empty: any
 * @param resourceVersion the object must have it; empty: any
 * @param propagationPolicy empty: not said
 * @param orphanDependents null: not said
 */
public record DeleteRequest(
        @Nullable Long gracePeriodSeconds,
        String uid,
        String resourceVersion,
        String propagationPolicy,
        @Nullable Boolean orphanDependents,
        boolean dryRun) {

    private static final List<String> POLICIES = List.of("Foreground", "Background", "Orphan");
    private static final List<String> SUPPORTED = List.of("Foreground", "Background", "Orphan", "nil");

    /** From the body, or from the query if there is no body. */
    public static DeleteRequest parse(String mediaType, byte[] body, Query query) throws ApiException {
        DeleteRequest request = body.length > 0 ? fromBody(mediaType, body) : fromQuery(query);
        request.validate();
        return request;
    }

    private static DeleteRequest fromBody(String mediaType, byte[] body) throws ApiException {
        JsonNode tree;
        try {
            tree = mediaType.equals(ProtobufBody.MEDIA_TYPE)
                    ? ProtobufBody.decodeDeleteOptions(body)
                    : Json.MAPPER.readTree(body);
        } catch (JacksonException e) {
            throw Errors.badRequest("couldn't get version/kind; json parse error: " + e.getOriginalMessage());
        }
        String kind = tree.path("kind").asString("");
        if (!kind.isEmpty() && !kind.equals("DeleteOptions")) {
            throw Errors.badRequest("no kind " + FieldErrors.quote(kind) + " is registered for version "
                    + FieldErrors.quote(tree.path("apiVersion").asString(""))
                    + " in scheme \"pkg/runtime/scheme.go:111\"");
        }
        JsonNode grace = tree.path("gracePeriodSeconds");
        if (!grace.isMissingNode() && !grace.isNull() && !(grace.isIntegralNumber() && grace.canConvertToLong())) {
            throw Errors.badRequest("json: cannot unmarshal " + grace
                    + " into Go struct field DeleteOptions.gracePeriodSeconds of type int64");
        }
        JsonNode orphan = tree.path("orphanDependents");
        JsonNode preconditions = tree.path("preconditions");
        return new DeleteRequest(
                grace.isIntegralNumber() ? grace.longValue() : null,
                preconditions.path("uid").asString(""),
                preconditions.path("resourceVersion").asString(""),
                tree.path("propagationPolicy").asString(""),
                orphan.isBoolean() ? orphan.booleanValue() : null,
                WriteOptions.dryRun("DeleteOptions",
                        tree.path("dryRun").valueStream().map(value -> value.asString("")).toList()));
    }

    private static DeleteRequest fromQuery(Query query) throws ApiException {
        String grace = query.first("gracePeriodSeconds");
        try {
            return new DeleteRequest(
                    grace.isEmpty() ? null : Long.valueOf(grace),
                    "",
                    "",
                    query.first("propagationPolicy"),
                    query.has("orphanDependents") ? query.flag("orphanDependents") : null,
                    WriteOptions.dryRun("DeleteOptions", query.all("dryRun")));
        } catch (NumberFormatException e) {
            throw Errors.badRequest("strconv.ParseInt: parsing " + FieldErrors.quote(grace) + ": invalid syntax");
        }
    }

    private void validate() throws ApiException {
        FieldErrors errors = new FieldErrors();
        if (!propagationPolicy.isEmpty() && !POLICIES.contains(propagationPolicy)) {
            errors.notSupported("propagationPolicy", FieldErrors.quote(propagationPolicy), SUPPORTED);
        }
        if (!propagationPolicy.isEmpty() && orphanDependents != null) {
            errors.invalidText("propagationPolicy", propagationPolicy,
                    "orphanDependents and deletionPropagation cannot be both set");
        }
        errors.throwIfAny("meta.k8s.io", "DeleteOptions", "");
    }
}
