package insideinformer.quota.controller;

import insideinformer.api.GroupResource;
import insideinformer.wait.Context;
import insideinformer.workqueue.WorkQueue;

/**
 * The steps of a {@link ResourceQuotaController}, each on its own, for a comparison that never runs the controller.
 *
 * <p>Upstream does not export these steps, and its own tests reach them because they stand in the same package. This
 * class stands in the controller's package for the same reason. The controller keeps its few public methods.
 *
 * <p>Upstream: kubernetes {@code pkg/controller/resourcequota/resource_quota_controller.go, Controller}.
 */
public record ResourceQuotaControllerSteps(ResourceQuotaController controller) {

    public WorkQueue<String> queue() {
        return controller.queue;
    }

    public WorkQueue<String> missingUsageQueue() {
        return controller.missingUsageQueue;
    }

    public void enqueueAll() {
        controller.enqueueAll();
    }

    public void replenishQuota(GroupResource resource, String namespace) {
        controller.replenishQuota(resource, namespace);
    }

    public void syncResourceQuotaFromKey(Context context, String key) throws Exception {
        controller.syncResourceQuotaFromKey(context, key);
    }
}
