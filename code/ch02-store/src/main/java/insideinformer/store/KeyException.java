package insideinformer.store;

import org.jspecify.annotations.Nullable;

/** A key function cannot compute the key of an object. */
public class KeyException extends StoreException {

    public KeyException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
