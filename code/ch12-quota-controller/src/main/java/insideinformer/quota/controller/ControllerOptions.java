package insideinformer.quota.controller;

import insideinformer.api.GroupResource;
import insideinformer.api.ResourceQuota;
import insideinformer.client.ResourceClient;
import insideinformer.quota.Registry;
import insideinformer.quota.UpdateFilter;
import insideinformer.quota.monitor.InformerFactory;
import insideinformer.quota.monitor.NamespacedResourcesFunc;
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
 * @param resourceQuotaInformer the quotas; the controller reads its cache and never writes to it
 * @param registry the evaluators; the monitor adds one for each resource that has none
 * @param informerFactory where the monitor gets its informers
 * @param informersStarted ends once informers may be started
 * @param resyncPeriod all quotas are counted again after each such period; zero or less: never
 * @param discoveryFunc finds the resources that can be counted; null: there is no monitor, only full passes
 * @param ignoredResources resources that no quota counts
 * @param replenishmentResyncPeriod of the monitor's handlers
 * @param updateFilter which updates might free quota; null: none
 * @param queueMetrics where the numbers of the controller's and the monitor's queues go
 */
public record ControllerOptions(
        ResourceClient<ResourceQuota> quotaClient,
        SharedIndexInformer<ResourceQuota> resourceQuotaInformer,
        Registry registry,
        InformerFactory informerFactory,
        Context informersStarted,
        Duration resyncPeriod,
        @Nullable NamespacedResourcesFunc discoveryFunc,
        Set<GroupResource> ignoredResources,
        Supplier<Duration> replenishmentResyncPeriod,
        @Nullable UpdateFilter updateFilter,
        Clock clock,
        MetricsProvider queueMetrics) {

    public static Builder builder(
            ResourceClient<ResourceQuota> quotaClient, SharedIndexInformer<ResourceQuota> resourceQuotaInformer,
            Registry registry, InformerFactory informerFactory, Context informersStarted) {
        return new Builder(quotaClient, resourceQuotaInformer, registry, informerFactory, informersStarted);
    }

    /**
     * Starts from no full passes, no discovery, nothing ignored, no resync, no updates, the machine's clock, no
     * metrics.
     */
    public static final class Builder {

        private final ResourceClient<ResourceQuota> quotaClient;
        private final SharedIndexInformer<ResourceQuota> resourceQuotaInformer;
        private final Registry registry;
        private final InformerFactory informerFactory;
        private final Context informersStarted;
        private Duration resyncPeriod = Duration.ZERO;
        private @Nullable NamespacedResourcesFunc discoveryFunc;
        private Set<GroupResource> ignoredResources = Set.of();
        private Supplier<Duration> replenishmentResyncPeriod = () -> Duration.ZERO;
        private @Nullable UpdateFilter updateFilter;
        private Clock clock = Clock.system();
        private MetricsProvider queueMetrics = MetricsProvider.NONE;

        private Builder(
                ResourceClient<ResourceQuota> quotaClient, SharedIndexInformer<ResourceQuota> resourceQuotaInformer,
                Registry registry, InformerFactory informerFactory, Context informersStarted) {
            this.quotaClient = quotaClient;
            this.resourceQuotaInformer = resourceQuotaInformer;
            this.registry = registry;
            this.informerFactory = informerFactory;
            this.informersStarted = informersStarted;
        }

        public Builder resyncPeriod(Duration period) {
            resyncPeriod = period;
            return this;
        }

        public Builder discoveryFunc(@Nullable NamespacedResourcesFunc discovery) {
            discoveryFunc = discovery;
            return this;
        }

        public Builder ignoredResources(Set<GroupResource> ignored) {
            ignoredResources = Set.copyOf(ignored);
            return this;
        }

        public Builder replenishmentResyncPeriod(Supplier<Duration> period) {
            replenishmentResyncPeriod = period;
            return this;
        }

        public Builder updateFilter(UpdateFilter filter) {
            updateFilter = filter;
            return this;
        }

        public Builder clock(Clock newClock) {
            clock = newClock;
            return this;
        }

        public Builder queueMetrics(MetricsProvider metrics) {
            queueMetrics = metrics;
            return this;
        }

        public ControllerOptions build() {
            return new ControllerOptions(
                    quotaClient, resourceQuotaInformer, registry, informerFactory, informersStarted, resyncPeriod,
                    discoveryFunc, ignoredResources, replenishmentResyncPeriod, updateFilter, clock, queueMetrics);
        }
    }
}
