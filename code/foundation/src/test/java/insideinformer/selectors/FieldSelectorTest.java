package insideinformer.selectors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import insideinformer.testing.Spec;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Spec("AP-76")
class FieldSelectorTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "''                          | ''",
        "status.phase=Running        | status.phase=Running",
        "status.phase==Running       | status.phase=Running",
        "status.phase!=Failed        | status.phase!=Failed",
        "status.phase=               | status.phase=",
        "b=2,a=1                     | a=1,b=2",
        "a=1,a!=1                    | a!=1,a=1",
        "a==1,a=2                    | a=2,a=1",
        "',,a=1,,'                   | a=1",
        "=,==,!=                     | ''",
        "a=x\\,y                     | a=x\\,y",
        "a=x\\=y                     | a=x\\=y",
        "a=x\\\\y                    | a=x\\\\y",
    })
    void the_text_form_is_read_and_printed_with_its_terms_sorted(String text, String printed) {
        assertThat(FieldSelector.parse(text)).hasToString(printed);
    }

    @ParameterizedTest
    @ValueSource(strings = {"metadata.name", "a=1,b", "a=b=c", "a=\\x", "a=1\\"})
    void a_text_that_is_no_selector_is_refused_naming_the_text(String text) {
        assertThatThrownBy(() -> FieldSelector.parse(text))
                .isInstanceOf(InvalidSelectorException.class)
                .hasMessageStartingWith("field selector '" + text + "': ");
    }

    @Test
    void a_refusal_keeps_the_sentence_that_a_server_answers_with() {
        assertThatThrownBy(() -> FieldSelector.parse("metadata.name"))
                .isInstanceOfSatisfying(InvalidSelectorException.class, e -> assertThat(e.problem())
                        .isEqualTo("invalid selector: 'metadata.name'; can't understand 'metadata.name'"));
    }

    @Test
    void an_absent_field_counts_as_empty() {
        assertThat(FieldSelector.parse("spec.nodeName=").matches(Map.of())).isTrue();
        assertThat(FieldSelector.parse("spec.nodeName!=").matches(Map.of())).isFalse();
        assertThat(FieldSelector.parse("spec.nodeName!=n1").matches(Map.of())).isTrue();
    }

    @Test
    void all_terms_must_hold() {
        FieldSelector selector = FieldSelector.parse("status.phase!=Failed,spec.nodeName=n1");

        assertThat(selector.matches(Map.of("status.phase", "Running", "spec.nodeName", "n1"))).isTrue();
        assertThat(selector.matches(Map.of("status.phase", "Failed", "spec.nodeName", "n1"))).isFalse();
        assertThat(selector.matches(Map.of("status.phase", "Running", "spec.nodeName", "n2"))).isFalse();
    }

    @Test
    void a_term_made_from_a_value_survives_the_text_form_whatever_stands_in_it() {
        FieldSelector selector = FieldSelector.termEqual("a", "x,y=z\\");

        assertThat(FieldSelector.parse(selector.toString())).isEqualTo(selector);
        assertThat(selector.requiresExactMatch("a")).contains("x,y=z\\");
        assertThat(FieldSelector.parse("a!=1").requiresExactMatch("a")).isEmpty();
    }

    @Test
    void everything_is_empty_and_matches() {
        assertThat(FieldSelector.everything().isEmpty()).isTrue();
        assertThat(FieldSelector.everything().matches(Map.of("a", "1"))).isTrue();
    }

    @Test
    void conditions_can_be_joined_and_nothing_stays_nothing() {
        FieldSelector a = FieldSelector.termEqual("a", "1");
        FieldSelector notB = FieldSelector.termNotEqual("b", ",");

        assertThat(a.and(notB)).hasToString("a=1,b!=\\,");
        assertThat(a.and(notB).matches(Map.of("a", "1", "b", "2"))).isTrue();
        assertThat(a.and(notB).matches(Map.of("a", "1", "b", ","))).isFalse();
        assertThat(FieldSelector.everything().and(a)).hasToString(",a=1").isNotEqualTo(a);
        assertThat(FieldSelector.nothing().and(a).matches(Map.of("a", "1"))).isFalse();
        assertThat(FieldSelector.nothing().and(a).requirements()).isEqualTo(a.requirements());
        assertThat(FieldSelector.nothing().isEmpty()).isFalse();
        assertThat(FieldSelector.everything().and(FieldSelector.everything()).isEmpty()).isTrue();
    }

    @Test
    void fields_can_be_given_other_names_or_be_left_out() {
        FieldSelector.TransformFunc names = (field, value) -> switch (field) {
            case "old" -> new FieldSelector.FieldValue("new", value + "!");
            case "gone" -> new FieldSelector.FieldValue("", "");
            default -> throw new IllegalArgumentException(field);
        };

        assertThat(FieldSelector.parse("gone=1,old!=x").transform(names)).hasToString("new!=x!");
        assertThat(FieldSelector.everything().and(FieldSelector.termEqual("old", "1")).transform(names))
                .hasToString("new=1!");
        assertThat(FieldSelector.nothing().transform(names).matches(Map.of())).isFalse();
        assertThatThrownBy(() -> FieldSelector.parse("other=1").transform(names))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void escapes_are_taken_off_as_they_are_put_on() {
        assertThat(FieldSelector.unescape(FieldSelector.escape("a\\b,c=d"))).isEqualTo("a\\b,c=d");
        assertThatThrownBy(() -> FieldSelector.unescape("a=b")).isInstanceOf(InvalidSelectorException.class);
        assertThatThrownBy(() -> FieldSelector.unescape("a\\")).isInstanceOf(InvalidSelectorException.class);
    }
}
