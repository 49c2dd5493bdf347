package insideinformer.api;

/**
 * The plural name in URLs, with its group and version. The core group is the empty text.
 *
 * <p>Upstream: {@code schema.GroupVersionResource}.
 */
public record GroupVersionResource(String group, String version, String resource) {

    public GroupResource groupResource() {
        return new GroupResource(group, resource);
    }

    /** {@code v1} or {@code apps/v1}. */
    public String apiVersion() {
        return group.isEmpty() ? version : group + "/" + version;
    }

    /** {@code /v1, Resource=pods}, {@code apps/v1, Resource=deployments}: the form that upstream's messages use. */
    @Override
    public String toString() {
        return group + "/" + version + ", Resource=" + resource;
    }
}
