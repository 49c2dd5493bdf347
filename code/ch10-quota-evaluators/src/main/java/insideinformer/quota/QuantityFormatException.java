package insideinformer.quota;

/**
 * A text that is no quantity; {@link #kind} says at which step it was refused, the message also holds the text or
 * its start.
 *
 * <p>Upstream: {@code pkg/api/resource/quantity.go, ErrFormatWrong, ErrNumeric, ErrSuffix}; the limit is this port's.
 */
public final class QuantityFormatException extends Exception {

    /** The ways to be wrong, in the order in which the parser looks. */
    public enum Kind {
        /** Empty, or with a character or an order of characters that no quantity has. */
        FORMAT_WRONG("quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'"),
        /** Legal characters, but a suffix of no family or an exponent out of range. */
        SUFFIX("unable to parse quantity's suffix"),
        /** A suffix without any digit before it, where one is needed. */
        NUMERIC("unable to parse numeric part of quantity"),
        /** A text longer than any amount needs, whose digits would cost time in every operation. */
        TOO_LONG("quantities must have at most " + QuantityParser.MAX_LENGTH + " characters");

        private final String text;

        Kind(String text) {
            this.text = text;
        }

        /** What users read; it does not hold the refused text. */
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
