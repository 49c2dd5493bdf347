package insideinformer.selectors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import insideinformer.json.Json;
import insideinformer.testing.Spec;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Spec("AP-75")
class ObjectLabelSelectorTest {

    private static ObjectLabelSelector read(String json) {
        return Json.MAPPER.readValue(json.replace('`', '"'), ObjectLabelSelector.class);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', value = {
        "{`matchLabels`:{`tier`:`web`,`app`:``}}                                        | app=,tier=web",
        "{`matchExpressions`:[{`key`:`a`,`operator`:`In`,`values`:[`2`,`1`]}]}          | a in (1,2)",
        "{`matchExpressions`:[{`key`:`a`,`operator`:`NotIn`,`values`:[`1`,`1`]}]}       | a notin (1,1)",
        "{`matchExpressions`:[{`key`:`b`,`operator`:`Exists`}],`matchLabels`:{`c`:`1`}} | b,c=1",
        "{`matchExpressions`:[{`key`:`b`,`operator`:`DoesNotExist`}]}                   | !b",
    })
    void labels_and_expressions_become_one_selector(String json, String text) {
        assertThat(ObjectLabelSelector.asSelector(read(json))).hasToString(text);
        assertThat(ObjectLabelSelector.format(read(json))).isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "{`matchLabels`:{`-a`:`1`}}",
        "{`matchLabels`:{`a`:`no label`}}",
        "{`matchExpressions`:[{`key`:`a`,`operator`:`in`,`values`:[`1`]}]}",
        "{`matchExpressions`:[{`key`:`a`}]}",
        "{`matchExpressions`:[{`operator`:`Exists`}]}",
        "{`matchExpressions`:[{`key`:`a`,`operator`:`In`}]}",
        "{`matchExpressions`:[{`key`:`a`,`operator`:`Exists`,`values`:[`1`]}]}",
    })
    void what_is_not_legal_is_refused_and_printed_as_an_error(String json) {
        assertThatThrownBy(() -> ObjectLabelSelector.asSelector(read(json)))
                .isInstanceOf(InvalidSelectorException.class);
        assertThat(ObjectLabelSelector.format(read(json))).isEqualTo("<error>");
    }

    @Test
    void no_selector_selects_nothing_and_an_empty_one_everything() {
        assertThat(ObjectLabelSelector.asSelector(null).matches(Map.of())).isFalse();
        assertThat(ObjectLabelSelector.asSelector(read("{}")).matches(Map.of())).isTrue();
        assertThat(ObjectLabelSelector.format(null)).isEqualTo("<none>");
        assertThat(ObjectLabelSelector.format(read("{}"))).isEqualTo("<none>");
    }

    @Test
    void what_it_does_not_know_is_written_back() {
        String json = "{`matchExpressions`:[{`key`:`a`,`operator`:`Exists`,`new`:1}],`newer`:[2]}".replace('`', '"');

        assertThat(Json.MAPPER.readTree(Json.MAPPER.writeValueAsString(read(json))))
                .isEqualTo(Json.MAPPER.readTree(json));
    }

    @Test
    void a_set_of_labels_is_checked_only_where_it_is_asked_for() {
        Map<String, String> labels = Map.of("-a", "1");

        assertThat(LabelSelector.fromSet(labels)).hasToString("-a=1");
        assertThatThrownBy(() -> LabelSelector.fromValidatedSet(labels)).isInstanceOf(InvalidSelectorException.class);
        assertThat(LabelSelector.fromValidatedSet(Map.of("a", "1")).matches(Map.of("a", "1", "b", "2"))).isTrue();
        assertThat(LabelSelector.formatLabels(Map.of("b", "2", "a", "", "a/b", "3"))).isEqualTo("a/b=3,a=,b=2");
        assertThat(LabelSelector.formatLabels(Map.of())).isEqualTo("<none>");
    }
}
