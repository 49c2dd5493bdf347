package insideinformer.quota;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * An exact amount, such as {@code 250m} cores or {@code 1.5Gi} bytes. It is a number together with the format in which
 * it is written.
 *
 * <p>Quantities are immutable, so threads can share them. Only the number counts in comparisons: {@code 1}, {@code
 * 1000m} and {@code 1e0} are equal. Arithmetic is exact. A sum or product of more than 1000 digits throws an {@link
 * ArithmeticException}. Turning a quantity into a {@code long} rounds away from zero, and throws the same exception if
 * the result does not fit.
 *
 * <p>Upstream: {@code pkg/api/resource/quantity.go, Quantity}.
 */
public final class Quantity implements Comparable<Quantity> {

    // I1  number never changes, and no operation changes an operand.
    // I2  If longForm is true, number's unscaled value fits 64 bits. A quantity that left the long form stays out of
    // it. I3  kept is the parsed text, if there was no arithmetic since. It means the same number.
    // I4  number has at most MAX_DIGITS digits, or as many as the parsed text. No operation writes out the zeros of a
    //     power of ten, because 1e2000000000 would have two billion.

    /** The way in which a quantity is written. */
    public enum Format {
        /** {@code 12k}, {@code 500m}: powers of ten as letters. */
        DECIMAL_SI,
        /** {@code 12Ki}, {@code 3Gi}: powers of 1024 as letters. */
        BINARY_SI,
        /** {@code 12e3}, {@code 500e-3}: powers of ten as numbers. */
        DECIMAL_EXPONENT
    }

    /** Exponents of powers of ten, for {@link #roundUp} and {@link #scaledValue}. */
    public interface Scale {
        int NANO = -9;
        int MICRO = -6;
        int MILLI = -3;
        int KILO = 3;
        int MEGA = 6;
        int GIGA = 9;
        int TERA = 12;
        int PETA = 15;
        int EXA = 18;
    }

    /** A product, and whether it fits 64 bits. */
    public record Product(Quantity value, boolean fits) {}

    /** A rounded quantity, and whether rounding lost nothing. */
    public record Rounded(Quantity value, boolean exact) {}

    public static final Quantity ZERO = of(0, Format.DECIMAL_SI);

    // Of a result. The text of such a number is short enough for the parser.
    static final int MAX_DIGITS = 1_000;

    private static final int MAX_LONG_DIGITS = 19; // of a 64-bit integer

    private final BigDecimal number;
    private final Format format;
    private final boolean longForm;
    private final @Nullable String kept;

    Quantity(BigDecimal number, Format format, boolean longForm, @Nullable String kept) {
        this.number = number;
        this.format = format;
        this.longForm = longForm;
        this.kept = kept;
    }

    /** Reads {@code 1}, {@code 1.5Gi}, {@code 250m}, {@code 12e6}; rounds away from zero to billionths. */
    public static Quantity parse(String text) throws QuantityFormatException {
        return QuantityParser.parse(text);
    }

    /** Like {@link #parse}, for a constant of the program; an invalid text is an unchecked exception. */
    public static Quantity mustParse(String text) {
        try {
            return parse(text);
        } catch (QuantityFormatException e) {
            throw new IllegalArgumentException("cannot parse '" + text + "': " + e.getMessage(), e);
        }
    }

    public static Quantity of(long value, Format format) {
        return new Quantity(BigDecimal.valueOf(value), format, true, null);
    }

    /** A number of thousandths. */
    public static Quantity ofMilli(long value, Format format) {
        return new Quantity(BigDecimal.valueOf(value, -Scale.MILLI), format, true, null);
    }

    /** {@code value} times ten to the power of {@code scale}. */
    public static Quantity ofScaled(long value, int scale) {
        return new Quantity(BigDecimal.valueOf(value, Math.negateExact(scale)), Format.DECIMAL_SI, true, null);
    }

    public static Quantity of(BigDecimal value, Format format) {
        return computed(value, format, false);
    }

    private static Quantity computed(BigDecimal number, Format format, boolean longForm) {
        if (number.precision() > MAX_DIGITS) {
            throw new ArithmeticException("a number of " + number.precision() + " digits is more than the "
                    + MAX_DIGITS + " digits that quantities are computed with");
        }
        return new Quantity(number, format, longForm, null);
    }

    public Format format() {
        return format;
    }

    // tag::add[]
    /** The sum, in the format of this quantity; if this is zero, in that of the other. */
    public Quantity add(Quantity other) {
        Format sumFormat = isZero() ? other.format : format;
        boolean bothLong = longForm && other.longForm;
        if (isZero() || other.isZero()) {
            BigDecimal rest = isZero() && !other.isZero() ? other.number : number;
            return computed(rest, sumFormat, bothLong);
        }
        requireBoundedSum(other);
        int scale = Math.max(number.scale(), other.number.scale());
        BigDecimal left = number.setScale(scale);
        BigDecimal right = other.number.setScale(scale);
        BigDecimal sum = left.add(right);
        boolean fit = fits64(left) && fits64(right) && fits64(sum);
        return computed(sum, sumFormat, bothLong && fit);
    }
    // end::add[]

    /** The difference; formats as in {@link #add}. */
    public Quantity sub(Quantity other) {
        return add(other.neg());
    }

    public Quantity neg() {
        BigDecimal negated = number.negate();
        return new Quantity(negated, format, longForm && fits64(negated), null);
    }

    public Product mul(long factor) {
        BigDecimal product = number.multiply(BigDecimal.valueOf(factor));
        if (product.signum() == 0) {
            return new Product(new Quantity(isZero() ? number : BigDecimal.ZERO, format, longForm, null), true);
        }
        BigDecimal plain = product.scale() > 0 ? product.stripTrailingZeros() : product;
        boolean fits = plain.scale() > 0 ? fits64(plain) : isLong(plain);
        boolean stays = longForm && fits64(product) && (number.scale() > 0 ? plain.scale() <= 0 : isLong(plain));
        return new Product(computed(product, format, stays), stays || fits);
    }

    /** This value, rounded away from zero to a multiple of ten to the power of {@code scale}. */
    public Rounded roundUp(int scale) {
        if (longForm && -(long) number.scale() >= scale) {
            return new Rounded(this, true);
        }
        BigDecimal rounded = roundAway(number, -(long) scale);
        return new Rounded(new Quantity(rounded, format, longForm, null), rounded.compareTo(number) == 0);
    }

    public int cmp(Quantity other) {
        return number.compareTo(other.number);
    }

    public int cmp(long other) {
        return number.compareTo(BigDecimal.valueOf(other));
    }

    @Override
    public int compareTo(Quantity other) {
        return cmp(other);
    }

    /** -1, 0 or 1. */
    public int sign() {
        return number.signum();
    }

    public boolean isZero() {
        return number.signum() == 0;
    }

    /** The number, if it is held as a 64-bit integer; empty otherwise, also for some integers that would fit. */
    public OptionalLong asLong() {
        return longForm && number.scale() <= 0 && isLong(number)
                ? OptionalLong.of(number.longValueExact())
                : OptionalLong.empty();
    }

    public BigDecimal asDecimal() {
        return number;
    }

    /** The nearest double; infinite beyond its range. */
    public double asApproximateDouble() {
        return number.doubleValue();
    }

    /** Rounded away from zero to a whole number. */
    public long value() {
        return scaledValue(0);
    }

    /** Rounded away from zero to thousandths, counted in thousandths. */
    public long milliValue() {
        return scaledValue(Scale.MILLI);
    }

    /** Rounded away from zero to a multiple of ten to the power of {@code scale}, counted in such multiples. */
    public long scaledValue(int scale) {
        long digits = (long) number.precision() - number.scale() - scale; // of the whole part, counted in units
        if (isZero() || digits <= 0) {
            return sign(); // less than one unit
        }
        if (digits <= MAX_LONG_DIGITS) {
            BigDecimal units = new BigDecimal(number.unscaledValue(), Math.addExact(number.scale(), scale));
            BigDecimal whole = roundAway(units, 0);
            if (isLong(whole)) {
                return whole.longValueExact();
            }
        }
        throw new ArithmeticException(
                this + " in units of 10^" + scale + " does not fit 64 bits; compare quantities with cmp instead");
    }

    /** The parsed text if it was kept, otherwise the canonical text. */
    @Override
    public String toString() {
        return kept != null ? kept : canonical();
    }

    /** The only text of this number in this format. */
    public String canonical() {
        return CanonicalText.of(number, format);
    }

    @Override
    public boolean equals(@Nullable Object o) {
        return o instanceof Quantity other && cmp(other) == 0;
    }

    @Override
    public int hashCode() {
        return CanonicalText.of(number, Format.DECIMAL_EXPONENT).hashCode(); // equal numbers have one such text
    }

    /**
     * {@code n} rounded away from zero to {@code places} decimal places, or to tens and hundreds if negative. A number
     * without finer digits is returned unchanged.
     */
    static BigDecimal roundAway(BigDecimal n, long places) {
        if (places >= n.scale()) {
            return n;
        }
        if (n.signum() != 0 && (long) n.precision() - n.scale() < -places) {
            return BigDecimal.valueOf(n.signum(), (int) places); // smaller than one unit: no need to compute it
        }
        return n.setScale((int) places, RoundingMode.UP);
    }

    private static boolean fits64(BigDecimal n) {
        return n.unscaledValue().bitLength() <= 63;
    }

    /**
     * Whether the whole part of {@code n} fits 64 bits. Looks at its size first, so that 1e2000000000 is not written
     * out.
     */
    private static boolean isLong(BigDecimal n) {
        long digits = (long) n.precision() - n.scale();
        return n.signum() == 0
                || digits <= 0
                || digits <= MAX_LONG_DIGITS && n.toBigInteger().bitLength() <= 63;
    }

    /** Refuses operands whose exact sum would have too many digits, before any digit is written. */
    private void requireBoundedSum(Quantity other) {
        long first = Math.max((long) number.precision() - number.scale(),
                (long) other.number.precision() - other.number.scale());
        long last = -(long) Math.max(number.scale(), other.number.scale());
        if (first - last > MAX_DIGITS) {
            throw new ArithmeticException("the exact sum of " + this + " and " + other + " would have more than "
                    + MAX_DIGITS + " digits; use amounts of comparable size");
        }
    }
}
