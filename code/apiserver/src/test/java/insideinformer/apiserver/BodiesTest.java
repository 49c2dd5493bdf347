package insideinformer.apiserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import insideinformer.testing.Spec;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What may be sent, and in which form answers come. */
class BodiesTest {

    private static final String MAPS = "/api/v1/namespaces/default/configmaps";

    @RegisterExtension
    final TestServer server = new TestServer();

    @Test
    @Spec({"AP-11", "AP-20"})
    void what_is_not_acceptable_is_said_before_the_object_is_looked_for() throws Exception {
        TestClient.Answer answer = server.client().get(MAPS + "/missing", "Accept", "text/html");

        assertThat(answer.code()).isEqualTo(406);
        assertThat(answer.reason()).isEqualTo("NotAcceptable");
        assertThat(answer.message()).isEqualTo("406: Not Acceptable\n\nAvailable representations: application/json, application/yaml");
        assertThat(answer.body().get("details")).isNotNull().isEmpty();
    }

    @ParameterizedTest
    @Spec("AP-11")
    @CsvSource(delimiter = '|', value = {
        "text/html,application/json",
        "*/*",
        "application/*",
        "application/vnd.kubernetes.protobuf,application/json",
        "application/json;as=Nonsense;v=v1;g=meta.k8s.io,application/json",
        "text/html;q=0.9,*/*;q=0.1"
    })
    void a_clause_that_does_not_fit_is_skipped(String accept) throws Exception {
        TestClient.Answer answer = server.client().get(MAPS, "Accept", accept);

        assertThat(answer.code()).isEqualTo(200);
        assertThat(answer.body().path("kind").asString()).isEqualTo("ConfigMapList");
    }

    @Test
    @Spec("AP-11")
    void the_better_clause_wins_whatever_the_order() throws Exception {
        TestClient.Answer answer = server.client().get(
                MAPS, "Accept", "application/json;q=0.1,application/json;as=Table;v=v1;g=meta.k8s.io;q=0.9");

        assertThat(answer.body().path("kind").asString()).isEqualTo("Table");
    }

    @Test
    @Spec({"AP-12", "AP-13"})
    void a_body_of_an_unknown_type_is_refused_with_those_that_are_known() throws Exception {
        String pods = "/api/v1/namespaces/default/pods";
        for (String type : new String[] {"text/plain", "application/cbor"}) {
            TestClient.Answer answer = server.client().post(pods, TestObjects.pod("a"), "Content-Type", type);

            assertThat(answer.code()).isEqualTo(415);
            assertThat(answer.reason()).isEqualTo("UnsupportedMediaType");
            assertThat(answer.message()).isEqualTo(
                    "the body of the request was in an unknown format - accepted media types include:"
                            + " application/json, application/yaml, application/vnd.kubernetes.protobuf");
            assertThat(answer.body().has("details")).isFalse();
        }
    }

    @Test
    @Spec("AP-12")
    void no_type_and_parameters_of_the_type_are_fine() throws Exception {
        assertThat(server.client().post(MAPS, TestObjects.map("a")).code()).isEqualTo(201);
        assertThat(server.client().post(MAPS, TestObjects.map("b"), "Content-Type", "application/json; charset=utf-8")
                .code())
                .isEqualTo(201);
    }

    static Stream<Arguments> badBodies() {
        return Stream.of(
                arguments("{\"apiVersion\":\"v1\",\"kind\":",
                        "the object provided is unrecognized (must be of type ConfigMap):"
                                + " couldn't get version/kind; json parse error: unexpected end of JSON input"
                                + " ({\"apiVersion\":\"v1\",\"kind\":)"),
                arguments("",
                        "the object provided is unrecognized (must be of type ConfigMap): couldn't get version/kind;"
                                + " json parse error: unexpected end of JSON input (<empty>)"),
                arguments("{\"stringData\":{\"password\":\"hunter2\"}",
                        "the object provided is unrecognized (must be of type ConfigMap):"
                                + " couldn't get version/kind; json parse error: unexpected end of JSON input"
                                + " ({\"stringData\":{\"password\":\"hun ...)"), // no more of what may be a secret
                arguments("[1]",
                        "the object provided is unrecognized (must be of type ConfigMap): couldn't get version/kind;"
                                + " json parse error: not an object (5b315d)"),
                arguments(TestObjects.pod("x"),
                        "Pod in version \"v1\" cannot be handled as a ConfigMap: converting (v1.Pod)"
                                + " to (core.ConfigMap): unknown conversion"),
                arguments("{\"apiVersion\":\"v1\",\"kind\":\"Nonsense\",\"metadata\":{\"name\":\"x\"}}",
                        "Nonsense in version \"v1\" cannot be handled as a ConfigMap: no kind \"Nonsense\" is registered for"
                                + " version \"v1\" in scheme \"pkg/runtime/scheme.go:111\""),
                arguments(TestObjects.map("x", "{}", "{\"namespace\":\"other\"}"),
                        "the namespace of the provided object does not match the namespace sent on the request"),
                arguments("{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"x\"},\"data\":[1]}",
                        "ConfigMap in version \"v1\" cannot be handled as a ConfigMap: json: cannot unmarshal array into Go"
                                + " struct field ConfigMap.data of type map[string]string"));
    }

    @ParameterizedTest
    @Spec("AP-14")
    @MethodSource("badBodies")
    void a_body_that_does_not_belong_there_is_a_bad_request(String body, String message) throws Exception {
        TestClient.Answer answer = server.client().post(MAPS, body);

        assertThat(answer.code()).isEqualTo(400);
        assertThat(answer.reason()).isEqualTo("BadRequest");
        assertThat(answer.message()).isEqualTo(message);
        assertThat(answer.body().has("details")).isFalse();
    }

    @Test
    @Spec("AP-14")
    void on_PUT_and_PATCH_the_name_must_be_the_one_of_the_path() throws Exception {
        server.client().post(MAPS, TestObjects.map("a"));
        String message = "the name of the object (other) does not match the name on the URL (a)";

        assertThat(server.client().put(MAPS + "/a", TestObjects.map("other")).message()).isEqualTo(message);
        assertThat(server.client().patch(MAPS + "/a", "merge", "{\"metadata\":{\"name\":\"other\"}}").message())
                .isEqualTo(message);
    }

    @Test
    @Spec("AP-14")
    void what_the_body_leaves_out_comes_from_the_path() throws Exception {
        TestClient.Answer answer = server.client().post(MAPS, "{\"metadata\":{\"name\":\"x\"}}");

        assertThat(answer.code()).isEqualTo(201);
        assertThat(answer.body().path("kind").asString()).isEqualTo("ConfigMap");
        assertThat(answer.body().path("apiVersion").asString()).isEqualTo("v1");
        assertThat(answer.body().at("/metadata/namespace").asString()).isEqualTo("default");
    }

    @Test
    @Spec("AP-15")
    void three_mebibytes_are_enough() throws Exception {
        String frame = TestObjects.map("a", "{\"k\":\"\"}");
        int room = 3 * 1024 * 1024 - frame.length();
        String fits = TestObjects.map("a", "{\"k\":\"" + "x".repeat(room) + "\"}");
        String tooLong = TestObjects.map("b", "{\"k\":\"" + "x".repeat(room + 1) + "\"}");

        assertThat(server.client().post(MAPS, fits).code()).isEqualTo(201);
        TestClient.Answer answer = server.client().post(MAPS, tooLong);

        assertThat(answer.code()).isEqualTo(413);
        assertThat(answer.reason()).isEqualTo("RequestEntityTooLarge");
        assertThat(answer.message()).isEqualTo("Request entity too large: limit is 3145728");
        assertThat(answer.headers().firstValue("Connection")).contains("close");
    }

    @Test
    @Spec("AP-15")
    void a_patch_of_ten_thousand_operations_is_the_longest() throws Exception {
        server.client().post(MAPS, TestObjects.map("a"));
        String operation = "{\"op\":\"test\",\"path\":\"/kind\",\"value\":\"ConfigMap\"},";
        String most = operation.repeat(10_000);

        assertThat(server.client().patch(MAPS + "/a", "json", "[" + most.substring(0, most.length() - 1) + "]").code())
                .isEqualTo(200);
        String tooMany = operation.repeat(10_001);
        assertThat(server.client().patch(MAPS + "/a", "json", "[" + tooMany.substring(0, tooMany.length() - 1) + "]")
                .code())
                .isEqualTo(413);
    }

    @Test
    @Spec("AP-17")
    void unknown_and_duplicate_fields_are_refused_when_strict() throws Exception {
        TestClient.Answer unknown = server.client().post(MAPS + "?fieldValidation=Strict", """
                {"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"strict"},"daata":{}}""");
        TestClient.Answer twice = server.client().post(MAPS + "?fieldValidation=Strict", """
                {"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"strict"},"data":{"a":"1","a":"2"}}""");

        assertThat(unknown.code()).isEqualTo(400);
        assertThat(unknown.message()).isEqualTo(
                "ConfigMap in version \"v1\" cannot be handled as a ConfigMap: strict decoding error: unknown field"
                        + " \"daata\"");
        assertThat(twice.message()).endsWith("strict decoding error: duplicate field \"data.a\"");
    }

    @Test
    @Spec({"AP-17", "AP-10"})
    void unknown_and_duplicate_fields_are_dropped_with_a_warning_by_default() throws Exception {
        String body = """
                {"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"NAME"},"daata":{},"data":{"a":"1","a":"2"}}""";

        TestClient.Answer warned = server.client().post(MAPS, body.replace("NAME", "warned"));
        TestClient.Answer silent = server.client()
                .post(MAPS + "?fieldValidation=Ignore", body.replace("NAME", "silent"));

        assertThat(warned.headers().allValues("Warning")).containsExactly(
                "299 - \"unknown field \\\"daata\\\"\"", "299 - \"duplicate field \\\"data.a\\\"\"");
        assertThat(warned.body().has("daata")).isFalse();
        assertThat(warned.body().at("/data/a").asString()).isEqualTo("2");
        assertThat(silent.headers().allValues("Warning")).isEmpty();
    }

    @Test
    @Spec("AP-17")
    void another_way_to_validate_fields_is_invalid() throws Exception {
        TestClient.Answer answer = server.client().post(MAPS + "?fieldValidation=Maybe", TestObjects.map("x"));

        assertThat(answer.code()).isEqualTo(422);
        assertThat(answer.message())
                .isEqualTo("CreateOptions.meta.k8s.io \"\" is invalid: fieldValidation: Unsupported value:"
                + " \"Maybe\": supported values: \"\", \"Ignore\", \"Strict\", \"Warn\"");
    }

    @Test
    void a_field_that_only_a_newer_server_knows_is_kept() throws Exception {
        server.client().post("/api/v1/namespaces/default/pods", TestObjects.pod("ada"));

        server.client().patch("/api/v1/namespaces/default/pods/ada/status", "merge",
                "{\"status\":{\"glitter\":{\"level\":3}}}");

        assertThat(server.client().get("/api/v1/namespaces/default/pods/ada").body().at("/status/glitter/level")
                .asInt())
                .isEqualTo(3);
    }
}
