package insideinformer.api;

/**
 * How one kind of object is served and which Java type holds it. Immutable.
 *
 * <p>Upstream: {@code apimachinery pkg/api/meta/interfaces.go, RESTMapping}.
 *
 * @param type the class its objects are decoded into; {@link Unstructured} for kinds without a class of their own
 * @param gvr where it stands in URLs
 * @param kind its name in the {@code kind} field
 * @param namespaced whether its objects live in namespaces
 */
public record ApiResource<T extends KubernetesObject>(Class<T> type, GroupVersionResource gvr, String kind, boolean namespaced) {

    public static final ApiResource<Pod> PODS = core(Pod.class, "pods", "Pod", true);
    public static final ApiResource<Service> SERVICES = core(Service.class, "services", "Service", true);
    public static final ApiResource<PersistentVolumeClaim> PERSISTENT_VOLUME_CLAIMS =
            core(PersistentVolumeClaim.class, "persistentvolumeclaims", "PersistentVolumeClaim", true);
    public static final ApiResource<ConfigMap> CONFIG_MAPS = core(ConfigMap.class, "configmaps", "ConfigMap", true);
    public static final ApiResource<ResourceQuota> RESOURCE_QUOTAS =
            core(ResourceQuota.class, "resourcequotas", "ResourceQuota", true);
    public static final ApiResource<Namespace> NAMESPACES = core(Namespace.class, "namespaces", "Namespace", false);

    /** Any kind, decoded no further than its metadata. */
    public static ApiResource<Unstructured> unstructured(GroupVersionResource gvr, String kind, boolean namespaced) {
        return new ApiResource<>(Unstructured.class, gvr, kind, namespaced);
    }

    public GroupVersionKind gvk() {
        return new GroupVersionKind(gvr.group(), gvr.version(), kind);
    }

    private static <T extends KubernetesObject> ApiResource<T> core(Class<T> type, String plural, String kind, boolean namespaced) {
        return new ApiResource<>(type, new GroupVersionResource("", "v1", plural), kind, namespaced);
    }
}
