package insideinformer.api;

import java.net.ConnectException;
import java.util.Optional;
import java.util.Set;

/**
 * What kind of failure an exception is. The first {@link ApiException} along its causes, itself included, decides;
 * without one every question but that for a refused connection is answered with no. For any number of threads.
 *
 * <p>A server's {@link Status} is judged by its reason; its code counts only if the reason is not one that Kubernetes
 * knows, as with answers of proxies.
 *
 * <p>Upstream: {@code apimachinery pkg/api/errors}.
 */
public final class ApiErrors {

    private static final Set<String> KNOWN_REASONS = Set.of(
            "Unauthorized", "Forbidden", "NotFound", "AlreadyExists", "Conflict", "Gone", "Invalid", "ServerTimeout",
            "StorageReadError", "Timeout", "TooManyRequests", "BadRequest", "MethodNotAllowed", "NotAcceptable",
            "RequestEntityTooLarge", "UnsupportedMediaType", "InternalError", "Expired", "ServiceUnavailable");

    private ApiErrors() {}

    /** The Status of the first {@link ApiException} along the causes. */
    public static Optional<Status> status(Throwable error) {
        for (Throwable t = error; t != null; t = t.getCause()) {
            if (t instanceof ApiException api) {
                return Optional.of(api.status());
            }
        }
        return Optional.empty();
    }

    /** There is no such object, or no such path. */
    public static boolean isNotFound(Throwable error) {
        return is(error, "NotFound", 404);
    }

    /** The object has changed since the version that the request was made from. */
    public static boolean isConflict(Throwable error) {
        return is(error, "Conflict", 409);
    }

    /** By its reason only: 409 is a conflict. */
    public static boolean isAlreadyExists(Throwable error) {
        return hasReason(error, "AlreadyExists");
    }

    /** The version asked for is no longer kept. By its reason only; see also {@link #isGone}. */
    public static boolean isResourceExpired(Throwable error) {
        return hasReason(error, "Expired");
    }

    /** Not with reason Expired, though its code is 410, too: that is {@link #isResourceExpired}. */
    public static boolean isGone(Throwable error) {
        return is(error, "Gone", 410);
    }

    public static boolean isTooManyRequests(Throwable error) {
        return is(error, "TooManyRequests", 429);
    }

    public static boolean isInternalError(Throwable error) {
        return is(error, "InternalError", 500);
    }

    /** The server gave up; a connection that timed out on this side has no Status and is not meant. */
    public static boolean isTimeout(Throwable error) {
        return is(error, "Timeout", 504);
    }

    public static boolean isInvalid(Throwable error) {
        return is(error, "Invalid", 422);
    }

    public static boolean isForbidden(Throwable error) {
        return is(error, "Forbidden", 403);
    }

    /** True if one of the causes in the Status' details has this reason. */
    public static boolean hasStatusCause(Throwable error, String reason) {
        return status(error)
                .map(Status::details)
                .filter(details -> details.causes().stream().anyMatch(cause -> reason.equals(cause.reason())))
                .isPresent();
    }

    /** Nobody listens at the address. */
    public static boolean isConnectionRefused(Throwable error) {
        for (Throwable t = error; t != null; t = t.getCause()) {
            if (t instanceof ConnectException && String.valueOf(t.getMessage()).contains("refused")) {
                return true;
            }
        }
        return false;
    }

    private static boolean is(Throwable error, String reason, int code) {
        return status(error)
                .filter(s -> reason.equals(s.reason())
                        || !KNOWN_REASONS.contains(String.valueOf(s.reason())) && s.code() != null && s.code() == code)
                .isPresent();
    }

    private static boolean hasReason(Throwable error, String reason) {
        return status(error).filter(s -> reason.equals(s.reason())).isPresent();
    }
}
