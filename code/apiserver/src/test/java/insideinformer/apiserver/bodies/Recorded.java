package insideinformer.apiserver.bodies;

import static java.util.Objects.requireNonNull;

import insideinformer.api.GroupVersionResource;
import insideinformer.apiserver.kinds.ResourceType;
import insideinformer.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import tools.jackson.databind.JsonNode;

/** What the module's recorder wrote with Kubernetes' own Go types. */
final class Recorded {

    private Recorded() {}

    static Stream<JsonNode> lines(String file) throws IOException {
        try (var in = new GZIPInputStream(requireNonNull(Recorded.class.getResourceAsStream(file), file))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().map(Json.MAPPER::readTree);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    /** The kind of the line, served or not. */
    static ResourceType type(JsonNode line) {
        String apiVersion = line.path("apiVersion").asString();
        String kind = line.path("kind").asString();
        int slash = apiVersion.indexOf('/');
        GroupVersionResource gvr = new GroupVersionResource(
                slash < 0 ? "" : apiVersion.substring(0, slash), apiVersion.substring(slash + 1), kind + "s");
        return ResourceType.namespaced(gvr, kind).build();
    }
}
