package insideinformer.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import insideinformer.api.ApiException;
import insideinformer.api.ApiResource;
import insideinformer.api.GroupVersionResource;
import insideinformer.api.KubernetesList;
import insideinformer.api.KubernetesObject;
import insideinformer.api.ListOptions;
import insideinformer.api.Unstructured;
import insideinformer.api.WatchEvent;
import insideinformer.json.Json;
import insideinformer.testing.CapturedLog;
import insideinformer.wait.Context;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A Secret's data appears in no text form, no exception and no line of the log. */
class NoDataInTextsTest {

    private static final String DATA = "c2VjcmV0LW9mLWFkYQ";
    private static final String SECRET = """
            {"apiVersion":"v1","kind":"Secret","metadata":{"namespace":"lab","name":"db","resourceVersion":"5",\
            "annotations":{"last-applied":"{\\"data\\":\\"DATA\\"}"},"managedFields":[{"manager":"DATA"}]},\
            "data":{"password":"DATA"},"stringData":{"other":"DATA"},"spec":{"token":"DATA"},"status":{"token":"DATA"}}"""
            .replace("DATA", DATA);
    private static final ApiResource<Unstructured> SECRETS =
            ApiResource.unstructured(new GroupVersionResource("", "v1", "secrets"), "Secret", true);

    private final Context context = Context.background();

    static Stream<ApiResource<?>> kinds() {
        return Stream.of(SECRETS, ApiResource.CONFIG_MAPS, ApiResource.PODS, ApiResource.SERVICES,
                ApiResource.NAMESPACES, ApiResource.PERSISTENT_VOLUME_CLAIMS, ApiResource.RESOURCE_QUOTAS);
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void the_text_form_of_an_object_says_what_it_is_and_shows_nothing_of_what_it_holds(ApiResource<?> kind) {
        KubernetesObject object = Json.MAPPER.readValue(SECRET, kind.type());
        KubernetesObject item = Json.MAPPER.readValue(
                SECRET.replace("\"apiVersion\":\"v1\",\"kind\":\"Secret\",", ""), kind.type());

        assertThat(object).hasToString("Secret lab/db@5");
        assertThat(item).hasToString(kind.type().getSimpleName() + " lab/db@5");
        assertThat(object.metadata()).hasToString("lab/db@5");
        assertThat(Json.MAPPER.writeValueAsString(object)).contains(DATA);
    }

    @Test
    void a_part_of_an_object_that_no_type_models_shows_only_its_length() {
        Unstructured secret = Json.MAPPER.readValue(SECRET, Unstructured.class);

        assertThat(secret.unknown().get("data")).hasToString("RawJson[33 bytes]");
        assertThat(secret.unknown().toString() + secret.metadata().unknown()).doesNotContain(DATA);
    }

    @Test
    void an_object_without_a_name_or_a_namespace_has_a_text_form_too() {
        assertThat(text("{\"kind\":\"Namespace\",\"metadata\":{\"name\":\"lab\"}}")).isEqualTo("Namespace lab");
        assertThat(text("{\"kind\":\"Secret\",\"metadata\":{\"namespace\":\"lab\"}}"))
                .isEqualTo("Secret lab/(without a name)");
    }

    private static String text(String json) {
        return Json.MAPPER.readValue(json, Unstructured.class).toString();
    }

    @Test
    void the_text_forms_of_lists_and_events_show_none() throws Exception {
        ObjectDecoder<Unstructured> objects = new ObjectDecoder<>(SECRETS, UndecodableObjects.LOG);
        KubernetesList<Unstructured> list = ListDecoder.decode(
                stream("{\"metadata\":{\"resourceVersion\":\"7\",\"other\":\"" + DATA + "\"},\"items\":[" + SECRET + "]}"),
                objects);

        assertThat(list.toString()).contains("lab/db@5", "resourceVersion=7").doesNotContain(DATA);
        for (String type : List.of("ADDED", "MODIFIED", "DELETED", "BOOKMARK", "SHINY")) {
            Optional<WatchEvent<Unstructured>> event =
                    new EventDecoder<>(stream("{\"type\":\"" + type + "\",\"object\":" + SECRET + "}"), objects).next();

            assertThat(event.orElseThrow().toString()).contains("lab/db@5").doesNotContain(DATA);
        }
    }

    static Stream<String> unfit() {
        return Stream.of(
                "{\"metadata\":{\"name\":\"db\",\"labels\":\"DATA\"}}", "{\"metadata\":{\"name\":\"db\",\"labels\":{\"DATA\":[]}}}",
                "{\"metadata\":{\"name\":\"db\",\"labels\":{\"a\":[\"DATA\"]}}}",
                "{\"metadata\":{\"name\":\"db\",\"generation\":\"DATA\"}}",
                "{\"metadata\":{\"name\":\"db\",\"generation\":98765432109876543210}}",
                "{\"metadata\":{\"name\":\"db\",\"creationTimestamp\":\"DATA\"}}",
                "{\"metadata\":{\"name\":\"db\",\"ownerReferences\":[{\"controller\":\"DATA\"}]}}",
                "{\"metadata\":\"DATA\"}", "\"DATA\"", "[\"DATA\"]").map(json -> json.replace("DATA", DATA));
    }

    @ParameterizedTest
    @MethodSource("unfit")
    void nor_does_what_is_said_of_an_object_that_does_not_fit_its_class(String json) throws Exception {
        try (CapturedLog log = new CapturedLog()) {
            StringWriter told = new StringWriter();
            ObjectDecoder<Unstructured> objects = new ObjectDecoder<>(SECRETS, (resource, key, problem) -> {
                problem.printStackTrace(new PrintWriter(told, true));
                UndecodableObjects.LOG.undecodable(resource, key, problem);
            });

            ListDecoder.decode(stream("{\"items\":[" + json + "]}"), objects);
            Optional<WatchEvent<Unstructured>> event =
                    new EventDecoder<>(stream("{\"type\":\"ADDED\",\"object\":" + json + "}"), objects).next();
            Optional<WatchEvent<Unstructured>> error =
                    new EventDecoder<>(stream("{\"type\":\"ERROR\",\"object\":" + json + "}"), objects).next();

            assertThat(told.toString()).contains("line 1, column").doesNotContain(DATA, "98765432109876543210");
            assertThat(event.toString() + error).doesNotContain(DATA, "98765432109876543210");
            assertThat(log.linesWith("could not be decoded")).hasSize(2);
            assertThat(log.linesWith(DATA)).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "{\"items\":[{\"data\":{\"password\":DATA}}]}", "{\"items\":[{\"data\":{\"password\":\"DATA",
        "{\"items\":[{\"data\":{\"password\":\"DATA\\q\"}}]}", "{\"metadata\":{\"remainingItemCount\":\"DATA\"}}",
        "{\"metadata\":\"DATA\"}", "{\"metadata\":{\"name\":\"db\",\"labels\":\"DATA\"}}", "\"DATA\"", "DATA"
    })
    void nor_does_the_failure_of_an_answer_that_cannot_be_decoded(String answer) throws Exception {
        try (CapturedLog log = new CapturedLog();
                ScriptedServer server = new ScriptedServer(exchange -> exchange.json(200, answer.replace("DATA", DATA)));
                RestClient client = new RestClient(server.uri())) {
            ResourceClient<Unstructured> secrets = client.resource(SECRETS).inNamespace("lab");

            assertThatThrownBy(() -> secrets.list(context, ListOptions.EMPTY)).isInstanceOf(IOException.class)
                    .satisfies(e -> assertThat(stackTrace(e)).doesNotContain(DATA));
            if (!answer.contains("remainingItemCount")) { // which is only a list's
                assertThatThrownBy(() -> secrets.get(context, "db")).isInstanceOf(IOException.class)
                        .satisfies(e -> assertThat(stackTrace(e)).doesNotContain(DATA));
            }
            assertThat(log.linesWith(DATA)).isEmpty();
        }
    }

    @Test
    void nor_does_the_log_when_a_watch_breaks_off() throws Exception {
        try (CapturedLog log = new CapturedLog();
                ScriptedServer server = new ScriptedServer(exchange -> {
                    exchange.stream();
                    exchange.chunk("{\"type\":\"ADDED\",\"object\":{\"data\":{\"password\":" + DATA + "}}}");
                    exchange.endStream();
                });
                RestClient client = new RestClient(server.uri())) {
            assertThat(client.resource(SECRETS).watch(context, ListOptions.EMPTY).take()).isEmpty();

            assertThat(log.linesWith("WARN", "secrets", "no valid JSON", "line 1, column")).hasSize(1);
            assertThat(log.linesWith(DATA)).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "{\"kind\":\"Secret\",\"data\":{\"password\":\"DATA\"}}", " [{\"data\":\"DATA\"}]",
        "{\"kind\":\"Status\",\"code\":\"DATA\"}", "{\"data\":{\"password\":\"DATA"})
    void nor_does_a_refusal_whose_text_is_an_object(String body) {
        ApiException refusal = ErrorAnswers.of("PUT", "/api/v1/namespaces/lab/secrets/db", 500,
                body.replace("DATA", DATA), 0);

        assertThat(stackTrace(refusal) + refusal.status()).contains("500").doesNotContain(DATA);
        assertThat(refusal.status().details().causes().getFirst().message()).as("for programs").contains(DATA);
    }

    private static ByteArrayInputStream stream(String json) {
        return new ByteArrayInputStream(json.getBytes(StandardCharsets.UTF_8));
    }

    private static String stackTrace(Throwable e) {
        StringWriter text = new StringWriter();
        e.printStackTrace(new PrintWriter(text, true));
        return text.toString();
    }
}
