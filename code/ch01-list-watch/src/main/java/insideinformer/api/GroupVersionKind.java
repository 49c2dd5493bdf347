package insideinformer.api;

/**
 * The type name that stands in an object, with its group, empty for the core group, and its version.
 *
 * <p>Upstream: {@code schema.GroupVersionKind}.
 */
public record GroupVersionKind(String group, String version, String kind) {

    /** {@code v1} or {@code apps/v1}. */
    public String apiVersion() {
        return group.isEmpty() ? version : group + "/" + version;
    }

    /** {@code /v1, Kind=Pod}: the form upstream's messages use. */
    @Override
    public String toString() {
        return group + "/" + version + ", Kind=" + kind;
    }
}
