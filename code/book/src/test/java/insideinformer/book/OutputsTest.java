package insideinformer.book;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class OutputsTest {

    @Test
    void what_a_program_prints_is_captured_and_the_console_is_given_back() throws BookError {
        var before = System.out;

        String printed = Outputs.run("insideinformer.book.Greeting");

        assertThat(printed).isEqualTo("cart arrives\nsearch arrives\ncart is already waiting\n");
        assertThat(System.out).isSameAs(before);
    }

    @Test
    void a_program_that_is_not_there_is_named() {
        assertThatThrownBy(() -> Outputs.run("insideinformer.book.Nothing"))
                .isInstanceOf(BookError.class)
                .hasMessageContaining("no program insideinformer.book.Nothing");
    }

    @Test
    void a_program_that_throws_is_reported_with_what_it_threw() {
        assertThatThrownBy(() -> Outputs.run(Failing.class.getName()))
                .isInstanceOf(BookError.class)
                .hasMessageContaining("failed: java.lang.IllegalStateException: out of carts");
    }

    /** Throws. */
    public static final class Failing {
        private Failing() {}

        public static void main(String[] args) {
            throw new IllegalStateException("out of carts");
        }
    }
}
