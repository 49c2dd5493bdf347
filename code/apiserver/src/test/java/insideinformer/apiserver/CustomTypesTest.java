package insideinformer.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import insideinformer.api.GroupVersionResource;
import insideinformer.apiserver.kinds.ResourceType;
import insideinformer.testing.Spec;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/** Kinds that the server was not born with. */
class CustomTypesTest {

    private static final GroupVersionResource THINGS = new GroupVersionResource("lantern.example", "v1", "things");
    private static final String PATH = "/apis/lantern.example/v1/namespaces/default/things";
    private static final String TABLE = "application/json;as=Table;v=v1;g=meta.k8s.io";

    @RegisterExtension
    final TestServer server = new TestServer();

    @BeforeEach
    void serveThings() {
        server.server().serve(ResourceType.namespaced(THINGS, "Thing").custom().shortNames("th").build());
    }

    @Test
    @Spec("AP-101")
    void discovery_names_it_at_once() throws Exception {
        JsonNode thing = server.client().get("/apis/lantern.example/v1").body().at("/resources/0");

        assertThat(thing.path("name").asString()).isEqualTo("things");
        assertThat(thing.path("kind").asString()).isEqualTo("Thing");
        assertThat(thing.path("shortNames").toString()).isEqualTo("[\"th\"]");
        assertThat(server.client().get("/openapi/v3").text()).contains("apis/lantern.example/v1");
    }

    @Test
    @Spec({"AP-70", "AP-71"})
    void items_carry_their_kind_and_the_token_is_always_there() throws Exception {
        assertThat(server.client().get(PATH).body().at("/metadata/continue").isString()).isTrue();
        create();

        JsonNode list = server.client().get(PATH).body();

        assertThat(list.path("kind").asString()).isEqualTo("ThingList");
        assertThat(list.at("/items/0/kind").asString()).isEqualTo("Thing");
        assertThat(list.at("/items/0/apiVersion").asString()).isEqualTo("lantern.example/v1");
    }

    @Test
    @Spec({"AP-38", "AP-48"})
    void spec_and_status_are_written_apart_and_generations_counted() throws Exception {
        JsonNode created = create().body();
        assertThat(created.has("status")).isFalse();
        assertThat(created.at("/metadata/generation").asInt()).isEqualTo(1);

        JsonNode spec = server.client().patch(PATH + "/t", "merge", "{\"spec\":{\"size\":2},\"status\":{\"seen\":7}}")
                .body();
        JsonNode status = server.client().patch(PATH + "/t/status", "merge", """
                {"spec":{"size":3},"status":{"seen":8},"metadata":{"labels":{"a":"b"}}}""").body();

        assertThat(spec.has("status")).isFalse();
        assertThat(spec.at("/metadata/generation").asInt()).isEqualTo(2);
        assertThat(status.at("/status/seen").asInt()).isEqualTo(8);
        assertThat(status.at("/spec/size").asInt()).isEqualTo(2);
        assertThat(status.at("/metadata/generation").asInt()).isEqualTo(2);
        assertThat(status.path("metadata").has("labels")).isFalse();
    }

    @Test
    @Spec({"AP-14", "AP-43", "AP-49"})
    void it_is_stricter_than_built_in_kinds() throws Exception {
        create();

        assertThat(server.client().post(PATH, "{\"metadata\":{\"name\":\"x\"}}").code()).isEqualTo(400);
        assertThat(server.client().put(PATH + "/t", thing()).message())
                .isEqualTo("things.lantern.example \"t\" is invalid:"
                + " metadata.resourceVersion: Invalid value: 0: must be specified for an update");
        TestClient.Answer strategic = server.client().patch(PATH + "/t", "strategic", "{}");
        assertThat(strategic.code()).isEqualTo(415);
        assertThat(strategic.message())
                .isEqualTo("the body of the request was in an unknown format - accepted media types"
                + " include: application/json-patch+json, application/merge-patch+json");
        assertThat(strategic.body().has("details")).isFalse();
        assertThat(server.client().get(PATH + "?fieldSelector=spec.size%3D1").message())
                .isEqualTo("field label not supported: spec.size");
    }

    @Test
    @Spec("AP-109")
    void its_table_has_name_and_age() throws Exception {
        create();

        JsonNode table = server.client().get(PATH, "Accept", TABLE).body();

        assertThat(table.path("columnDefinitions").valueStream()
                .map(c -> c.path("name").asString() + ":" + c.path("type").asString()))
                .containsExactly("Name:string", "Age:date");
        assertThat(table.at("/rows/0/cells/1").asString()).matches("\\d+s");
    }

    @Test
    void when_its_definition_goes_everything_of_it_goes() throws Exception {
        String start = create().version();
        try (TestClient.Stream watch = server.client().watch(PATH + "?watch=1&resourceVersion=" + start)) {
            server.server().stopServing(THINGS);

            assertThat(watch.rest()).containsExactly("DELETED t");
        }
        assertThat(server.client().get(PATH).code()).isEqualTo(404);
        assertThat(server.client().get("/apis/lantern.example/v1").code()).isEqualTo(404);
        serveThings();
        assertThat(server.client().get(PATH).body().path("items")).isEmpty();
    }

    private TestClient.Answer create() throws Exception {
        TestClient.Answer answer = server.client().post(PATH, thing());
        assertThat(answer.code()).isEqualTo(201);
        return answer;
    }

    private static String thing() {
        return """
                {"apiVersion":"lantern.example/v1","kind":"Thing","metadata":{"name":"t"},"spec":{"size":1},"status":{"seen":5}}""";
    }
}
