package insideinformer.store;

/**
 * The same as {@link ObjectName}, but printed with a slash even without a namespace.
 *
 * <p>Upstream: apimachinery {@code pkg/types/namespacedname.go, NamespacedName}.
 */
public record NamespacedName(String namespace, String name) {

    public ObjectName asObjectName() {
        return new ObjectName(namespace, name);
    }

    @Override
    public String toString() {
        return namespace + "/" + name;
    }
}
