package insideinformer.program;

import insideinformer.api.ApiErrors;
import insideinformer.api.ApiException;
import insideinformer.api.ApiResource;
import insideinformer.api.GroupVersionResource;
import insideinformer.api.Unstructured;
import insideinformer.client.Client;
import insideinformer.json.Json;
import insideinformer.wait.Context;
import java.io.IOException;
import java.util.Map;
import tools.jackson.databind.node.ObjectNode;

/**
 * The two classes of pods that every cluster has from the start.
 *
 * <p>Upstream: {@code pkg/registry/scheduling/rest/storage_scheduling.go, AddSystemPriorityClasses}.
 */
final class SystemPriorityClasses {

    private static final ApiResource<Unstructured> RESOURCE = ApiResource.unstructured(
            new GroupVersionResource("scheduling.k8s.io", "v1", "priorityclasses"), "PriorityClass", false);

    private SystemPriorityClasses() {}

    static void create(Context context, Client client) throws IOException, InterruptedException {
        for (Map.Entry<String, Integer> entry : Map.of(
                "system-cluster-critical", 2_000_000_000, "system-node-critical", 2_000_001_000).entrySet()) {
            ObjectNode object = Json.MAPPER.createObjectNode().put("value", entry.getValue());
            object.putObject("metadata").put("name", entry.getKey());
            try {
                client.resource(RESOURCE).create(context, Owned.unstructured(object));
            } catch (ApiException e) {
                if (!ApiErrors.isAlreadyExists(e)) {
                    throw e;
                }
            }
        }
    }
}
