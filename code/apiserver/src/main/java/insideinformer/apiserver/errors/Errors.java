package insideinformer.apiserver.errors;

import insideinformer.api.ApiException;
import insideinformer.api.GroupResource;
import insideinformer.api.ListMeta;
import insideinformer.api.Status;
import insideinformer.api.StatusCause;
import insideinformer.api.StatusDetails;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The refusals an API server gives, each with the code, reason, text and details that clients know.
 *
 * <p>Upstream: {@code apimachinery/pkg/api/errors}, the {@code NewXxx} functions.
 */
public final class Errors {

    public static final String OPTIMISTIC_LOCK =
            "the object has been modified; please apply your changes to the latest version and try again";

    /** Present, but empty. */
    public static final StatusDetails NO_DETAILS = new StatusDetails(null, null, null, null, List.of(), null, Map.of());

    /** Present, but empty. */
    public static final ListMeta NO_METADATA = new ListMeta(null, null, null, Map.of());

    private Errors() {}

    /** 403: {@code pods "cart" is forbidden: WHY}. */
    public static ApiException forbidden(GroupResource resource, String name, String why) {
        return of(403, "Forbidden", quoted(resource, name) + " is forbidden: " + why, details(resource, name));
    }

    /** 404: {@code pods "cart" not found}. */
    public static ApiException notFound(GroupResource resource, String name) {
        return of(404, "NotFound", quoted(resource, name) + " not found", details(resource, name));
    }

    /** 409: {@code pods "cart" already exists}. */
    public static ApiException alreadyExists(GroupResource resource, String name) {
        return of(409, "AlreadyExists", quoted(resource, name) + " already exists", details(resource, name));
    }

    /** 409: {@code Operation cannot be fulfilled on pods "cart": WHY}. */
    public static ApiException conflict(GroupResource resource, String name, String why) {
        String message = "Operation cannot be fulfilled on " + quoted(resource, name) + ": " + why;
        return of(409, "Conflict", message, details(resource, name));
    }

    /** 500 with a reason: {@code Internal error occurred: WHY}. */
    public static ApiException internal(String why) {
        StatusDetails details = new StatusDetails(null, null, null, null, List.of(cause("", why, "")), null, Map.of());
        return of(500, "InternalError", "Internal error occurred: " + why, details);
    }

    public static ApiException badRequest(String message) {
        return of(400, "BadRequest", message, null);
    }

    /** 413. */
    public static ApiException tooLarge(String message) {
        return of(413, "RequestEntityTooLarge", message, null);
    }

    /** 422 of a request that is well formed but cannot be carried out. */
    public static ApiException unprocessable(String message) {
        return of(422, "Invalid", message, NO_DETAILS);
    }

    /** 404 of a resource, subresource or version that is not served. */
    public static ApiException resourceNotFound() {
        return of(404, "NotFound", "the server could not find the requested resource", NO_DETAILS);
    }

    public static ApiException methodNotAllowed() {
        return of(405, "MethodNotAllowed", "the server does not allow this method on the requested resource",
                NO_DETAILS);
    }

    /** 410 of a list. */
    public static ApiException expired(String message) {
        return of(410, "Expired", message, null);
    }

    /** 410 of a page whose state is gone, with a token that goes on in the newest state. */
    public static ApiException expiredContinue(String token) {
        String message = "The provided continue parameter is too old to display a consistent list result. You can"
                + " start a new list without the continue parameter, or use the continue token in this response to"
                + " retrieve the remainder of the results. Continuing with the provided token results in an"
                + " inconsistent list - objects that were created, modified, or deleted between the time the first"
                + " chunk was returned and now may show up in the list.";
        ListMeta metadata = new ListMeta(null, token, null, Map.of());
        return new ApiException(
                new Status("v1", "Status", metadata, "Failure", message, "Expired", null, 410, Map.of()));
    }

    /** 504 with the cause that clients look for. @param wanted an unsigned number */
    public static ApiException tooLargeResourceVersion(long wanted, long current) {
        StatusCause cause = cause("ResourceVersionTooLarge", "Too large resource version", "");
        return of(504, "Timeout",
                "Timeout: Too large resource version: " + Long.toUnsignedString(wanted) + ", current: " + current,
                new StatusDetails(null, null, null, null, List.of(cause), 1, Map.of()));
    }

    /** 504 of a request that took too long. */
    public static ApiException requestTimeout() {
        return of(504, "Timeout", "Timeout: request did not complete within the allotted timeout", NO_DETAILS);
    }

    /** 500 of a failure that is no API error: no reason, no details. */
    public static ApiException plain(String message) {
        return of(500, null, message, null);
    }

    public static ApiException of(int code, @Nullable String reason, String message, @Nullable StatusDetails details) {
        return new ApiException(status(code, reason, message, details));
    }

    public static Status status(int code, @Nullable String reason, String message, @Nullable StatusDetails details) {
        return new Status("v1", "Status", NO_METADATA, "Failure", message, reason, details, code, Map.of());
    }

    static StatusDetails details(GroupResource resource, String name) {
        return new StatusDetails(name, resource.group(), resource.resource(), null, List.of(), null, Map.of());
    }

    public static StatusCause cause(String reason, String message, String field) {
        return new StatusCause(reason, message, field, Map.of());
    }

    /** {@code deployments.apps "cart"}. */
    public static String quoted(GroupResource resource, String name) {
        return resource + " \"" + name + "\"";
    }
}
