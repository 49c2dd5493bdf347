package insideinformer.quota;

/**
 * A text that is no quantity; {@link #kind} says at which step it was refused, the message also holds the text.
 *
 * <p>Upstream: {@code pkg/api/resource/quantity.go, ErrFormatWrong, ErrNumeric, ErrSuffix}.
 */
public final class QuantityFormatException extends Exception {

    /** The three ways to be wrong, in the order in which the parser looks. */
    public enum Kind {
        /** Empty, or with a character or an order of characters that no quantity has. */
        FORMAT_WRONG("quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'"),
        /** Legal characters, but a suffix of no family or an exponent out of range. */
        SUFFIX("unable to parse quantity's suffix"),
        /** A suffix without any digit before it, where one is needed. */
        NUMERIC("unable to parse numeric part of quantity");

        private final String text;

        Kind(String text) {
            this.text = text;
        }

        /** What users read; it does not hold the refused text. */
        public String text() {
            return text;
        }
    }

    private final Kind kind;

    QuantityFormatException(Kind kind, String text) {
        super(kind.text + ": \"" + text + "\"");
        this.kind = kind;
    }

    public Kind kind() {
        return kind;
    }
}
