package insideinformer.quota;

import insideinformer.api.ScopeSelector;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What an evaluator is to count.
 *
 * @param namespace the namespace whose objects count
 * @param scopes an object counts only if all of them match it
 * @param resources names that the result must hold, with zero if nothing uses them
 * @param scopeSelector all of its terms must match as well; null: none
 */
public record UsageStatsOptions(
        String namespace,
        List<String> scopes,
        List<String> resources,
        @Nullable ScopeSelector scopeSelector) {

    public UsageStatsOptions {
        scopes = List.copyOf(scopes);
        resources = List.copyOf(resources);
    }
}
