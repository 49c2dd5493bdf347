package insideinformer.factory;

import static java.util.Objects.requireNonNull;

import insideinformer.api.ApiResource;
import insideinformer.api.ConfigMap;
import insideinformer.api.GroupVersionResource;
import insideinformer.api.KubernetesObject;
import insideinformer.api.Namespace;
import insideinformer.api.PersistentVolumeClaim;
import insideinformer.api.Pod;
import insideinformer.api.ResourceQuota;
import insideinformer.api.Service;
import insideinformer.client.Client;
import insideinformer.client.ListerWatcher;
import insideinformer.deltafifo.DoneChecker;
import insideinformer.reflector.ListWatch;
import insideinformer.sharedinformer.CacheSync;
import insideinformer.sharedinformer.SharedIndexInformer;
import insideinformer.sharedinformer.SharedIndexInformerOptions;
import insideinformer.store.GenericLister;
import insideinformer.store.IndexFunc;
import insideinformer.wait.Cancellable;
import insideinformer.wait.Context;
import insideinformer.wait.Group;
import insideinformer.wait.WaitException;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes, shares and runs the informers of a program: one for each kind of object, however many ask for it.
 *
 * <p>First the parts of the program ask for informers and add handlers, then {@link #start} runs the informers. An
 * informer that is asked for later waits for another {@link #start}. A stopped informer never runs again. A kind whose
 * informer holds one class cannot be asked for as another class, which is an {@link IllegalArgumentException}.
 *
 * <p>The factory owns the threads of its informers, but not the client. {@link #close} stops all informers and waits
 * until the last handler has returned, so a factory can stand in a try-with-resources statement. The informers that
 * were started with a context also stop when that context ends. {@link #shutdown} stops nothing and only waits for the
 * end.
 *
 * <p>All methods can be called from any thread. Only {@link #close}, {@link #shutdown} and the {@code waitFor} methods
 * block. A handler must not call {@link #close} or {@link #shutdown}, because they would wait for its own end. A {@link
 * NewInformerFunc} must not ask for an informer, nor start or await one, which is an {@link IllegalStateException}. It
 * can call {@link #pods} and the like, because these do not make an informer.
 *
 * <p>Upstream: {@code informers/factory.go, sharedInformerFactory}; {@code dynamicinformer/informer.go}.
 */
public final class SharedInformerFactory implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(SharedInformerFactory.class);

    // tag::invariants[]
    // I1  There is at most one informer for a resource; it is never replaced.
    // I2  An informer is run at most once: startedInformers only grows.
    // I3  Once shuttingDown is true, no thread is started.
    // end::invariants[]

    private final Client client;
    private final Duration defaultResync;
    private final FactoryOptions options;
    private final Group threads = new Group();
    private final Cancellable life = Context.background().withCancel(); // the factory's own, which close ends
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<GroupVersionResource, Entry<?>> informers = new LinkedHashMap<>(); // guarded by lock
    private final Set<GroupVersionResource> startedInformers = new HashSet<>(); // guarded by lock
    private boolean shuttingDown; // guarded by lock

    private record Entry<T extends KubernetesObject>(ApiResource<T> resource, SharedIndexInformer<T> informer) {}

    /**
     * @param defaultResync the resync period of kinds for which the options name none; zero: no resync
     * @throws IllegalArgumentException if it is negative
     * @throws NullPointerException if there is no client
     */
    public SharedInformerFactory(Client client, Duration defaultResync, FactoryOptions options) {
        this.client = requireNonNull(client, "client is null; give the one that reaches the server");
        if (defaultResync.isNegative()) {
            throw new IllegalArgumentException(
                    "resync period is " + defaultResync + "; give zero for no resync, or a positive period");
        }
        this.defaultResync = defaultResync;
        this.options = options;
    }

    /** The default options, no resync. */
    public SharedInformerFactory(Client client) {
        this(client, Duration.ZERO, FactoryOptions.DEFAULT);
    }

    /** Any kind. Makes the informer now. */
    public <T extends KubernetesObject> GenericInformer<T> forResource(ApiResource<T> resource) {
        GenericInformer<T> informer = new ResourceInformer<>(this, resource);
        informer.informer();
        return informer;
    }

    /** Pods. Unlike {@link #forResource}, this method and those below make no informer yet. */
    public GenericInformer<Pod> pods() {
        return new ResourceInformer<>(this, ApiResource.PODS);
    }

    public GenericInformer<Service> services() {
        return new ResourceInformer<>(this, ApiResource.SERVICES);
    }

    public GenericInformer<PersistentVolumeClaim> persistentVolumeClaims() {
        return new ResourceInformer<>(this, ApiResource.PERSISTENT_VOLUME_CLAIMS);
    }

    public GenericInformer<ConfigMap> configMaps() {
        return new ResourceInformer<>(this, ApiResource.CONFIG_MAPS);
    }

    public GenericInformer<ResourceQuota> resourceQuotas() {
        return new ResourceInformer<>(this, ApiResource.RESOURCE_QUOTAS);
    }

    public GenericInformer<Namespace> namespaces() {
        return new ResourceInformer<>(this, ApiResource.NAMESPACES);
    }

    private record ResourceInformer<T extends KubernetesObject>(SharedInformerFactory factory, ApiResource<T> resource)
            implements GenericInformer<T> {
        @Override
        public SharedIndexInformer<T> informer() {
            return factory.informerFor(resource, factory.defaultInformer(resource));
        }

        @Override
        public GenericLister<T> lister() {
            return new GenericLister<>(informer().getIndexer(), resource.gvr().groupResource());
        }
    }

    // tag::informer-for[]
    /**
     * The informer of a resource. If there is none yet, {@code newFunc} makes it, and
     * the factory sets its transform. It runs after the next start.
     */
    public <T extends KubernetesObject> SharedIndexInformer<T> informerFor(
            ApiResource<T> resource, NewInformerFunc<T> newFunc) {
        enter();
        try {
            Entry<?> present = informers.get(resource.gvr());
            if (present != null) {
                return informerOf(present, resource);
            }
            Duration period = options.customResync()
                    .getOrDefault(resource.gvr(), defaultResync);
            SharedIndexInformer<T> made = newFunc.create(client, period);
            options.transform().ifPresent(transform -> made.setTransform(
                    object -> resource.type().cast(transform.transform(object))));
            informers.put(resource.gvr(), new Entry<>(resource, made)); // I1
            return made;
        } finally {
            lock.unlock();
        }
    }
    // end::informer-for[]

    @SuppressWarnings("unchecked") // the types are compared
    private static <T extends KubernetesObject> SharedIndexInformer<T> informerOf(
            Entry<?> present, ApiResource<T> resource) {
        if (present.resource().type() != resource.type()) {
            throw new IllegalArgumentException(resource.gvr() + " is asked for as " + resource.type().getName()
                    + ", but its informer holds " + present.resource().type().getName() + "; ask for that");
        }
        return (SharedIndexInformer<T>) present.informer();
    }

    private <T extends KubernetesObject> NewInformerFunc<T> defaultInformer(ApiResource<T> resource) {
        return (server, period) -> {
            String namespace = resource.namespaced() ? options.namespace() : "";
            ListerWatcher<T> source = server.resource(resource).inNamespace(namespace);
            return SharedIndexInformer.of(
                    ListWatch.filtered(source, options.tweakListOptions()),
                    resource.type(),
                    SharedIndexInformerOptions.<T>resyncing(period)
                            .withIndexers(Map.of(IndexFunc.NAMESPACE_INDEX, IndexFunc.metaNamespaceIndexFunc()))
                            .withObjectDescription(resource.gvr().groupResource().toString())
                            .withClock(options.clock())
                            .withCrashPolicy(options.crashPolicy())
                            .withQueueFactory(options.queueFactory())
                            .withReflectorOptions(options.reflectorOptions()));
        };
    }

    // tag::start[]
    /** {@link #start(Context)} with a context that only {@link #close} ends. */
    public void start() {
        start(life);
    }

    /**
     * Runs every informer that was not started before, until {@code context} ends or
     * the factory is closed. Does nothing once shutdown has begun.
     */
    public void start(Context context) {
        enter();
        try {
            if (shuttingDown) {
                return; // I3
            }
            informers.forEach((resource, entry) -> {
                if (startedInformers.add(resource)) { // I2
                    threads.start("informer of " + resource.groupResource(),
                            () -> run(entry.informer(), context));
                }
            });
        } finally {
            lock.unlock();
        }
    }
    // end::start[]

    private void run(SharedIndexInformer<?> informer, Context context) {
        try (Cancellable running = context.withCancel();
                Context.Registration closing = life.onDone(running::cancel)) {
            informer.run(running);
        }
    }

    /** As {@link #waitForCacheSyncResult}, but says only whether each one is synced. */
    public Map<GroupVersionResource, Boolean> waitForCacheSync(Context context) {
        return waitForCacheSyncResult(context).synced();
    }

    /**
     * Waits until all informers that were started are synced, or {@code context} ends. It does not wait for an informer
     * that was asked for but not started, and logs a warning that names it. Handlers might not have seen anything yet.
     * An interrupt counts as the end of the context and is kept.
     */
    // tag::wait-for-cache-sync[]
    public SyncResult waitForCacheSyncResult(Context context) {
        var waitingFor = informersStarted();
        Set<GroupVersionResource> notStarted = notStarted();
        if (!notStarted.isEmpty()) {
            LOG.warn("Nobody waits for the informers of {}: they were asked for after"
                    + " the last start; call start again", SyncResult.names(notStarted));
        }
        CacheSync.waitFor(context, "", waitingFor.values().stream()
                .map(SharedIndexInformer::hasSyncedChecker)
                .toArray(DoneChecker[]::new));
        Map<GroupVersionResource, Boolean> synced = new LinkedHashMap<>();
        Map<GroupVersionResource, Exception> failures = new LinkedHashMap<>();
        waitingFor.forEach((resource, informer) -> {
            boolean isSynced = informer.hasSynced();
            synced.put(resource, isSynced);
            if (!isSynced) {
                informer.lastFailure().ifPresent(e -> failures.put(resource, e));
            }
        });
        Optional<Exception> err = Optional.empty();
        if (synced.containsValue(false)) {
            err = Optional.of(cause(context));
        }
        return new SyncResult(err, synced, failures, notStarted);
    }
    // end::wait-for-cache-sync[]

    private Set<GroupVersionResource> notStarted() {
        enter();
        try {
            Set<GroupVersionResource> missing = new LinkedHashSet<>(informers.keySet());
            missing.removeAll(startedInformers);
            return missing;
        } finally {
            lock.unlock();
        }
    }

    private Map<GroupVersionResource, SharedIndexInformer<?>> informersStarted() {
        enter();
        try {
            Map<GroupVersionResource, SharedIndexInformer<?>> found = new LinkedHashMap<>();
            informers.forEach((resource, entry) -> {
                if (startedInformers.contains(resource)) {
                    found.put(resource, entry.informer());
                }
            });
            return found;
        } finally {
            lock.unlock();
        }
    }

    private static Exception cause(Context context) {
        return context.reason().<Exception>map(reason -> new WaitException(switch (reason) {
            case CANCELLED -> WaitException.Reason.CANCELLED;
            case DEADLINE -> WaitException.Reason.DEADLINE;
        })).orElseGet(() -> new InterruptedException("interrupted"));
    }

    // tag::shutdown[]
    /**
     * Starts nothing from now on, and waits until every informer that was started
     * has ended. It ends none of them; their contexts do. An interrupt does not end
     * the wait and is kept. Can be called repeatedly.
     */
    public void shutdown() {
        enter();
        try {
            shuttingDown = true;
        } finally {
            lock.unlock();
        }
        threads.awaitAll();
    }
    // end::shutdown[]

    /** Ends every informer that was started, and waits like {@link #shutdown}. */
    @Override
    public void close() {
        life.cancel();
        shutdown();
    }

    private void enter() {
        if (lock.isHeldByCurrentThread()) {
            throw new IllegalStateException(
                    "a NewInformerFunc must not call the factory that called it; ask for others before or after");
        }
        lock.lock();
    }
}
