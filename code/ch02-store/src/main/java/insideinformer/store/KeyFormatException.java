package insideinformer.store;

/** A key has more than one slash, so it cannot be split into namespace and name. */
public final class KeyFormatException extends KeyException {

    public KeyFormatException(String key) {
        super("unexpected key format: \"" + key + "\"", null);
    }
}
