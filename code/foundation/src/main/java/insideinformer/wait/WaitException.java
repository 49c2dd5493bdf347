package insideinformer.wait;

/**
 * A wait for a condition ended before the condition was met. An interrupt is not meant; that is an {@link
 * InterruptedException}.
 *
 * <p>Upstream: {@code apimachinery pkg/util/wait/error.go, ErrWaitTimeout} and the errors of a context.
 */
public class WaitException extends Exception {

    /** What ended the wait. */
    public enum Reason {
        /** The context ended, and the method does not say why. */
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
