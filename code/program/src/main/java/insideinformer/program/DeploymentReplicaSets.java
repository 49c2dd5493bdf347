package insideinformer.program;

import insideinformer.api.Unstructured;
import insideinformer.client.Client;
import insideinformer.json.Json;
import insideinformer.wait.Context;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Makes and scales the ReplicaSets of a Deployment. There is one for each pod template that the Deployment has had,
 * and only the newest has pods. A new template replaces the old one at once, not step by step. A paused Deployment
 * gets no new ReplicaSet, but the one that it has still gets the Deployment's number of pods.
 *
 * <p>Upstream: {@code pkg/controller/deployment/sync.go, getNewReplicaSet}.
 */
final class DeploymentReplicaSets {

    private final Client client;

    DeploymentReplicaSets(Client client) {
        this.client = client;
    }

    void sync(Context context, Unstructured deployment) throws IOException, InterruptedException {
        Map<String, Unstructured> present = new TreeMap<>(); // asks the server, because a cache can be behind
        for (Unstructured set : Owned.list(
                context, client, WorkloadStandIn.REPLICA_SETS, Owned.namespace(deployment))) {
            present.put(Owned.name(set), set);
        }
        JsonNode spec = Owned.spec(deployment);
        boolean paused = spec.path("paused").asBoolean(false);
        int replicas = spec.path("replicas").asInt(1);
        String hash = hash(deployment, spec.path("template"), present);
        String newest = Owned.name(deployment) + "-" + hash;
        int revision = 1;
        for (Unstructured set : present.values()) {
            if (Owned.isBy(set, deployment)) {
                revision++;
                boolean keeps = Owned.name(set).equals(newest)
                        || paused && !present.containsKey(newest) && replicasOf(set) > 0;
                if (keeps || !paused) {
                    scale(context, set, keeps ? replicas : 0);
                }
            }
        }
        if (!paused && !present.containsKey(newest)) {
            Owned.in(client, WorkloadStandIn.REPLICA_SETS, deployment).create(context,
                    Owned.unstructured(replicaSet(deployment, spec, hash, replicas, revision)));
        }
    }

    /** Computed from the template. If another owner has that name, a counter is added to the template. */
    private static String hash(Unstructured deployment, JsonNode template, Map<String, Unstructured> present) {
        for (int collisions = 0; ; collisions++) {
            String hash = GeneratedNames.letters(template + (collisions == 0 ? "" : " " + collisions), 10);
            @Nullable Unstructured found = present.get(Owned.name(deployment) + "-" + hash);
            if (found == null || Owned.isBy(found, deployment)) {
                return hash;
            }
        }
    }

    private static int replicasOf(Unstructured set) {
        return Owned.spec(set).path("replicas").asInt(1);
    }

    private void scale(Context context, Unstructured set, int replicas) throws IOException, InterruptedException {
        if (replicasOf(set) != replicas) {
            ObjectNode scaled = (ObjectNode) Json.MAPPER.readTree(Json.MAPPER.writeValueAsBytes(set));
            scaled.withObject("/spec").put("replicas", replicas);
            Owned.in(client, WorkloadStandIn.REPLICA_SETS, set)
                    .update(context, Owned.unstructured(scaled));
        }
    }

    private static ObjectNode replicaSet(
            Unstructured deployment, JsonNode spec, String hash, int replicas, int revision) {
        ObjectNode template = (ObjectNode) spec.path("template").deepCopy();
        template.withObject("/metadata/labels").put("pod-template-hash", hash);
        ObjectNode set = Owned.make(WorkloadStandIn.REPLICA_SETS, Owned.name(deployment) + "-" + hash,
                Json.MAPPER.createObjectNode(), deployment);
        Owned.setController(set, WorkloadStandIn.DEPLOYMENTS, deployment);
        set.withObject("/metadata").set("labels", template.path("metadata").path("labels").deepCopy());
        set.withObject("/metadata/annotations").put("deployment.kubernetes.io/revision", Integer.toString(revision));
        ObjectNode selector = spec.path("selector") instanceof ObjectNode given
                ? given.deepCopy() : Json.MAPPER.createObjectNode();
        selector.withObject("/matchLabels").put("pod-template-hash", hash);
        ObjectNode setSpec = set.putObject("spec").put("replicas", replicas);
        setSpec.set("selector", selector);
        setSpec.set("template", template);
        return set;
    }
}
