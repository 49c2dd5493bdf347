package insideinformer.api;

/** The type name that stands in an object, with its group and version. Upstream: {@code schema.GroupVersionKind}. */
public record GroupVersionKind(String group, String version, String kind) {

    public String apiVersion() {
        return group.isEmpty() ? version : group + "/" + version;
    }

    /** {@code /v1, Kind=Pod}: the form upstream's messages use. */
    @Override
    public String toString() {
        return group + "/" + version + ", Kind=" + kind;
    }
}
