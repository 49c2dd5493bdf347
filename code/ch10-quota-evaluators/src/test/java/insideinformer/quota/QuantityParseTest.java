package insideinformer.quota;

import static insideinformer.quota.Quantity.Format.BINARY_SI;
import static insideinformer.quota.Quantity.Format.DECIMAL_EXPONENT;
import static insideinformer.quota.Quantity.Format.DECIMAL_SI;
import static insideinformer.quota.Quantity.mustParse;
import static insideinformer.quota.Quantity.parse;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import insideinformer.quota.Quantity.Format;
import insideinformer.quota.QuantityFormatException.Kind;
import insideinformer.testing.Spec;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QuantityParseTest {

    private enum Form {
        LONG,
        DECIMAL
    }

    @Spec({
        "QT-01", "QT-02", "QT-03", "QT-06", "QT-07", "QT-08", "QT-09", "QT-10", "QT-12", "QT-13", "QT-14", "QT-16",
        "QT-28", "QT-29", "QT-31"
    })
    @ParameterizedTest(name = "{0} {1}")
    @CsvFileSource(resources = "quantity-valid.csv", numLinesToSkip = 1)
    void a_text_is_read_as_its_number_format_and_form(
            String row,
            String input,
            Format format,
            String text,
            String canonical,
            Form form,
            Long asLong,
            String value)
            throws QuantityFormatException {
        Quantity quantity = parse(input);

        assertThat(quantity.format()).isEqualTo(format);
        assertThat(quantity).hasToString(text);
        assertThat(quantity.canonical()).isEqualTo(canonical);
        assertThat(quantity.asLong().stream().boxed().toList())
                .isEqualTo(Stream.ofNullable(asLong).toList());
        assertThat(form == Form.DECIMAL && quantity.asLong().isPresent()).isFalse();
        if (value.equals("overflow")) {
            assertThatThrownBy(quantity::value)
                    .isInstanceOf(ArithmeticException.class)
                    .hasMessageContaining(text);
        } else {
            assertThat(quantity.value()).isEqualTo(Long.parseLong(value));
        }
    }

    @Spec({"QT-01", "QT-08", "QT-13", "QT-31"})
    @ParameterizedTest(name = "-({1})")
    @CsvFileSource(resources = "quantity-valid.csv", numLinesToSkip = 1)
    void a_leading_minus_negates_the_number_and_nothing_else(
            String row,
            String input,
            Format format,
            String text,
            String canonical,
            Form form,
            Long asLong,
            String value)
            throws QuantityFormatException {
        if (input.startsWith("-") || input.startsWith("+")) {
            return; // has its sign already
        }
        Quantity quantity = parse("-" + input);

        assertThat(quantity.asDecimal())
                .isEqualByComparingTo(parse(input).asDecimal().negate());
        assertThat(quantity.format()).isEqualTo(format);
        assertThat(quantity).hasToString(quantity.isZero() ? "0" : "-" + text);
        assertThat(quantity.canonical()).isEqualTo(quantity.isZero() ? "0" : "-" + canonical);
        assertThat(quantity.asLong().isPresent()).isEqualTo(asLong != null);
        if (!value.equals("overflow")) {
            assertThat(quantity.value()).isEqualTo(-Long.parseLong(value));
        }
    }

    @Spec({"QT-01", "QT-02", "QT-04"})
    @ParameterizedTest(name = "{0} \"{1}\"")
    @CsvFileSource(resources = "quantity-invalid.csv", numLinesToSkip = 1)
    void a_text_that_is_no_quantity_is_refused_with_the_reason(String row, String input, Kind kind) {
        QuantityFormatException refusal = catchThrowableOfType(QuantityFormatException.class, () -> parse(input));

        assertThat(refusal.kind()).isEqualTo(kind);
        assertThat(refusal).hasMessageContaining(kind.text()).hasMessageContaining("\"" + input + "\"");
    }

    @Test
    @Spec("QT-05")
    void a_constant_that_is_no_quantity_throws_with_input_and_cause() {
        assertThatThrownBy(() -> mustParse("1Zi"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'1Zi'")
                .hasMessageContaining("quantities must match")
                .hasCauseInstanceOf(QuantityFormatException.class);
    }

    @Spec("QT-02")
    @ParameterizedTest
    @CsvSource({"n,-9", "u,-6", "m,-3", "'',0", "k,3", "M,6", "G,9", "T,12", "P,15", "E,18"})
    void decimal_letters_go_in_steps_of_three(String letter, int exponent) throws QuantityFormatException {
        assertThat(parse("7" + letter).asDecimal()).isEqualByComparingTo(BigDecimal.valueOf(7, -exponent));
        assertThat(parse("7" + letter).format()).isEqualTo(DECIMAL_SI);
    }

    @Spec("QT-02")
    @ParameterizedTest
    @CsvSource({"Ki,10", "Mi,20", "Gi,30", "Ti,40", "Pi,50", "Ei,60"})
    void binary_letters_go_in_steps_of_1024(String letters, int exponent) throws QuantityFormatException {
        assertThat(parse("3" + letters).asDecimal()).isEqualByComparingTo(new BigDecimal(3L << exponent));
        assertThat(parse("3" + letters).format()).isEqualTo(BINARY_SI);
    }

    @Test
    @Spec("QT-03")
    void an_upper_case_e_is_exa_when_nothing_follows_and_an_exponent_otherwise() throws QuantityFormatException {
        assertThat(parse("1E").format()).isEqualTo(DECIMAL_SI);
        assertThat(parse("1E3").format()).isEqualTo(DECIMAL_EXPONENT);
        assertThat(parse("1e-3")).isEqualTo(parse("1m"));
    }

    @Spec("QT-07")
    @ParameterizedTest
    @CsvSource({
        "99999999999Ki, 100000000000Ki",
        "99999999Mi, 100000000Mi",
        "99999Gi, 100000Gi",
        "99Ti, 100Ti",
        "999999999999999999, 1000000000000000000"
    })
    void a_number_with_one_digit_too_many_leaves_the_long_form(String longest, String tooLong)
            throws QuantityFormatException {
        assertThat(parse(longest).asLong()).isPresent();
        assertThat(parse(tooLong).asLong()).isEmpty();
    }

    @Spec("QT-11")
    @ParameterizedTest
    @ValueSource(
            strings = {
                "1e4294967299",
                "2E6024865272343",
                "1e2147483648",
                "1e-2147483648",
                "1e9223372036854775807",
                "1e-9223372036854775808"
            })
    void an_exponent_of_more_than_32_bits_is_refused(String text) {
        QuantityFormatException refusal = catchThrowableOfType(QuantityFormatException.class, () -> parse(text));

        assertThat(refusal.kind()).isEqualTo(Kind.SUFFIX);
    }

    @Spec({"QT-11", "QT-18"})
    @ParameterizedTest
    @CsvSource({
        "1e2147483647, 10e2147483646",
        "1000e2147483647, 10000e2147483646",
        "7e2000000001, 7e2000000001",
        "0.001e-2147483647, 1e-9",
        "9e-2000000000, 1e-9",
        "0e2147483647, 0",
        "0e-2147483647, 0"
    })
    void the_largest_exponents_cost_nothing_to_read_print_and_compare(String text, String canonical) {
        assertTimeoutPreemptively(Duration.ofSeconds(5), () -> {
            Quantity quantity = parse(text);

            assertThat(quantity.canonical()).isEqualTo(canonical);
            assertThat(parse(canonical)).isEqualTo(quantity).hasSameHashCodeAs(quantity);
            assertThat(quantity.cmp(1)).isNotZero();
        });
    }

    @Test
    @Spec("QT-11")
    void a_sum_that_would_have_billions_of_digits_is_refused_with_both_operands() throws QuantityFormatException {
        Quantity huge = parse("1e2000000001");

        assertThatThrownBy(() -> huge.add(parse("1")))
                .isInstanceOf(ArithmeticException.class)
                .hasMessageContaining("1e2000000001 and 1");
        assertThatThrownBy(huge::value).isInstanceOf(ArithmeticException.class);
    }
}
