package insideinformer.program;

import insideinformer.api.ApiErrors;
import insideinformer.api.ApiException;
import insideinformer.api.ApiResource;
import insideinformer.api.OwnerReference;
import insideinformer.api.Unstructured;
import insideinformer.client.Client;
import insideinformer.factory.SharedInformerFactory;
import insideinformer.sharedinformer.SharedIndexInformer;
import insideinformer.wait.Clock;
import insideinformer.wait.Context;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Deletes workloads, pods and claims whose owners are all gone. It knows only owners of these kinds, so an object
 * with another owner stays.
 *
 * <p>Upstream: {@code pkg/controller/garbagecollector/garbagecollector.go, GarbageCollector}.
 */
final class GarbageCollector implements ClusterController<WorkloadStandIn.Key> {

    private static final List<ApiResource<Unstructured>> KINDS = kinds();

    private final Client client;
    private final Map<ApiResource<Unstructured>, SharedIndexInformer<Unstructured>> objects = new HashMap<>();
    private final SyncLoop<WorkloadStandIn.Key> loop;

    GarbageCollector(Client client, SharedInformerFactory informers, Clock clock, Consumer<String> report) {
        this.client = client;
        this.loop = new SyncLoop<>(this, clock, report);
        for (ApiResource<Unstructured> kind : KINDS) {
            SharedIndexInformer<Unstructured> informer = informers.forResource(kind).informer();
            objects.put(kind, informer);
            informer.addEventHandler(new Owned.Handler(object -> {
                if (!object.metadata().ownerReferences().isEmpty()) {
                    loop.add(new WorkloadStandIn.Key(kind, Owned.key(object)));
                }
            }, this::addDependents));
        }
    }

    private static List<ApiResource<Unstructured>> kinds() {
        List<ApiResource<Unstructured>> kinds = new ArrayList<>(WorkloadStandIn.KINDS);
        kinds.add(WorkloadStandIn.PODS);
        kinds.add(StatefulSetClaims.CLAIMS);
        return List.copyOf(kinds);
    }

    SyncLoop<WorkloadStandIn.Key> loop() {
        return loop;
    }

    private void addDependents(Unstructured owner) {
        objects.forEach((kind, informer) -> informer.getIndexer().list().stream()
                .filter(object -> Owned.isBy(object, owner))
                .forEach(object -> loop.add(new WorkloadStandIn.Key(kind, Owned.key(object)))));
    }

    @Override
    public String name() {
        return "garbage collector";
    }

    @Override
    public String title(WorkloadStandIn.Key key) {
        return key.resource().kind() + " " + key.key();
    }

    @Override
    public String lacks() {
        return "its owner and is not deleted yet";
    }

    @Override
    public String version(WorkloadStandIn.Key key) {
        return "looked at";
    }

    /** Only the objects to be deleted. Their version differs from the one that {@link #version} gives. */
    @Override
    public Map<WorkloadStandIn.Key, String> served(Context context) throws IOException, InterruptedException {
        Map<WorkloadStandIn.Key, Unstructured> all = new HashMap<>();
        Set<String> uids = new HashSet<>();
        for (ApiResource<Unstructured> kind : KINDS) {
            for (Unstructured object : Owned.list(context, client, kind, "")) {
                all.put(new WorkloadStandIn.Key(kind, Owned.key(object)), object);
                uids.add(String.valueOf(object.metadata().uid()));
            }
        }
        Map<WorkloadStandIn.Key, String> doomed = new HashMap<>();
        all.forEach((key, object) -> {
            List<OwnerReference> owners = object.metadata().ownerReferences();
            if (!owners.isEmpty() && owners.stream().noneMatch(
                    owner -> kindOf(owner).isEmpty() || uids.contains(String.valueOf(owner.uid())))) {
                doomed.put(key, "its owner is gone");
            }
        });
        return doomed;
    }

    @Override
    public void sync(Context context, WorkloadStandIn.Key key) throws IOException, InterruptedException {
        Optional<Unstructured> object = cached(key.resource(), key.key());
        if (object.isEmpty() || object.get().metadata().ownerReferences().isEmpty()) {
            return;
        }
        for (OwnerReference owner : object.get().metadata().ownerReferences()) {
            if (isPresent(context, owner, Owned.namespace(object.get()))) {
                return;
            }
        }
        try {
            Owned.in(client, key.resource(), object.get()).delete(context, Owned.name(object.get()));
        } catch (ApiException e) {
            if (!ApiErrors.isNotFound(e)) {
                throw e;
            }
        }
    }

    /** Asks the server before it answers no, because the cache can be behind. */
    private boolean isPresent(Context context, OwnerReference owner, String namespace)
            throws IOException, InterruptedException {
        Optional<ApiResource<Unstructured>> kind = kindOf(owner);
        if (kind.isEmpty()) {
            return true;
        }
        String uid = String.valueOf(owner.uid());
        if (cached(kind.get(), namespace + "/" + owner.name()).filter(o -> uid.equals(o.metadata().uid())).isPresent()) {
            return true;
        }
        try {
            return uid.equals(client.resource(kind.get()).inNamespace(namespace)
                    .get(context, String.valueOf(owner.name())).metadata().uid());
        } catch (ApiException e) {
            if (ApiErrors.isNotFound(e)) {
                return false;
            }
            throw e;
        }
    }

    private static Optional<ApiResource<Unstructured>> kindOf(OwnerReference owner) {
        return KINDS.stream().filter(kind -> kind.kind().equals(owner.kind())
                && kind.gvr().apiVersion().equals(owner.apiVersion())).findFirst();
    }

    private Optional<Unstructured> cached(ApiResource<Unstructured> kind, String key) {
        return Objects.requireNonNull(objects.get(kind)).getIndexer().getByKey(key);
    }
}
