package insideinformer.apiserver.bodies;

import insideinformer.api.Status;
import insideinformer.apiserver.http.HttpExchange;
import insideinformer.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

/**
 * Sends answers: JSON in one line that ends with a newline, or YAML, with the headers that all answers have.
 *
 * <p>Upstream: {@code apiserver/pkg/endpoints/handlers/responsewriters/writers.go}.
 */
public final class Answers {

    public static final String JSON = "application/json";

    private static final String PLAIN_TEXT = "text/plain; charset=utf-8";

    private Answers() {}

    /** Sets the headers of every answer; called once, before anything can fail. */
    public static void furnish(HttpExchange exchange) {
        exchange.respondHeader("Audit-Id", UUID.randomUUID().toString());
        exchange.respondHeader("Cache-Control", "no-cache, private");
    }

    /** As YAML if the client prefers it. */
    public static void json(HttpExchange exchange, int code, Object body) throws IOException {
        if (Negotiation.prefersYaml(exchange)) {
            exchange.respond(code, YamlBodies.MEDIA_TYPE, YamlBodies.encode(line(body)));
        } else {
            exchange.respond(code, JSON, line(body));
        }
    }

    public static void status(HttpExchange exchange, Status status) throws IOException {
        if (status.details() != null && status.details().retryAfterSeconds() != null) {
            exchange.respondHeader("Retry-After", status.details().retryAfterSeconds().toString());
        }
        json(exchange, status.code() == null ? 500 : status.code(), status);
    }

    public static void text(HttpExchange exchange, int code, String text) throws IOException {
        exchange.respondHeader("X-Content-Type-Options", "nosniff");
        exchange.respond(code, PLAIN_TEXT, text.getBytes(StandardCharsets.UTF_8));
    }

    public static void pageNotFound(HttpExchange exchange) throws IOException {
        text(exchange, 404, "404 page not found\n");
    }

    /** A tree or a record as one line. */
    public static byte[] line(Object body) {
        return (Json.MAPPER.writeValueAsString(body) + "\n").getBytes(StandardCharsets.UTF_8);
    }
}
