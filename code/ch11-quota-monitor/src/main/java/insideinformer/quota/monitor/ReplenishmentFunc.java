package insideinformer.quota.monitor;

import insideinformer.api.GroupResource;

/** Is told that something of this kind in this namespace may have freed quota. Upstream: {@code ReplenishmentFunc}. */
@FunctionalInterface
public interface ReplenishmentFunc {

    void replenish(GroupResource resource, String namespace);
}
