package insideinformer.api;

import java.io.IOException;

/**
 * The server answered, and the answer was no: carries its {@link Status}, whose message is the exception's, or its
 * reason if it has none. A connection that failed is an ordinary {@link IOException} instead.
 *
 * <p>Upstream: {@code apierrors.StatusError}.
 */
public class ApiException extends IOException {

    private final transient Status status;

    public ApiException(Status status) {
        super(status.message() == null ? String.valueOf(status.reason()) : status.message());
        this.status = status;
    }

    public Status status() {
        return status;
    }
}
