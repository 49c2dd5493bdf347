package insideinformer.selectors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import insideinformer.selectors.LabelSelector.Operator;
import insideinformer.selectors.LabelSelector.Requirement;
import insideinformer.testing.Spec;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Spec("AP-75")
class LabelSelectorTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "''                    | ''",
        "tier                  | tier",
        "!tier                 | !tier",
        "' ! tier '            | !tier",
        "tier=web              | tier=web",
        "tier==web             | tier==web",
        "tier != web           | tier!=web",
        "tier=                 | tier=",
        "tier in (web,db)      | 'tier in (db,web)'",
        "tier in(web)          | 'tier in (web)'",
        "tier notin (web,web)  | 'tier notin (web)'",
        "tier in ()            | 'tier in ()'",
        "tier in (,web)        | 'tier in (,web)'",
        "level>3,level<9       | 'level>3,level<9'",
        "zone=a,tier=web       | 'tier=web,zone=a'",
        "in in (in,notin)      | 'in in (in,notin)'",
        "example.com/tier=web  | example.com/tier=web",
    })
    void the_text_form_is_read_and_printed_with_sorted_keys_and_values(String text, String printed) {
        assertThat(LabelSelector.parse(text)).hasToString(printed);
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "tier,", ",tier", "tier web", "tier in", "tier in web", "tier in (web", "tier in (web db)", "tier=web=db",
        "!tier=web",
        "tier=-web-", "-tier", "/tier", "Example.com/tier", "a/b/c", "tier>many", "tier>-1", "tier=>1", "(tier)",
        "tier &= web",
    })
    void a_text_that_is_no_selector_is_refused_naming_the_text(String text) {
        assertThatThrownBy(() -> LabelSelector.parse(text))
                .isInstanceOf(InvalidSelectorException.class)
                .hasMessageStartingWith("label selector '" + text + "': ");
    }

    @Test
    void a_refusal_keeps_the_sentence_that_a_server_answers_with() {
        assertThatThrownBy(() -> LabelSelector.parse("a in "))
                .isInstanceOfSatisfying(InvalidSelectorException.class,
                        e -> assertThat(e.problem()).isEqualTo("unable to parse requirement: found '' expected: '('"));
    }

    @Test
    void keys_and_values_are_at_most_63_characters_long() {
        String longest = "k".repeat(63);

        assertThat(LabelSelector.parse(longest + "=" + longest).isEmpty()).isFalse();
        assertThatThrownBy(() -> LabelSelector.parse(longest + "k")).isInstanceOf(InvalidSelectorException.class);
        assertThatThrownBy(() -> LabelSelector.parse("k=" + longest + "k"))
                .isInstanceOf(InvalidSelectorException.class);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        // selector            | tier=web | tier='' | tier=5 | no tier
        "''                    | true  | true  | true  | true",
        "tier                  | true  | true  | true  | false",
        "!tier                 | false | false | false | true",
        "tier=web              | true  | false | false | false",
        "tier=                 | false | true  | false | false",
        "tier!=web             | false | true  | true  | true",
        "tier in (web,5)       | true  | false | true  | false",
        "tier notin (web,5)    | false | true  | false | true",
        "tier>4                | false | false | true  | false",
        "tier<6                | false | false | true  | false",
        "tier>5                | false | false | false | false",
        "tier=web,tier!=db     | true  | false | false | false",
    })
    void unequal_and_notin_match_an_absent_key_and_comparisons_do_not(
            String text, boolean web, boolean empty, boolean five, boolean absent) {
        LabelSelector selector = LabelSelector.parse(text);

        assertThat(selector.matches(Map.of("tier", "web"))).isEqualTo(web);
        assertThat(selector.matches(Map.of("tier", ""))).isEqualTo(empty);
        assertThat(selector.matches(Map.of("tier", "5"))).isEqualTo(five);
        assertThat(selector.matches(Map.of("other", "web"))).isEqualTo(absent);
    }

    @Test
    void everything_matches_what_nothing_does_not() {
        assertThat(LabelSelector.everything().matches(Map.of())).isTrue();
        assertThat(LabelSelector.everything().isEmpty()).isTrue();
        assertThat(LabelSelector.nothing().matches(Map.of())).isFalse();
        assertThat(LabelSelector.nothing().isEmpty()).isFalse();
        assertThat(LabelSelector.nothing().isSelectable()).isFalse();
        assertThat(LabelSelector.nothing()).isNotEqualTo(LabelSelector.everything());
    }

    @Test
    void nothing_and_one_requirement_more_is_still_nothing() {
        Requirement any = Requirement.of("tier", Operator.EXISTS, List.of());

        assertThat(LabelSelector.nothing().add(any).matches(Map.of("tier", "web"))).isFalse();
        assertThat(LabelSelector.everything().add(any)).isEqualTo(LabelSelector.parse("tier"));
    }

    @Test
    void a_set_of_labels_becomes_a_selector_for_all_of_them() {
        assertThat(LabelSelector.fromSet(Map.of("b", "2", "a", "1"))).hasToString("a=1,b=2");
    }

    @Test
    void an_exact_match_is_what_the_first_requirement_of_a_key_says() {
        LabelSelector selector = LabelSelector.parse("a=1,a=2,b in (3),c in (4,5),d!=6");

        assertThat(selector.requiresExactMatch("a")).contains("1");
        assertThat(selector.requiresExactMatch("b")).contains("3");
        assertThat(selector.requiresExactMatch("c")).isEmpty();
        assertThat(selector.requiresExactMatch("d")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"IN", "NOT_IN", "EQUALS", "GREATER_THAN"})
    void a_requirement_without_the_values_that_its_operator_needs_is_refused(Operator operator) {
        assertThatThrownBy(() -> Requirement.of("tier", operator, List.of()))
                .isInstanceOf(InvalidSelectorException.class);
    }

    @Test
    void a_requirement_with_values_that_its_operator_cannot_use_is_refused() {
        assertThatThrownBy(() -> Requirement.of("tier", Operator.EXISTS, List.of("web")))
                .isInstanceOf(InvalidSelectorException.class);
    }

    @Test
    void operators_have_upstream_s_names() {
        for (Operator operator : Operator.values()) {
            assertThat(Operator.of(operator.text())).isEqualTo(operator);
        }
        assertThatThrownBy(() -> Operator.of(">"))
                .isInstanceOf(InvalidSelectorException.class)
                .hasMessageContaining("\">\" is not a valid label operator");
    }
}
