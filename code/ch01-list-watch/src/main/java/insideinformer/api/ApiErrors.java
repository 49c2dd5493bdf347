package insideinformer.api;

import java.net.ConnectException;
import java.util.Optional;
import java.util.Set;

/**
 * Says what kind of refusal an exception is. The methods look for an {@link ApiException}: the exception itself or the
 * first one among its causes. If there is none, they return false. For any number of threads.
 *
 * <p>The reason in the server's {@link Status} decides. The code counts only if Kubernetes does not know the reason, as
 * in answers of proxies.
 *
 * <p>Upstream: {@code apimachinery pkg/api/errors}.
 */
public final class ApiErrors {

    private static final Set<String> KNOWN_REASONS = Set.of(
            "Unauthorized", "Forbidden", "NotFound", "AlreadyExists", "Conflict", "Gone", "Invalid", "ServerTimeout",
            "StorageReadError", "Timeout", "TooManyRequests", "BadRequest", "MethodNotAllowed", "NotAcceptable",
            "RequestEntityTooLarge", "UnsupportedMediaType", "InternalError", "Expired", "ServiceUnavailable");

    private ApiErrors() {}

    /** The Status of the first {@link ApiException} among the exception and its causes. */
    public static Optional<Status> status(Throwable error) {
        for (Throwable t = error; t != null; t = t.getCause()) {
            if (t instanceof ApiException api) {
                return Optional.of(api.status());
            }
        }
        return Optional.empty();
    }

    /** The object or the path does not exist. */
    public static boolean isNotFound(Throwable error) {
        return is(error, "NotFound", 404);
    }

    /** The object has changed since the version that the request is based on. */
    public static boolean isConflict(Throwable error) {
        return is(error, "Conflict", 409);
    }

    /** The name is taken. Only the reason counts, because the code 409 alone means a conflict. */
    public static boolean isAlreadyExists(Throwable error) {
        return hasReason(error, "AlreadyExists");
    }

    /** The server no longer has the requested version. Only the reason counts; see also {@link #isGone}. */
    public static boolean isResourceExpired(Throwable error) {
        return hasReason(error, "Expired");
    }

    /** The reason Gone. The reason Expired has the code 410, too, but is not meant: see {@link #isResourceExpired}. */
    public static boolean isGone(Throwable error) {
        return is(error, "Gone", 410);
    }

    public static boolean isTooManyRequests(Throwable error) {
        return is(error, "TooManyRequests", 429);
    }

    public static boolean isInternalError(Throwable error) {
        return is(error, "InternalError", 500);
    }

    /** The server gave up. A connection that timed out on our side has no Status and is not meant. */
    public static boolean isTimeout(Throwable error) {
        return is(error, "Timeout", 504);
    }

    public static boolean isInvalid(Throwable error) {
        return is(error, "Invalid", 422);
    }

    public static boolean isForbidden(Throwable error) {
        return is(error, "Forbidden", 403);
    }

    /** Whether one of the causes in the details of the Status has this reason. */
    public static boolean hasStatusCause(Throwable error, String reason) {
        return status(error)
                .map(Status::details)
                .filter(details -> details.causes().stream().anyMatch(cause -> reason.equals(cause.reason())))
                .isPresent();
    }

    /** No server listens at the address. This is no refusal, so here all causes are looked at. */
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
