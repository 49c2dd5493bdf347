package insideinformer.program;

import insideinformer.api.ApiErrors;
import insideinformer.api.ApiException;
import insideinformer.api.ApiResource;
import insideinformer.api.Unstructured;
import insideinformer.client.Client;
import insideinformer.wait.Context;
import java.io.IOException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Makes the claims of a StatefulSet's pods. A claim is a copy of its template with the labels of the set's selector.
 * A claim that exists is used as it is, and it stays when its pod is deleted.
 *
 * <p>Upstream: {@code pkg/controller/statefulset/stateful_set_utils.go, getPersistentVolumeClaims}.
 */
final class StatefulSetClaims {

    static final ApiResource<Unstructured> CLAIMS =
            ApiResource.unstructured(ApiResource.PERSISTENT_VOLUME_CLAIMS.gvr(), "PersistentVolumeClaim", true);

    private final Client client;

    StatefulSetClaims(Client client) {
        this.client = client;
    }

    void create(Context context, Unstructured set, String podName) throws IOException, InterruptedException {
        JsonNode spec = Owned.spec(set);
        for (JsonNode template : spec.path("volumeClaimTemplates")) {
            String name = template.path("metadata").path("name").asString("data") + "-" + podName;
            ObjectNode claim = Owned.make(CLAIMS, name, template, set);
            spec.path("selector").path("matchLabels").forEachEntry((label, value) ->
                    claim.withObject("/metadata/labels").set(label, value));
            claim.set("spec", template.path("spec"));
            try {
                Owned.in(client, CLAIMS, set).create(context, Owned.unstructured(claim));
            } catch (ApiException e) {
                if (!ApiErrors.isAlreadyExists(e)) {
                    throw e;
                }
            }
        }
    }
}
