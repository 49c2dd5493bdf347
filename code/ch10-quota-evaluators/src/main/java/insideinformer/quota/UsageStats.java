package insideinformer.quota;

import java.util.Map;

/** What the objects of a namespace use together. Upstream: {@code quota.UsageStats}. */
public record UsageStats(Map<String, Quantity> used) {

    public UsageStats {
        used = ResourceLists.add(used, Map.of());
    }
}
