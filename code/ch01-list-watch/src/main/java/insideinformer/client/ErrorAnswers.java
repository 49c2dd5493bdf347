package insideinformer.client;

import insideinformer.api.ApiException;
import insideinformer.api.Status;
import insideinformer.api.StatusCause;
import insideinformer.api.StatusDetails;
import insideinformer.json.Json;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/**
 * Makes an exception of an answer that is no success. If the answer is a Status, the Status counts. If not, the HTTP
 * code decides, as for answers of proxies and overload filters.
 *
 * <p>Upstream: {@code apierrors.NewGenericServerResponse} and {@code client-go rest/request.go, transformResponse}.
 */
final class ErrorAnswers {

    private ErrorAnswers() {}

    /**
     * @param method the method of the request
     * @param path the path of the request
     * @param text the beginning of the body
     * @param retryAfterSeconds the header of that name; 0: there is none
     */
    static ApiException of(String method, String path, int code, String text, int retryAfterSeconds) {
        Status status = parse(text);
        if (status == null) {
            return new ApiException(generic(method, path, code, text, retryAfterSeconds));
        }
        String overruled = switch (code) {
            case 413 -> "RequestEntityTooLarge";
            case 429 -> "TooManyRequests";
            default -> status.reason();
        };
        return new ApiException(new Status(
                status.apiVersion(), status.kind(), status.metadata(), status.status(), status.message(), overruled,
                status.details(), status.code() == null ? Integer.valueOf(code) : status.code(), status.unknown()));
    }

    private static @Nullable Status parse(String text) {
        if (!text.startsWith("{")) {
            return null;
        }
        try {
            Status status = Json.MAPPER.readValue(text, Status.class);
            return "Status".equals(status.kind()) ? status : null;
        } catch (JacksonException e) {
            return null; // no Status, so it is only a text
        }
    }

    private static Status generic(String method, String path, int code, String text, int retryAfterSeconds) {
        String reason = switch (code) {
            case 400 -> "BadRequest";
            case 401 -> "Unauthorized";
            case 403 -> "Forbidden";
            case 404 -> "NotFound";
            case 405 -> "MethodNotAllowed";
            case 406 -> "NotAcceptable";
            case 409 -> method.equals("POST") ? "AlreadyExists" : "Conflict";
            case 413 -> "RequestEntityTooLarge";
            case 415 -> "UnsupportedMediaType";
            case 422 -> "Invalid";
            case 429 -> "TooManyRequests";
            case 503 -> "ServiceUnavailable";
            case 504 -> "Timeout";
            default -> code >= 500 ? "InternalError" : null;
        };
        String message = method + " " + path + " was answered with " + code + " and no Status: " + shown(text);
        StatusCause cause = new StatusCause("UnexpectedServerResponse", text, null, Map.of());
        StatusDetails details = new StatusDetails(
                null, null, null, null, List.of(cause), retryAfterSeconds > 0 ? retryAfterSeconds : null, Map.of());
        return new Status("v1", "Status", null, "Failure", message, reason, details, code, Map.of());
    }

    /** For a message. JSON is not shown, because it can be the object that was sent, and that can be a Secret. */
    private static String shown(String text) {
        String line = text.strip().replaceAll("\\s+", " ");
        if (line.startsWith("{") || line.startsWith("[")) {
            return "(JSON of " + text.length() + " characters)";
        }
        return line.isEmpty() ? "(empty)" : line.length() <= 200 ? line : line.substring(0, 200) + "…";
    }
}
