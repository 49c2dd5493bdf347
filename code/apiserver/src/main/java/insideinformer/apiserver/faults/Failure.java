package insideinformer.apiserver.faults;

import insideinformer.api.ApiException;
import insideinformer.api.GroupResource;
import insideinformer.api.Status;
import insideinformer.api.StatusDetails;
import insideinformer.apiserver.errors.Errors;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a request gets instead of its answer. */
public sealed interface Failure {

    /**
     * An answer that is sent in the place of the real one.
     *
     * @param status null: {@code text} is the body
     * @param retryAfterSeconds of the header
     */
    record Reply(int code, @Nullable Status status, String text, Optional<Integer> retryAfterSeconds)
            implements Failure {

        public Reply retryAfter(int seconds) {
            return new Reply(code, status, text, Optional.of(seconds));
        }
    }

    /** The connection is closed without an answer. */
    record Cut() implements Failure {}

    /** Half of the answer comes, then the connection is closed; a watch comes whole. */
    record Torn() implements Failure {}

    /** The connection stays open and no answer comes until the fault is lifted. */
    record Silence() implements Failure {}

    /** A Status of this code and reason, such as {@code status(503, "ServiceUnavailable", "try later")}. */
    static Reply status(int code, String reason, String message) {
        return status(Errors.status(code, reason, message, Errors.NO_DETAILS));
    }

    static Reply status(Status status) {
        Integer code = status.code();
        StatusDetails details = status.details();
        return new Reply(code == null ? 500 : code, status, "",
                Optional.ofNullable(details == null ? null : details.retryAfterSeconds()));
    }

    static Reply status(ApiException refusal) {
        return status(refusal.status());
    }

    /** 409 as after a lost race for the object. */
    static Reply conflict(GroupResource resource, String name) {
        return status(Errors.conflict(resource, name, Errors.OPTIMISTIC_LOCK));
    }

    /** 410 as when the history no longer reaches back. */
    static Reply expired() {
        return status(Errors.expired("The resourceVersion for the provided list is too old."));
    }

    /** An answer that is no Status, as from a proxy or an overload filter. */
    static Reply text(int code, String text) {
        return new Reply(code, null, text, Optional.empty());
    }

    static Cut cut() {
        return new Cut();
    }

    static Torn torn() {
        return new Torn();
    }

    static Silence silence() {
        return new Silence();
    }
}
