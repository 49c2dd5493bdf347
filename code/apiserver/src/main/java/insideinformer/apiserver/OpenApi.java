package insideinformer.apiserver;

import insideinformer.apiserver.bodies.Answers;
import insideinformer.apiserver.http.HttpExchange;
import insideinformer.apiserver.kinds.ResourceType;
import insideinformer.apiserver.kinds.ServedTypes;
import insideinformer.apiserver.store.Trees;
import insideinformer.json.Json;
import java.io.IOException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Serves as much of {@code /openapi/v3} as clients need before they write: which kinds there are, and that writes
 * validate fields. It describes no schemas.
 *
 * <p>Upstream: {@code k8s.io/kube-openapi/pkg/handler3}.
 */
final class OpenApi {

    private final ServedTypes served;
    private final String lastModified;

    /** @param started when the server was */
    OpenApi(ServedTypes served, Instant started) {
        this.served = served;
        lastModified = DateTimeFormatter.RFC_1123_DATE_TIME.format(started.atOffset(ZoneOffset.UTC));
    }

    /** Answers if the path is one of these. */
    boolean serve(HttpExchange x, List<String> parts) throws IOException {
        if (parts.size() < 2 || !parts.get(0).equals("openapi") || !parts.get(1).equals("v3")) {
            return false;
        }
        if (parts.size() == 2) {
            x.respondHeader("Last-Modified", lastModified);
            x.respond(200, "text/plain; charset=utf-8", Answers.line(index()));
            return true;
        }
        ObjectNode document = documents().get(String.join("/", parts.subList(2, parts.size())));
        if (document == null) {
            return false;
        }
        x.respondHeader("ETag", "\"" + hash(document) + "\"");
        Answers.json(x, 200, document);
        return true;
    }

    List<String> paths() {
        return List.of("/openapi/v3");
    }

    private Map<String, ObjectNode> documents() {
        Map<String, ObjectNode> documents = new LinkedHashMap<>();
        for (ResourceType type : served.all()) {
            String gv = (type.gvr().group().isEmpty() ? "api/" : "apis/") + type.gvr().apiVersion();
            ObjectNode document = documents.computeIfAbsent(gv, key -> emptyDocument());
            String scope = type.namespaced() ? "/namespaces/{namespace}" : "";
            Trees.object(document, "paths")
                    .set("/" + gv + scope + "/" + type.gvr().resource() + "/{name}", operations(type));
        }
        return documents;
    }

    private ObjectNode index() {
        ObjectNode index = Json.MAPPER.createObjectNode();
        ObjectNode paths = index.putObject("paths");
        documents().forEach((gv, document) ->
                paths.putObject(gv).put("serverRelativeURL", "/openapi/v3/" + gv + "?hash=" + hash(document)));
        return index;
    }

    private static ObjectNode emptyDocument() {
        ObjectNode document = Json.MAPPER.createObjectNode().put("openapi", "3.0.0");
        document.putObject("info").put("title", "Kubernetes").put("version", Version.GIT);
        document.putObject("paths");
        return document;
    }

    private static ObjectNode operations(ResourceType type) {
        ObjectNode operations = Json.MAPPER.createObjectNode();
        ObjectNode patch = operations.putObject("patch");
        ArrayNode parameters = patch.putArray("parameters");
        for (String name : List.of("dryRun", "fieldValidation")) {
            parameters.addObject().put("name", name).put("in", "query").putObject("schema").put("type", "string");
        }
        patch.putObject("responses").putObject("200").put("description", "OK");
        patch.putObject("x-kubernetes-group-version-kind")
                .put("group", type.gvr().group())
                .put("version", type.gvr().version())
                .put("kind", type.kind());
        return operations;
    }

    private static String hash(ObjectNode document) {
        return Integer.toHexString(document.toString().hashCode()).toUpperCase(Locale.ROOT);
    }
}
