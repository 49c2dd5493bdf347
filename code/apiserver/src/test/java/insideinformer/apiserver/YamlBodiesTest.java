package insideinformer.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import insideinformer.apiserver.yaml.YamlReader;
import insideinformer.json.Json;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

class YamlBodiesTest {

    private static final String MAPS = "/api/v1/namespaces/default/configmaps";
    private static final String YAML = "application/yaml";

    @RegisterExtension
    final TestServer server = new TestServer();

    private TestClient.Answer post(String yaml, String... headers) throws Exception {
        String[] all = new String[headers.length + 2];
        all[0] = "Content-Type";
        all[1] = YAML;
        System.arraycopy(headers, 0, all, 2, headers.length);
        return server.client().post(MAPS, yaml, all);
    }

    @Test
    void a_body_in_yaml_is_stored_as_its_json() throws Exception {
        TestClient.Answer answer = post("""
                apiVersion: v1
                kind: ConfigMap
                metadata: {name: &n one, labels: {app: *n}}
                immutable: off
                data:
                  "yes": |
                    two
                    lines
                """);

        assertThat(answer.code()).isEqualTo(201);
        JsonNode stored = server.client().get(MAPS + "/one").body();
        assertThat(stored.path("metadata").path("labels").toString()).isEqualTo("{\"app\":\"one\"}");
        assertThat(stored.path("immutable").isBoolean()).isTrue();
        assertThat(stored.path("data").toString()).isEqualTo("{\"yes\":\"two\\nlines\\n\"}");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '^', textBlock = """
            kind: ConfigMap\\nmetadata: {name: 'one}  | yaml parse error in line 2: this is not valid YAML
            kind: ConfigMap\\nkind: ConfigMap         | line 2: the key `kind` stands here twice
            - a list                                  | not an object
            # nothing                                 | couldn't get version/kind
            ^^                                        | couldn't get version/kind
            """)
    void what_cannot_be_read_is_a_bad_request(String yaml, String problem) throws Exception {
        TestClient.Answer answer = post(yaml == null ? "" : yaml.translateEscapes());

        assertThat(answer.code()).isEqualTo(400);
        assertThat(answer.message()).contains(problem);
    }

    @Test
    void who_prefers_yaml_gets_it_and_reads_the_same_from_it() throws Exception {
        String odd = "{\"yes\":\"no\",\"null\":\"~\",\"0555\":\"0o400\",\"1.5\":\"1e3\",\"on\":\"\",\"y\":\"2001-01-01\",\"x\":\"a: b # c\\n\\ttab\"}";
        server.client().post(MAPS, TestObjects.map("one", odd));
        JsonNode json = server.client().get(MAPS + "/one").body();

        TestClient.Answer answer = server.client().get(MAPS + "/one", "Accept", "application/json;q=0.5," + YAML);

        assertThat(answer.headers().firstValue("Content-Type")).hasValue(YAML);
        assertThat(answer.text()).startsWith("---\n").contains("\n  name: \"one\"\n");
        assertThat(YamlReader.read(answer.text()).getFirst().root()).isEqualTo(Json.MAPPER.readTree(json.toString()));
    }

    @Test
    void lists_and_failures_are_yaml_too_but_a_watch_is_not() throws Exception {
        TestClient.Answer list = server.client().get(MAPS, "Accept", YAML);
        TestClient.Answer missing = server.client().get(MAPS + "/missing", "Accept", YAML);
        TestClient.Answer watch = server.client().get(MAPS + "?watch=1", "Accept", YAML);

        assertThat(list.text()).contains("kind: \"ConfigMapList\"");
        assertThat(missing.code()).isEqualTo(404);
        assertThat(missing.text()).contains("reason: \"NotFound\"");
        assertThat(watch.code()).isEqualTo(406);
    }
}
