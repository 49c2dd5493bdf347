package insideinformer.soak;

import insideinformer.api.Status;
import insideinformer.apiserver.faults.Failure;
import java.util.Map;

/** The answers that a server, or a proxy before it, gives to a request that fails. */
final class Refusals {

    private static final Map<Integer, String> REASONS = Map.of(
            410, "Expired", 429, "TooManyRequests", 500, "InternalError", 503, "ServiceUnavailable", 504, "Timeout");

    private Refusals() {}

    /** The status of an ERROR event. */
    static Status status(int code) {
        Status status = reply(code).status();
        if (status == null) {
            throw new IllegalStateException("a reply that has an own code has a status");
        }
        return status;
    }

    static Failure failure(Step.Refusal how) {
        return switch (how) {
            case TOO_MANY_REQUESTS -> reply(429);
            case TOO_MANY_REQUESTS_COME_BACK -> reply(429).retryAfter(1);
            case INTERNAL_ERROR -> reply(500);
            case UNAVAILABLE -> reply(503);
            case TIMEOUT -> reply(504);
            case EXPIRED -> Failure.expired();
            case BAD_GATEWAY_PAGE -> Failure.text(502, "<html>bad gateway</html>");
            case OTHER_PAGE -> Failure.text(200, "<html>please log in</html>");
            case CUT -> Failure.cut();
            case TORN -> Failure.torn();
        };
    }

    private static Failure.Reply reply(int code) {
        return Failure.status(code, REASONS.getOrDefault(code, "InternalError"), "a planned failure");
    }
}
