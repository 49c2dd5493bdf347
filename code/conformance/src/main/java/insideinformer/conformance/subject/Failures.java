package insideinformer.conformance.subject;

import insideinformer.api.ApiErrors;
import insideinformer.api.ApiException;
import insideinformer.api.Status;
import insideinformer.api.StatusCause;
import insideinformer.api.StatusDetails;
import insideinformer.store.StoreException;
import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The failures of a scripted server, and the words for the failures that a Reflector reports. */
final class Failures {

    private Failures() {}

    /** The stream broke off in the middle. Go has its own error for that, and Java's HTTP libraries have not. */
    private static final class UnexpectedEOFException extends EOFException {}

    /** The answer was a table, which the client cannot read as a list. */
    static final class TableException extends IOException {

        TableException() {
            super("the answer is a table");
        }
    }

    static IOException of(JsonNode json) {
        IOException failure = switch (json.path("kind").asString("")) {
            case "connectionRefused" -> new ConnectException("connection refused");
            case "eof" -> new EOFException();
            case "unexpectedEof" -> new UnexpectedEOFException();
            case "other" -> new IOException("the scripted failure");
            case "" -> new ApiException(status(json));
            default -> throw new IllegalArgumentException("no failure " + json);
        };
        return json.path("wrapped").asBoolean(false) ? new IOException("around it", failure) : failure;
    }

    static Status status(JsonNode json) {
        List<StatusCause> causes = new ArrayList<>();
        for (JsonNode cause : json.path("causes")) {
            causes.add(new StatusCause(text(cause, "reason"), text(cause, "message"), null, Map.of()));
        }
        Integer retry = json.has("retryAfterSeconds") ? (Integer) json.path("retryAfterSeconds").intValue() : null;
        StatusDetails details = causes.isEmpty() && retry == null
                ? null
                : new StatusDetails(null, null, null, null, causes, retry, Map.of());
        return new Status(
                "v1", "Status", null, "Failure", text(json, "message"), text(json, "reason"), details,
                json.has("code") ? (Integer) json.path("code").intValue() : null, Map.of());
    }

    private static @Nullable String text(JsonNode json, String field) {
        return json.path(field).asString(null);
    }

    static String classOf(Throwable failure) {
        if (failure instanceof StoreException) {
            return "store";
        }
        return ApiErrors.status(failure)
                .map(status -> status.reason() == null ? "code " + status.code() : status.reason())
                .orElseGet(() -> classAlongCauses(failure));
    }

    private static String classAlongCauses(Throwable failure) {
        for (Throwable t = failure; t != null; t = t.getCause()) {
            switch (t) {
                case TableException e -> {
                    return "table";
                }
                case ConnectException e -> {
                    return "connectionRefused";
                }
                case UnexpectedEOFException e -> {
                    return "unexpectedEof";
                }
                case EOFException e -> {
                    return "eof";
                }
                default -> {}
            }
        }
        return "other";
    }
}
