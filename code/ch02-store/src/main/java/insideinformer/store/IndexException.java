package insideinformer.store;

import org.jspecify.annotations.Nullable;

/** An index function failed on an object, or ({@link NoSuchIndexException}) an index does not exist. */
public class IndexException extends StoreException {

    public IndexException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
