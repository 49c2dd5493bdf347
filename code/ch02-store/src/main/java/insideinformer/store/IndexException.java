package insideinformer.store;

import org.jspecify.annotations.Nullable;

/** An index function failed on an object, or an index does not exist ({@link NoSuchIndexException}). */
public class IndexException extends StoreException {

    public IndexException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
