package insideinformer.api;

/**
 * A resource without its version. The core group is the empty text. Ordered by the text form.
 *
 * <p>Upstream: {@code schema.GroupResource}.
 */
public record GroupResource(String group, String resource) implements Comparable<GroupResource> {

    /** {@code pods}, {@code deployments.apps}. */
    @Override
    public String toString() {
        return group.isEmpty() ? resource : resource + "." + group;
    }

    @Override
    public int compareTo(GroupResource other) {
        return toString().compareTo(other.toString());
    }
}
