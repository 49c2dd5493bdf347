package insideinformer.store;

/**
 * The same two words as {@link ObjectName}, printed with the slash even where there is no namespace.
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
