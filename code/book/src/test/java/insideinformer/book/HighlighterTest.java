package insideinformer.book;

import static org.assertj.core.api.Assertions.assertThat;

import insideinformer.book.Highlighter.Kind;
import insideinformer.book.Highlighter.Piece;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HighlighterTest {

    @Test
    void a_record_pattern_with_a_guard_has_its_keywords() {
        List<Piece> pieces = Highlighter.pieces("java", "case Arrival(var guest, int seat) when seat > 12 -> guest;");

        assertThat(words(pieces, Kind.KEYWORD)).containsExactly("case", "var", "int", "when");
        assertThat(words(pieces, Kind.TYPE)).containsExactly("Arrival");
    }

    @Test
    void a_sealed_family_of_records_has_its_keywords() {
        List<Piece> pieces = Highlighter.pieces("java", "sealed interface Visit permits Arrival {}\nnon-sealed class Other {}\nrecord Arrival(String guest) implements Visit {}");

        assertThat(words(pieces, Kind.KEYWORD))
                .containsExactly("sealed", "interface", "permits", "non-sealed", "class", "record", "implements");
    }

    @ParameterizedTest
    @CsvSource({
        "int record = 1;, record",
        "record.close();, record",
        "log.record(pod);, record",
        "when(mock);, when",
        "String permits = name;, permits",
        "var = 3;, var",
    })
    void a_contextual_keyword_used_as_a_name_is_none(String code, String word) {
        assertThat(words(Highlighter.pieces("java", code), Kind.KEYWORD)).doesNotContain(word);
    }

    @Test
    void a_text_block_is_one_string_with_the_quotes_inside_it() {
        String code = "String s = \"\"\"\n    a \"quoted\" word // no comment\n    \"\"\";";

        assertThat(words(Highlighter.pieces("java", code), Kind.STRING))
                .containsExactly("\"\"\"\n    a \"quoted\" word // no comment\n    \"\"\"");
    }

    @Test
    void a_text_of_any_length_is_cut_on_a_small_stack() throws InterruptedException {
        String body = "a line with 'quotes' and \\t escapes\n".repeat(5_000);
        List<String> found = new ArrayList<>();
        Thread thread = new Thread(null, () -> {
            found.addAll(words(Highlighter.pieces("java", "s = \"\"\"\n" + body + "\"\"\"; /* " + body + " */"), Kind.STRING));
            found.addAll(words(Highlighter.pieces("json", "{\"a\": \"" + "x".repeat(100_000) + "\"}"), Kind.STRING));
        }, "small stack", 256 * 1024);

        thread.start();
        thread.join();

        assertThat(found).hasSize(2);
    }

    @Test
    void a_string_with_an_escaped_quote_ends_where_java_ends_it() {
        assertThat(words(Highlighter.pieces("java", "f(\"a\\\"b\", 'x', '\\'')"), Kind.STRING))
                .containsExactly("\"a\\\"b\"", "'x'", "'\\''");
    }

    @Test
    void a_comment_hides_what_looks_like_code() {
        assertThat(words(Highlighter.pieces("java", "x(); // return \"1\"\n/* class A */ y();"), Kind.COMMENT))
                .containsExactly("// return \"1\"", "/* class A */");
    }

    @Test
    void constants_annotations_and_numbers_have_their_colours() {
        List<Piece> pieces = Highlighter.pieces("java", "@Nullable long x = MAX_WAIT + 1_000L + Kind.DEADLINE;");

        assertThat(words(pieces, Kind.ANNOTATION)).containsExactly("@Nullable");
        assertThat(words(pieces, Kind.NUMBER)).containsExactly("1_000L");
        assertThat(words(pieces, Kind.CONSTANT)).containsExactly("MAX_WAIT", "DEADLINE");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "json | {\"kind\": \"Pod\", \"n\": 12} | KEY | \"kind\"",
        "yaml | 'kind: Pod' | KEY | kind",
        "sh | 'kubectl get pods -n lantern' | KEY | -n",
        "http | 'GET /api/v1/pods' | KEYWORD | GET",
    })
    void other_languages_have_the_pieces_that_matter(String language, String code, Kind kind, String first) {
        assertThat(words(Highlighter.pieces(language, code), kind).getFirst()).isEqualTo(first);
    }

    @Test
    void the_pieces_of_every_source_of_this_module_are_its_text() throws IOException {
        try (Stream<Path> files = Files.walk(Path.of("src")).filter(file -> file.toString().endsWith(".java"))) {
            for (Path file : files.toList()) {
                String text = Files.readString(file);

                assertThat(Highlighter.pieces("java", text).stream().map(Piece::text).collect(Collectors.joining()))
                        .as(file.toString())
                        .isEqualTo(text);
            }
        }
    }

    private static List<String> words(List<Piece> pieces, Kind kind) {
        return pieces.stream().filter(piece -> piece.kind() == kind).map(Piece::text).toList();
    }
}
