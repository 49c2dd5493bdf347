package insideinformer.quota;

/**
 * An object, a scope or a listing that cannot be measured. {@link #kind} says why; the message is for users.
 *
 * <p>Upstream: the plain errors of {@code pkg/quota/v1}.
 */
public class QuotaException extends Exception {

    /** What went wrong. */
    public enum Kind {
        /** A pod does not give an amount that a quota requires. */
        CONSTRAINTS,
        /** The evaluator does not count objects of this type. */
        WRONG_TYPE,
        /** A scope term has an invalid operator or invalid values. */
        BAD_SELECTOR,
        /** The objects of a namespace could not be listed. */
        LIST_FAILED,
        /** An object is in a limited scope that no quota covers. */
        UNCOVERED_SCOPES,
        /** There is no quota to match against. */
        NO_QUOTA,
        /** An amount in an object is no quantity. */
        BAD_QUANTITY
    }

    private final Kind kind;

    public QuotaException(Kind kind, String message) {
        super(message);
        this.kind = kind;
    }

    public QuotaException(Kind kind, String message, Throwable cause) {
        super(message, cause);
        this.kind = kind;
    }

    public Kind kind() {
        return kind;
    }
}
