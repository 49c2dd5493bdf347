package insideinformer.quota.monitor;

import insideinformer.api.GroupResource;

/** Called when an object of a resource might have freed quota in its namespace. Upstream: {@code ReplenishmentFunc}. */
@FunctionalInterface
public interface ReplenishmentFunc {

    void replenish(GroupResource resource, String namespace);
}
