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
 * The claims of a StatefulSet's pods: whole copies of their templates, with the labels of the set's selector. A claim that
 * is there is taken as it is, and stays when its pod goes.
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

    void create(Unstructured set, String podName) throws IOException, InterruptedException {
        JsonNode spec = Owned.spec(set);
        for (JsonNode template : spec.path("volumeClaimTemplates")) {
            String name = template.path("metadata").path("name").asString("data") + "-" + podName;
            ObjectNode claim = Owned.make(CLAIMS, name, template, set);
            spec.path("selector").path("matchLabels").forEachEntry((label, value) ->
                    claim.withObject("/metadata/labels").set(label, value));
            claim.set("spec", template.path("spec"));
            try {
                Owned.in(client, CLAIMS, set).create(Context.background(), Owned.unstructured(claim));
            } catch (ApiException e) {
                if (!ApiErrors.isAlreadyExists(e)) {
                    throw e;
                }
            }
        }
    }
}
