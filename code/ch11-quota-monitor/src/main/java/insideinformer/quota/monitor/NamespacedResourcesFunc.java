package insideinformer.quota.monitor;

import insideinformer.client.DiscoveredResource;
import insideinformer.wait.Context;
import java.io.IOException;
import java.util.List;

/**
 * Asks a server which resources live in namespaces, each in its preferred version. Ends with {@code context}.
 *
 * <p>Upstream: kubernetes {@code pkg/controller/resourcequota, NamespacedResourcesFunc}.
 */
@FunctionalInterface
public interface NamespacedResourcesFunc {

    List<DiscoveredResource> namespacedResources(Context context) throws IOException, InterruptedException;
}
