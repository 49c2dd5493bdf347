package insideinformer.store;

import org.jspecify.annotations.Nullable;

/** A transformer refused an object. */
public class TransformException extends StoreException {

    public TransformException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
