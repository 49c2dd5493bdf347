package insideinformer.client;

import insideinformer.api.ApiResource;
import insideinformer.api.KubernetesObject;
import insideinformer.wait.Context;
import java.io.IOException;
import java.util.List;

/**
 * A server with everything it serves. All methods may be called from any thread.
 *
 * <p>Upstream: {@code client-go kubernetes/clientset.go, Interface} and {@code discovery/discovery_client.go,
 * DiscoveryInterface}.
 */
public interface Client extends AutoCloseable {

    /** The objects of one kind, in all namespaces until {@link ResourceClient#inNamespace}; asks nothing yet. */
    <T extends KubernetesObject> ResourceClient<T> resource(ApiResource<T> resource);

    /**
     * Everything the server serves, subresources left out: each kind once, in the version its group prefers, else in
     * the first that has it.
     *
     * @throws PartialDiscoveryException if some groups could not be read; carries those that could
     * @throws IOException if the groups could not even be listed, or {@code context} has ended
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

    /**
     * Ends running watches and requests that are not yet answered, and refuses new ones with an {@link IOException}; an
     * answer that is being read is read to its end. May be called repeatedly.
     */
    @Override
    void close();
}
