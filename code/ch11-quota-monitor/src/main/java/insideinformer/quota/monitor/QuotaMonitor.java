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
 * Listens to everything that quotas count and says when something may have freed quota.
 *
 * <p>It hears deletions, and those updates that its filter lets through; creations are no business of its own, since
 * admission has charged them. Handlers only put what they hear into a queue; one thread takes it out and calls the
 * {@link ReplenishmentFunc}, outside all locks.
 *
 * <p>All methods may be called from any thread. {@link #run} blocks until its context ends; {@link #startMonitors} waits,
 * once the monitor runs, until informers may be started.
 *
 * <p>Upstream: kubernetes {@code pkg/controller/resourcequota/resource_quota_monitor.go, QuotaMonitor}.
 */
public final class QuotaMonitor {
    // tag::invariants[]
    // I1  Every entry of monitors has exactly one handler on its resource's shared informer;
    //     what leaves monitors leaves no handler behind.
    // I2  An entry's informer is started only while the monitor runs, and once.
    // I3  No handler waits: it puts a change into a queue that never blocks.
    // end::invariants[]

    private static final Logger LOG = LoggerFactory.getLogger(QuotaMonitor.class);
    private static final Duration CONSUMER_RESTART = Duration.ofSeconds(1);

    /**
     * What a monitor is made of.
     *
     * @param informersStarted ends once informers may be started: not before every controller has asked for its own
     * @param updateFilter which updates count; null: none
     * @param queueMetrics where the numbers of its queue go
     */
    public record Config(
            InformerFactory informerFactory,
            Context informersStarted,
            Set<GroupResource> ignoredResources,
            Supplier<Duration> resyncPeriod,
            ReplenishmentFunc replenishmentFunc,
            Registry registry,
            @Nullable UpdateFilter updateFilter,
            Clock clock,
            MetricsProvider queueMetrics) {}

    private final Config config;
    private final WorkQueue<ResourceChange> resourceChanges;

    private final ReentrantReadWriteLock monitorLock = new ReentrantReadWriteLock();
    private final Map<GroupVersionResource, Monitor<?>> monitors = new HashMap<>(); // guarded by monitorLock
    private boolean running; // guarded by monitorLock
    private Context stop = Context.background(); // guarded by monitorLock; of the run in progress

    public QuotaMonitor(Config config) {
        this.config = config;
        this.resourceChanges = WorkQueues.newQueue(
                QueueConfig.<ResourceChange>named("resource_quota_controller_resource_changes")
                        .withClock(config.clock()).withMetrics(config.queueMetrics()));
    }

    /** Compared by identity: two changes that look alike are two changes. */
    private static final class ResourceChange {
        private final GroupResource resource;
        private final Optional<String> namespace; // empty: an object nobody knows

        private ResourceChange(GroupResource resource, Optional<String> namespace) {
            this.resource = resource;
            this.namespace = namespace;
        }
    }

    /** One resource that is listened to. */
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
     * Makes the resources listened to equal to {@code resources} less those ignored. New ones are started by
     * {@link #startMonitors}.
     *
     * @throws AggregateException for those that could not be added; all others were
     */
    public void syncMonitors(Collection<ApiResource<?>> resources) throws AggregateException {
        monitorLock.writeLock().lock();
        try {
            Map<GroupVersionResource, Monitor<?>> surplus = new HashMap<>(monitors);
            List<Exception> errors = new ArrayList<>();
            for (ApiResource<?> resource : resources) {
                if (config.ignoredResources().contains(resource.gvr().groupResource())) {
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
        GroupResource name = resource.gvr().groupResource();
        try {
            monitors.put(resource.gvr(), controllerFor(resource));
            if (config.registry().get(name) == null) {
                config.registry().add(new ObjectCountEvaluator(
                        name, InformerListers.listerFor(config.informerFactory(), resource), null));
            }
        } catch (RuntimeException e) {
            errors.add(new Exception("couldn't start monitor for resource \"" + resource.gvr() + "\": "
                    + e.getMessage(), e));
        }
    }

    private <T extends KubernetesObject> Monitor<T> controllerFor(ApiResource<T> resource) {
        SharedIndexInformer<T> informer = sharedInformer(resource);
        return new Monitor<>(informer, informer.addEventHandlerWithResyncPeriod(
                new Changes<T>(resource.gvr()), config.resyncPeriod().get()));
    }
    // end::addMonitor[]

    private <T extends KubernetesObject> SharedIndexInformer<T> sharedInformer(ApiResource<T> resource) {
        try {
            return config.informerFactory().forResource(resource).informer();
        } catch (RuntimeException e) {
            throw new IllegalStateException(
                    "unable to monitor quota for resource \"" + resource.gvr() + "\": " + e.getMessage(), e);
        }
    }

    /** Which updates and deletions count. */
    private final class Changes<T extends KubernetesObject> implements ResourceEventHandler<T> {
        private final GroupVersionResource resource;

        private Changes(GroupVersionResource resource) {
            this.resource = resource;
        }

        // tag::changes[]
        @Override
        public void onAdd(T obj, boolean isInInitialList) {
            // admission has charged it
        }

        @Override
        public void onUpdate(T oldObj, T newObj) {
            UpdateFilter filter = config.updateFilter();
            if (filter != null && filter.test(resource, oldObj, newObj)) {
                queue(Optional.of(newObj));
            }
        }

        @Override
        public void onDelete(DeletedObject<T> obj) {
            queue(obj.object());
        }
        // end::changes[]

        private void queue(Optional<T> object) {
            resourceChanges.add(new ResourceChange(
                    resource.groupResource(), object.map(o -> o.metadata().namespace())));
        }
    }

    // tag::startMonitors[]
    /**
     * Starts what was added since the last call; nothing while the monitor does not run. Waits until informers may be
     * started, or the monitor stops.
     */
    public void startMonitors() throws InterruptedException {
        monitorLock.writeLock().lockInterruptibly();
        try {
            if (!running) {
                return;
            }
            try (Cancellable either = stop.withCancel();
                    Context.Registration started = config.informersStarted().onDone(either::cancel)) {
                either.await();
            }
            for (Monitor<?> monitor : monitors.values()) {
                if (!monitor.started && !stop.isDone()) {
                    monitor.started = true;
                    config.informerFactory().start(stop);
                }
            }
        } finally {
            monitorLock.writeLock().unlock();
        }
    }
    // end::startMonitors[]

    /** Whether there is something to listen to and every handler has been shown all that there was at first. */
    public boolean isSynced() {
        monitorLock.readLock().lock();
        try {
            return !monitors.isEmpty() && monitors.values().stream().allMatch(m -> m.registration.hasSynced());
        } finally {
            monitorLock.readLock().unlock();
        }
    }

    /** The resources that are listened to and not synced: what {@link #isSynced} is waiting for. */
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
    /** Listens until {@code context} ends; returns when nothing of it runs any more. An interrupt counts as the end. */
    public void run(Context context) {
        Group consumer = new Group();
        try (Cancellable running = context.withCancel()) {
            setRunning(running);
            startMonitors();
            consumer.start("quota monitor", () -> Wait.until(
                    running, config.clock(), CONSUMER_RESTART, this::runProcessResourceChanges));
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

    private void setRunning(Context context) {
        monitorLock.writeLock().lock();
        try {
            stop = context;
            running = true;
        } finally {
            monitorLock.writeLock().unlock();
        }
    }

    private void stopMonitors() {
        monitorLock.writeLock().lock();
        try {
            running = false;
            monitors.values().forEach(Monitor::stop);
            monitors.clear();
        } finally {
            monitorLock.writeLock().unlock();
        }
    }

    // tag::process[]
    private void runProcessResourceChanges() throws InterruptedException {
        for (Optional<ResourceChange> change = resourceChanges.get(); change.isPresent(); change =
                resourceChanges.get()) {
            try {
                processResourceChange(change.get());
            } finally {
                resourceChanges.done(change.get());
            }
        }
    }

    private void processResourceChange(ResourceChange change) {
        if (change.namespace.isEmpty()) {
            LOG.error("An object of {} was deleted of which nobody knows where it was; the full pass will recount its quotas",
                    change.resource);
            return;
        }
        config.replenishmentFunc().replenish(change.resource, change.namespace.get());
    }
    // end::process[]
}
