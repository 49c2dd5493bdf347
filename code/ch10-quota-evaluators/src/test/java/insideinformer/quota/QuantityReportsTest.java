package insideinformer.quota;

import static insideinformer.quota.Quantity.mustParse;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import insideinformer.testing.Spec;
import java.math.BigDecimal;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What went wrong with quantities in well-known clients and servers, and is right here. */
class QuantityReportsTest {

    @Spec({"QT-02", "QT-12", "J1", "J2"})
    @ParameterizedTest
    @CsvSource({"129e6, 129000000, 129e6", "3.0064771072E10, 30064771072, 30064771072"})
    void an_exponent_keeps_every_digit_of_its_factor(String text, long value, String canonical) {
        assertThat(mustParse(text).value()).isEqualTo(value);
        assertThat(mustParse(text).canonical()).isEqualTo(canonical);
    }

    @Test
    @Spec({"QT-09", "QT-28", "J7"})
    void binary_letters_are_exact_powers_of_two_up_to_the_cap() {
        assertThat(mustParse("1Ei").asDecimal()).isEqualByComparingTo(new BigDecimal("1152921504606846976"));
        assertThat(mustParse("1Ei")).hasToString("1Ei");
        assertThat(mustParse("10Ei").asDecimal()).isEqualByComparingTo(BigDecimal.valueOf(Long.MAX_VALUE));
    }

    @Spec({"QT-30", "J3"})
    @ParameterizedTest
    @ValueSource(strings = {"100E", "9223372036854775808", "18446744073709551616", "-100E"})
    void numbers_beyond_64_bits_neither_wrap_nor_vanish(String text) {
        Quantity large = mustParse(text);
        Quantity one = mustParse("1");

        assertThatThrownBy(large::value).isInstanceOf(ArithmeticException.class);
        assertThat(large.add(one).sub(large)).isEqualTo(one);
        assertThat(large.neg().neg()).isEqualTo(large);
        assertThat(large.cmp(Long.MAX_VALUE)).isEqualTo(large.sign());
    }

    @Test
    @Spec({"QT-22", "QT-23", "J3"})
    void sums_and_differences_go_on_past_the_limits() {
        Quantity lowest = Quantity.of(Long.MIN_VALUE, Quantity.Format.DECIMAL_SI);
        Quantity highest = Quantity.of(Long.MAX_VALUE, Quantity.Format.DECIMAL_SI);
        Quantity one = mustParse("1");

        assertThat(lowest.neg().sub(one)).isEqualTo(highest);
        assertThat(lowest.sub(one).add(one)).isEqualTo(lowest);
        assertThat(highest.add(one).cmp(highest)).isPositive();
        assertThat(highest.add(one)).isEqualTo(mustParse("9223372036854775808"));
    }

    @Test
    @Spec({"QT-31", "J3"})
    void half_a_gibibyte_below_zero_keeps_its_sign() {
        assertThat(mustParse("-9.5Gi").value()).isEqualTo(-10_200_547_328L);
    }

    @Spec({"QT-04", "J6"})
    @ParameterizedTest
    @ValueSource(strings = {"16g", "1K", "1e", "", "1 Gi", "1mm", "0x10", "1e1.5"})
    void what_looks_like_an_amount_and_is_none_is_refused_with_its_text(String text) {
        assertThatThrownBy(() -> Quantity.parse(text))
                .isInstanceOf(QuantityFormatException.class)
                .hasMessageEndingWith("\"" + text + "\"");
    }

    @Test
    @Spec({"QT-26", "J8"})
    void equal_amounts_have_one_hash_and_different_ones_mostly_have_their_own() {
        assertThat(mustParse("1")).hasSameHashCodeAs(mustParse("1000m")).hasSameHashCodeAs(mustParse("1e0"));
        assertThat(IntStream.range(1, 1000).map(i -> mustParse(i + "m").hashCode()).distinct().count())
                .isGreaterThan(990);
    }

    @Spec({"QT-12", "QT-14", "QT-18", "J4", "J10"})
    @ParameterizedTest(name = "{0} is {1}")
    @CsvSource({
        "1e3, 1e3", "0.5, 500m", ".5, 500m", "5., 5", "1500m, 1500m", "1.5Gi, 1536Mi", "1000, 1k", "1024, 1024",
        "1024Ki, 1Mi", "-1Ki, -1Ki", "0Ki, 0", "1E, 1E", "12e6, 12e6", "1000E, 1e21"
    })
    void every_amount_has_one_canonical_text(String text, String canonical) throws QuantityFormatException {
        assertThat(mustParse(text).canonical()).isEqualTo(canonical);
        assertThat(Quantity.parse(canonical)).isEqualTo(mustParse(text));
    }
}
