package insideinformer.program;

import insideinformer.api.ApiErrors;
import insideinformer.api.ApiException;
import insideinformer.api.Unstructured;
import insideinformer.client.Client;
import insideinformer.factory.SharedInformerFactory;
import insideinformer.json.RawJson;
import insideinformer.sharedinformer.SharedIndexInformer;
import insideinformer.wait.Clock;
import insideinformer.wait.Context;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Makes a claim for each generic ephemeral volume of a pod. The claim is named after pod and volume. The pod owns it,
 * so that it is deleted with the pod.
 *
 * <p>Upstream: {@code pkg/controller/volume/ephemeral/controller.go, ephemeralController}.
 */
final class EphemeralVolumes implements ClusterController<String> {

    private final Client client;
    private final SharedIndexInformer<Unstructured> pods;
    private final SyncLoop<String> loop;

    EphemeralVolumes(Client client, SharedInformerFactory informers, Clock clock, Consumer<String> report) {
        this.client = client;
        this.loop = new SyncLoop<>(this, clock, report);
        this.pods = informers.forResource(WorkloadStandIn.PODS).informer();
        pods.addEventHandler(new Owned.Handler(pod -> {
            if (hasEphemeral(pod)) {
                loop.add(Owned.key(pod));
            }
        }, pod -> {}));
    }

    SyncLoop<String> loop() {
        return loop;
    }

    /** Searches the text only, because that is quick; a false hit does no harm. */
    private static boolean hasEphemeral(Unstructured pod) {
        RawJson spec = pod.unknown().get("spec");
        return spec != null && spec.text().contains("\"ephemeral\"");
    }

    @Override
    public String name() {
        return "ephemeral volumes";
    }

    @Override
    public String title(String key) {
        return "Pod " + key;
    }

    @Override
    public String lacks() {
        return "a claim";
    }

    @Override
    public String version(String key) {
        return pods.getIndexer().getByKey(key).map(Owned::version).orElse("");
    }

    @Override
    public Map<String, String> served(Context context) throws IOException, InterruptedException {
        Map<String, String> served = new HashMap<>();
        for (Unstructured pod : Owned.list(context, client, WorkloadStandIn.PODS, "")) {
            if (hasEphemeral(pod)) {
                served.put(Owned.key(pod), Owned.version(pod));
            }
        }
        return served;
    }

    @Override
    public void sync(Context context, String key) throws IOException, InterruptedException {
        Optional<Unstructured> pod = pods.getIndexer().getByKey(key);
        if (pod.isEmpty() || pod.get().metadata().deletionTimestamp() != null) {
            return;
        }
        for (JsonNode volume : Owned.spec(pod.get()).path("volumes")) {
            JsonNode template = volume.path("ephemeral").path("volumeClaimTemplate");
            if (template.isObject()) {
                create(context, pod.get(), Owned.name(pod.get()) + "-" + volume.path("name").asString(""), template);
            }
        }
    }

    private void create(Context context, Unstructured pod, String name, JsonNode template)
            throws IOException, InterruptedException {
        ObjectNode claim = Owned.make(StatefulSetClaims.CLAIMS, name, template, pod);
        Owned.setController(claim, WorkloadStandIn.PODS, pod);
        claim.set("spec", template.path("spec"));
        try {
            Owned.in(client, StatefulSetClaims.CLAIMS, pod).create(context, Owned.unstructured(claim));
        } catch (ApiException e) {
            if (!ApiErrors.isAlreadyExists(e)) {
                throw e;
            }
            Owned.requireOwn(Owned.in(client, StatefulSetClaims.CLAIMS, pod).get(context, name),
                    WorkloadStandIn.PODS, pod, e);
        }
    }
}
