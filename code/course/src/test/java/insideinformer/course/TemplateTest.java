package insideinformer.course;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TemplateTest {

    private static final Template TWO = Template.parse("Two.java", """
            before
                // exercise::begin one
                first();
                // exercise::starter
                // // write me
                //
                // throw me;
                // exercise::end
            between
            // exercise::begin two
            second();
            // exercise::end
            after
            """);

    @Test
    void the_solution_has_the_regions_without_their_markers() {
        assertThat(TWO.regions()).containsExactly("one", "two");
        assertThat(TWO.solution()).isEqualTo("""
                before
                    first();
                between
                second();
                after
                """);
    }

    @Test
    void the_starter_has_what_stands_in_comments_in_place_of_the_regions() {
        assertThat(TWO.starter()).isEqualTo("""
                before
                    // write me

                    throw me;
                between
                after
                """);
    }

    @Test
    void a_region_can_be_written_in_another_way_and_gets_the_indent_of_its_place() {
        assertThat(TWO.with(Map.of("one", List.of("if (x) {", "    other();", "}")))).isEqualTo("""
                before
                    if (x) {
                        other();
                    }
                between
                second();
                after
                """);
    }

    @Test
    void one_region_alone_can_be_as_in_the_starter() {
        assertThat(TWO.without("two")).isEqualTo("""
                before
                    first();
                between
                after
                """);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            // exercise::end                                     | X.java:1: // exercise::end without a begin
            // exercise::begin a                                 | X.java: region 'a' has no // exercise::end
            // exercise::begin a;// exercise::begin b            | X.java:2: region 'a' is still open
            // exercise::begin a;// exercise::start              | X.java:2: // exercise::start is none of begin, starter, end
            // exercise::begin a;// exercise::starter;throw me   | X.java:3: a starter's line stands behind '// '
            """)
    void a_marker_in_the_wrong_place_is_named_with_its_line(String lines, String message) {
        assertThatThrownBy(() -> Template.parse("X.java", lines.replace(";", "\n")))
                .isInstanceOf(CourseException.class).hasMessage(message);
    }
}
