package insideinformer.program;

import insideinformer.api.ApiResource;
import insideinformer.api.GroupVersionResource;
import insideinformer.api.OwnerReference;
import insideinformer.api.Unstructured;
import insideinformer.client.Client;
import insideinformer.factory.SharedInformerFactory;
import insideinformer.sharedinformer.SharedIndexInformer;
import insideinformer.wait.Clock;
import insideinformer.wait.Context;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Plays the controllers of Deployments, ReplicaSets, ReplicationControllers, StatefulSets and Jobs: gives each
 * workload as many pods as it asks for. Nothing is rolled out step by step, and the pods never run, because a quota
 * only counts them.
 */
final class WorkloadStandIn implements ClusterController<WorkloadStandIn.Key> {

    static final ApiResource<Unstructured> PODS =
            ApiResource.unstructured(ApiResource.PODS.gvr(), "Pod", true);
    static final ApiResource<Unstructured> DEPLOYMENTS = kind("apps", "deployments", "Deployment");
    static final ApiResource<Unstructured> REPLICA_SETS = kind("apps", "replicasets", "ReplicaSet");
    static final List<ApiResource<Unstructured>> KINDS = List.of(DEPLOYMENTS, REPLICA_SETS,
            kind("apps", "statefulsets", "StatefulSet"), kind("", "replicationcontrollers", "ReplicationController"),
            kind("batch", "jobs", "Job"));

    /** A workload in the queue. */
    record Key(ApiResource<Unstructured> resource, String key) {}

    private final Client client;
    private final Map<ApiResource<Unstructured>, SharedIndexInformer<Unstructured>> workloads = new HashMap<>();
    private final WorkloadPods pods;
    private final DeploymentReplicaSets replicaSets;
    private final SyncLoop<Key> loop;

    WorkloadStandIn(Client client, SharedInformerFactory informers, Clock clock, Consumer<String> report) {
        this.client = client;
        this.loop = new SyncLoop<>(this, clock, report);
        this.pods = new WorkloadPods(client, informers.forResource(PODS).informer());
        this.replicaSets = new DeploymentReplicaSets(client);
        for (ApiResource<Unstructured> kind : KINDS) {
            SharedIndexInformer<Unstructured> informer = informers.forResource(kind).informer();
            workloads.put(kind, informer);
            informer.addEventHandler(new Owned.Handler(workload -> loop.add(new Key(kind, Owned.key(workload))),
                    this::addOwners));
        }
        informers.forResource(PODS).informer().addEventHandler(new Owned.Handler(this::podChanged, this::podChanged));
    }

    private static ApiResource<Unstructured> kind(String group, String plural, String kind) {
        return ApiResource.unstructured(new GroupVersionResource(group, "v1", plural), kind, true);
    }

    SyncLoop<Key> loop() {
        return loop;
    }

    private void podChanged(Unstructured pod) {
        pods.seen(pod);
        addOwners(pod);
    }

    private void addOwners(Unstructured object) {
        for (OwnerReference owner : object.metadata().ownerReferences()) {
            KINDS.stream().filter(kind -> kind.kind().equals(owner.kind())).forEach(kind ->
                    loop.add(new Key(kind, Owned.namespace(object) + "/" + owner.name())));
        }
    }

    @Override
    public String name() {
        return "workload stand-in";
    }

    @Override
    public String lacks() {
        return "pods";
    }

    /** Names the Deployment instead of its ReplicaSet, because that is what the user wrote. */
    @Override
    public String title(Key key) {
        return cached(key).flatMap(WorkloadStandIn::deploymentOf)
                .map(name -> "Deployment " + key.key().substring(0, key.key().indexOf('/') + 1) + name)
                .orElse(key.resource().kind() + " " + key.key());
    }

    private static Optional<String> deploymentOf(Unstructured workload) {
        return workload.metadata().ownerReferences().stream().filter(o -> DEPLOYMENTS.kind().equals(o.kind()))
                .map(OwnerReference::name).filter(Objects::nonNull).findFirst();
    }

    @Override
    public String version(Key key) {
        return cached(key).map(Owned::version).orElse("");
    }

    @Override
    public Map<Key, String> served(Context context) throws IOException, InterruptedException {
        Map<Key, String> served = new HashMap<>();
        for (ApiResource<Unstructured> kind : KINDS) { // Deployments come before the ReplicaSets that they make
            for (Unstructured workload : Owned.list(context, client, kind, "")) {
                served.put(new Key(kind, Owned.key(workload)), Owned.version(workload));
            }
        }
        return served;
    }

    @Override
    public void sync(Context context, Key key) throws IOException, InterruptedException {
        Optional<Unstructured> workload = cached(key);
        if (workload.isEmpty() || !isOurs(workload.get())) {
            return; // the garbage collector deletes the pods of a workload that is gone
        }
        if (key.resource().equals(DEPLOYMENTS)) {
            replicaSets.sync(context, workload.get());
        } else {
            pods.sync(context, key.resource(), workload.get());
        }
    }

    /** Whether it has no owner, or a Deployment that is in the cache. */
    private boolean isOurs(Unstructured workload) {
        return workload.metadata().ownerReferences().isEmpty() || deploymentOf(workload)
                .flatMap(name -> cached(new Key(DEPLOYMENTS, Owned.namespace(workload) + "/" + name)))
                .filter(deployment -> Owned.isBy(workload, deployment)).isPresent();
    }

    private Optional<Unstructured> cached(Key key) {
        return Objects.requireNonNull(workloads.get(key.resource())).getIndexer().getByKey(key.key());
    }
}
