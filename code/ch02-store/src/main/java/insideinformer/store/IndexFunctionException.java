package insideinformer.store;

/**
 * An index function failed on an object that was to be stored. The whole write was refused, so the store and its
 * indexes are as they were. The message names the key, the index and the reason.
 *
 * <p>Upstream panics instead.
 */
public final class IndexFunctionException extends IllegalStateException {

    private final String index;

    IndexFunctionException(String key, String index, String reason, Throwable cause) {
        super("unable to calculate an index entry for key \"" + key + "\" on index \"" + index + "\": " + reason,
                cause);
        this.index = index;
    }

    public String index() {
        return index;
    }
}
