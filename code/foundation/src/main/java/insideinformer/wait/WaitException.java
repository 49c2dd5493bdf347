package insideinformer.wait;

/**
 * Waiting for a condition ended before it was met. It is no interrupt: that is an {@link InterruptedException}.
 *
 * <p>Upstream: {@code apimachinery pkg/util/wait/error.go, ErrWaitTimeout} and the errors of a context.
 */
public class WaitException extends Exception {

    /** What ended the waiting: a limit of the waiting's own, or its context in one of its two ways. */
    public enum Reason {
        /** Nothing was left of the steps, or of a context whose reason does not matter. */
        TIMEOUT("timed out waiting for the condition"),
        CANCELLED("context canceled"),
        DEADLINE("context deadline exceeded");

        private final String message;

        Reason(String message) {
            this.message = message;
        }
    }

    private final Reason reason;

    public WaitException(Reason reason) {
        super(reason.message);
        this.reason = reason;
    }

    static WaitException of(Context ended) {
        return new WaitException(switch (ended.reason().orElseThrow()) {
            case CANCELLED -> Reason.CANCELLED;
            case DEADLINE -> Reason.DEADLINE;
        });
    }

    public Reason reason() {
        return reason;
    }
}
