package insideinformer.quota;

import insideinformer.api.GroupResource;
import insideinformer.api.KubernetesObject;
import insideinformer.api.ResourceQuota;
import insideinformer.api.ScopedResourceSelectorRequirement;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Counts the objects of a resource without looking into them.
 *
 * <p>Upstream: apiserver {@code pkg/quota/v1/generic/evaluator.go, objectCountEvaluator}.
 */
public final class ObjectCountEvaluator implements Evaluator {

    private final GroupResource groupResource;
    private final ListFuncByNamespace listFuncByNamespace;
    private final List<String> resourceNames;
    private final Map<String, Quantity> one = new TreeMap<>();

    /** @param alias a second name for the count, such as {@code secrets} for {@code count/secrets}; null for none */
    public ObjectCountEvaluator(
            GroupResource groupResource, ListFuncByNamespace listFuncByNamespace, @Nullable String alias) {
        this.groupResource = groupResource;
        this.listFuncByNamespace = listFuncByNamespace;
        String count = GenericEvaluation.objectCountQuotaResourceNameFor(groupResource);
        this.resourceNames = alias == null ? List.of(count) : List.of(count, alias);
        resourceNames.forEach(name -> one.put(name, Quantity.of(1, Quantity.Format.DECIMAL_SI)));
    }

    @Override
    public GroupResource groupResource() {
        return groupResource;
    }

    @Override
    public void constraints(Collection<String> required, KubernetesObject item) {}

    @Override
    public boolean handles(AdmissionRequest request) {
        return request.operation() == AdmissionRequest.Operation.CREATE
                && request.subresource().isEmpty();
    }

    @Override
    public boolean matches(@Nullable ResourceQuota quota, KubernetesObject item) throws QuotaException {
        return GenericEvaluation.matches(quota, item, this::matchingResources, GenericEvaluation.MATCHES_NO_SCOPE);
    }

    @Override
    public List<ScopedResourceSelectorRequirement> matchingScopes(
            KubernetesObject item, List<ScopedResourceSelectorRequirement> scopes) {
        return List.of();
    }

    @Override
    public List<ScopedResourceSelectorRequirement> uncoveredQuotaScopes(
            List<ScopedResourceSelectorRequirement> limited, List<ScopedResourceSelectorRequirement> matched) {
        return List.of();
    }

    @Override
    public List<String> matchingResources(Collection<String> input) {
        return ResourceLists.intersection(input, resourceNames);
    }

    @Override
    public Map<String, Quantity> usage(KubernetesObject item) {
        return ResourceLists.add(one, Map.of());
    }

    @Override
    public UsageStats usageStats(UsageStatsOptions options) throws UsageStatsException {
        return GenericEvaluation.calculateUsageStats(
                options, listFuncByNamespace, GenericEvaluation.MATCHES_NO_SCOPE, this::usage);
    }
}
