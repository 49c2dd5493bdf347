package insideinformer.api;

/**
 * Where a server has the objects of one kind, and which Java class they become. Immutable.
 *
 * <p>Upstream: {@code apimachinery pkg/api/meta/interfaces.go, RESTMapping}.
 *
 * @param type the class of the objects; {@link Unstructured} for kinds without a class of their own
 * @param gvr its name in URLs
 * @param kind its name in the {@code kind} field
 * @param namespaced whether its objects live in namespaces
 */
public record ApiResource<T extends KubernetesObject>(
        Class<T> type, GroupVersionResource gvr, String kind, boolean namespaced) {

    public static final ApiResource<Pod> PODS = core(Pod.class, "pods", "Pod", true);
    public static final ApiResource<Service> SERVICES = core(Service.class, "services", "Service", true);
    public static final ApiResource<PersistentVolumeClaim> PERSISTENT_VOLUME_CLAIMS =
            core(PersistentVolumeClaim.class, "persistentvolumeclaims", "PersistentVolumeClaim", true);
    public static final ApiResource<ConfigMap> CONFIG_MAPS = core(ConfigMap.class, "configmaps", "ConfigMap", true);
    public static final ApiResource<ResourceQuota> RESOURCE_QUOTAS =
            core(ResourceQuota.class, "resourcequotas", "ResourceQuota", true);
    public static final ApiResource<Namespace> NAMESPACES = core(Namespace.class, "namespaces", "Namespace", false);

    /** Any kind. Only the metadata of its objects is decoded. */
    public static ApiResource<Unstructured> unstructured(GroupVersionResource gvr, String kind, boolean namespaced) {
        return new ApiResource<>(Unstructured.class, gvr, kind, namespaced);
    }

    public GroupVersionKind gvk() {
        return new GroupVersionKind(gvr.group(), gvr.version(), kind);
    }

    private static <T extends KubernetesObject> ApiResource<T> core(
            Class<T> type, String plural, String kind, boolean namespaced) {
        return new ApiResource<>(type, new GroupVersionResource("", "v1", plural), kind, namespaced);
    }
}
