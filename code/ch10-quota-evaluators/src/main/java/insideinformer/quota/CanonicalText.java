package insideinformer.quota;

import insideinformer.quota.Quantity.Format;
import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * Writes a number as text. Equal numbers of one format get the same text: the smallest possible integer, and a suffix
 * for the rest. A power of ten without a letter is written as an exponent.
 *
 * <p>Upstream: {@code pkg/api/resource/quantity.go, CanonicalizeBytes} and {@code amount.go}.
 */
final class CanonicalText {

    private static final String[] DECIMAL = {"n", "u", "m", "", "k", "M", "G", "T", "P", "E"}; // 10^-9 … 10^18
    private static final String[] BINARY = {"", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"}; // 1024^0 … 1024^6
    private static final BigDecimal KIBI = BigDecimal.valueOf(1024);

    // The largest exponent that is a multiple of three and that the parser takes back.
    private static final long MAX_EXPONENT = Integer.MAX_VALUE - 1L;

    private CanonicalText() {}

    // tag::canonical[]
    static String of(BigDecimal number, Format format) {
        if (number.signum() == 0) {
            return "0"; // in every format
        }
        return switch (format) {
            case DECIMAL_SI -> decimal(number, true);
            case DECIMAL_EXPONENT -> decimal(number, false);
            case BINARY_SI -> isWhole(number) && number.abs().compareTo(KIBI) >= 0
                    ? binary(number)
                    : decimal(number, true); // below 1024 or a fraction: 1023, 1126400m
        };
    }

    private static String decimal(BigDecimal number, boolean letters) {
        BigDecimal bare = new BigDecimal(number.unscaledValue()).stripTrailingZeros();
        long exponent = -(long) bare.scale() - number.scale();
        long suffix = Math.min(3 * Math.floorDiv(exponent, 3), MAX_EXPONENT);
        BigInteger rest = BigInteger.TEN.pow((int) (exponent - suffix)); // 1, 10 or 100
        BigInteger mantissa = bare.unscaledValue().multiply(rest);
        if (suffix == 0) {
            return mantissa.toString();
        }
        boolean letter = letters && suffix >= -9 && suffix <= 18;
        return mantissa + (letter ? DECIMAL[(int) (suffix + 9) / 3] : "e" + suffix);
    }
    // end::canonical[]

    private static String binary(BigDecimal number) {
        if (number.scale() <= -10 * BINARY.length) {
            return decimal(number, false); // has more factors of 1024 than there are letters
        }
        BigInteger whole = number.toBigIntegerExact();
        int kibis = whole.getLowestSetBit() / 10;
        return kibis < BINARY.length ? whole.shiftRight(10 * kibis) + BINARY[kibis] : decimal(number, false);
    }

    private static boolean isWhole(BigDecimal number) {
        return number.scale() <= 0 || number.stripTrailingZeros().scale() <= 0;
    }
}
