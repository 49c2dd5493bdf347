package insideinformer.quota;

/** Names of what can be limited. Upstream: {@code corev1.ResourceName}. */
public final class ResourceName {

    public static final String CPU = "cpu";
    public static final String MEMORY = "memory";
    public static final String STORAGE = "storage";
    public static final String EPHEMERAL_STORAGE = "ephemeral-storage";
    public static final String HUGEPAGES_PREFIX = "hugepages-";

    public static final String REQUESTS_PREFIX = "requests.";
    public static final String LIMITS_PREFIX = "limits.";
    public static final String REQUESTS_STORAGE = "requests.storage";

    public static final String PODS = "pods";
    public static final String SERVICES = "services";
    public static final String SERVICES_NODE_PORTS = "services.nodeports";
    public static final String SERVICES_LOAD_BALANCERS = "services.loadbalancers";
    public static final String PERSISTENT_VOLUME_CLAIMS = "persistentvolumeclaims";

    private ResourceName() {}
}
