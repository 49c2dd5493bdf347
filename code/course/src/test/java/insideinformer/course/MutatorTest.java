package insideinformer.course;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class MutatorTest {

    @Test
    void conditions_operators_and_numbers_change() {
        assertThat(names("boolean", "return n >= 2 && !b;")).contains(
                "it: `n >= 2 && !b` becomes `n >= 2 || !b`", "it: `n >= 2 && !b` becomes `n >= 2`",
                "it: `n >= 2 && !b` becomes `!b`", "it: `n >= 2` becomes `n < 2`", "it: `n >= 2` becomes `n > 2`",
                "it: `!b` becomes `b`", "it: `2` becomes `3`", "it: `2` becomes `1`", "it: `n >= 2 && !b` becomes `true`");
    }

    @Test
    void statements_are_left_out_and_swapped_and_a_method_returns_before_them() {
        assertThat(names("void", "a.addLast(1);", "c.signalAll();")).containsExactlyInAnyOrder(
                "it: returns before: `a.addLast(1);`", "it: left out: `a.addLast(1);`", "it: left out: `c.signalAll();`",
                "it: swapped: `a.addLast(1);` and `c.signalAll();`", "it: `a.addLast(1)` becomes `a.addFirst(1)`",
                "it: `c.signalAll()` becomes `c.signal()`");
    }

    @Test
    void loops_run_at_most_once() {
        assertThat(texts("void", "while (b) { f(); }", "for (int i : a) { f(); }"))
                .anyMatch(text -> text.contains("if (b) { f(); }"))
                .anyMatch(text -> text.contains("for (int i : a) { f(); break; }"));
    }

    @Test
    void values_become_nothing_and_constants_become_others() {
        assertThat(names("Object", "Object o = ADDED;", "return o;")).contains("it: `ADDED` becomes `null`",
                "it: `ADDED` becomes `DELETED`", "it: `o` becomes `null`").doesNotContain("it: `ADDED` becomes `ADDED`");
    }

    @Test
    void two_changes_that_read_the_same_have_different_names() {
        assertThat(names("void", "f(); g();", "f(); h();")).contains("it: left out: `f();`", "it: left out: `f();` (2)");
    }

    @Test
    void nothing_outside_of_the_regions_changes() {
        assertThat(texts("void", "f();")).isNotEmpty().allSatisfy(text -> assertThat(text).contains("outside(n + 1);"));
    }

    private static List<String> names(String type, String... lines) {
        return Mutator.changes(template(type, lines)).stream().map(Mutator.Change::name).toList();
    }

    private static List<String> texts(String type, String... lines) {
        return Mutator.changes(template(type, lines)).stream().map(Mutator.Change::text).toList();
    }

    private static Template template(String type, String... lines) {
        return Template.parse("It.java", """
                import static a.Type.ADDED;
                import static a.Type.DELETED;

                class It {
                    %s it(int n, boolean b) {
                        outside(n + 1);
                        // exercise::begin it
                        %s
                        // exercise::end
                    }
                }
                """.formatted(type, String.join("\n        ", lines)));
    }
}
