package insideinformer.quota.controller;

import insideinformer.api.ApiResource;
import insideinformer.quota.AggregateException;
import insideinformer.quota.monitor.NamespacedResourcesFunc;
import insideinformer.quota.monitor.QuotableResources;
import insideinformer.quota.monitor.QuotaMonitor;
import insideinformer.sharedinformer.CacheSync;
import insideinformer.wait.Cancellable;
import insideinformer.wait.Clock;
import insideinformer.wait.Context;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the quota monitor's resources equal to those that the server has. One round asks the server. If the answer
 * differs from the last one that was applied, the round stops the workers, changes the monitor, and waits for the new
 * caches, but not longer than one period. For one thread.
 *
 * <p>Upstream: kubernetes {@code pkg/controller/resourcequota/resource_quota_controller.go, Controller.Sync,
 * resyncMonitors}.
 */
final class MonitorResync {

    private static final Logger LOG = LoggerFactory.getLogger(MonitorResync.class);

    private final QuotaMonitor monitor;
    private final ReentrantReadWriteLock workerLock;
    private final NamespacedResourcesFunc discoveryFunc;
    private final Duration period;
    private final Clock clock;
    private final Set<ApiResource<?>> applied = new LinkedHashSet<>();

    MonitorResync(
            QuotaMonitor monitor, ReentrantReadWriteLock workerLock, NamespacedResourcesFunc discoveryFunc,
            Duration period, Clock clock) {
        this.monitor = monitor;
        this.workerLock = workerLock;
        this.discoveryFunc = discoveryFunc;
        this.period = period;
        this.clock = clock;
    }

    // tag::discoverOnce[]
    void discoverOnce(Context context) throws InterruptedException {
        QuotableResources found;
        try {
            found = QuotableResources.getQuotableResources(context, discoveryFunc);
        } catch (IOException e) {
            if (!context.isDone()) { // a stop is no failure
                LOG.error("Quota controller: discovery failed; the monitors stay as they are until the next one", e);
            }
            return;
        }
        found.failure().ifPresent(failure -> LOG.warn(
                "Quota controller: some groups cannot be discovered; their known resources stay watched", failure));
        Set<ApiResource<?>> resources = found.resourcesKeeping(applied);
        if (resources.equals(applied)) {
            return;
        }
        workerLock.writeLock().lockInterruptibly(); // I3
        try {
            resyncMonitors(resources, context);
        } finally {
            workerLock.writeLock().unlock();
        }
    }
    // end::discoverOnce[]

    // tag::resyncMonitors[]
    private void resyncMonitors(Set<ApiResource<?>> resources, Context context) throws InterruptedException {
        try {
            monitor.syncMonitors(resources);
        } catch (AggregateException e) {
            LOG.error("Quota controller: some resources cannot be watched; the next discovery tries them again", e);
            return;
        }
        monitor.startMonitors();
        applied.clear(); // before the wait, so that a cache that never syncs stops the workers only once
        applied.addAll(resources);
        try (Cancellable limited = context.withTimeout(period, clock)) {
            if (!CacheSync.waitForNamedCacheSync("resource quota", limited, clock, monitor::isSynced)
                    && !context.isDone()) {
                LOG.error("Quota controller: not synced within {}: {}; counting goes on without them",
                        period, monitor.unsynced());
            }
        }
    }
    // end::resyncMonitors[]
}
