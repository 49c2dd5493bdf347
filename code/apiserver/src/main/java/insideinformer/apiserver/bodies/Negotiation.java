package insideinformer.apiserver.bodies;

import insideinformer.api.ApiException;
import insideinformer.apiserver.errors.Errors;
import insideinformer.apiserver.http.HttpExchange;
import insideinformer.apiserver.kinds.ResourceType;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Which form of answer a client wants, and which form of body it sends: JSON, YAML or protobuf, and for answers whether
 * it wants the object, a table or the metadata.
 *
 * <p>Upstream: {@code apiserver/pkg/endpoints/handlers/negotiation/negotiate.go}.
 */
public final class Negotiation {

    /** What the JSON of an answer holds. */
    public enum Form {
        OBJECT,
        TABLE,
        PARTIAL,
        PARTIAL_LIST
    }

    /** One clause of an Accept header. @param type {@code application/json}, in small letters */
    public record Clause(String type, Map<String, String> parameters, double quality) {

        public boolean isJson() {
            return List.of(Answers.JSON, "application/*", "*/*").contains(type);
        }

        boolean isYaml() {
            return type.equals(YamlBodies.MEDIA_TYPE);
        }

        /** Whether it asks for the object in another form. */
        public boolean isTransformed() {
            return parameters.containsKey("as") || parameters.containsKey("g") || parameters.containsKey("v");
        }

        public boolean asks(String kind, String group, String version) {
            return kind.equals(parameters.get("as")) && group.equals(parameters.get("g"))
                    && version.equals(parameters.get("v"));
        }
    }

    private static final String META = "meta.k8s.io";

    private Negotiation() {}

    /** The form of an object or list; 406 if no clause fits. */
    public static Form form(HttpExchange exchange) throws ApiException {
        for (Clause clause : clauses(exchange)) {
            Optional<Form> form = form(clause);
            if (form.isPresent()) {
                return form.get();
            }
        }
        throw notAcceptable();
    }

    /** For answers that have one form only: 406 if the client does not take plain JSON. */
    public static void requirePlain(HttpExchange exchange) throws ApiException {
        if (form(exchange) != Form.OBJECT) {
            throw notAcceptable();
        }
    }

    /** Whether the best form that is served here is YAML. A watch has no such form. */
    public static boolean prefersYaml(HttpExchange exchange) {
        return clauses(exchange).stream().filter(clause -> form(clause).isPresent()).findFirst()
                .filter(Clause::isYaml).isPresent();
    }

    public static ApiException notAcceptable() {
        return Errors.of(406, "NotAcceptable",
                "406: Not Acceptable\n\nAvailable representations: " + Answers.JSON + ", " + YamlBodies.MEDIA_TYPE,
                Errors.NO_DETAILS);
    }

    /** 415 if the body is of a type that is not read here; none at all counts as JSON. */
    public static void requireReadableBody(HttpExchange exchange, ResourceType resource) throws ApiException {
        List<String> accepted = ProtobufBody.knows(resource)
                ? List.of(Answers.JSON, YamlBodies.MEDIA_TYPE, ProtobufBody.MEDIA_TYPE)
                : List.of(Answers.JSON, YamlBodies.MEDIA_TYPE);
        String type = bodyType(exchange);
        if (!type.isEmpty() && !accepted.contains(type)) {
            throw unsupported(accepted);
        }
    }

    public static ApiException unsupported(List<String> accepted) {
        return Errors.of(415, "UnsupportedMediaType",
                "the body of the request was in an unknown format - accepted media types include: "
                        + String.join(", ", accepted), null);
    }

    /** The media type of the body without parameters; empty if the client did not say. */
    public static String bodyType(HttpExchange exchange) {
        String type = exchange.header("Content-Type").orElse("");
        return type.split(";", -1)[0].strip().toLowerCase(Locale.ROOT);
    }

    /** The clauses of the Accept header, best first. */
    public static List<Clause> clauses(HttpExchange exchange) {
        String header = exchange.header("Accept").filter(h -> !h.isBlank()).orElse("*/*");
        List<Clause> clauses = new ArrayList<>();
        for (String text : header.split(",")) {
            clauses.add(clause(text));
        }
        clauses.sort(Comparator.comparingDouble(Clause::quality).reversed());
        return clauses;
    }

    private static Clause clause(String text) {
        String[] parts = text.split(";", -1);
        Map<String, String> parameters = new HashMap<>();
        for (int i = 1; i < parts.length; i++) {
            String[] pair = parts[i].strip().split("=", 2);
            parameters.put(pair[0], pair.length == 2 ? pair[1] : "");
        }
        String quality = parameters.remove("q");
        double q;
        try {
            q = quality == null ? 1 : Double.parseDouble(quality);
        } catch (NumberFormatException e) {
            q = 1;
        }
        return new Clause(parts[0].strip().toLowerCase(Locale.ROOT), parameters, q);
    }

    private static Optional<Form> form(Clause clause) {
        if (!clause.isJson() && !clause.isYaml()) {
            return Optional.empty();
        }
        if (!clause.isTransformed()) {
            return Optional.of(Form.OBJECT);
        }
        if (clause.asks("Table", META, "v1")) {
            return Optional.of(Form.TABLE);
        }
        if (clause.asks("PartialObjectMetadata", META, "v1")) {
            return Optional.of(Form.PARTIAL);
        }
        return clause.asks("PartialObjectMetadataList", META, "v1") ? Optional.of(Form.PARTIAL_LIST) : Optional.empty();
    }
}
