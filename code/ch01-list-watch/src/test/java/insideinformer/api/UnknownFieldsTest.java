package insideinformer.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import insideinformer.json.Json;
import insideinformer.json.JsonInput;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DatabindException;

class UnknownFieldsTest {

    @Test
    void fields_that_no_type_models_are_written_back_as_they_came() {
        String json = """
                {"apiVersion":"v1","kind":"Pod","metadata":{"name":"ada","namespace":"lab","managedFields":[{"manager":"k"}],\
                "creationTimestamp":"2026-01-02T03:04:05Z"},"spec":{"containers":[{"name":"c","resources":{"requests":{"cpu":1}},\
                "env":[{"name":"A","value":""}]}],"tolerations":[]},"status":{"phase":"Running","glitter":{"level":3.10}},"extra":null}""";

        Pod pod = Json.MAPPER.readValue(json, Pod.class);

        assertThat(pod.spec().containers().getFirst().resources().requests()).containsEntry("cpu", "1");
        assertThat(Json.MAPPER.readTree(Json.MAPPER.writeValueAsString(pod)))
                .isEqualTo(Json.MAPPER.readTree(json.replace("\"cpu\":1", "\"cpu\":\"1\"")));
    }

    static Stream<String> values() {
        return Stream.of(
                "null", "true", "false", "0", "-0", "0.10", "-1.50e3", "1E+2", "1e400", "123456789012345678901234567890",
                "0.1234567890123456789012345678901234567890", "\"\"", "\"text\"", "\"\\u0041\\n\\\"\\\\\"",
                "\"äöü \u4e16 \ud83d\ude00\"", "{}", "[]", "[null,[],{}]", "{\"b\":1,\"a\":{\"d\":[1,2.0],\"c\":null}}",
                "[".repeat(400) + "]".repeat(400), "\"" + "long ".repeat(20_000) + "\"");
    }

    @ParameterizedTest
    @MethodSource("values")
    void of_a_stream_every_unknown_value_is_kept_to_the_letter_however_the_stream_is_cut(String value) {
        String json = "{\"metadata\":{\"name\":\"ada\",\"first\":" + value + ",\"labels\":{\"a\":\"b\"}},\"second\":"
                + value + ",\"kind\":\"ConfigMap\",\"third\":" + value + "}";

        for (int piece : new int[] {1, 7, 8000, 1_000_000}) {
            ConfigMap map = fromStream(json, piece);

            assertThat(map.unknown().get("second").text()).isEqualTo(value);
            assertThat(map.unknown().get("third").text()).isEqualTo(value);
            assertThat(map.metadata().unknown().get("first").text()).isEqualTo(value);
            assertThat(map.kind()).isEqualTo("ConfigMap");
        }
    }

    @ParameterizedTest
    @MethodSource("values")
    void what_is_written_reads_the_same_again(String value) {
        ConfigMap map = fromStream("{\"metadata\":{\"name\":\"ada\"},\"other\":" + value + "}", 100);

        String written = Json.MAPPER.writeValueAsString(map);

        assertThat(written).isEqualTo("{\"metadata\":{\"name\":\"ada\"},\"other\":" + value + "}");
        assertThat(fromStream(written, 100)).isEqualTo(map);
    }

    @Test
    void unknown_fields_labels_and_data_keep_their_order() {
        String json = "{\"metadata\":{\"labels\":{\"z\":\"1\",\"a\":\"2\",\"m\":\"3\"},\"zz\":1,\"aa\":2,\"mm\":3},"
                + "\"data\":{\"y\":\"1\",\"x\":\"2\"},\"zzz\":1,\"aaa\":2}";

        assertThat(Json.MAPPER.writeValueAsString(fromStream(json, 5))).isEqualTo(json);
    }

    @Test
    void of_a_field_that_comes_twice_the_last_one_counts_and_it_is_written_once() {
        ConfigMap map = fromStream(
                "{\"x\":1,\"kind\":\"A\",\"x\":[2],\"kind\":\"B\",\"data\":{\"k\":\"1\",\"k\":\"2\"}}", 3);

        assertThat(Json.MAPPER.writeValueAsString(map))
                .isEqualTo("{\"kind\":\"B\",\"metadata\":{},\"data\":{\"k\":\"2\"},\"x\":[2]}");
    }

    @Test
    void a_null_among_texts_is_an_empty_text_as_in_go() {
        ConfigMap map = fromStream("{\"metadata\":{\"labels\":{\"a\":null,\"b\":\"c\"},\"finalizers\":[null,\"f\"]}}", 9);

        assertThat(map.metadata().labels()).containsExactly(Map.entry("a", ""), Map.entry("b", "c"));
        assertThat(map.metadata().finalizers()).containsExactly("", "f");
    }

    @Test
    void indented_text_is_kept_without_its_indentation() {
        ConfigMap map = fromStream("{\n  \"x\": {\n    \"a b\": [ 1.50,\n 2 ]\n  }\n}", 4);

        assertThat(map.unknown().get("x").text()).isEqualTo("{\"a b\":[1.50,2]}");
    }

    @Test
    void texts_that_are_alike_are_kept_once() {
        String json = "{\"metadata\":{\"namespace\":\"lab-of-ada\",\"managedFields\":[{\"manager\":\"k\"}]}}";
        ConfigMap one = fromStream(json, 10);
        ConfigMap other = fromStream(json, 10);

        assertThat(other.metadata().namespace()).isSameAs(one.metadata().namespace());
        assertThat(other.metadata().unknown().get("managedFields"))
                .isSameAs(one.metadata().unknown().get("managedFields"));
    }

    @ParameterizedTest
    @CsvSource({
        "2026-01-02T03:04:05Z, 2026-01-02T03:04:05Z", "2024-02-29T23:59:59Z, 2024-02-29T23:59:59Z",
        "1999-12-31T00:00:00Z, 1999-12-31T00:00:00Z", "2026-01-02T03:04:05.678Z, 2026-01-02T03:04:05.678Z",
        "2026-01-02T05:04:05+02:00, 2026-01-02T03:04:05Z", "0001-01-01T00:00:00Z, 0001-01-01T00:00:00Z",
        "2026-12-31T03:04:05Z, 2026-12-31T03:04:05Z"
    })
    void times_are_read_as_java_reads_them(String text, Instant time) {
        ConfigMap map = fromStream("{\"metadata\":{\"creationTimestamp\":\"" + text + "\"}}", 10);

        assertThat(map.metadata().creationTimestamp()).isEqualTo(time);
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "2026-02-30T03:04:05Z", "2026-13-02T03:04:05Z", "2026-01-02T25:04:05Z", "2026-01-02T03:61:05Z",
        "2026-01-02 03:04:05Z", "2026-01-0aT03:04:05Z", "yesterday, or earlier"
    })
    void what_is_no_time_is_refused(String text) {
        assertThatThrownBy(() -> fromStream("{\"metadata\":{\"creationTimestamp\":\"" + text + "\"}}", 10))
                .isInstanceOf(DatabindException.class)
                .hasMessageContaining("creationTimestamp");
    }

    private static ConfigMap fromStream(String json, int piece) {
        try (JsonParser parser = new JsonInput(new Pieces(json, piece)).parser()) {
            return Json.MAPPER.readValue(parser, ConfigMap.class);
        }
    }

    /** Gives no more than so many bytes at a time. */
    private static final class Pieces extends FilterInputStream {

        private final int most;

        Pieces(String text, int most) {
            super(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
            this.most = most;
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            return super.read(target, offset, Math.min(most, length));
        }
    }
}
