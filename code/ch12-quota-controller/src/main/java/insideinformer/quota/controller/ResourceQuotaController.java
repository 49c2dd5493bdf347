package insideinformer.quota.controller;

import static insideinformer.quota.controller.QuotaFields.equal;
import static insideinformer.quota.controller.QuotaFields.namespaceOf;
import static insideinformer.quota.controller.QuotaFields.specOf;
import static insideinformer.quota.controller.QuotaFields.statusOf;

import insideinformer.api.ApiErrors;
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
import insideinformer.quota.monitor.NamespacedResourcesFunc;
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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the status of every quota right. Whenever an object is gone, and from time to time in any case, it counts what
 * the namespace uses and writes the sum into the quota's status.
 *
 * <p>A key in one of its queues means that this quota is to be counted again; it does not matter what has changed. The
 * controller writes a status only if it differs from the old one. If a write fails, the controller counts and writes
 * again later.
 *
 * <p>{@link #run} and {@link #sync} block until their context ends. Each runs on a thread of its own, side by side. The
 * other methods do not block and can be called from any thread.
 *
 * <p>Upstream: kubernetes {@code pkg/controller/resourcequota/resource_quota_controller.go, Controller} (in 1.11
 * {@code ResourceQuotaController}).
 */
public final class ResourceQuotaController {
    // tag::invariants[]
    // I1  A queue hands a key to one worker at a time. Both queues can hold the same key, so two
    //     workers can count one quota. The slower write is then a conflict, and counted again.
    // I2  A status is written only if it differs, and always from a count made just before.
    // I3  Nobody counts while the set of monitors changes. Workers hold the read side of
    //     workerLock, and the change holds the write side.
    // I4  A name that could not be counted keeps its old number. It never becomes zero.
    // end::invariants[]

    private static final Logger LOG = LoggerFactory.getLogger(ResourceQuotaController.class);
    private static final Duration WORKER_RESTART = Duration.ofSeconds(1);

    private final ControllerOptions options;
    private final Clock clock;
    private final @Nullable QuotaMonitor quotaMonitor;

    // tag::queues[]
    /** Keys of quotas to be counted again. */
    final RateLimitingQueue<String> queue;

    /** Keys of quotas that admission cannot judge by yet: they were never counted, or their limits have changed. */
    final RateLimitingQueue<String> missingUsageQueue;
    // end::queues[]

    /** Fair, so that a change of monitors does not wait behind ten workers forever. */
    final ReentrantReadWriteLock workerLock = new ReentrantReadWriteLock(true);

    // tag::constructor[]
    /**
     * Asks the server once what can be counted; ends with {@code context} while it does.
     *
     * @throws IOException if discovery fails and finds nothing at all, or if {@code context} ends
     */
    public ResourceQuotaController(Context context, ControllerOptions options)
            throws IOException, InterruptedException {
        this.options = options;
        this.clock = options.clock();
        this.quotaMonitor = options.discoveryFunc() == null
                ? null : newMonitor(context, options.discoveryFunc());
        this.queue = newQueue("resourcequota_primary");
        this.missingUsageQueue = newQueue("resourcequota_priority");
        try {
            options.resourceQuotaInformer().addEventHandlerWithResyncPeriod(new QuotaHandler(),
                    options.resyncPeriod().isNegative() ? Duration.ZERO : options.resyncPeriod());
        } catch (RuntimeException e) {
            shutDownQueues(); // each has a thread
            throw e;
        }
    }

    private void shutDownQueues() {
        queue.shutDown();
        missingUsageQueue.shutDown();
    }

    private RateLimitingQueue<String> newQueue(String name) {
        return WorkQueues.newRateLimitingQueue(
                RateLimiters.defaultController(clock), QueueConfig.<String>named(name)
                        .withClock(clock).withMetrics(options.queueMetrics()));
    }
    // end::constructor[]

    // tag::newMonitor[]
    private QuotaMonitor newMonitor(Context context, NamespacedResourcesFunc discoveryFunc)
            throws IOException, InterruptedException {
        QuotaMonitor monitor = QuotaMonitor.builder(
                        options.informerFactory(), options.informersStarted(), options.registry(),
                        this::replenishQuota)
                .ignoredResources(options.ignoredResources())
                .resyncPeriod(options.replenishmentResyncPeriod())
                .updateFilter(options.updateFilter())
                .clock(clock).queueMetrics(options.queueMetrics())
                .build();
        QuotableResources quotable = QuotableResources.getQuotableResources(context, discoveryFunc);
        quotable.failure().ifPresent(failure -> LOG.warn(
                "Quota controller: some groups cannot be discovered; their objects are not watched yet", failure));
        try {
            monitor.syncMonitors(quotable.resources());
        } catch (AggregateException e) {
            LOG.error("Quota controller: some resources cannot be watched; the next discovery tries them again", e);
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

        /** Only changed limits matter. The status is written by this controller itself and by admission. */
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
     * Queues a quota, with priority if admission cannot judge by its status yet. A limit that is not in the status
     * limits nothing, and a limit without a used amount lets nothing in.
     */
    void addQuota(ResourceQuota quota) {
        enqueueResourceQuota(needsCounting(quota) ? missingUsageQueue : queue, quota);
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

    private static void enqueueResourceQuota(RateLimitingQueue<String> queue, ResourceQuota quota) {
        try {
            queue.add(Keys.metaNamespaceKey(quota));
        } catch (KeyException e) {
            LOG.error("Quota controller: quota {} of namespace {} has no key, so it is never counted",
                    quota.metadata().name(), quota.metadata().namespace(), e);
        }
    }

    // tag::enqueueAll[]
    /** Queues every quota in the cache. */
    void enqueueAll() {
        options.resourceQuotaInformer().getIndexer().list().forEach(quota -> enqueueResourceQuota(queue, quota));
    }
    // end::enqueueAll[]

    // tag::replenishQuota[]
    /** Queues the quotas of a namespace that limit what this resource uses. */
    void replenishQuota(GroupResource resource, String namespace) {
        Evaluator evaluator = options.registry().get(resource);
        if (evaluator == null) {
            return;
        }
        try {
            for (ResourceQuota quota : options.resourceQuotaInformer().getIndexer()
                    .byIndex(IndexFunc.NAMESPACE_INDEX, namespace)) {
                if (!evaluator.matchingResources(statusOf(quota).hard().keySet()).isEmpty()) {
                    enqueueResourceQuota(queue, quota);
                }
            }
        } catch (IndexException e) {
            LOG.error("Quota controller: the quotas of namespace {} cannot be found; the next full pass counts them",
                    namespace, e);
        }
    }
    // end::replenishQuota[]

    // tag::run[]
    /**
     * Counts until {@code context} ends or the thread is interrupted. Returns after its threads have ended.
     *
     * @param workers how many count the keys of each queue
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
                threads.start("quota worker " + i, () -> worker(queue, running));
                threads.start("quota priority worker " + i, () -> worker(missingUsageQueue, running));
            }
            running.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally { // running has ended, whatever the reason
            shutDownQueues();
            threads.awaitAll();
        }
    }
    // end::run[]

    private boolean isSynced() {
        return options.resourceQuotaInformer().hasSynced()
                && (quotaMonitor == null || quotaMonitor.isSynced());
    }

    /** Makes the first pass before any worker runs, so that the pass does not queue a quota that was just counted. */
    private void startFullPasses(Group threads, Context context) {
        Duration period = options.resyncPeriod();
        if (period.isPositive()) {
            enqueueAll();
            threads.start("quota full pass", () -> enqueueAllEvery(period, context));
        } else {
            LOG.warn("Quota controller: the resync period is {}, so there are no full passes", period);
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
    private void worker(RateLimitingQueue<String> queue, Context context) {
        Wait.until(context, clock, WORKER_RESTART, () -> {
            for (Optional<String> key = queue.get(); key.isPresent(); key = queue.get()) {
                try {
                    workFunc(queue, key.get(), context);
                } finally {
                    queue.done(key.get());
                }
            }
        });
    }

    private void workFunc(RateLimitingQueue<String> queue, String key, Context context)
            throws InterruptedException {
        workerLock.readLock().lockInterruptibly(); // not earlier: a worker that waits for a key holds no lock
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
            LOG.debug("Quota {} was not counted, because the controller stops", key, e);
        } else if (ApiErrors.isConflict(e)) {
            LOG.info("Quota {} was written by somebody else in the meantime; it is counted again", key);
        } else if (ApiErrors.isNotFound(e)) {
            LOG.debug("Quota {} was deleted while it was counted", key);
        } else {
            LOG.error("Quota {} could not be counted; it is tried again later", key, e);
        }
    }

    // tag::syncFromKey[]
    void syncResourceQuotaFromKey(Context context, String key) throws Exception {
        ObjectName name = Keys.splitMetaNamespaceKey(key);
        Optional<ResourceQuota> quota =
                options.resourceQuotaInformer().getIndexer().getByKey(name.toString());
        if (quota.isEmpty()) {
            LOG.debug("Quota {} was deleted, so there is nothing to count", key);
            return;
        }
        syncResourceQuota(context, quota.get());
    }
    // end::syncFromKey[]

    // tag::syncResourceQuota[]
    /** Counts one quota and writes its status if that changes. If one name fails, the others are still written. */
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
    /**
     * Sends the cached resourceVersion, so that a write by somebody else in the meantime is a conflict and not lost.
     */
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

    /**
     * Asks the server at once, and {@code period} after each answer, which resources can be counted, and lets the
     * monitor follow. Runs until {@code context} ends; without a monitor it returns at once.
     */
    public void sync(NamespacedResourcesFunc discoveryFunc, Duration period, Context context) {
        if (quotaMonitor != null) {
            MonitorResync rounds = new MonitorResync(quotaMonitor, workerLock, discoveryFunc, period, clock);
            Wait.until(context, clock, period, () -> rounds.discoverOnce(context));
        }
    }
}
