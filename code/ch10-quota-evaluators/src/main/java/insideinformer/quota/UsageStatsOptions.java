package insideinformer.quota;

import insideinformer.api.ScopeSelector;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What to count.
 *
 * @param namespace the namespace whose objects count
 * @param scopes each must match an object for it to count
 * @param resources names that the answer must hold, with zero if nothing uses them
 * @param selector each of its terms must match as well; null for none
 */
public record UsageStatsOptions(
        String namespace,
        List<String> scopes,
        List<String> resources,
        @Nullable ScopeSelector selector) {

    public UsageStatsOptions {
        scopes = List.copyOf(scopes);
        resources = List.copyOf(resources);
    }
}
