package insideinformer.apiserver.bodies;

import static org.assertj.core.api.Assertions.assertThat;

import insideinformer.api.ApiException;
import insideinformer.apiserver.TestClient;
import insideinformer.apiserver.TestServer;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Values of a type that the field does not have are refused as Go's decoder refuses them. */
class FieldTypesTest {

    @RegisterExtension
    final TestServer server = new TestServer();

    /** Two thousand objects with one value replaced, and what Go said to each. */
    @Test
    void values_are_taken_and_refused_as_by_Go() throws IOException {
        Map<String, JsonNode> whole = new HashMap<>();
        Recorded.lines("bodies.jsonl.gz").filter(line -> line.path("fill").asString().equals("all"))
                .forEach(line -> whole.put(line.path("apiVersion") + " " + line.path("kind"), line.path("json")));
        SoftAssertions all = new SoftAssertions();

        for (JsonNode line : Recorded.lines("wrong-types.jsonl.gz").toList()) {
            ObjectNode object = (ObjectNode) whole.get(line.path("apiVersion") + " " + line.path("kind")).deepCopy();
            put(object, line.path("path"), line.path("value"));
            all.assertThat(refusal(line, object))
                    .as("%s %s = %s", line.path("kind"), line.path("path"), line.path("value"))
                    .isEqualTo(comparable(line.path("error").asString()));
        }

        all.assertAll();
    }

    @Test
    void a_service_whose_port_is_a_text_is_refused_by_name_of_the_field() throws Exception {
        TestClient.Answer answer = server.client().post("/api/v1/namespaces/default/services", """
                {"metadata":{"name":"web"},"spec":{"ports":[{"port":"80"}]}}""");

        assertThat(answer.code()).isEqualTo(400);
        assertThat(answer.message()).isEqualTo("Service in version \"v1\" cannot be handled as"
                + " a Service: json: cannot unmarshal string into Go struct field ServicePort.spec.ports.port of type"
                + " int32");
    }

    @Test
    void a_label_that_is_no_text_is_refused_of_every_kind_and_in_a_patch() throws Exception {
        String path = "/api/v1/namespaces/default/configmaps";
        TestClient.Answer created = server.client().post(path, """
                {"metadata":{"name":"m","labels":{"on":true}}}""");
        server.client().post(path, """
                {"metadata":{"name":"m","labels":{"on":"true"}}}""");
        TestClient.Answer patched = server.client().patch(path + "/m", "merge", """
                {"metadata":{"annotations":{"build":72225}}}""");

        assertThat(created.code()).isEqualTo(400);
        assertThat(created.message())
                .endsWith("json: cannot unmarshal bool into Go struct field ObjectMeta.metadata.labels of type string");
        assertThat(patched.code()).isEqualTo(400);
        assertThat(patched.message()).endsWith(
                "json: cannot unmarshal number into Go struct field ObjectMeta.metadata.annotations of type string");
        assertThat(server.client().get(path + "/m").body().path("metadata").has("annotations")).isFalse();
    }

    private static String refusal(JsonNode line, ObjectNode object) {
        try {
            Decoding.checkTypes(Recorded.type(line), object);
            return "";
        } catch (ApiException e) {
            String message = e.getMessage();
            return comparable(message.substring(message.indexOf(": ") + 2));
        }
    }

    /** Without what comes from parsers of numbers, times and base64, which differ in their words. */
    private static String comparable(String message) {
        return message
                .replaceFirst("unmarshal number [^ ]+ into", "unmarshal number N into")
                .replaceFirst("(parsing time \"[^\"]*\" as \"[^\"]*\").*", "$1")
                .replaceFirst("(illegal base64 data).*", "$1");
    }

    private static void put(JsonNode tree, JsonNode path, JsonNode value) {
        JsonNode at = tree;
        for (int i = 0; i < path.size() - 1; i++) {
            at = path.get(i).isNumber() ? at.path(path.get(i).intValue()) : at.path(path.get(i).asString());
        }
        JsonNode last = path.get(path.size() - 1);
        if (at instanceof ArrayNode array) {
            array.set(last.intValue(), value);
        } else {
            ((ObjectNode) at).set(last.asString(), value);
        }
    }
}
