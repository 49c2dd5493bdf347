package insideinformer.quota;

/**
 * Writes a quantity as a JSON string, and reads it from a string, a number or {@code null}.
 *
 * <p>Upstream: {@code pkg/api/resource/quantity.go, MarshalJSON, UnmarshalJSON}.
 */
public final class QuantityJson {

    private QuantityJson() {}

    /** The JSON text with quotes. The text of a quantity needs no escapes. */
    public static String write(Quantity quantity) {
        return "\"" + quantity + "\"";
    }

    /** Reads one JSON value. Blanks around the amount are skipped, and escapes in a string are not decoded. */
    public static Quantity read(String json) throws QuantityFormatException {
        String text = json.strip();
        if (text.equals("null")) {
            return Quantity.ZERO;
        }
        boolean quoted = text.length() >= 2 && text.startsWith("\"") && text.endsWith("\"");
        return Quantity.parse(quoted ? text.substring(1, text.length() - 1).strip() : text);
    }
}
