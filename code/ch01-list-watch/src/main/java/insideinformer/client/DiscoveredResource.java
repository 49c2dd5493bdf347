package insideinformer.client;

import insideinformer.api.GroupVersionResource;
import java.util.Set;

/**
 * A kind that a server says it has. Immutable. Upstream: {@code metav1.APIResource} in its {@code APIResourceList}.
 *
 * @param verbs what can be done with it, such as {@code list} and {@code watch}
 */
public record DiscoveredResource(GroupVersionResource gvr, String kind, boolean namespaced, Set<String> verbs) {

    public DiscoveredResource {
        verbs = Set.copyOf(verbs);
    }
}
