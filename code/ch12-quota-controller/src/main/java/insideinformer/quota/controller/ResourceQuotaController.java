package insideinformer.quota.controller;

import static insideinformer.quota.controller.QuotaFields.equal;
import static insideinformer.quota.controller.QuotaFields.namespaceOf;
import static insideinformer.quota.controller.QuotaFields.specOf;
import static insideinformer.quota.controller.QuotaFields.statusOf;

import insideinformer.api.ApiErrors;
import insideinformer.api.ApiResource;
import insideinformer.api.GroupResource;
import insideinformer.api.ResourceQuota;
import insideinformer.api.ResourceQuotaSpec;
import insideinformer.api.ResourceQuotaStatus;
import insideinformer.controller.ResourceEventHandler;
import insideinformer.quota.AggregateException;
import insideinformer.quota.CalculatedUsage;
import insideinformer.quota.Evaluator;
import insideinformer.quota.Quantity;
import insideinformer.quota.ResourceLists;
import insideinformer.quota.monitor.QuotaMonitor;
import insideinformer.quota.monitor.QuotableResources;
import insideinformer.sharedinformer.CacheSync;
import insideinformer.store.DeletedObject;
import insideinformer.store.IndexException;
import insideinformer.store.IndexFunc;
import insideinformer.store.KeyException;
import insideinformer.store.Keys;
import insideinformer.store.ObjectName;
import insideinformer.wait.Cancellable;
import insideinformer.wait.Clock;
import insideinformer.wait.Context;
import insideinformer.wait.Group;
import insideinformer.wait.Wait;
import insideinformer.workqueue.QueueConfig;
import insideinformer.workqueue.RateLimiters;
import insideinformer.workqueue.RateLimitingQueue;
import insideinformer.workqueue.WorkQueues;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the status of every quota true: counts what its namespace holds whenever something may have become less, and from
 * time to time in any case.
 *
 * <p>Who changed what does not matter to it: a key in one of its queues means "count this quota anew", and the answer is
 * written only if it differs from what stands there. A write that fails is tried again later, from a newer count.
 *
 * <p>{@link #run} and {@link #sync} block until their context ends and are meant to run side by side, each on a thread of
 * its own. All other methods may be called from any thread and do not block.
 *
 * <p>Upstream: kubernetes {@code pkg/controller/resourcequota/resource_quota_controller.go, Controller} (in the days of
 * 1.11 {@code ResourceQuotaController}).
 */
public final class ResourceQuotaController {
    // tag::invariants[]
    // I1  A queue hands a key to one worker at a time. Both queues may hold it, so two workers
    //     may count one quota; the slower one's write is then a conflict, and counted anew.
    // I2  A status is written only when it differs, and always from a count made just before.
    // I3  While the set of monitors changes, nobody counts: workers hold the read side of
    //     workerLock, the change holds the write side.
    // I4  A name that could not be counted keeps its old number; it never becomes zero.
    // end::invariants[]

    private static final Logger LOG = LoggerFactory.getLogger(ResourceQuotaController.class);
    private static final Duration WORKER_RESTART = Duration.ofSeconds(1);

    private final ControllerOptions options;
    private final Clock clock;
    private final @Nullable QuotaMonitor quotaMonitor;

    // tag::queues[]
    /** Quotas to be counted again. */
    final RateLimitingQueue<String> queue;

    /** Quotas that were never counted, or whose limits changed: until they are, admission does not go by these limits. */
    final RateLimitingQueue<String> missingUsageQueue;
    // end::queues[]

    /** Fair, so that a change of monitors does not starve behind ten readers. */
    final ReentrantReadWriteLock workerLock = new ReentrantReadWriteLock(true);

    // tag::constructor[]
    /** @throws IOException if discovery fails and finds nothing at all */
    public ResourceQuotaController(ControllerOptions options) throws IOException, InterruptedException {
        this.options = options;
        this.clock = options.clock();
        this.quotaMonitor = options.discovery() == null ? null : newMonitor(options.discovery());
        this.queue = newQueue("resourcequota_primary"); // has a thread, so nothing may fail from here on
        this.missingUsageQueue = newQueue("resourcequota_priority");
        options.resourceQuotaInformer().addEventHandlerWithResyncPeriod(new QuotaHandler(),
                options.resyncPeriod().isNegative() ? Duration.ZERO : options.resyncPeriod());
    }

    private RateLimitingQueue<String> newQueue(String name) {
        return WorkQueues.newRateLimitingQueue(
                RateLimiters.defaultController(clock), QueueConfig.<String>named(name)
                        .withClock(clock).withMetrics(options.queueMetrics()));
    }
    // end::constructor[]

    // tag::newMonitor[]
    private QuotaMonitor newMonitor(QuotableResources.Discovery discovery) throws IOException, InterruptedException {
        QuotaMonitor monitor = new QuotaMonitor(new QuotaMonitor.Config(
                options.informerFactory(), options.informersStarted(), options.ignoredResources(),
                options.replenishmentResyncPeriod(), this::replenishQuota, options.registry(),
                options.updateFilter(), clock, options.queueMetrics()));
        QuotableResources quotable = QuotableResources.find(discovery);
        quotable.failure().ifPresent(failure -> LOG.warn(
                "Some groups cannot be discovered, so their objects are not watched until they can be", failure));
        try {
            monitor.syncMonitors(quotable.resources());
        } catch (AggregateException e) {
            LOG.error("Some resources cannot be watched for quotas; the next discovery tries them again", e);
        }
        return monitor;
    }
    // end::newMonitor[]

    // tag::handler[]
    private final class QuotaHandler implements ResourceEventHandler<ResourceQuota> {
        @Override
        public void onAdd(ResourceQuota quota, boolean isInInitialList) {
            addQuota(quota);
        }

        /** Only changed limits matter: a changed status is our own doing, or admission's. */
        @Override
        public void onUpdate(ResourceQuota old, ResourceQuota quota) {
            if (!equal(specOf(old).hard(), specOf(quota).hard())) {
                addQuota(quota);
            }
        }

        @Override
        public void onDelete(DeletedObject<ResourceQuota> quota) {
            queue.add(quota.key());
        }
    }
    // end::handler[]

    // tag::addQuota[]
    /**
     * Queues a quota; before all others if admission cannot go by its status yet. Limits that are not in there limit nothing,
     * and into a limit that has no number used fits nothing.
     */
    void addQuota(ResourceQuota quota) {
        enqueue(needsCounting(quota) ? missingUsageQueue : queue, quota);
    }

    private boolean needsCounting(ResourceQuota quota) {
        ResourceQuotaStatus status = statusOf(quota);
        return !equal(specOf(quota).hard(), status.hard())
                || status.hard().keySet().stream().anyMatch(n -> !status.used().containsKey(n) && isMeasurable(n));
    }

    private boolean isMeasurable(String name) {
        return options.registry().list().stream().anyMatch(e -> !e.matchingResources(List.of(name)).isEmpty());
    }
    // end::addQuota[]

    private static void enqueue(RateLimitingQueue<String> queue, ResourceQuota quota) {
        try {
            queue.add(Keys.metaNamespaceKey(quota));
        } catch (KeyException e) {
            LOG.error("Quota {} has no key and is left out", quota.metadata(), e);
        }
    }

    // tag::enqueueAll[]
    /** Queues every quota there is. */
    void enqueueAll() {
        options.resourceQuotaInformer().getIndexer().list().forEach(quota -> enqueue(queue, quota));
    }
    // end::enqueueAll[]

    // tag::replenishQuota[]
    /** Queues the quotas of a namespace that measure this kind of object. */
    void replenishQuota(GroupResource resource, String namespace) {
        Evaluator evaluator = options.registry().get(resource);
        if (evaluator == null) {
            return;
        }
        try {
            for (ResourceQuota quota : options.resourceQuotaInformer().getIndexer()
                    .byIndex(IndexFunc.NAMESPACE_INDEX, namespace)) {
                if (!evaluator.matchingResources(statusOf(quota).hard().keySet()).isEmpty()) {
                    enqueue(queue, quota);
                }
            }
        } catch (IndexException e) {
            LOG.error("The quotas of {} cannot be found; the next full pass counts them", namespace, e);
        }
    }
    // end::replenishQuota[]

    // tag::run[]
    /**
     * Counts until {@code context} ends.
     *
     * @param workers for each of the two queues
     */
    public void run(int workers, Context context) {
        Group threads = new Group();
        try (Cancellable running = context.withCancel()) {
            if (quotaMonitor != null) {
                threads.start("quota monitor run", () -> quotaMonitor.run(running));
            }
            if (!CacheSync.waitForNamedCacheSync("resource quota", running, clock, this::isSynced)) {
                return;
            }
            startFullPasses(threads, running);
            for (int i = 0; i < workers; i++) {
                threads.start("quota worker " + i, () -> work(queue, running));
                threads.start("quota priority worker " + i, () -> work(missingUsageQueue, running));
            }
            running.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally { // running has ended, whatever the reason
            queue.shutDown();
            missingUsageQueue.shutDown();
            threads.awaitAll();
        }
    }
    // end::run[]

    private boolean isSynced() {
        return options.resourceQuotaInformer().hasSynced()
                && (quotaMonitor == null || quotaMonitor.isSynced());
    }

    /** The first pass comes before the first worker, so that it cannot run into what follows a quota's first count. */
    private void startFullPasses(Group threads, Context context) {
        Duration period = options.resyncPeriod();
        if (period.isPositive()) {
            enqueueAll();
            threads.start("quota full pass", () -> enqueueAllEvery(period, context));
        } else {
            LOG.warn("The resync period is {}, so quotas are counted only when something happens", period);
        }
    }

    private void enqueueAllEvery(Duration period, Context context) {
        try {
            if (!context.await(period, clock)) {
                Wait.until(context, clock, period, this::enqueueAll);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    // tag::worker[]
    private void work(RateLimitingQueue<String> queue, Context context) {
        Wait.until(context, clock, WORKER_RESTART, () -> {
            for (Optional<String> key = queue.get(); key.isPresent(); key = queue.get()) {
                try {
                    workOn(queue, key.get(), context);
                } finally {
                    queue.done(key.get());
                }
            }
        });
    }

    private void workOn(RateLimitingQueue<String> queue, String key, Context context)
            throws InterruptedException {
        workerLock.readLock().lockInterruptibly(); // only now: whoever waits for a key holds nothing
        try {
            syncResourceQuotaFromKey(context, key);
            queue.forget(key);
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception e) {
            logFailure(key, e, context);
            queue.addRateLimited(key);
        } finally {
            workerLock.readLock().unlock();
        }
    }
    // end::worker[]

    private static void logFailure(String key, Exception e, Context context) {
        if (context.isDone()) {
            LOG.debug("Quota {} was not counted: the controller stops", key, e);
        } else if (ApiErrors.isConflict(e)) {
            LOG.info("Quota {} was written by somebody else meanwhile; it is counted again", key);
        } else if (ApiErrors.isNotFound(e)) {
            LOG.debug("Quota {} was deleted while it was counted", key);
        } else {
            LOG.error("Counting quota {} failed; it is tried again later", key, e);
        }
    }

    // tag::syncFromKey[]
    void syncResourceQuotaFromKey(Context context, String key) throws Exception {
        ObjectName name = Keys.splitMetaNamespaceKey(key);
        Optional<ResourceQuota> quota =
                options.resourceQuotaInformer().getIndexer().getByKey(name.toString());
        if (quota.isEmpty()) {
            LOG.debug("Quota {} is gone; nothing to count", key);
            return;
        }
        syncResourceQuota(context, quota.get());
    }
    // end::syncFromKey[]

    // tag::syncResourceQuota[]
    /** Counts one quota, and writes what has changed. What could be counted is written even if something else failed. */
    private void syncResourceQuota(Context context, ResourceQuota quota) throws Exception {
        ResourceQuotaSpec spec = specOf(quota);
        ResourceQuotaStatus old = statusOf(quota);
        Map<String, Quantity> hard = ResourceLists.parse(spec.hard());
        Map<String, Quantity> oldUsed = ResourceLists.parse(old.used());
        boolean neverCounted = old.hard().isEmpty() || old.used().isEmpty();

        CalculatedUsage counted = ResourceLists.calculateUsage(
                namespaceOf(quota), spec.scopes(), hard, options.registry(), spec.scopeSelector());
        Map<String, Quantity> used = new TreeMap<>(oldUsed); // I4
        used.putAll(counted.used());
        used.keySet().retainAll(hard.keySet());

        List<Exception> errors = new ArrayList<>();
        counted.error().ifPresent(e -> errors.addAll(e.errors()));
        if (neverCounted || !equal(spec.hard(), old.hard()) || !ResourceLists.equals(used, oldUsed)) {
            write(context, quota, used, errors);
        }
        if (!errors.isEmpty()) {
            throw new AggregateException(errors);
        }
    }
    // end::syncResourceQuota[]

    // tag::write[]
    /** The cached version goes along, so that a status written by somebody else meanwhile is a conflict, not a loss. */
    private void write(
            Context context, ResourceQuota quota, Map<String, Quantity> used, List<Exception> errors)
            throws InterruptedException {
        ResourceQuotaStatus status = new ResourceQuotaStatus(
                specOf(quota).hard(), ResourceLists.texts(used), statusOf(quota).unknown());
        try {
            options.quotaClient().inNamespace(namespaceOf(quota))
                    .updateStatus(context, quota.withStatus(status));
        } catch (IOException e) {
            errors.add(e);
        }
    }
    // end::write[]

    // tag::sync[]
    /** Looks for new and vanished kinds of objects until {@code context} ends, at once and {@code period} after each look. */
    public void sync(QuotableResources.Discovery discovery, Duration period, Context context) {
        Set<ApiResource<?>> applied = new LinkedHashSet<>(); // by this thread only
        Wait.until(context, clock, period, () -> discoverOnce(discovery, period, context, applied));
    }

    private void discoverOnce(
            QuotableResources.Discovery discovery, Duration period, Context context, Set<ApiResource<?>> applied)
            throws InterruptedException {
        if (quotaMonitor == null) {
            return;
        }
        QuotableResources found;
        try {
            found = QuotableResources.find(discovery);
        } catch (IOException e) {
            LOG.error("Discovery failed; all monitors stay as they are until the next look", e);
            return;
        }
        found.failure().ifPresent(failure -> LOG.warn(
                "Some groups cannot be discovered; what is known of them stays watched", failure));
        Set<ApiResource<?>> resources = found.resourcesKeeping(applied);
        if (resources.equals(applied)) {
            return;
        }
        workerLock.writeLock().lockInterruptibly(); // I3
        try {
            apply(quotaMonitor, resources, applied, period, context);
        } finally {
            workerLock.writeLock().unlock();
        }
    }
    // end::sync[]

    // tag::apply[]
    private void apply(
            QuotaMonitor monitor, Set<ApiResource<?>> resources, Set<ApiResource<?>> applied, Duration period,
                    Context context)
            throws InterruptedException {
        try {
            monitor.syncMonitors(resources);
        } catch (AggregateException e) {
            LOG.error("Some resources cannot be watched for quotas; the next look tries again", e);
            return;
        }
        monitor.startMonitors();
        applied.clear();
        applied.addAll(resources);
        try (Cancellable limited = context.withTimeout(period, clock)) {
            if (!CacheSync.waitForNamedCacheSync("resource quota", limited, clock, monitor::isSynced)) {
                LOG.error("Not synced within {}: {}; counting goes on without", period, monitor.unsynced());
            }
        }
    }
    // end::apply[]
}
