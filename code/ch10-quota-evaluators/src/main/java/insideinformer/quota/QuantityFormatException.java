package insideinformer.quota;

/**
 * A text that is no quantity. {@link #kind} says why. The message holds the text, or its beginning if it is long.
 *
 * <p>Upstream: {@code pkg/api/resource/quantity.go, ErrFormatWrong, ErrNumeric, ErrSuffix}; the limit is this port's.
 */
public final class QuantityFormatException extends Exception {

    /** What can be wrong, in the order in which the parser checks it. */
    public enum Kind {
        /** The text is empty, or has a character or an order of characters that no quantity has. */
        FORMAT_WRONG("quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'"),
        /** The suffix is unknown, or its exponent is out of range. */
        SUFFIX("unable to parse quantity's suffix"),
        /** There is no digit before a suffix that needs one. */
        NUMERIC("unable to parse numeric part of quantity"),
        /** The text is longer than any amount needs; its digits would slow down every operation. */
        TOO_LONG("quantities must have at most " + QuantityParser.MAX_LENGTH + " characters");

        private final String text;

        Kind(String text) {
            this.text = text;
        }

        /** The message for users, without the refused text. */
        public String text() {
            return text;
        }
    }

    private static final int SHOWN = 100; // characters of a refused text

    private final Kind kind;

    QuantityFormatException(Kind kind, String text) {
        super(kind.text + ": \"" + text.substring(0, Math.min(text.length(), SHOWN))
                + (text.length() > SHOWN ? "...\" (" + text.length() + " characters)" : "\""));
        this.kind = kind;
    }

    public Kind kind() {
        return kind;
    }
}
