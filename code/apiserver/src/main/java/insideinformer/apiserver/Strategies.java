package insideinformer.apiserver;

/** Which strategy a kind has. */
final class Strategies {

    private static final Strategy NAMESPACE = new NamespaceStrategy();
    private static final Strategy POD = new PodStrategy();

    private Strategies() {}

    static Strategy of(ResourceType type) {
        if (!type.gvr().group().isEmpty()) {
            return Strategy.PLAIN;
        }
        return switch (type.gvr().resource()) {
            case "namespaces" -> NAMESPACE;
            case "pods" -> POD;
            default -> Strategy.PLAIN;
        };
    }
}
