package insideinformer.apiserver.yaml;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * What a scalar means in YAML 1.1 as Go reads it. Underscores in numbers do not count. A number that does not fit into
 * 64 bits is a floating-point number. A time is a text.
 *
 * <p>Unlike Go it takes any text for a {@code !!timestamp}, which stays a text, and does not know {@code 0b-1}.
 *
 * <p>Upstream: {@code go.yaml.in/yaml/v2 resolve.go, resolve}.
 */
final class YamlScalars {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final String CORE = "tag:yaml.org,2002:";

    private static final Set<String> TRUE =
            Set.of("y", "Y", "yes", "Yes", "YES", "true", "True", "TRUE", "on", "On", "ON");
    private static final Set<String> FALSE =
            Set.of("n", "N", "no", "No", "NO", "false", "False", "FALSE", "off", "Off", "OFF");
    private static final Set<String> NULL = Set.of("", "~", "null", "Null", "NULL");
    private static final Set<String> NO_JSON_NUMBER = Set.of(".nan", ".NaN", ".NAN", ".inf", ".Inf", ".INF",
            "+.inf", "+.Inf", "+.INF", "-.inf", "-.Inf", "-.INF");

    private static final Pattern INTEGER = Pattern.compile(
            "([-+]?)(?:0[xX](?<hex>[0-9a-fA-F]+)|0[bB](?<binary>[01]+)|0[oO]?(?<octal>[0-7]+)"
                    + "|(?<decimal>0|[1-9][0-9]*))");
    private static final Pattern FLOAT = Pattern.compile("[-+]?(\\.[0-9]+|[0-9]+(\\.[0-9]*)?)([eE][-+]?[0-9]+)?");
    private static final Pattern POINT_FIRST = Pattern.compile("\\.[0-9](_?[0-9])*([eE][-+]?[0-9](_?[0-9])*)?");
    private static final BigInteger TWO_TO_64 = BigInteger.ONE.shiftLeft(64);
    private static final int LONGEST_NUMBER = 1000;
    private static final double FIRST_WITH_EXPONENT = 1e21;

    private YamlScalars() {}

    /**
     * The value of a scalar.
     *
     * @param tag the whole tag; null if none is written
     * @param plain whether it stands without quotes and is no block
     * @throws IllegalArgumentException if JSON has no such value, or the text does not fit its tag
     */
    static JsonNode resolve(@Nullable String tag, boolean plain, String text) {
        if (text.codePoints().anyMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE)) {
            throw new IllegalArgumentException("found invalid Unicode character escape code: half of a pair");
        }
        if (tag == null) {
            return plain ? resolvePlain(text) : NODES.stringNode(text);
        }
        JsonNode value = switch (tag) {
            case CORE + "bool", CORE + "int", CORE + "null", CORE + "float" -> resolvePlain(text);
            case CORE + "binary" -> NODES.stringNode(decoded(text));
            default -> NODES.stringNode(text);
        };
        boolean fits = switch (tag) {
            case CORE + "bool" -> value.isBoolean();
            case CORE + "int" -> value.isBigInteger() && INTEGER.matcher(text.replace("_", "")).matches();
            case CORE + "null" -> value.isNull();
            case CORE + "float" -> value.isNumber();
            default -> true;
        };
        if (!fits) {
            throw new IllegalArgumentException("`%s` is not a !!%s".formatted(text, tag.substring(CORE.length())));
        }
        return value;
    }

    private static String decoded(String text) {
        try {
            String data = text.replace("\n", "").replace("\r", "");
            return new String(Base64.getDecoder().decode(data), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("the !!binary value is not base64", e);
        }
    }

    private static JsonNode resolvePlain(String text) {
        if (NULL.contains(text)) {
            return NODES.nullNode();
        }
        if (TRUE.contains(text)) {
            return NODES.booleanNode(true);
        }
        if (FALSE.contains(text)) {
            return NODES.booleanNode(false);
        }
        if (NO_JSON_NUMBER.contains(text)) {
            throw new IllegalArgumentException("`" + text + "` is a number that JSON does not have; quote it");
        }
        JsonNode number = text.length() > LONGEST_NUMBER ? null : number(text);
        return number == null ? NODES.stringNode(text) : number;
    }

    private static @Nullable JsonNode number(String text) {
        char first = text.charAt(0);
        if (first == '.') {
            return POINT_FIRST.matcher(text).matches() ? floating(text.replace("_", "")) : null;
        }
        if (first != '-' && first != '+' && (first < '0' || first > '9')) {
            return null;
        }
        String digits = text.replace("_", "");
        BigInteger integer = integer(digits);
        if (integer != null) {
            return NODES.numberNode(integer);
        }
        return FLOAT.matcher(digits).matches() ? floating(digits) : null;
    }

    private static @Nullable BigInteger integer(String text) {
        Matcher m = INTEGER.matcher(text);
        if (!m.matches()) {
            return null;
        }
        BigInteger amount = m.group("hex") != null ? new BigInteger(m.group("hex"), 16)
                : m.group("binary") != null ? new BigInteger(m.group("binary"), 2)
                : m.group("octal") != null ? new BigInteger(m.group("octal"), 8)
                : new BigInteger(m.group("decimal"));
        BigInteger value = m.group(1).equals("-") ? amount.negate() : amount;
        boolean fits = m.group(1).isEmpty() ? value.compareTo(TWO_TO_64) < 0 : value.bitLength() < Long.SIZE;
        return fits ? value : null;
    }

    /** Null if the number is too large for 64 bits: then it is a text. */
    private static @Nullable JsonNode floating(String text) {
        double value = Double.parseDouble(text);
        if (Double.isInfinite(value)) {
            return null;
        }
        BigDecimal decimal = BigDecimal.valueOf(value);
        return value == Math.rint(value) && Math.abs(value) < FIRST_WITH_EXPONENT
                ? NODES.numberNode(decimal.toBigInteger())
                : NODES.numberNode(decimal.stripTrailingZeros());
    }
}
