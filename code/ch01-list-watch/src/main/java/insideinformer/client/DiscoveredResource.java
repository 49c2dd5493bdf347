package insideinformer.client;

import insideinformer.api.GroupVersionResource;
import java.util.Set;

/** One line of discovery. Upstream: {@code metav1.APIResource} in its {@code APIResourceList}. */
public record DiscoveredResource(GroupVersionResource gvr, String kind, boolean namespaced, Set<String> verbs) {

    public DiscoveredResource {
        verbs = Set.copyOf(verbs);
    }
}
