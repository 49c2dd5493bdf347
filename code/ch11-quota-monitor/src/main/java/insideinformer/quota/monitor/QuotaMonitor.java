package insideinformer.quota.monitor;

import insideinformer.api.ApiResource;
import insideinformer.api.GroupResource;
import insideinformer.api.GroupVersionResource;
import insideinformer.api.KubernetesObject;
import insideinformer.controller.ResourceEventHandler;
import insideinformer.processor.ResourceEventHandlerRegistration;
import insideinformer.quota.AggregateException;
import insideinformer.quota.ObjectCountEvaluator;
import insideinformer.quota.Registry;
import insideinformer.quota.UpdateFilter;
import insideinformer.sharedinformer.SharedIndexInformer;
import insideinformer.store.DeletedObject;
import insideinformer.wait.Cancellable;
import insideinformer.wait.Clock;
import insideinformer.wait.Context;
import insideinformer.wait.Group;
import insideinformer.wait.Wait;
import insideinformer.workqueue.MetricsProvider;
import insideinformer.workqueue.QueueConfig;
import insideinformer.workqueue.WorkQueue;
import insideinformer.workqueue.WorkQueues;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Listens to all objects that quotas count, and reports when a change might have freed quota. The quota controller then
 * counts the quotas of that namespace again.
 *
 * <p>The monitor reports every deletion, and every update that its filter accepts. It ignores creations, because
 * admission has already charged them. The handlers only put a change into a queue. One thread takes the changes out and
 * calls the {@link ReplenishmentFunc} without holding a lock.
 *
 * <p>Any thread can call any method. {@link #run} blocks until its context ends. {@link #startMonitors} of a running
 * monitor blocks until informers may be started, and holds no lock while it waits.
 *
 * <p>Upstream: kubernetes {@code pkg/controller/resourcequota/resource_quota_monitor.go, QuotaMonitor}.
 */
public final class QuotaMonitor {
    // tag::invariants[]
    // I1  Every entry of monitors has exactly one handler on its resource's shared informer.
    //     An entry that is removed takes its handler with it.
    // I2  An entry's informer is started once, and only while the monitor runs.
    // I3  No handler waits: it puts a change into a queue that never blocks.
    // end::invariants[]

    private static final Logger LOG = LoggerFactory.getLogger(QuotaMonitor.class);
    private static final Duration CONSUMER_RESTART = Duration.ofSeconds(1);

    private final InformerFactory informerFactory;
    private final Context informersStarted;
    private final Set<GroupResource> ignoredResources;
    private final Supplier<Duration> resyncPeriod;
    private final ReplenishmentFunc replenishmentFunc;
    private final Registry registry;
    private final @Nullable UpdateFilter updateFilter;
    private final Clock clock;
    private final WorkQueue<Change> resourceChanges;

    private final ReentrantReadWriteLock monitorLock = new ReentrantReadWriteLock();
    private final Map<GroupVersionResource, Monitor<?>> monitors = new HashMap<>(); // guarded by monitorLock
    private volatile @Nullable Context stop; // ends the run in progress, null if there is none; unset with monitorLock

    private QuotaMonitor(Builder builder) {
        this.informerFactory = builder.informerFactory;
        this.informersStarted = builder.informersStarted;
        this.ignoredResources = builder.ignoredResources;
        this.resyncPeriod = builder.resyncPeriod;
        this.replenishmentFunc = builder.replenishmentFunc;
        this.registry = builder.registry;
        this.updateFilter = builder.updateFilter;
        this.clock = builder.clock;
        this.resourceChanges = WorkQueues.newQueue(
                QueueConfig.<Change>named("resource_quota_controller_resource_changes")
                        .withClock(clock).withMetrics(builder.queueMetrics));
    }

    /**
     * A monitor that ignores no resource, resyncs no handler, and reports no update unless told otherwise.
     *
     * @param informersStarted ends once informers may be started, which is after every controller has asked for its own
     */
    public static Builder builder(
            InformerFactory informerFactory, Context informersStarted, Registry registry,
            ReplenishmentFunc replenishmentFunc) {
        return new Builder(informerFactory, informersStarted, registry, replenishmentFunc);
    }

    /** One deletion or update. It has no equals, so that the queue keeps two changes that look alike. */
    private static final class Change {
        private final GroupResource resource;
        private final Optional<String> namespace; // empty: of a deleted object that nobody knows

        private Change(GroupResource resource, Optional<String> namespace) {
            this.resource = resource;
            this.namespace = namespace;
        }
    }

    /** A resource that the monitor listens to. */
    private static final class Monitor<T extends KubernetesObject> {
        private final SharedIndexInformer<T> informer;
        private final ResourceEventHandlerRegistration registration;
        private boolean started; // guarded by monitorLock

        private Monitor(SharedIndexInformer<T> informer, ResourceEventHandlerRegistration registration) {
            this.informer = informer;
            this.registration = registration;
        }

        private void stop() {
            informer.removeEventHandler(registration);
        }
    }

    // tag::syncMonitors[]
    /**
     * Adds and removes handlers until the monitor listens to {@code resources}, except the ignored ones. A new entry
     * waits for {@link #startMonitors}.
     *
     * @throws AggregateException names the resources that could not be added; all others were
     */
    public void syncMonitors(Collection<ApiResource<?>> resources) throws AggregateException {
        monitorLock.writeLock().lock();
        try {
            Map<GroupVersionResource, Monitor<?>> surplus = new HashMap<>(monitors);
            List<Exception> errors = new ArrayList<>();
            for (ApiResource<?> resource : resources) {
                if (ignoredResources.contains(resource.gvr().groupResource())) {
                    continue;
                }
                if (surplus.remove(resource.gvr()) == null && !monitors.containsKey(resource.gvr())) {
                    addMonitorLocked(resource, errors);
                }
            }
            surplus.forEach((resource, monitor) -> {
                monitors.remove(resource);
                monitor.stop();
            });
            if (!errors.isEmpty()) {
                throw new AggregateException(errors);
            }
        } finally {
            monitorLock.writeLock().unlock();
        }
    }
    // end::syncMonitors[]

    // tag::addMonitor[]
    private void addMonitorLocked(ApiResource<?> resource, List<Exception> errors) {
        assertLockHeld();
        GroupResource name = resource.gvr().groupResource();
        try {
            monitors.put(resource.gvr(), controllerFor(resource));
            if (registry.get(name) == null) {
                registry.add(new ObjectCountEvaluator(
                        name, InformerListers.listerFor(informerFactory, resource), null));
            }
        } catch (RuntimeException e) {
            errors.add(new Exception("couldn't start monitor for resource \"" + resource.gvr() + "\": "
                    + e.getMessage(), e));
        }
    }

    private <T extends KubernetesObject> Monitor<T> controllerFor(ApiResource<T> resource) {
        SharedIndexInformer<T> informer = sharedInformer(resource);
        return new Monitor<>(informer, informer.addEventHandlerWithResyncPeriod(
                new Handler<T>(resource.gvr()), resyncPeriod.get()));
    }
    // end::addMonitor[]

    private void assertLockHeld() {
        if (!monitorLock.isWriteLockedByCurrentThread()) {
            throw new IllegalStateException("the caller must hold monitorLock for writing");
        }
    }

    private <T extends KubernetesObject> SharedIndexInformer<T> sharedInformer(ApiResource<T> resource) {
        try {
            return informerFactory.forResource(resource).informer();
        } catch (RuntimeException e) {
            throw new IllegalStateException(
                    "unable to monitor quota for resource \"" + resource.gvr() + "\": " + e.getMessage(), e);
        }
    }

    /** Puts the deletions and updates that count into the queue. */
    private final class Handler<T extends KubernetesObject> implements ResourceEventHandler<T> {
        private final GroupVersionResource resource;

        private Handler(GroupVersionResource resource) {
            this.resource = resource;
        }

        // tag::changes[]
        @Override
        public void onAdd(T obj, boolean isInInitialList) {
            // admission has already charged it
        }

        @Override
        public void onUpdate(T oldObj, T newObj) {
            if (updateFilter != null && updateFilter.test(resource, oldObj, newObj)) {
                queue(Optional.of(newObj));
            }
        }

        @Override
        public void onDelete(DeletedObject<T> obj) {
            queue(obj.object());
        }
        // end::changes[]

        private void queue(Optional<T> object) {
            resourceChanges.add(new Change(
                    resource.groupResource(), object.map(o -> o.metadata().namespace())));
        }
    }

    // tag::startMonitors[]
    /**
     * Starts the entries that were added since the last call. Waits until informers may be started or the monitor
     * stops; does nothing if the monitor does not run.
     */
    public void startMonitors() throws InterruptedException {
        Context running = stop;
        if (running == null) {
            return;
        }
        try (Cancellable either = running.withCancel();
                Context.Registration started = informersStarted.onDone(either::cancel)) {
            either.await(); // without the lock, so that isSynced can answer meanwhile
        }
        monitorLock.writeLock().lock();
        try {
            for (Monitor<?> monitor : monitors.values()) {
                if (!monitor.started && stop == running && !running.isDone()) {
                    monitor.started = true;
                    informerFactory.start(running);
                }
            }
        } finally {
            monitorLock.writeLock().unlock();
        }
    }
    // end::startMonitors[]

    /** Whether there are entries, and the handler of each has been shown every object of the initial list. */
    public boolean isSynced() {
        monitorLock.readLock().lock();
        try {
            return !monitors.isEmpty() && monitors.values().stream().allMatch(m -> m.registration.hasSynced());
        } finally {
            monitorLock.readLock().unlock();
        }
    }

    /** The entries that are not synced yet. */
    public Set<GroupVersionResource> unsynced() {
        monitorLock.readLock().lock();
        try {
            Set<GroupVersionResource> unsynced = new HashSet<>();
            monitors.forEach((resource, monitor) -> {
                if (!monitor.registration.hasSynced()) {
                    unsynced.add(resource);
                }
            });
            return unsynced;
        } finally {
            monitorLock.readLock().unlock();
        }
    }

    // tag::run[]
    /** Listens until {@code context} ends or the thread is interrupted. Returns after its consumer has ended. */
    public void run(Context context) {
        Group consumer = new Group();
        try (Cancellable running = context.withCancel()) {
            stop = running;
            startMonitors();
            consumer.start("quota monitor", () -> Wait.until(
                    running, clock, CONSUMER_RESTART, this::runProcessResourceChanges));
            running.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally { // running has ended, whatever the reason
            stopMonitors();
            resourceChanges.shutDown();
            consumer.awaitAll();
        }
    }
    // end::run[]

    private void stopMonitors() {
        monitorLock.writeLock().lock();
        try {
            stop = null;
            monitors.values().forEach(Monitor::stop);
            monitors.clear();
        } finally {
            monitorLock.writeLock().unlock();
        }
    }

    // tag::process[]
    private void runProcessResourceChanges() throws InterruptedException {
        for (Optional<Change> change = resourceChanges.get(); change.isPresent(); change =
                resourceChanges.get()) {
            try {
                processResourceChange(change.get());
            } finally {
                resourceChanges.done(change.get());
            }
        }
    }

    private void processResourceChange(Change change) {
        if (change.namespace.isEmpty()) {
            LOG.error("Quota monitor: an object of {} was deleted whose namespace nobody knows;"
                    + " its quotas are counted again by the next full pass", change.resource);
            return;
        }
        String namespace = change.namespace.get();
        try {
            replenishmentFunc.replenish(change.resource, namespace);
        } catch (RuntimeException e) {
            throw new IllegalStateException(
                    "the quotas of " + change.resource + " in namespace " + namespace + " could not be queued", e);
        }
    }
    // end::process[]

    /** Sets what a monitor need not have. */
    public static final class Builder {

        private final InformerFactory informerFactory;
        private final Context informersStarted;
        private final Registry registry;
        private final ReplenishmentFunc replenishmentFunc;
        private Set<GroupResource> ignoredResources = Set.of();
        private Supplier<Duration> resyncPeriod = () -> Duration.ZERO;
        private @Nullable UpdateFilter updateFilter;
        private Clock clock = Clock.system();
        private MetricsProvider queueMetrics = MetricsProvider.NONE;

        private Builder(
                InformerFactory informerFactory, Context informersStarted, Registry registry,
                ReplenishmentFunc replenishmentFunc) {
            this.informerFactory = informerFactory;
            this.informersStarted = informersStarted;
            this.registry = registry;
            this.replenishmentFunc = replenishmentFunc;
        }

        public Builder ignoredResources(Set<GroupResource> ignored) {
            ignoredResources = Set.copyOf(ignored);
            return this;
        }

        /** Asked for each handler; zero: no resync. */
        public Builder resyncPeriod(Supplier<Duration> period) {
            resyncPeriod = period;
            return this;
        }

        /** Which updates to report; null: none. */
        public Builder updateFilter(@Nullable UpdateFilter filter) {
            updateFilter = filter;
            return this;
        }

        public Builder clock(Clock newClock) {
            clock = newClock;
            return this;
        }

        /** Where the numbers of its queue go. */
        public Builder queueMetrics(MetricsProvider metrics) {
            queueMetrics = metrics;
            return this;
        }

        public QuotaMonitor build() {
            return new QuotaMonitor(this);
        }
    }
}
