package insideinformer.api;

/**
 * The plural that stands in URLs, with its group, empty for the core group, and its version.
 *
 * <p>Upstream: {@code schema.GroupVersionResource}.
 */
public record GroupVersionResource(String group, String version, String resource) {

    public GroupResource groupResource() {
        return new GroupResource(group, resource);
    }

    /** {@code v1} or {@code apps/v1}, as {@code apiVersion} says it. */
    public String apiVersion() {
        return group.isEmpty() ? version : group + "/" + version;
    }

    /** {@code /v1, Resource=pods}, {@code apps/v1, Resource=deployments}: the form upstream's messages use. */
    @Override
    public String toString() {
        return group + "/" + version + ", Resource=" + resource;
    }
}
