package insideinformer.course;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DiffTest {

    @Test
    void equal_texts_have_no_difference() {
        assertThat(Diff.of("A.java", "a\nb\n", "a\nb\n")).isEmpty();
    }

    @Test
    void changes_stand_between_three_lines_of_what_is_equal() {
        assertThat(Diff.of("A.java", "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n", "0\n1\n2\n3\n4\n5\n6\n7\n8\n9\n10\nx\n12\n"))
                .containsExactly("--- A.java", "+0", " 1", " 2", " 3", "   ...", " 8", " 9", " 10", "-11", "+x", " 12");
    }
}
