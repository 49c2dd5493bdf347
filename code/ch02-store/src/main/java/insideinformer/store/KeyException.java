package insideinformer.store;

import org.jspecify.annotations.Nullable;

/** A key function has no key for an object. */
public class KeyException extends StoreException {

    public KeyException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
