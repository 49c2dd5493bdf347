package insideinformer.quota;

import static insideinformer.quota.Quantity.mustParse;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import insideinformer.quota.Quantity.Format;
import insideinformer.quota.QuantityFormatException.Kind;
import insideinformer.testing.Spec;
import java.math.BigDecimal;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A text of few characters may stand for a number of billions of digits; none of them is ever written out. */
class QuantityBoundsTest {

    private static final BigDecimal MAX_BINARY = BigDecimal.valueOf(Long.MAX_VALUE);

    @ParameterizedTest
    @Spec({"QT-11", "QT-32"})
    @CsvSource({
        "1234567890123456789e5000, 0",
        "1234567890123456789e5000, -9",
        "-1234567890123456789e5000, 18",
        "1234567890123456789e5000, -2147483648",
        "1234567890123456789e50000000, 0",
        "1e2147483647, -2147483648"
    })
    void rounding_to_a_grid_that_an_amount_is_on_anyway_writes_no_zeros(String text, int scale) {
        Quantity quantity = mustParse(text);

        Quantity.Rounded rounded = quantity.roundUp(scale);

        assertThat(rounded.exact()).isTrue();
        assertThat(rounded.value()).isEqualTo(quantity);
        assertThat(rounded.value().asDecimal().precision()).isLessThan(30);
    }

    @ParameterizedTest
    @Spec("QT-11")
    @ValueSource(strings = {"7", "0"})
    void a_text_of_too_many_characters_is_refused_with_the_limit(String digit) throws QuantityFormatException {
        String text = digit.repeat(199_999) + "1";

        QuantityFormatException refusal =
                catchThrowableOfType(QuantityFormatException.class, () -> Quantity.parse(text));

        assertThat(refusal.kind()).isEqualTo(Kind.TOO_LONG);
        assertThat(refusal).hasMessageContaining("at most 1024 characters").hasMessageContaining(digit.repeat(4));
        assertThat(refusal.getMessage()).hasSizeLessThan(300);
        assertThat(Quantity.parse(text.substring(text.length() - 1_024)).sign()).isEqualTo(1);
    }

    @Test
    @Spec({"QT-11", "QT-21"})
    void many_amounts_that_are_each_near_the_next_do_not_make_a_sum_without_bounds() {
        Quantity sum = mustParse("1e1800").add(mustParse("1e900"));

        assertThat(sum.asDecimal().precision()).isEqualTo(901);
        assertThatThrownBy(() -> sum.add(mustParse("1")))
                .isInstanceOf(ArithmeticException.class)
                .hasMessageContaining("more than 1000 digits");
        assertThat(sum.add(mustParse("1e801")).sub(mustParse("1e801"))).isEqualTo(sum);
    }

    @Test
    @Spec({"QT-11", "QT-14"})
    void a_binary_amount_beyond_all_letters_is_printed_without_writing_it_out() {
        assertThat(Quantity.of(new BigDecimal("7e2000000001"), Format.BINARY_SI)).hasToString("7e2000000001");
        assertThat(Quantity.of(new BigDecimal("1e70"), Format.BINARY_SI)).hasToString("10e69");
        assertThat(Quantity.of(BigDecimal.TWO.pow(69), Format.BINARY_SI)).hasToString("512Ei");
    }

    @Test
    @Spec({"QT-24", "QT-29", "QT-33"})
    void the_ends_of_the_range_of_scales_are_no_traps() {
        Quantity largest = mustParse("10e2147483647");

        assertThat(largest.mul(10).value()).isEqualTo(mustParse("100e2147483647"));
        assertThat(largest.mul(10).fits()).isFalse();
        assertThat(mustParse("1").scaledValue(Integer.MAX_VALUE)).isEqualTo(1);
        assertThat(largest.scaledValue(Integer.MAX_VALUE)).isEqualTo(10);
        assertThatThrownBy(() -> mustParse("1").scaledValue(Integer.MIN_VALUE)).isInstanceOf(ArithmeticException.class);
        assertThatThrownBy(() -> Quantity.ofScaled(1, Integer.MIN_VALUE)).isInstanceOf(ArithmeticException.class);
        assertThatThrownBy(() -> Quantity.of(new BigDecimal("7".repeat(1_001)), Format.DECIMAL_SI))
                .isInstanceOf(ArithmeticException.class)
                .hasMessageContaining("1000 digits");
    }

    static IntStream seeds() {
        return IntStream.range(0, 300);
    }

    @Test
    @Spec({"QT-11", "QT-20"})
    void what_is_computed_from_the_longest_texts_can_be_read_again() throws QuantityFormatException {
        Quantity longest = Quantity.parse("-" + "7".repeat(1_000) + "e2147483645");
        Quantity tooLong = Quantity.parse("7".repeat(1_020) + "e5");

        assertThat(Quantity.parse(Quantity.ZERO.add(longest).toString())).isEqualTo(longest);
        assertThatThrownBy(() -> Quantity.ZERO.add(tooLong))
                .isInstanceOf(ArithmeticException.class)
                .hasMessageContaining("1000 digits");
        assertThat(tooLong.cmp(longest)).isEqualTo(1);
    }

    /**
     * The budget is a number of digits. Operations align operands to a sum's own places, make grids coarser, or append
     * less than twenty digits; nothing else lengthens a number. So a bound on all results bounds every step between
     * them.
     */
    @ParameterizedTest
    @MethodSource("seeds")
    @Spec({"QT-11", "QT-20", "QT-21", "QT-22", "QT-26", "QT-32"})
    void whatever_is_done_to_amounts_stays_within_the_budget_of_digits(int seed) throws QuantityFormatException {
        Random random = new Random(seed);
        Quantity[] registers = {Quantity.ZERO, Quantity.ZERO, Quantity.ZERO};
        for (int step = 0; step < 60; step++) {
            int at = random.nextInt(registers.length);
            Quantity mine = registers[at];
            Quantity other = registers[random.nextInt(registers.length)];
            try {
                registers[at] = switch (random.nextInt(8)) {
                    case 0 -> sum(mine, other);
                    case 1 -> difference(mine, other);
                    case 2 -> mine.mul(random.nextInt(4) == 0 ? Long.MIN_VALUE : random.nextInt(-9, 10)).value();
                    case 3 -> rounded(mine, scale(random));
                    case 4 -> mine.neg();
                    default -> mustParse(text(random));
                };
            } catch (ArithmeticException e) {
                assertThat(e).hasMessageContaining("1000 digits");
            }
            check(registers[at], other, scale(random));
        }
    }

    private static Quantity sum(Quantity a, Quantity b) {
        Quantity sum = a.add(b);
        assertThat(b.add(a)).isEqualTo(sum);
        return sum;
    }

    private static Quantity difference(Quantity a, Quantity b) {
        Quantity difference = a.sub(b);
        assertThat(difference.sign()).isEqualTo(a.cmp(b));
        return difference;
    }

    private static Quantity rounded(Quantity quantity, int scale) {
        Quantity.Rounded rounded = quantity.roundUp(scale);
        assertThat(rounded.exact()).isEqualTo(rounded.value().equals(quantity));
        assertThat(rounded.value().sign()).isEqualTo(quantity.sign());
        assertThat(rounded.value().cmp(quantity) * quantity.sign()).isNotNegative();
        assertThat(rounded.value().roundUp(scale).exact()).isTrue();
        return rounded.value();
    }

    private static void check(Quantity quantity, Quantity other, int scale) throws QuantityFormatException {
        assertThat(quantity.asDecimal().precision()).isLessThanOrEqualTo(Quantity.MAX_DIGITS);
        assertThat(quantity.toString()).hasSizeLessThan(QuantityParser.MAX_LENGTH);
        assertThat(quantity.cmp(other)).isEqualTo(-other.cmp(quantity));
        assertThat(quantity.equals(other)).isEqualTo(quantity.cmp(other) == 0);
        assertThat(Math.signum(quantity.asApproximateDouble())).isEqualTo(quantity.sign());
        assertThat(ResourceLists.max(Map.of("a", quantity), Map.of("a", other)).get("a"))
                .isGreaterThanOrEqualTo(quantity);
        if (quantity.format() != Format.BINARY_SI || quantity.asDecimal().abs().compareTo(MAX_BINARY) <= 0) {
            Quantity back = QuantityJson.read(QuantityJson.write(quantity)); // a larger binary one is capped
            assertThat(back).isEqualTo(quantity).hasSameHashCodeAs(quantity);
        }
        try {
            assertThat(Long.signum(quantity.scaledValue(scale))).isEqualTo(quantity.sign());
            assertThat(Long.signum(quantity.milliValue())).isEqualTo(quantity.sign());
        } catch (ArithmeticException e) {
            assertThat(e).hasMessageContaining("does not fit 64 bits");
        }
    }

    private static String text(Random random) {
        StringBuilder text = new StringBuilder(random.nextInt(3) == 0 ? "-" : "");
        int digits = random.nextInt(6) == 0 ? random.nextInt(1, 990) : random.nextInt(1, 25);
        for (int i = 0; i < digits; i++) {
            text.append(random.nextInt(3) == 0 ? 0 : random.nextInt(10));
            if (i == digits / 2 && random.nextInt(4) == 0) {
                text.append('.');
            }
        }
        String[] suffixes = {"", "n", "m", "k", "E", "Ki", "Ei", "e3", "e-5", "e300", "e-300", "e980", "e5000"};
        return random.nextInt(4) == 0
                ? text + "e" + scale(random)
                : text + suffixes[random.nextInt(suffixes.length)];
    }

    private static int scale(Random random) {
        int[] scales = {-9, -3, 0, 3, 900, 5_000, -5_000, 50_000_000, Integer.MAX_VALUE, -Integer.MAX_VALUE};
        return scales[random.nextInt(scales.length)];
    }
}
