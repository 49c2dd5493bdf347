package insideinformer.quota;

import insideinformer.api.GroupVersionResource;
import insideinformer.api.KubernetesObject;

/** Which updates can lower or move usage: quotas are recounted. Upstream: {@code resourcequota.UpdateFilter}. */
@FunctionalInterface
public interface UpdateFilter {

    boolean test(GroupVersionResource resource, KubernetesObject oldObject, KubernetesObject newObject);
}
