package insideinformer.api;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

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
}
