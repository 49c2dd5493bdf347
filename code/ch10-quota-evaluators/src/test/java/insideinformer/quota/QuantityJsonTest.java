package insideinformer.quota;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import insideinformer.quota.QuantityFormatException.Kind;
import insideinformer.testing.Spec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QuantityJsonTest {

    @Spec("QT-37")
    @ParameterizedTest
    @ValueSource(strings = {"1Mi", "1500m", "0", "-1Gi", "1.234", "1e3"})
    void a_quantity_is_written_as_a_string(String text) {
        assertThat(QuantityJson.write(Quantity.mustParse(text))).isEqualTo("\"" + text + "\"");
    }

    @Spec({"QT-38", "QT-39"})
    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {
                "10,10",
                "-1,-1",
                "1.5,1500m",
                "1e3,1e3",
                "\"1Mi\",1Mi",
                "`\" 1\"`,1",
                "`\"1 \"`,1",
                "` \" 1Gi \" `,1Gi",
                "` 7 `,7"
            })
    void strings_and_bare_numbers_are_read_and_blanks_do_not_count(String json, String text)
            throws QuantityFormatException {
        assertThat(QuantityJson.read(json)).hasToString(text);
    }

    @Test
    @Spec("QT-38")
    void a_number_with_an_exponent_keeps_that_format() throws QuantityFormatException {
        assertThat(QuantityJson.read("1e3").format()).isEqualTo(Quantity.Format.DECIMAL_EXPONENT);
    }

    @Spec("QT-39")
    @ParameterizedTest
    @ValueSource(strings = {"\"\"", "true", "{}", "[]", "\"", "\"1\\u0030\"", "\"null\"", "\"1 Mi\""})
    void other_json_is_refused(String json) {
        assertThat(catchThrowableOfType(QuantityFormatException.class, () -> QuantityJson.read(json))
                        .kind())
                .isEqualTo(Kind.FORMAT_WRONG);
    }

    @Test
    @Spec("QT-40")
    void null_is_zero() throws QuantityFormatException {
        assertThat(QuantityJson.read("null")).isSameAs(Quantity.ZERO);
    }
}
