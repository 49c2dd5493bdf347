package insideinformer.quota;

/**
 * A quantity as one JSON value: always written as a string; read from a string, a bare number or {@code null}.
 *
 * <p>Upstream: {@code pkg/api/resource/quantity.go, MarshalJSON, UnmarshalJSON}.
 */
public final class QuantityJson {

    private QuantityJson() {}

    /** The JSON text, quotes included; a quantity's text needs no escapes. */
    public static String write(Quantity quantity) {
        return "\"" + quantity + "\"";
    }

    /** Reads the text of one JSON value; escapes in a string are not decoded, blanks around the amount do not count. */
    public static Quantity read(String json) throws QuantityFormatException {
        String text = json.strip();
        if (text.equals("null")) {
            return Quantity.ZERO;
        }
        boolean quoted = text.length() >= 2 && text.startsWith("\"") && text.endsWith("\"");
        return Quantity.parse(quoted ? text.substring(1, text.length() - 1).strip() : text);
    }
}
