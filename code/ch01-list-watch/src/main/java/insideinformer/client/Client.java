package insideinformer.client;

import insideinformer.api.ApiResource;
import insideinformer.api.KubernetesObject;
import insideinformer.wait.Context;
import java.io.IOException;
import java.util.List;

/**
 * A server with everything it serves. Upstream: {@code kubernetes.Interface} and {@code discovery.DiscoveryInterface}.
 */
public interface Client extends AutoCloseable {

    <T extends KubernetesObject> ResourceClient<T> resource(ApiResource<T> resource);

    /**
     * Everything the server serves, each kind once, in the version its group prefers.
     *
     * @throws PartialDiscoveryException if some groups could not be read; carries those that could
     */
    List<DiscoveredResource> serverPreferredResources(Context context) throws IOException, InterruptedException;

    /** Those of {@link #serverPreferredResources} that live in namespaces; fails as it does. */
    default List<DiscoveredResource> serverPreferredNamespacedResources(Context context)
            throws IOException, InterruptedException {
        try {
            return namespaced(serverPreferredResources(context));
        } catch (PartialDiscoveryException e) {
            throw new PartialDiscoveryException(namespaced(e.found()), e.failures());
        }
    }

    private static List<DiscoveredResource> namespaced(List<DiscoveredResource> resources) {
        return resources.stream().filter(DiscoveredResource::namespaced).toList();
    }

    /** Closes connections; running watches end. */
    @Override
    void close();
}
