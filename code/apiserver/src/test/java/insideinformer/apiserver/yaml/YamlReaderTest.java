package insideinformer.apiserver.yaml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import insideinformer.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class YamlReaderTest {

    private static List<String> read(String text) throws YamlException {
        return YamlReader.read(text).stream().map(document -> document.root().toString()).toList();
    }

    private static YamlException failure(String text) {
        return Objects.requireNonNull(catchThrowableOfType(YamlException.class, () -> YamlReader.read(text)),
                () -> "read: " + text);
    }

    /** Texts and what sigs.k8s.io/yaml v1.6.0, YAMLToJSON, makes of them, as it printed it. */
    static Stream<JsonNode> asGoReadsIt() throws IOException {
        try (InputStream in = YamlReaderTest.class.getResourceAsStream("as-go-reads-it.jsonl")) {
            return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8).lines()
                    .map(Json.MAPPER::readTree);
        }
    }

    /** A different number is another value, a different way to write it (5e-324, 4.9E-324) is not. */
    private static boolean same(JsonNode one, JsonNode other) {
        return one.equals((a, b) -> a.isNumber() && b.isNumber()
                ? a.decimalValue().compareTo(b.decimalValue()) : a.equals(b) ? 0 : 1, other);
    }

    @ParameterizedTest
    @MethodSource("asGoReadsIt")
    void a_text_has_the_value_that_go_finds_or_none(JsonNode given) throws Exception {
        String text = given.path("yaml").asString();

        if (given.has("error")) {
            assertThatThrownBy(() -> YamlReader.read(text)).isInstanceOf(YamlException.class);
        } else {
            List<YamlDocument> documents = YamlReader.read(text);
            JsonNode root = documents.isEmpty() ? Json.MAPPER.nullNode() : documents.getFirst().root();
            assertThat(same(root, given.path("json"))).as("%s is %s", root, given.path("json")).isTrue();
        }
    }

    // ---- streams

    @ParameterizedTest
    @ValueSource(strings = {
        "a: 1\n---\nb: 2\n", "---\na: 1\n--- # two\nb: 2\n---\n# nothing more\n", "a: 1\n...\nb: 2\n...\n",
        "a: 1\n... # end\n---\nb: 2", "%YAML 1.1\n---\na: 1\n...\n%YAML 1.1\n---\nb: 2\n", "a: 1\r\n---\r\nb: 2\r\n",
        "\uFEFFa: 1\n---\n\uFEFFb: 2\n", "a: 1\n\uFEFF---\nb: 2\n", "--- {a: 1}\n--- {b: 2}\n", "{a: 1}\n---\n{b: 2}\n",
        "{\"a\":1}{\"b\":2}", "{\"a\":1}\n\n{\"b\":2}\n", "\uFEFF{\"a\":1}\n\uFEFF{\"b\":2}", "{\"a\":1}\n---\nb: 2"
    })
    void documents_follow_each_other_in_many_ways(String text) throws Exception {
        List<String> documents = read(text).stream().filter(document -> !document.equals("null")).toList();

        assertThat(documents).containsExactly("{\"a\":1}", "{\"b\":2}");
    }

    @Test
    void json_keeps_its_own_rules() throws Exception {
        assertThat(read("{\n\t\"a\\/b\": \"\\ud83d\\ude00\", \"c\": \"no\", \"d\": 1.50, \"e\": [null, true]\n}"))
                .containsExactly("{\"a/b\":\"😀\",\"c\":\"no\",\"d\":1.50,\"e\":[null,true]}");
    }

    @Test
    void a_text_that_begins_like_json_may_be_yaml() throws Exception {
        assertThat(read("{\"a\": yes, # with a comment\n b: [c, d,]}"))
                .containsExactly("{\"a\":true,\"b\":[\"c\",\"d\"]}");
    }

    // ---- lines

    @Test
    void each_value_knows_its_line_also_in_a_later_document() throws Exception {
        YamlDocument document = YamlReader.read("# one\na: 1\n---\n\nb:\n  - c\n  - d/e: f\n").get(1);

        assertThat(document.line("")).isEqualTo(5);
        assertThat(document.line("/b")).isEqualTo(6);
        assertThat(document.line("/b/1/d~1e")).isEqualTo(7);
    }

    @Test
    void each_value_of_json_knows_its_line() throws Exception {
        YamlDocument document = YamlReader.read("{\"a\": 1}\n{\n \"b\": [\n  2,\n  3]}").get(1);

        assertThat(document.line("")).isEqualTo(2);
        assertThat(document.line("/b/1")).isEqualTo(5);
    }

    @Test
    void what_comes_through_an_alias_is_where_the_alias_is() throws Exception {
        YamlDocument document = YamlReader.read("a: &x\n  b: 1\nc: *x\nd:\n  <<: *x\n").getFirst();

        assertThat(document.line("/a/b")).isEqualTo(2);
        assertThat(document.line("/c/b")).isEqualTo(3);
        assertThat(document.line("/d/b")).isEqualTo(5);
    }

    // ---- what is wrong

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '^', textBlock = """
            a:\\n  b: 1\\n\\tc: 2            | 3 | line 3: found character that cannot start any token (it is a tab
            a: 1\\n---\\nb:\\n  c: "d\\n  e: f | 4 | found unexpected end of stream, while scanning a quoted scalar that starts in line 4
            a: 'b\\n---\\nc: d                 | 1 | line 2: found unexpected document separator
            a: [1,\\n2                         | 2 | expected ',' or ']', but got <stream end>
            a:\\n  b: 1\\n c: 2                | 3 | did not find expected key
            a: 1\\n\\nb: @c                    | 3 | found character that cannot start any token
            a: b: c                            | 1 | mapping values are not allowed
            a: 1\\nb: 2\\na: 3                 | 3 | the key `a` stands here twice; keep one
            {"a": 1,\\n"b": 2,\\n"a": 3}       | 3 | the key `a` stands here twice; keep one
            {"a": 1\\n"b": 2}                  | 2 | this is not valid JSON: Unexpected character
            a: 1\\nb: *c                       | 2 | the alias *c has no anchor
            a: &b\\n  c: *b                    | 2 | the value of the anchor &b contains itself
            a: 1\\n<<: b                       | 2 | the merge key << takes a mapping
            a: !!int b                         | 1 | `b` is not a !!int
            a: .inf                            | 1 | `.inf` is a number that JSON does not have
            a: 1\\n\\7                         | 2 | the character U+0007 is not allowed
            ? [a]\\n: b                        | 1 | a key is a mapping or a list
            """)
    void what_is_wrong_is_said_with_its_line(String text, int line, String problem) {
        YamlException failure = failure(text.translateEscapes());

        assertThat(failure).hasMessageContaining(problem);
        assertThat(failure.line()).isEqualTo(line);
        assertThat(failure.problem().lines()).hasSize(1);
    }

    @Test
    void a_bomb_of_aliases_is_refused() {
        StringBuilder bomb = new StringBuilder("a0: &a0 [lol, lol, lol, lol, lol, lol, lol, lol, lol, lol]\n");
        for (int i = 1; i < 30; i++) {
            bomb.append("a%d: &a%d [%s]\n".formatted(i, i, ("*a" + (i - 1) + ", ").repeat(10)));
        }

        assertThat(failure(bomb.toString())).hasMessageContaining("add up to more than any server takes");
    }

    @Test
    void a_bomb_of_merge_keys_is_refused() {
        StringBuilder bomb = new StringBuilder("a0: &a0 {k: v}\n");
        for (int i = 1; i < 40; i++) {
            bomb.append("a%d: &a%d {<<: *a%d, x: *a%d, y: *a%d}\n".formatted(i, i, i - 1, i - 1, i - 1));
        }

        assertThat(failure(bomb.toString())).hasMessageContaining("add up to more than any server takes");
    }

    @ParameterizedTest
    @ValueSource(strings = {"[", "{a: ", "- ", "{\"a\":"})
    void what_is_nested_too_deep_is_refused(String level) {
        assertThat(failure(level.repeat(100_000))).hasMessageContaining("more than 400 levels deep");
    }

    @Test
    void depth_through_aliases_counts_too() {
        StringBuilder text = new StringBuilder("a0: &a0 1\n");
        for (int i = 1; i < 1000; i++) {
            text.append("a%d: &a%d [*a%d]\n".formatted(i, i, i - 1));
        }

        assertThat(failure(text.toString())).hasMessageContaining("more than 400 levels deep");
    }

    @Test
    void many_aliases_in_a_document_of_common_size_are_taken() throws Exception {
        String text = "base: &b {cpu: 100m, memory: 128Mi}\nall:\n" + "  - <<: *b\n".repeat(2000);

        assertThat(YamlReader.read(text).getFirst().root().path("all")).hasSize(2000);
    }

    /** Broken copies of a text: each is read or refused, whatever it is. */
    @Test
    void no_text_makes_it_fail_in_another_way() {
        Random random = new Random(20_26);
        String whole = "a: &x [1, 'two', \"th\\u00e9\\n\"]\n---\nb: {c: *x, <<: {d: ~}}\ne: |\n  f\n g: >-\n  h\n...\n{\"i\":\t[1e5]}\n";
        String odd = "\t :-#{}[],&*!|>'\"%@`?\n\r~\\\uFEFF\u0000\ud83d<0x";
        for (int i = 0; i < 5_000; i++) {
            StringBuilder text = new StringBuilder(whole);
            for (int change = random.nextInt(1, 6); change > 0; change--) {
                int at = random.nextInt(text.length());
                if (random.nextBoolean()) {
                    text.deleteCharAt(at);
                } else {
                    text.insert(at, odd.charAt(random.nextInt(odd.length())));
                }
            }
            try {
                YamlReader.read(text.toString());
            } catch (YamlException e) {
                assertThat(e.line()).isPositive();
            } catch (RuntimeException e) {
                throw new AssertionError("change " + i + " of the text: " + Json.MAPPER.writeValueAsString(text), e);
            }
        }
    }
}
