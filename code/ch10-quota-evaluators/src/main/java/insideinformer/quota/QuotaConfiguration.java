package insideinformer.quota;

import insideinformer.api.GroupResource;
import java.util.List;
import java.util.Set;

/**
 * The evaluators to start with, and the resources that no quota counts.
 *
 * <p>Upstream: apiserver {@code pkg/quota/v1/generic/configuration.go, NewConfiguration}.
 */
public record QuotaConfiguration(List<Evaluator> evaluators, Set<GroupResource> ignoredResources) {

    public QuotaConfiguration {
        evaluators = List.copyOf(evaluators);
        ignoredResources = Set.copyOf(ignoredResources);
    }
}
