package insideinformer.api;

/**
 * The type name in an object, with its group and version. The core group is the empty text.
 *
 * <p>Upstream: {@code schema.GroupVersionKind}.
 */
public record GroupVersionKind(String group, String version, String kind) {

    /** {@code v1} or {@code apps/v1}. */
    public String apiVersion() {
        return group.isEmpty() ? version : group + "/" + version;
    }

    /** {@code /v1, Kind=Pod}: the form that upstream's messages use. */
    @Override
    public String toString() {
        return group + "/" + version + ", Kind=" + kind;
    }
}
