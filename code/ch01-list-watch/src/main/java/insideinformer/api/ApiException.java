package insideinformer.api;

import java.io.IOException;

/**
 * The server refused a request. The exception has the {@link Status} that the server sent. Its message is that of the
 * Status or, if there is none, the reason. A connection that failed is an ordinary {@link IOException} instead.
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
