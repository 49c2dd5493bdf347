package insideinformer.apiserver.kinds;

import static insideinformer.apiserver.kinds.ResourceType.Trait.COUNTS_GENERATIONS;
import static insideinformer.apiserver.kinds.ResourceType.Trait.CREATES_ON_UPDATE;
import static insideinformer.apiserver.kinds.ResourceType.Trait.DELETES_GRACEFULLY;
import static insideinformer.apiserver.kinds.ResourceType.Trait.NEEDS_RESOURCE_VERSION;
import static insideinformer.apiserver.kinds.ResourceType.Trait.RETURNS_DELETED_OBJECT;

import insideinformer.api.GroupVersionResource;
import java.util.ArrayList;
import java.util.List;

/**
 * The kinds that the server knows from the start, in the order in which discovery names them.
 *
 * <p>Upstream: {@code k8s.io/kubernetes/pkg/registry/*}{@code /rest/storage_*.go}.
 */
public final class BuiltInTypes {

    static final List<ResourceType> ALL = all();
    public static final ResourceType NAMESPACES = ALL.stream()
            .filter(ResourceType::isNamespace).findFirst().orElseThrow();

    private BuiltInTypes() {}

    private static List<ResourceType> all() {
        List<ResourceType.Builder> types = new ArrayList<>();
        Group core = new Group("", "v1", types);
        core.namespaced("configmaps", "ConfigMap").shortNames("cm");
        core.namespaced("endpoints", "Endpoints").shortNames("ep").traits(CREATES_ON_UPDATE);
        core.namespaced("events", "Event").shortNames("ev").traits(CREATES_ON_UPDATE);
        core.namespaced("limitranges", "LimitRange").shortNames("limits").traits(CREATES_ON_UPDATE);
        core.cluster("namespaces", "Namespace").shortNames("ns").subresources("finalize", "status")
                .traits(RETURNS_DELETED_OBJECT);
        core.cluster("nodes", "Node").shortNames("no").subresources("status");
        core.namespaced("persistentvolumeclaims", "PersistentVolumeClaim").shortNames("pvc").subresources("status")
                .traits(RETURNS_DELETED_OBJECT);
        core.cluster("persistentvolumes", "PersistentVolume").shortNames("pv").subresources("status")
                .traits(RETURNS_DELETED_OBJECT);
        core.namespaced("pods", "Pod").shortNames("po").categories("all").subresources("resize", "status")
                .traits(COUNTS_GENERATIONS, RETURNS_DELETED_OBJECT, DELETES_GRACEFULLY);
        core.namespaced("replicationcontrollers", "ReplicationController").shortNames("rc").categories("all")
                .subresources("scale", "status").traits(COUNTS_GENERATIONS);
        core.namespaced("resourcequotas", "ResourceQuota").shortNames("quota").subresources("status")
                .traits(RETURNS_DELETED_OBJECT);
        core.namespaced("secrets", "Secret");
        core.namespaced("serviceaccounts", "ServiceAccount").shortNames("sa").traits(RETURNS_DELETED_OBJECT);
        core.namespaced("services", "Service").shortNames("svc").categories("all").subresources("status")
                .traits(CREATES_ON_UPDATE, RETURNS_DELETED_OBJECT);

        Group apps = new Group("apps", "v1", types);
        apps.namespaced("daemonsets", "DaemonSet").shortNames("ds").categories("all").subresources("status")
                .traits(COUNTS_GENERATIONS);
        apps.namespaced("deployments", "Deployment").shortNames("deploy").categories("all")
                .subresources("scale", "status").traits(COUNTS_GENERATIONS);
        apps.namespaced("replicasets", "ReplicaSet").shortNames("rs").categories("all").subresources("scale", "status")
                .traits(COUNTS_GENERATIONS);
        apps.namespaced("statefulsets", "StatefulSet").shortNames("sts").categories("all")
                .subresources("scale", "status").traits(COUNTS_GENERATIONS);

        new Group("autoscaling", "v2", types).namespaced("horizontalpodautoscalers", "HorizontalPodAutoscaler")
                .shortNames("hpa").categories("all").subresources("status");

        Group batch = new Group("batch", "v1", types);
        batch.namespaced("cronjobs", "CronJob").shortNames("cj").categories("all").subresources("status")
                .traits(COUNTS_GENERATIONS);
        batch.namespaced("jobs", "Job").categories("all").subresources("status").traits(COUNTS_GENERATIONS);

        Group networking = new Group("networking.k8s.io", "v1", types);
        networking.namespaced("ingresses", "Ingress").shortNames("ing").subresources("status")
                .traits(COUNTS_GENERATIONS);
        networking.namespaced("networkpolicies", "NetworkPolicy").shortNames("netpol").traits(COUNTS_GENERATIONS);

        new Group("policy", "v1", types).namespaced("poddisruptionbudgets", "PodDisruptionBudget").shortNames("pdb")
                .subresources("status").traits(COUNTS_GENERATIONS, NEEDS_RESOURCE_VERSION);

        Group rbac = new Group("rbac.authorization.k8s.io", "v1", types);
        rbac.namespaced("rolebindings", "RoleBinding").traits(CREATES_ON_UPDATE);
        rbac.namespaced("roles", "Role").traits(CREATES_ON_UPDATE);

        new Group("storage.k8s.io", "v1", types).cluster("storageclasses", "StorageClass")
                .shortNames("sc");
        new Group("scheduling.k8s.io", "v1", types).cluster("priorityclasses", "PriorityClass")
                .shortNames("pc");
        new Group("coordination.k8s.io", "v1", types).namespaced("leases", "Lease")
                .traits(CREATES_ON_UPDATE, NEEDS_RESOURCE_VERSION);
        return types.stream().map(ResourceType.Builder::build).toList();
    }

    /** Makes the kinds of one group and version. */
    private record Group(String name, String version, List<ResourceType.Builder> types) {

        ResourceType.Builder namespaced(String plural, String kind) {
            return added(ResourceType.namespaced(new GroupVersionResource(name, version, plural), kind));
        }

        ResourceType.Builder cluster(String plural, String kind) {
            return added(ResourceType.cluster(new GroupVersionResource(name, version, plural), kind));
        }

        private ResourceType.Builder added(ResourceType.Builder type) {
            types.add(type);
            return type;
        }
    }
}
