package insideinformer.quota;

import insideinformer.api.GroupVersionResource;
import insideinformer.api.KubernetesObject;

/**
 * Says whether an update can free quota, or move an object to another quota. Upstream: {@code
 * resourcequota.UpdateFilter}.
 */
@FunctionalInterface
public interface UpdateFilter {

    boolean test(GroupVersionResource resource, KubernetesObject oldObject, KubernetesObject newObject);
}
