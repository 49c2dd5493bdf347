package insideinformer.store;

import org.jspecify.annotations.Nullable;

/** A lookup by key failed, which is not the same as finding nothing. */
public class LookupException extends StoreException {

    public LookupException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
