package insideinformer.store;

/** A key has more slashes than a namespace and a name need. */
public final class KeyFormatException extends KeyException {

    public KeyFormatException(String key) {
        super("unexpected key format: \"" + key + "\"", null);
    }
}
