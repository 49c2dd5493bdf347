package insideinformer.apiserver;

import static insideinformer.apiserver.ResourceType.Trait.COUNTS_GENERATIONS;
import static insideinformer.apiserver.ResourceType.Trait.CREATES_ON_UPDATE;
import static insideinformer.apiserver.ResourceType.Trait.DELETES_GRACEFULLY;
import static insideinformer.apiserver.ResourceType.Trait.NEEDS_RESOURCE_VERSION;
import static insideinformer.apiserver.ResourceType.Trait.RETURNS_DELETED_OBJECT;

import insideinformer.api.GroupVersionResource;
import insideinformer.apiserver.ResourceType.Trait;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * The kinds that the server knows from the start, in the order in which discovery names them.
 *
 * <p>Upstream: {@code k8s.io/kubernetes/pkg/registry/*}{@code /rest/storage_*.go}.
 */
final class BuiltInTypes {

    static final List<ResourceType> ALL = all();
    static final ResourceType NAMESPACES = ALL.stream()
            .filter(type -> type.groupResource().equals(Namespaces.RESOURCE)).findFirst().orElseThrow();

    private BuiltInTypes() {}

    private static List<ResourceType> all() {
        List<ResourceType> types = new ArrayList<>();
        Group core = new Group("", "v1", types);
        core.namespaced("configmaps", "ConfigMap").shortNames("cm").add();
        core.namespaced("endpoints", "Endpoints").shortNames("ep").traits(CREATES_ON_UPDATE).add();
        core.namespaced("events", "Event").shortNames("ev").traits(CREATES_ON_UPDATE).add();
        core.namespaced("limitranges", "LimitRange").shortNames("limits").traits(CREATES_ON_UPDATE).add();
        core.cluster("namespaces", "Namespace").shortNames("ns").subresources("finalize", "status")
                .traits(RETURNS_DELETED_OBJECT).add();
        core.cluster("nodes", "Node").shortNames("no").subresources("status").add();
        core.namespaced("persistentvolumeclaims", "PersistentVolumeClaim").shortNames("pvc").subresources("status")
                .traits(RETURNS_DELETED_OBJECT).add();
        core.cluster("persistentvolumes", "PersistentVolume").shortNames("pv").subresources("status")
                .traits(RETURNS_DELETED_OBJECT).add();
        core.namespaced("pods", "Pod").shortNames("po").categories("all").subresources("resize", "status")
                .traits(COUNTS_GENERATIONS, RETURNS_DELETED_OBJECT, DELETES_GRACEFULLY).add();
        core.namespaced("replicationcontrollers", "ReplicationController").shortNames("rc").categories("all")
                .subresources("scale", "status").traits(COUNTS_GENERATIONS).add();
        core.namespaced("resourcequotas", "ResourceQuota").shortNames("quota").subresources("status")
                .traits(RETURNS_DELETED_OBJECT).add();
        core.namespaced("secrets", "Secret").add();
        core.namespaced("serviceaccounts", "ServiceAccount").shortNames("sa").traits(RETURNS_DELETED_OBJECT).add();
        core.namespaced("services", "Service").shortNames("svc").categories("all").subresources("status")
                .traits(CREATES_ON_UPDATE, RETURNS_DELETED_OBJECT).add();

        Group apps = new Group("apps", "v1", types);
        apps.namespaced("daemonsets", "DaemonSet").shortNames("ds").categories("all").subresources("status")
                .traits(COUNTS_GENERATIONS).add();
        apps.namespaced("deployments", "Deployment").shortNames("deploy").categories("all")
                .subresources("scale", "status").traits(COUNTS_GENERATIONS).add();
        apps.namespaced("replicasets", "ReplicaSet").shortNames("rs").categories("all").subresources("scale", "status")
                .traits(COUNTS_GENERATIONS).add();
        apps.namespaced("statefulsets", "StatefulSet").shortNames("sts").categories("all")
                .subresources("scale", "status").traits(COUNTS_GENERATIONS).add();

        new Group("autoscaling", "v2", types).namespaced("horizontalpodautoscalers", "HorizontalPodAutoscaler")
                .shortNames("hpa").categories("all").subresources("status").add();

        Group batch = new Group("batch", "v1", types);
        batch.namespaced("cronjobs", "CronJob").shortNames("cj").categories("all").subresources("status")
                .traits(COUNTS_GENERATIONS).add();
        batch.namespaced("jobs", "Job").categories("all").subresources("status").traits(COUNTS_GENERATIONS).add();

        Group networking = new Group("networking.k8s.io", "v1", types);
        networking.namespaced("ingresses", "Ingress").shortNames("ing").subresources("status")
                .traits(COUNTS_GENERATIONS).add();
        networking.namespaced("networkpolicies", "NetworkPolicy").shortNames("netpol").traits(COUNTS_GENERATIONS).add();

        new Group("policy", "v1", types).namespaced("poddisruptionbudgets", "PodDisruptionBudget").shortNames("pdb")
                .subresources("status").traits(COUNTS_GENERATIONS, NEEDS_RESOURCE_VERSION).add();

        Group rbac = new Group("rbac.authorization.k8s.io", "v1", types);
        rbac.namespaced("rolebindings", "RoleBinding").traits(CREATES_ON_UPDATE).add();
        rbac.namespaced("roles", "Role").traits(CREATES_ON_UPDATE).add();

        new Group("storage.k8s.io", "v1", types).cluster("storageclasses", "StorageClass")
                .shortNames("sc").add();
        new Group("scheduling.k8s.io", "v1", types).cluster("priorityclasses", "PriorityClass")
.shortNames("pc").add();
        new Group("coordination.k8s.io", "v1", types).namespaced("leases", "Lease")
                .traits(CREATES_ON_UPDATE, NEEDS_RESOURCE_VERSION).add();
        return List.copyOf(types);
    }

    private record Group(String name, String version, List<ResourceType> types) {

        Draft namespaced(String plural, String kind) {
            return new Draft(this, plural, kind, true);
        }

        Draft cluster(String plural, String kind) {
            return new Draft(this, plural, kind, false);
        }
    }

    /** One type under way; {@link #add} ends it. */
    private static final class Draft {

        private final Group group;
        private final String plural;
        private final String kind;
        private final boolean namespaced;
        private List<String> subresources = List.of();
        private List<String> shortNames = List.of();
        private List<String> categories = List.of();
        private final Set<Trait> traits = EnumSet.noneOf(Trait.class);

        Draft(Group group, String plural, String kind, boolean namespaced) {
            this.group = group;
            this.plural = plural;
            this.kind = kind;
            this.namespaced = namespaced;
        }

        Draft subresources(String... names) {
            subresources = List.of(names);
            return this;
        }

        Draft shortNames(String... names) {
            shortNames = List.of(names);
            return this;
        }

        Draft categories(String... names) {
            categories = List.of(names);
            return this;
        }

        Draft traits(Trait... some) {
            traits.addAll(List.of(some));
            return this;
        }

        void add() {
            GroupVersionResource gvr = new GroupVersionResource(group.name(), group.version(), plural);
            group.types().add(new ResourceType(
                    gvr, kind, namespaced, subresources, shortNames, categories, Set.copyOf(traits)));
        }
    }
}
