package insideinformer.store;

import org.jspecify.annotations.Nullable;

/** A lookup by key failed. If it finds nothing, it has not failed. */
public class LookupException extends StoreException {

    public LookupException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
