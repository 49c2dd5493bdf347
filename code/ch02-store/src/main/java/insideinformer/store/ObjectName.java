package insideinformer.store;

/**
 * Names one object among those of its kind. Nothing in the two texts is checked or escaped.
 *
 * <p>Upstream: {@code tools/cache/object-names.go, ObjectName}.
 *
 * @param namespace empty for an object outside of namespaces
 */
public record ObjectName(String namespace, String name) {

    /**
     * Splits {@code name} or {@code namespace/name}.
     *
     * @throws KeyFormatException if there is more than one slash
     */
    public static ObjectName parse(String key) throws KeyFormatException {
        int slash = key.indexOf('/');
        if (slash != key.lastIndexOf('/')) {
            throw new KeyFormatException(key);
        }
        return slash < 0
                ? new ObjectName("", key)
                : new ObjectName(key.substring(0, slash), key.substring(slash + 1));
    }

    public NamespacedName asNamespacedName() {
        return new NamespacedName(namespace, name);
    }

    /** The key: {@code namespace/name}, or {@code name} without a namespace. */
    @Override
    public String toString() {
        return namespace.isEmpty() ? name : namespace + "/" + name;
    }
}
