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
 * Says how much of a quota the objects of one resource use, and which quotas apply to an object. For any number of
 * threads.
 *
 * <p>Upstream: apiserver {@code pkg/quota/v1/interfaces.go, Evaluator}.
 */
public interface Evaluator {

    /** The resource whose objects it measures. */
    GroupResource groupResource();

    // tag::evaluator[]
    /** Refuses an object that does not give an amount which one of the names requires. */
    void constraints(Collection<String> required, KubernetesObject item)
            throws QuotaException;

    /** Whether this request can change the usage, so that admission must judge it. */
    boolean handles(AdmissionRequest request);

    /** Whether the object is in the quota's scopes, and the quota limits something that it uses. */
    boolean matches(@Nullable ResourceQuota quota, KubernetesObject item)
            throws QuotaException;

    /** The terms that match the object, in the same order. */
    List<ScopedResourceSelectorRequirement> matchingScopes(
            KubernetesObject item, List<ScopedResourceSelectorRequirement> terms)
            throws QuotaException;

    /** The limited terms whose scope none of the matched terms has. */
    List<ScopedResourceSelectorRequirement> uncoveredQuotaScopes(
            List<ScopedResourceSelectorRequirement> limited,
            List<ScopedResourceSelectorRequirement> matched);

    /** The names that this evaluator can measure. */
    List<String> matchingResources(Collection<String> input);

    // end::evaluator[]

    /** What one object uses. */
    Map<String, Quantity> usage(KubernetesObject item) throws QuotaException;

    /** What the objects of a namespace that match the scopes use together. */
    UsageStats usageStats(UsageStatsOptions options) throws UsageStatsException;
}
