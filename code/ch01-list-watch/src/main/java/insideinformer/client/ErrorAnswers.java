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
 * What an answer other than success means. The server's own Status counts if there is one; else the HTTP code alone
 * decides, as with answers of proxies and overload filters.
 *
 * <p>Upstream: {@code apierrors.NewGenericServerResponse} and {@code client-go rest/request.go, transformResponse}.
 */
final class ErrorAnswers {

    private ErrorAnswers() {}

    /**
     * @param method of the request
     * @param path of the request
     * @param text the beginning of the body
     * @param retryAfterSeconds what the header says; 0: nothing
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
            return null; // no Status, and so no more than a text
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
        String message = method + " " + path + " was answered with " + code + " and no Status: " + shortened(text);
        StatusCause cause = new StatusCause("UnexpectedServerResponse", text, null, Map.of());
        StatusDetails details = new StatusDetails(
                null, null, null, null, List.of(cause), retryAfterSeconds > 0 ? retryAfterSeconds : null, Map.of());
        return new Status("v1", "Status", null, "Failure", message, reason, details, code, Map.of());
    }

    private static String shortened(String text) {
        String line = text.strip().replaceAll("\\s+", " ");
        return line.isEmpty() ? "(empty)" : line.length() <= 200 ? line : line.substring(0, 200) + "…";
    }
}
