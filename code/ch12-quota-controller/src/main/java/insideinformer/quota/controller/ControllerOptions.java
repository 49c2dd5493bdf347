package insideinformer.quota.controller;

import insideinformer.api.GroupResource;
import insideinformer.api.ResourceQuota;
import insideinformer.client.ResourceClient;
import insideinformer.quota.Registry;
import insideinformer.quota.UpdateFilter;
import insideinformer.quota.monitor.InformerFactory;
import insideinformer.quota.monitor.QuotableResources;
import insideinformer.sharedinformer.SharedIndexInformer;
import insideinformer.wait.Clock;
import insideinformer.wait.Context;
import insideinformer.workqueue.MetricsProvider;
import java.time.Duration;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What a {@link ResourceQuotaController} is made of.
 *
 * <p>Upstream: kubernetes {@code pkg/controller/resourcequota/resource_quota_controller.go, ControllerOptions}.
 *
 * @param quotaClient writes statuses
 * @param resourceQuotaInformer the quotas; read, never written to
 * @param resyncPeriod after which all quotas are counted again; zero or less: never
 * @param registry the evaluators; grows as the monitor finds resources
 * @param discovery finds what can be counted; null: only full passes, no monitor
 * @param ignoredResources what no quota counts
 * @param informersStarted ends once informers may be started
 * @param informerFactory where the monitor gets its informers
 * @param replenishmentResyncPeriod of the monitor's handlers
 * @param updateFilter which updates may free quota; null: none
 * @param queueMetrics where the numbers of its queues and its monitor's go
 */
public record ControllerOptions(
        ResourceClient<ResourceQuota> quotaClient,
        SharedIndexInformer<ResourceQuota> resourceQuotaInformer,
        Duration resyncPeriod,
        Registry registry,
        QuotableResources.@Nullable Discovery discovery,
        Set<GroupResource> ignoredResources,
        Context informersStarted,
        InformerFactory informerFactory,
        Supplier<Duration> replenishmentResyncPeriod,
        @Nullable UpdateFilter updateFilter,
        Clock clock,
        MetricsProvider queueMetrics) {}
