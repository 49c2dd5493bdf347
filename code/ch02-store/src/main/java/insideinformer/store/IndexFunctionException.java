package insideinformer.store;

/**
 * An index function failed on an object that was to be stored, so the whole write was refused: the store and its indexes
 * are as they were. The message names the key and the index, and nothing else of the object.
 *
 * <p>Upstream panics at this place.
 */
public final class IndexFunctionException extends IllegalStateException {

    IndexFunctionException(String key, String index, String reason, Throwable cause) {
        super("unable to calculate an index entry for key \"" + key + "\" on index \"" + index + "\": " + reason, cause);
    }
}
