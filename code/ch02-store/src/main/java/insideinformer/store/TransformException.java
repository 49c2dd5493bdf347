package insideinformer.store;

import org.jspecify.annotations.Nullable;

/** A transformer refused an object. */
public class TransformException extends StoreException {

    /**
     * Wraps what a transformer threw. An interrupt is kept on this thread.
     *
     * @param before begins the message; the message of what was thrown follows
     */
    public static TransformException of(String before, Exception thrown) {
        if (thrown instanceof InterruptedException) {
            Thread.currentThread().interrupt();
        }
        return new TransformException(before + thrown.getMessage(), thrown);
    }

    public TransformException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
