package insideinformer.client;

import insideinformer.api.ApiResource;
import insideinformer.api.KubernetesObject;
import insideinformer.wait.Context;
import java.io.IOException;
import java.util.List;

/** A server with everything it serves. Upstream: {@code kubernetes.Interface} and {@code discovery.DiscoveryInterface}. */
public interface Client extends AutoCloseable {

    <T extends KubernetesObject> ResourceClient<T> resource(ApiResource<T> resource);

    /**
     * The kinds that live in namespaces and can be created, listed, watched and deleted, in their preferred versions.
     *
     * @throws PartialDiscoveryException if some groups could not be read; carries those that could
     */
    List<DiscoveredResource> serverPreferredNamespacedResources(Context context) throws IOException, InterruptedException;

    /** Closes connections; running watches end. */
    @Override
    void close();
}
