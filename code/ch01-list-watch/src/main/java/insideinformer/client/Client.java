package insideinformer.client;

import insideinformer.api.ApiResource;
import insideinformer.api.KubernetesObject;
import insideinformer.wait.Context;
import java.io.IOException;
import java.util.List;

/**
 * A connection to an API server, with everything that the server offers. Any thread can call all methods.
 *
 * <p>Upstream: {@code client-go kubernetes/clientset.go, Interface} and {@code discovery/discovery_client.go,
 * DiscoveryInterface}.
 */
public interface Client extends AutoCloseable {

    /** Access to the objects of one kind, in all namespaces. The server is not asked yet. */
    <T extends KubernetesObject> ResourceClient<T> resource(ApiResource<T> resource);

    /**
     * All kinds that the server has, without subresources. Each kind comes once: in the version that its group prefers
     * or, if that version does not have it, in the first version that does.
     *
     * @throws PartialDiscoveryException if some groups could not be read; it has the kinds of the others
     * @throws IOException if the groups could not be listed, or {@code context} has ended
     */
    List<DiscoveredResource> serverPreferredResources(Context context) throws IOException, InterruptedException;

    /** The kinds of {@link #serverPreferredResources} that live in namespaces. It fails in the same ways. */
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
     * Ends all watches and all requests that wait for their answer. New requests are refused with an {@link
     * IOException}. An answer that is being read is read to its end. Closing again does nothing.
     */
    @Override
    void close();
}
