package insideinformer.quota;

import insideinformer.api.GroupVersionResource;
import insideinformer.api.KubernetesObject;

/** Which updates can lower or move usage, so that quotas have to be recounted. Upstream: {@code resourcequota.UpdateFilter}. */
@FunctionalInterface
public interface UpdateFilter {

    boolean test(GroupVersionResource resource, KubernetesObject oldObject, KubernetesObject newObject);
}
