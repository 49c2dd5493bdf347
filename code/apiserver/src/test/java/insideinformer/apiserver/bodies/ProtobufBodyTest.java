package insideinformer.apiserver.bodies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import insideinformer.api.ApiException;
import insideinformer.api.GroupVersionResource;
import insideinformer.apiserver.TestClient;
import insideinformer.apiserver.TestObjects;
import insideinformer.apiserver.TestServer;
import insideinformer.apiserver.kinds.ResourceType;
import insideinformer.apiserver.kinds.ServedTypes;
import insideinformer.testing.Spec;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What kubectl create sends, byte by byte. */
class ProtobufBodyTest {

    /** Writes protobuf: numbers, and fields with a length. */
    private static final class Bytes {

        private final ByteArrayOutputStream out = new ByteArrayOutputStream();

        Bytes number(int field, long value) {
            varint((long) field << 3);
            varint(value);
            return this;
        }

        Bytes text(int field, String value) {
            return raw(field, value.getBytes(StandardCharsets.UTF_8));
        }

        Bytes message(int field, Bytes value) {
            return raw(field, value.out.toByteArray());
        }

        Bytes entry(int field, String key, Bytes value) {
            return message(field, new Bytes().text(1, key).message(2, value));
        }

        Bytes raw(int field, byte[] value) {
            varint((long) field << 3 | 2);
            varint(value.length);
            out.writeBytes(value);
            return this;
        }

        private void varint(long value) {
            for (; (value & ~0x7FL) != 0; value >>>= 7) {
                out.write((int) (value & 0x7F | 0x80));
            }
            out.write((int) value);
        }

        byte[] inEnvelope(String kind) {
            Bytes envelope = new Bytes()
                    .message(1, new Bytes().text(1, "v1").text(2, kind))
                    .raw(2, out.toByteArray())
                    .text(3, "")
                    .text(4, "");
            ByteArrayOutputStream all = new ByteArrayOutputStream();
            all.writeBytes(new byte[] {'k', '8', 's', 0});
            all.writeBytes(envelope.out.toByteArray());
            return all.toByteArray();
        }
    }

    @RegisterExtension
    final TestServer server = new TestServer();

    @Test
    @Spec("AP-13")
    void a_quota_that_kubectl_creates_is_stored_and_answered_in_JSON() throws Exception {
        byte[] body = quota().inEnvelope("ResourceQuota");
        URI uri = server.server().uri().resolve("/api/v1/namespaces/default/resourcequotas");
        HttpRequest request = HttpRequest.newBuilder(uri)
                .header("Content-Type", "application/vnd.kubernetes.protobuf")
                .header("Accept", "application/vnd.kubernetes.protobuf,application/json")
                .POST(BodyPublishers.ofByteArray(body))
                .build();

        HttpResponse<String> response;
        try (HttpClient client = HttpClient.newHttpClient()) {
            response = client.send(request, BodyHandlers.ofString());
        }

        assertThat(response.statusCode()).isEqualTo(201);
        assertThat(response.headers().firstValue("Content-Type")).contains("application/json");
        assertThat(server.client().get("/api/v1/namespaces/default/resourcequotas/tight").body().path("spec"))
                .isEqualTo(TestObjects.parse("""
                        {"hard":{"pods":"2","requests.cpu":"500m"},"scopes":["NotBestEffort"],
                         "scopeSelector":{"matchExpressions":[
                          {"scopeName":"PriorityClass","operator":"In","values":["high","low"]}]}}"""));
    }

    /** Bytes and JSON of every kind as Go writes them: every field set, some, all to zero, none. */
    @ParameterizedTest(name = "{0} with {1}")
    @MethodSource("recordedBodies")
    void every_kind_becomes_the_JSON_that_Go_makes_of_it(String kind, String fill, JsonNode recorded) throws Exception {
        byte[] body = recorded.path("protobuf").binaryValue();

        ObjectNode decoded = kind.endsWith(".DeleteOptions")
                ? ProtobufBody.decodeDeleteOptions(body)
                : ProtobufBody.decode(new ServedTypes(), Recorded.type(recorded), body);

        assertThat(decoded).isEqualTo(recorded.path("json"));
    }

    static Stream<Arguments> recordedBodies() throws IOException {
        return Recorded.lines("bodies.jsonl.gz").map(line -> Arguments.of(
                Recorded.type(line).gvr().apiVersion() + "." + line.path("kind").asString(),
                line.path("fill").asString(), line));
    }

    @Test
    void what_Go_wrote_of_every_kind_has_the_types_that_its_fields_have() throws Exception {
        for (JsonNode line : Recorded.lines("bodies.jsonl.gz").toList()) {
            Decoding.checkTypes(Recorded.type(line), (ObjectNode) line.path("json"));
        }
    }

    @Test
    void a_field_that_is_not_known_is_refused_since_it_would_be_lost() {
        Bytes map = new Bytes().message(1, new Bytes().text(1, "m")).text(99, "a field of a newer client");
        Bytes inside = new Bytes().message(1, new Bytes().text(1, "m").number(77, 1));

        assertThatThrownBy(() -> decode("configmaps", map.inEnvelope("ConfigMap")))
                .hasMessage("the protobuf body cannot be read: field 99 of ConfigMap is not known here; send JSON");
        assertThatThrownBy(() -> decode("configmaps", inside.inEnvelope("ConfigMap")))
                .hasMessageContaining("field 77 of ObjectMeta");
    }

    @Test
    void an_object_of_another_kind_is_refused() {
        assertThatThrownBy(() -> decode("configmaps", quota().inEnvelope("ResourceQuota")))
                .hasMessageStartingWith("ResourceQuota in version \"v1\" cannot be handled as a ConfigMap");
    }

    @Test
    @Spec("AP-12")
    void a_custom_kind_has_no_protobuf() throws Exception {
        server.server().serve(ResourceType.namespaced(new GroupVersionResource("example.com", "v1", "lanterns"), "Lantern").custom().build());

        TestClient.Answer answer = server.client().post("/apis/example.com/v1/namespaces/default/lanterns", "k8s",
                "Content-Type", "application/vnd.kubernetes.protobuf");

        assertThat(answer.code()).isEqualTo(415);
        assertThat(answer.message()).doesNotContain("protobuf");
    }

    @Test
    void the_options_of_a_delete_are_read() throws Exception {
        server.client().post("/api/v1/namespaces/default/configmaps", """
                {"metadata":{"name":"kept"}}""");
        byte[] options = new Bytes().message(2, new Bytes().text(1, "not-its-uid")).inEnvelope("DeleteOptions");
        HttpRequest request = HttpRequest.newBuilder(
                        server.server().uri().resolve("/api/v1/namespaces/default/configmaps/kept"))
                .header("Content-Type", "application/vnd.kubernetes.protobuf")
                .method("DELETE", BodyPublishers.ofByteArray(options))
                .build();

        try (HttpClient client = HttpClient.newHttpClient()) {
            assertThat(client.send(request, BodyHandlers.ofString()).statusCode()).isEqualTo(409);
        }
        assertThat(server.client().get("/api/v1/namespaces/default/configmaps/kept").code()).isEqualTo(200);
    }

    @Test
    void a_body_that_ends_too_early_is_refused_wherever_it_ends() {
        byte[] whole = quota().inEnvelope("ResourceQuota");
        int refused = 0;
        for (int length = 0; length < whole.length; length++) {
            byte[] part = Arrays.copyOf(whole, length);
            try {
                decode("resourcequotas", part);
            } catch (ApiException e) {
                assertThat(e.status().code()).isEqualTo(400);
                refused++;
            }
        }

        assertThat(refused).isGreaterThan(whole.length - 10); // it may also end between the fields of the envelope
    }

    @Test
    void a_field_of_another_type_than_it_should_be_is_refused() {
        Bytes odd = new Bytes().number(1, 5);

        assertThatThrownBy(() -> decode("configmaps", odd.inEnvelope("ConfigMap")))
                .hasMessage("the protobuf body cannot be read: field 1 is not of the type that it is known to have");
        assertThatThrownBy(() -> decode("configmaps", "{}  ".getBytes(StandardCharsets.UTF_8)))
                .hasMessageContaining("magic bytes");
    }

    private static Bytes quota() {
        return new Bytes()
                .message(1, new Bytes().text(1, "tight").text(3, "default"))
                .message(2, new Bytes()
                        .entry(1, "pods", new Bytes().text(1, "2"))
                        .entry(1, "requests.cpu", new Bytes().text(1, "500m"))
                        .text(2, "NotBestEffort")
                        .message(3, new Bytes().message(1, new Bytes()
                                .text(1, "PriorityClass").text(2, "In").text(3, "high").text(3, "low"))))
                .message(3, new Bytes());
    }

    private static ObjectNode decode(String resource, byte[] body) throws ApiException {
        return ProtobufBody.decode(new ServedTypes(), type(resource), body);
    }

    private static ResourceType type(String resource) {
        return new ServedTypes().all().stream().filter(t -> t.gvr().resource().equals(resource)).findFirst().orElseThrow();
    }
}
