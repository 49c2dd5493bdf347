package insideinformer.store;

import org.jspecify.annotations.Nullable;

/** A transformer refused an object. */
public class TransformException extends StoreException {

    /**
     * What a transformer threw, wrapped; an interrupt is kept on this thread.
     *
     * @param before stands before the message of what was thrown
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
