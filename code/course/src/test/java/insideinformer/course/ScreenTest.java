package insideinformer.course;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class ScreenTest {

    private static String shown(int width, boolean styled, Charset charset, Consumer<Screen> show) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        show.accept(new Screen(new PrintStream(bytes, true, charset), width, styled));
        return bytes.toString(charset).replace(System.lineSeparator(), "\n");
    }

    private static String plain(String adoc) {
        return shown(40, false, UTF_8, screen -> screen.adoc(adoc.lines().toList(), ""));
    }

    @Test
    void sentences_on_lines_of_their_own_become_a_wrapped_paragraph() {
        assertThat(plain("""
                Between the two stands a queue.
                It holds each object once.

                And so on.
                """)).isEqualTo("""
                Between the two stands a queue. It holds
                each object once.

                And so on.
                """);
    }

    @Test
    void lists_hang_and_numbers_count_across_what_belongs_to_an_item() {
        assertThat(plain("""
                . *One* place for each key, and keep it there
                  whatever happens.
                . Two

                * a point
                """)).isEqualTo("""
                1. One place for each key, and keep it
                   there whatever happens.
                2. Two

                - a point
                """);
    }

    @Test
    void listings_stay_as_they_are() {
        assertThat(plain("""
                [source,java]
                ----
                a *b* c   and a line that is longer than the width
                ----
                """)).isEqualTo("    a *b* c   and a line that is longer than the width\n");
    }

    @Test
    void links_are_their_text_and_marks_go() {
        assertThat(plain("See link:x.html[the book], <<y,there>>, *bold*, _lean_, `a_b_c` and 2 * 3 * 4."))
                .isEqualTo("See the book, there, bold, lean, `a_b_c`\nand 2 * 3 * 4.\n");
    }

    @Test
    void where_there_are_styles_they_do_not_count_as_width() {
        assertThat(shown(40, true, UTF_8, screen -> screen.adoc(
                List.of("*Between* the two stands the `queue`, it holds"), "")))
                .isEqualTo("\033[1mBetween\033[0m the two stands the \033[36mqueue\033[0m, it\nholds\n");
    }

    @Test
    void signs_are_words_where_the_terminal_lacks_them() {
        Consumer<Screen> show = screen -> {
            screen.good("a");
            screen.bad("b");
            screen.open("c");
        };

        assertThat(shown(80, false, UTF_8, show)).isEqualTo("  ✔ a\n  ✘ b\n  · c\n");
        assertThat(shown(80, false, US_ASCII, show)).isEqualTo("  ok a\n  no b\n  -- c\n");
    }
}
