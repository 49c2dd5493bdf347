package insideinformer.quota;

import static insideinformer.quota.Quantity.Format.BINARY_SI;
import static insideinformer.quota.Quantity.Format.DECIMAL_EXPONENT;
import static insideinformer.quota.Quantity.Format.DECIMAL_SI;
import static insideinformer.quota.Quantity.mustParse;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import insideinformer.quota.Quantity.Format;
import insideinformer.testing.Spec;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QuantityArithmeticTest {

    private static final BigDecimal MIN_LONG = BigDecimal.valueOf(Long.MIN_VALUE);

    @Spec({"QT-21", "QT-35"})
    @ParameterizedTest(name = "{0} + {1} = {2}")
    @CsvSource({
        "100m, 50m, 150m, DECIMAL_SI",
        "100m, 0, 100m, DECIMAL_SI",
        "0, 100m, 100m, DECIMAL_SI",
        "0, 1Gi, 1Gi, BINARY_SI",
        "1Gi, 0, 1Gi, BINARY_SI",
        "0Ki, 5, 5, DECIMAL_SI",
        "0, 0Ki, 0, BINARY_SI",
        "500m, 500m, 1, DECIMAL_SI",
        "1500m, 0.5, 2, DECIMAL_SI",
        "1Gi, 1Gi, 2Gi, BINARY_SI",
        "1Gi, 1, 1073741825, BINARY_SI",
        "1Gi, 1G, 2073741824, BINARY_SI",
        "1G, 1Gi, 2073741824, DECIMAL_SI",
        "1, 1Ki, 1025, DECIMAL_SI",
        "1Ki, 500m, 1024500m, BINARY_SI",
        "1k, 1e3, 2k, DECIMAL_SI",
        "1e3, 1k, 2e3, DECIMAL_EXPONENT",
        "10, 1e1, 20, DECIMAL_SI",
        "-1Gi, 1Mi, -1023Mi, BINARY_SI",
        "1, -1, 0, DECIMAL_SI",
        "999999999999999999, 1, 1E, DECIMAL_SI",
        "9E, 9E, 18E, DECIMAL_SI",
        "1n, 1E, 1000000000000000000000000001n, DECIMAL_SI",
        "5Ei, 5Ei, 10Ei, BINARY_SI"
    })
    void a_sum_is_exact_and_written_as_its_receiver_unless_that_is_zero(String a, String b, String sum, Format format) {
        Quantity left = mustParse(a);
        Quantity right = mustParse(b);

        assertThat(left.add(right)).hasToString(sum);
        assertThat(left.add(right).format()).isEqualTo(format);
        assertThat(List.of(left.toString(), right.toString()))
                .isEqualTo(List.of(mustParse(a).toString(), mustParse(b).toString()));
    }

    @Test
    @Spec({"QT-21", "QT-28"})
    void a_sum_that_outgrows_64_bits_is_held_as_a_decimal_and_stays_one() {
        assertThat(mustParse("999999999999999999").add(mustParse("1")).asLong()).hasValue(1_000_000_000_000_000_000L);

        Quantity tooLarge = Quantity.of(Long.MAX_VALUE, DECIMAL_SI).add(mustParse("1"));

        assertThat(tooLarge).hasToString("9223372036854775808");
        assertThat(tooLarge.sub(tooLarge).add(mustParse("5")).asLong()).isEmpty();
    }

    @Spec({"QT-22", "QT-35"})
    @ParameterizedTest(name = "{0} - {1} = {2}")
    @CsvSource({
        "0, 100m, -100m, DECIMAL_SI", "0, 1Gi, -1Gi, BINARY_SI", "100m, 0, 100m, DECIMAL_SI", "1Gi, 1Gi, 0, BINARY_SI",
        "1, 1m, 999m, DECIMAL_SI", "1Ki, 1, 1023, BINARY_SI", "1, 2, -1, DECIMAL_SI", "10, 1e1, 0, DECIMAL_SI"
    })
    void a_difference_is_exact_and_follows_the_same_rules(String a, String b, String difference, Format format) {
        Quantity left = mustParse(a);

        assertThat(left.sub(mustParse(b))).hasToString(difference);
        assertThat(left.sub(mustParse(b)).format()).isEqualTo(format);
        assertThat(left).hasToString(mustParse(a).toString());
    }

    @Test
    @Spec({"QT-22", "QT-23"})
    void the_smallest_long_is_subtracted_and_negated_exactly() {
        Quantity smallest = Quantity.of(Long.MIN_VALUE, DECIMAL_SI);

        assertThat(smallest.neg().asDecimal()).isEqualByComparingTo(MIN_LONG.negate());
        assertThat(mustParse("1").sub(smallest).asDecimal()).isEqualByComparingTo(BigDecimal.ONE.subtract(MIN_LONG));
    }

    @Spec("QT-23")
    @ParameterizedTest
    @CsvSource({"9.01, -9010m, DECIMAL_SI", "1.5Gi, -1536Mi, BINARY_SI", "0, 0, DECIMAL_SI", "0Ki, 0, BINARY_SI"})
    void negation_flips_the_sign_and_keeps_the_format(String text, String negated, Format format) {
        assertThat(mustParse(text).neg()).hasToString(negated);
        assertThat(mustParse(text).neg().format()).isEqualTo(format);
    }

    @Spec("QT-23")
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void negating_twice_is_the_identity(long seed) {
        Random random = new Random(seed);
        for (int scale = -10; scale <= 10; scale++) {
            Quantity quantity = Quantity.ofScaled(random.nextLong(), scale);

            assertThat(quantity.neg().neg()).as("seed %d scale %d", seed, scale).isEqualTo(quantity);
            assertThat(quantity.neg().sign()).isEqualTo(-quantity.sign());
        }
    }

    @Spec("QT-24")
    @ParameterizedTest(name = "{0} x {1} = {2}")
    @CsvSource({
        "500m, 3, 1500m, true",
        "500m, 2, 1, true",
        "1Gi, 3, 3Gi, true",
        "0, 50, 0, true",
        "50, 0, 0, true",
        "1.5, -2, -3, true",
        "9223372036854775807, 2, 18446744073709551614, false",
        "9223372036854775807, -1, -9223372036854775807, true",
        "7Ei, 2, 14Ei, false"
    })
    void a_product_is_exact_and_says_whether_it_still_fits(String text, long factor, String product, boolean fits) {
        Quantity.Product result = mustParse(text).mul(factor);

        assertThat(result.value()).hasToString(product);
        assertThat(result.fits()).isEqualTo(fits);
    }

    @Test
    @Spec({"QT-24", "QT-28"})
    void a_product_with_a_fraction_leaves_the_long_form() {
        assertThat(mustParse("500m").mul(2).value().add(mustParse("1")).asLong())
                .isEmpty(); // its scale is still milli
        assertThat(mustParse("2k").mul(3).value().asLong()).hasValue(6000);
        assertThat(mustParse("500m").mul(3).value().mul(2).value().asLong()).isEmpty();
    }

    @Spec("QT-25")
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void what_is_added_and_subtracted_again_leaves_exactly_zero(long seed) {
        Random random = new Random(seed);
        List<Quantity> amounts = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            amounts.add(Quantity.ofScaled(random.nextLong() >>> 1, random.nextInt(21) - 10));
        }
        Quantity sum = Quantity.ZERO;
        for (Quantity amount : amounts) {
            sum = sum.add(amount);
        }

        assertThat(sum.isZero()).isFalse();
        for (Quantity amount : amounts) {
            sum = sum.sub(amount);
        }

        assertThat(sum.isZero()).as("seed %d: %s", seed, sum).isTrue();
    }

    @Spec("QT-32")
    @ParameterizedTest(name = "{0} at {1} is {2}")
    @CsvSource({
        "9.01, -2, 9.01, true",
        "9.01, -1, 9.1, false",
        "9.01, 0, 10, false",
        "9.01, 1, 10, false",
        "9.01, 2, 100, false",
        "9.01, -9, 9.01, true",
        "-9.01, -2, -9.01, true",
        "-9.01, -1, -9.1, false",
        "-9.01, 0, -10, false",
        "-9.01, 1, -10, false",
        "-9.01, 2, -100, false",
        "-9.01, -9, -9.01, true",
        "100, 2, 100, true",
        "0, 3, 0, true"
    })
    void rounding_goes_away_from_zero_in_both_forms(String text, int scale, String rounded, boolean exact) {
        Quantity longForm = mustParse(text);
        Quantity decimalForm = Quantity.of(new BigDecimal(text), DECIMAL_SI);

        for (Quantity quantity : List.of(longForm, decimalForm)) {
            assertThat(quantity.roundUp(scale).value()).isEqualTo(mustParse(rounded));
            assertThat(quantity.roundUp(scale).exact()).isEqualTo(exact);
            assertThat(quantity).isEqualTo(mustParse(text));
        }
    }

    @Spec({"QT-26", "QT-27"})
    @ParameterizedTest(name = "{0} ? {1}")
    @CsvSource({
        "1, 1000m, 0",
        "1Ki, 1024, 0",
        "1Gi, 1G, 1",
        "100m, 50m, 1",
        "10000T, 100Gi, 1",
        "0, 0Ki, 0",
        "0n, 0E, 0",
        "-1, 1, -1",
        "1e3, 1k, 0",
        "1.5Gi, 1536Mi, 0",
        "9Ei, 9223372036854775807, 0",
        "1n, 0, 1"
    })
    void comparison_and_hash_are_by_number_alone(String a, String b, int order) {
        Quantity left = mustParse(a);
        Quantity right = mustParse(b);

        assertThat(left.cmp(right)).isEqualTo(order);
        assertThat(right.compareTo(left)).isEqualTo(-order);
        assertThat(left.neg().cmp(right.neg())).isEqualTo(-order);
        assertThat(left.equals(right)).isEqualTo(order == 0);
        assertThat(left.hashCode() == right.hashCode()).isEqualTo(order == 0);
    }

    @Test
    @Spec("QT-26")
    void numbers_of_very_different_scales_compare_exactly() {
        assertThat(Quantity.ofScaled(Long.MAX_VALUE, 1).cmp(1)).isPositive();
        assertThat(Quantity.ofScaled(Long.MAX_VALUE, 1).cmp(0)).isPositive();
        assertThat(Quantity.ofScaled(Long.MAX_VALUE, -16).cmp(1000)).isNegative();
        assertThat(Quantity.ofScaled(Long.MIN_VALUE, -18).cmp(-1)).isNegative();
        assertThat(Quantity.ofScaled(Long.MIN_VALUE, -19).cmp(-1)).isPositive();
        long exa = 1_000_000_000_000_000_000L;
        assertThat(Quantity.ofScaled(exa, -17).cmp(10)).isZero();
        assertThat(Quantity.ofScaled(exa + 1, -17).cmp(10)).isPositive();
        assertThat(Quantity.ofScaled(exa - 1, -17).cmp(10)).isNegative();
    }

    @Test
    @Spec("QT-27")
    void zero_has_no_sign_and_equals_every_other_zero() {
        for (String zero : List.of("0", "-0", "0Ki", "0n", "0e5", "+")) {
            assertThat(mustParse(zero))
                    .isEqualTo(Quantity.ZERO)
                    .hasSameHashCodeAs(Quantity.ZERO)
                    .hasToString("0");
            assertThat(mustParse(zero).sign()).isZero();
            assertThat(mustParse(zero).isZero()).isTrue();
        }
        assertThat(mustParse("1n").sign()).isOne();
        assertThat(mustParse("-1n").sign()).isEqualTo(-1);
        assertThat(Quantity.ZERO.equals(null)).isFalse();
    }

    @Spec("QT-29")
    @ParameterizedTest(name = "{0} in 10^{1} is {2}")
    @CsvSource({
        "100m, 0, 1", "1500m, 0, 2", "-1500m, 0, -2", "1n, 0, 1", "1001m, 0, 2", "5.4, -3, 5400", "2500u, -3, 3",
        "1n, -3, 1", "1Ki, -3, 1024000", "100, -2, 10000", "1, -9, 1000000000", "1, -6, 1000000", "1234, 3, 2",
                "0, -9, 0"
    })
    void whole_numbers_are_rounded_away_from_zero(String text, int scale, long value) {
        assertThat(mustParse(text).scaledValue(scale)).isEqualTo(value);
    }

    @Test
    @Spec({"QT-29", "QT-31"})
    void value_and_milli_value_are_the_two_scales_in_use() {
        assertThat(mustParse("-0.05Gi").value()).isEqualTo(-53_687_092);
        assertThat(mustParse("-0.9n").value()).isEqualTo(-1);
        assertThat(mustParse("-1.5").value()).isEqualTo(-2);
        assertThat(mustParse("2500u").milliValue()).isEqualTo(3);
    }

    @Spec("QT-30")
    @ParameterizedTest
    @ValueSource(
            strings = {"12E", "100E", "9223372036854775808", "18446744073709551616", "-12E", "9223372036854775807.5"})
    void what_does_not_fit_64_bits_is_an_error_and_not_another_number(String text) {
        assertThatThrownBy(() -> mustParse(text).value())
                .isInstanceOf(ArithmeticException.class)
                .hasMessageContaining("does not fit 64 bits");
    }

    @Test
    @Spec("QT-30")
    void thousandths_overflow_earlier() {
        Quantity largest = mustParse("9223372036854775807");

        assertThat(largest.value()).isEqualTo(Long.MAX_VALUE);
        assertThatThrownBy(largest::milliValue).isInstanceOf(ArithmeticException.class);
        assertThat(mustParse("-9223372036854775808").value()).isEqualTo(Long.MIN_VALUE);
    }

    @Spec("QT-34")
    @ParameterizedTest
    @CsvSource({"0, 0", "1, 1", "2Ki, 2048", "1.1Ki, 1126.4", "12E, 1.2e19", "500m, 0.5", "-1n, -1e-9"})
    void a_double_is_the_nearest_one(String text, double value) {
        assertThat(mustParse(text).asApproximateDouble()).isEqualTo(value);
    }

    @Test
    @Spec("QT-34")
    void a_double_out_of_range_is_infinite() {
        assertThat(mustParse("12e500").asApproximateDouble()).isEqualTo(Double.POSITIVE_INFINITY);
        assertThat(mustParse("-12e500").asApproximateDouble()).isEqualTo(Double.NEGATIVE_INFINITY);
    }

    @Test
    @Spec("QT-35")
    void no_operation_changes_an_operand() {
        for (String text : List.of("1.234", "1.5Gi", "12E", "0.9n", "1e3", "0")) {
            Quantity quantity = mustParse(text);
            quantity.add(mustParse("7Ei"));
            quantity.sub(mustParse("1n"));
            quantity.neg();
            quantity.mul(-3);
            quantity.roundUp(2);
            quantity.cmp(mustParse("5"));

            assertThat(quantity)
                    .isEqualTo(mustParse(text))
                    .hasToString(mustParse(text).toString());
        }
    }

    @Test
    @Spec({"QT-21", "QT-22"})
    void formats_of_results_do_not_depend_on_the_size_of_operands() {
        assertThat(mustParse("7Ei").sub(mustParse("7Ei")).format()).isEqualTo(BINARY_SI);
        assertThat(mustParse("0e3").add(mustParse("12E")).format()).isEqualTo(DECIMAL_SI);
        assertThat(mustParse("1e3").sub(mustParse("1Ki")).format()).isEqualTo(DECIMAL_EXPONENT);
    }
}
