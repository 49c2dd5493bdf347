package insideinformer.quota;

import static insideinformer.quota.Quantity.Format.BINARY_SI;
import static insideinformer.quota.Quantity.Format.DECIMAL_EXPONENT;
import static insideinformer.quota.Quantity.Format.DECIMAL_SI;

import insideinformer.quota.Quantity.Format;
import insideinformer.quota.QuantityFormatException.Kind;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads a quantity from text: a sign, digits with at most one dot, and a suffix.
 *
 * <p>A short number is held in the long form, which is a 64-bit integer and a power of ten. Any other number is held as
 * a decimal with as many digits as the text has. Only the long form has an answer to {@link Quantity#asLong}.
 *
 * <p>Upstream: {@code pkg/api/resource/quantity.go, ParseQuantity, parseQuantityString}, {@code suffix.go, interpret}.
 */
final class QuantityParser {

    // Every part is possessive, so that a long text is read only once.
    private static final Pattern SHAPE = Pattern.compile(
            "(?<sign>[+-]?+)0*+(?<whole>[0-9]*+)(?:\\.(?<fraction>[0-9]*+))?+(?<suffix>[eEinumkKMGTP]*+[+-]?+[0-9]*+)");

    private static final Pattern EXPONENT = Pattern.compile("[eE]([+-]?[0-9]+)");
    private static final String DECIMAL_LETTERS = "num kMGTPE"; // 10^-9, 10^-6, … 10^18
    private static final String BINARY_LETTERS = "KMGTPE"; // 2^10, 2^20, … 2^60

    static final int MAX_LENGTH = 1_024; // of a text; upstream has no limit

    private static final int FINEST_SCALE = Quantity.Scale.NANO;
    private static final int MAX_LONG_DIGITS = 18;
    private static final BigDecimal MAX_BINARY = BigDecimal.valueOf(Long.MAX_VALUE);

    /** The meaning of a suffix: 2 or 10 to the power of the exponent. */
    private record Suffix(int exponent, Format format) {}

    private QuantityParser() {}

    // tag::parse[]
    static Quantity parse(String text) throws QuantityFormatException {
        Matcher shape = SHAPE.matcher(text);
        if (text.isEmpty() || !shape.matches()) {
            throw new QuantityFormatException(Kind.FORMAT_WRONG, text);
        }
        if (text.length() > MAX_LENGTH) {
            throw new QuantityFormatException(Kind.TOO_LONG, text);
        }
        Suffix suffix = interpret(shape.group("suffix"));
        if (suffix == null) {
            throw new QuantityFormatException(Kind.SUFFIX, text);
        }
        boolean negative = shape.group("sign").equals("-");
        String whole = shape.group("whole").isEmpty() ? "0" : shape.group("whole");
        String fraction = Objects.requireNonNullElse(shape.group("fraction"), "");

        Quantity inLongForm = longForm(text, negative, whole, fraction, suffix);
        if (inLongForm != null) {
            return inLongForm;
        }
        if (!hasDigit(text.substring(0, shape.start("suffix")))) {
            throw new QuantityFormatException(Kind.NUMERIC, text);
        }
        return decimalForm(negative, whole, fraction, suffix);
    }
    // end::parse[]

    private static boolean hasDigit(String mantissa) {
        return mantissa.chars().anyMatch(Character::isDigit);
    }

    private static @Nullable Suffix interpret(String suffix) {
        if (suffix.isEmpty()) {
            return new Suffix(0, DECIMAL_SI);
        }
        if (suffix.length() == 1 && DECIMAL_LETTERS.contains(suffix)) {
            return new Suffix(3 * DECIMAL_LETTERS.indexOf(suffix) - 9, DECIMAL_SI);
        }
        if (suffix.length() == 2 && suffix.charAt(1) == 'i' && BINARY_LETTERS.indexOf(suffix.charAt(0)) >= 0) {
            return new Suffix(10 * BINARY_LETTERS.indexOf(suffix.charAt(0)) + 10, BINARY_SI);
        }
        Matcher exponent = EXPONENT.matcher(suffix);
        if (!exponent.matches()) {
            return null;
        }
        try {
            int value = Integer.parseInt(exponent.group(1));
            return value == Integer.MIN_VALUE ? null : new Suffix(value, DECIMAL_EXPONENT);
        } catch (NumberFormatException e) {
            return null; // does not fit 32 bits
        }
    }

    private static @Nullable Quantity longForm(
            String text, boolean negative, String whole, String fraction, Suffix suffix) {
        boolean binary = suffix.format() == BINARY_SI;
        int maxDigits = binary ? MAX_LONG_DIGITS - 4 - suffix.exponent() * 3 / 10 : MAX_LONG_DIGITS;
        long scale = binary ? 0 : (long) suffix.exponent() - fraction.length();
        boolean tooLong = whole.length() + fraction.length() > maxDigits;
        if (tooLong || scale < FINEST_SCALE || binary && !fraction.isEmpty()) {
            return null;
        }
        String digits = whole + fraction;
        long mantissa = Long.parseLong(digits);
        long factor = binary ? 1L << suffix.exponent() : 1;
        if (binary && Math.multiplyHigh(mantissa, factor) != 0) {
            return null;
        }
        boolean keep =
                binary ? mantissa % 8 != 0 : scale % 3 == 0 && !digits.endsWith("000") && !digits.startsWith("0");
        long signed = negative ? -(mantissa * factor) : mantissa * factor;
        return new Quantity(BigDecimal.valueOf(signed, (int) -scale), suffix.format(), true, keep ? text : null);
    }

    private static Quantity decimalForm(boolean negative, String whole, String fraction, Suffix suffix) {
        boolean binary = suffix.format() == BINARY_SI;
        BigInteger digits = new BigInteger(whole + fraction);
        BigInteger unscaled = binary ? digits.shiftLeft(suffix.exponent()) : digits;
        long scale = (binary ? 0L : suffix.exponent()) - fraction.length();

        BigDecimal magnitude = roundedToNano(unscaled, scale);
        if (binary && magnitude.compareTo(MAX_BINARY) > 0) {
            magnitude = MAX_BINARY;
        }
        boolean fractionOfOne = magnitude.signum() > 0 && magnitude.compareTo(BigDecimal.ONE) < 0;
        Format format = binary && fractionOfOne ? DECIMAL_SI : suffix.format();
        return new Quantity(negative ? magnitude.negate() : magnitude, format, false, null);
    }

    private static BigDecimal roundedToNano(BigInteger unscaled, long scale) {
        if (unscaled.signum() == 0) {
            return BigDecimal.ZERO;
        }
        if (-scale > Integer.MAX_VALUE) {
            return BigDecimal.valueOf(1, -FINEST_SCALE);
        }
        BigDecimal exact = new BigDecimal(unscaled, (int) -scale);
        return scale >= FINEST_SCALE ? exact : Quantity.roundAway(exact, -FINEST_SCALE);
    }
}
