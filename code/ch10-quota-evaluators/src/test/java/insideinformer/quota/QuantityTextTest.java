package insideinformer.quota;

import static insideinformer.quota.Quantity.Format.BINARY_SI;
import static insideinformer.quota.Quantity.Format.DECIMAL_EXPONENT;
import static insideinformer.quota.Quantity.Format.DECIMAL_SI;
import static insideinformer.quota.Quantity.mustParse;
import static insideinformer.quota.Quantity.parse;
import static org.assertj.core.api.Assertions.assertThat;

import insideinformer.quota.Quantity.Format;
import insideinformer.testing.Spec;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QuantityTextTest {

    @Spec({"QT-12", "QT-14", "QT-33"})
    @ParameterizedTest(name = "{0} {1}")
    @CsvSource({
        "1, DECIMAL_SI, 1, 1m", "1000, DECIMAL_SI, 1k, 1", "1234000, DECIMAL_SI, 1234k, 1234",
        "1024, BINARY_SI, 1Ki, 1024m", "1048576, BINARY_SI, 1Mi, 1048576m", "5368709120, BINARY_SI, 5Gi, 5368709120m",
        "1000, BINARY_SI, 1k, 1", "1023, BINARY_SI, 1023, 1023m", "1025, BINARY_SI, 1025, 1025m",
        "-1024, BINARY_SI, -1Ki, -1024m", "1000000, DECIMAL_EXPONENT, 1e6, 1e3"
    })
    void constructors_take_the_format_they_are_given(long value, Format format, String fromLong, String fromMilli) {
        assertThat(Quantity.of(value, format)).hasToString(fromLong);
        assertThat(Quantity.ofMilli(value, format)).hasToString(fromMilli);
        assertThat(Quantity.of(BigDecimal.valueOf(value), format)).hasToString(fromLong);
    }

    @Spec("QT-33")
    @ParameterizedTest
    @CsvSource({"1,-9,1n", "1000,-9,1u", "1000,-6,1m", "1000,-3,1", "0,-9,0", "7,3,7k"})
    void a_scaled_number_is_decimal(long value, int scale, String text) {
        assertThat(Quantity.ofScaled(value, scale)).hasToString(text);
        assertThat(Quantity.ofScaled(value, scale).format()).isEqualTo(DECIMAL_SI);
    }

    @Spec("QT-17")
    @ParameterizedTest
    @CsvSource({
        "1.234, 1234m",
        "1.500, 1500m",
        "+1, 1",
        "007, 7",
        "1.G, 1G",
        "100.035k, 100035",
        "012Ki, 12Ki",
        "1E3, 1e3",
        "1e0, 1"
    })
    void a_kept_text_is_gone_after_any_arithmetic(String text, String canonical) {
        Quantity quantity = mustParse(text);

        assertThat(quantity).hasToString(text);
        assertThat(quantity.add(Quantity.ZERO)).hasToString(canonical);
        assertThat(quantity.sub(Quantity.ZERO)).hasToString(canonical);
        assertThat(quantity.neg().neg()).hasToString(canonical);
        assertThat(quantity.mul(1).value()).hasToString(canonical);
    }

    @Spec({"QT-18", "QT-20"})
    @ParameterizedTest
    @CsvSource({
        "1000E, 1e21",
        "1000000000000000000000, 1e21",
        "12345E, 12345E",
        "999999000E, 999999e21",
        "-1000E, -1e21"
    })
    void a_magnitude_without_a_letter_is_written_with_an_exponent(String text, String printed)
            throws QuantityFormatException {
        Quantity quantity = parse(text);

        assertThat(quantity).hasToString(printed);
        assertThat(parse(printed)).isEqualTo(quantity);
    }

    @Test
    @Spec("QT-18")
    void binary_magnitudes_above_exbi_keep_their_value() throws QuantityFormatException {
        Quantity tooBig = parse("1Ei").mul(1024).value();

        assertThat(tooBig).hasToString("1180591620717411303424");
        assertThat(parse(tooBig.toString())).isEqualTo(tooBig);
        assertThat(Quantity.ofScaled(1, -12)).hasToString("1e-12");
    }

    @Test
    @Spec("QT-20")
    void a_text_without_suffix_comes_back_as_a_decimal() throws QuantityFormatException {
        assertThat(parse(parse("1e2").toString()).format()).isEqualTo(DECIMAL_SI);
        assertThat(parse(Quantity.of(512, BINARY_SI).toString()).format()).isEqualTo(DECIMAL_SI);
        assertThat(parse(parse("1e3").toString()).format()).isEqualTo(DECIMAL_EXPONENT);
    }

    @Spec({"QT-12", "QT-13", "QT-14", "QT-20"})
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void printing_and_parsing_back_keeps_the_value(long seed) throws QuantityFormatException {
        Random random = new Random(seed);
        for (int i = 0; i < 2_000; i++) {
            BigDecimal number = BigDecimal.valueOf(random.nextLong() >> random.nextInt(64), random.nextInt(10));
            for (Format format : Format.values()) {
                Quantity quantity = Quantity.of(number, format);
                String text = quantity.toString();

                assertThat(parse(text))
                        .as("seed %d: %s as %s", seed, number, format)
                        .isEqualTo(quantity);
                assertThat(quantity.canonical()).isEqualTo(text);
                assertThat(text).matches("0|-?[1-9][0-9]*(n|u|m|k|M|G|T|P|E|[KMGTPE]i|e-?[0-9]+)?");
            }
        }
    }

    @Test
    @Spec({"QT-19", "QT-35"})
    void reading_changes_nothing_so_any_number_of_threads_may_read() throws Exception {
        Quantity shared = mustParse("100.035Ki");
        int readers = 8;
        CyclicBarrier together = new CyclicBarrier(readers);
        Callable<List<Object>> reader = () -> {
            together.await();
            List<Object> seen = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                seen.add(shared.toString());
                seen.add(shared.cmp(mustParse("1e5")));
                seen.add(shared.asLong());
                seen.add(shared.hashCode());
            }
            return seen;
        };

        List<Future<List<Object>>> results = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(readers)) {
            for (int i = 0; i < readers; i++) {
                results.add(threads.submit(reader));
            }
        }

        List<Object> first = results.getFirst().get();
        assertThat(first.getFirst()).isEqualTo("102435840m");
        for (Future<List<Object>> result : results) {
            assertThat(result.get()).isEqualTo(first);
        }
    }

    @Test
    @Spec("QT-15")
    void there_are_three_formats_and_no_fourth() {
        assertThat(Quantity.Format.values()).containsExactly(
                Quantity.Format.DECIMAL_SI, Quantity.Format.BINARY_SI, Quantity.Format.DECIMAL_EXPONENT);
    }
}
