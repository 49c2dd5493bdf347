package insideinformer.quota;

import insideinformer.api.GroupResource;
import insideinformer.api.KubernetesObject;
import insideinformer.api.ResourceQuota;
import insideinformer.api.ScopedResourceSelectorRequirement;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Knows what the objects of one resource cost, and which quotas apply to them. Safe for use by several threads.
 *
 * <p>Upstream: apiserver {@code pkg/quota/v1/interfaces.go, Evaluator}.
 */
public interface Evaluator {

    /** The resource whose objects it judges. */
    GroupResource groupResource();

    // tag::evaluator[]
    /** Refuses an object that leaves out what one of the names makes obligatory. */
    void constraints(Collection<String> names, KubernetesObject item)
            throws QuotaException;

    /** Whether this write can change the usage and has to be looked at. */
    boolean handles(AdmissionRequest request);

    /** Whether the quota limits what this object uses, and holds it in its scopes. */
    boolean matches(@Nullable ResourceQuota quota, KubernetesObject item)
            throws QuotaException;

    /** Those of the terms that match the object, in their order. */
    List<ScopedResourceSelectorRequirement> matchingScopes(
            KubernetesObject item, List<ScopedResourceSelectorRequirement> terms)
            throws QuotaException;

    /** Those of the limited terms whose scope no matched term has. */
    List<ScopedResourceSelectorRequirement> uncoveredQuotaScopes(
            List<ScopedResourceSelectorRequirement> limited,
            List<ScopedResourceSelectorRequirement> matched);

    /** Those of the names that this evaluator can measure. */
    List<String> matchingResources(Collection<String> input);

    // end::evaluator[]

    /** What one object uses. */
    Map<String, Quantity> usage(KubernetesObject item) throws QuotaException;

    /** What all objects of a namespace use that match the scopes. */
    UsageStats usageStats(UsageStatsOptions options) throws UsageStatsException;
}
