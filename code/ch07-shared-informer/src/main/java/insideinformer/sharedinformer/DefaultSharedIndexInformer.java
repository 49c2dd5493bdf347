package insideinformer.sharedinformer;

import static java.util.Objects.requireNonNull;

import insideinformer.api.KubernetesObject;
import insideinformer.client.ListerWatcher;
import insideinformer.client.ResourceClient;
import insideinformer.controller.Config;
import insideinformer.controller.Controller;
import insideinformer.controller.EventHandlerName;
import insideinformer.controller.Processing;
import insideinformer.controller.RefusedObjects;
import insideinformer.controller.ResourceEventHandler;
import insideinformer.deltafifo.DeltaFIFOOptions;
import insideinformer.deltafifo.Deltas;
import insideinformer.deltafifo.DoneChecker;
import insideinformer.deltafifo.DoneSignal;
import insideinformer.processor.ListenerOptions;
import insideinformer.processor.Notification;
import insideinformer.processor.ProcessorListener;
import insideinformer.processor.ResourceEventHandlerRegistration;
import insideinformer.processor.SharedProcessor;
import insideinformer.reflector.ReflectorOptions;
import insideinformer.reflector.WatchErrorHandler;
import insideinformer.store.IndexFunc;
import insideinformer.store.Indexer;
import insideinformer.store.Keys;
import insideinformer.store.Store;
import insideinformer.store.StoreException;
import insideinformer.store.Stores;
import insideinformer.store.TransformFunc;
import insideinformer.wait.Cancellable;
import insideinformer.wait.Context;
import insideinformer.wait.Group;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The {@link SharedIndexInformer}. It runs a controller whose process function first writes the store and then hands
 * notifications of the change to the handlers.
 *
 * <p>Upstream: {@code tools/cache/shared_informer.go, sharedIndexInformer}.
 */
final class DefaultSharedIndexInformer<T extends KubernetesObject> implements SharedIndexInformer<T> {

    // tag::invariants[]
    // I1  The store is changed before a notification of the change is handed out,
    //     and both happen under blockDeltas.
    // I2  A thread that adds a handler holds blockDeltas from the registration to
    //     the last replayed add: the handler misses nothing and gets nothing twice.
    // I3  Lock order: startedLock, blockDeltas, then store or processor. A handler
    //     is called with none of them held.
    // I4  Nothing is handed out once stopped is true, and the processor ends after
    //     that, so its context is no child of the informer's.
    // I5  synced fires once, after the last object of the first list was handed
    //     out.
    // end::invariants[]

    private static final Logger LOG = LoggerFactory.getLogger(SharedIndexInformer.class);

    private final ListerWatcher<T> listerWatcher;
    private final Class<T> objectType;
    private final SharedIndexInformerOptions<T> options;
    private final String objectDescription;
    private final Indexer<T> indexer;
    private final RefusedObjects<T> refused; // what the indexer refused
    final SharedProcessor<T> processor;
    private final Distributor<T> distributor;
    private final MutationDetector<T> cacheMutationDetector;
    private final DoneSignal synced;
    private final LastFailure lastFailure = new LastFailure();
    private final ReentrantLock blockDeltas = new ReentrantLock(); // I1, I2; guards no field

    private final ReentrantLock startedLock = new ReentrantLock();
    private boolean started; // guarded by startedLock, as all below
    private boolean stopped;
    private final ResyncCheckPeriod resyncCheckPeriod;
    private @Nullable TransformFunc<T> transform;
    private WatchErrorHandler watchErrorHandler = WatchErrorHandler.DEFAULT;
    private @Nullable Controller controller; // from the start on

    DefaultSharedIndexInformer(
            ListerWatcher<T> listerWatcher, Class<T> objectType, SharedIndexInformerOptions<T> options,
            MutationDetector<T> cacheMutationDetector) {
        this.cacheMutationDetector = cacheMutationDetector;
        this.listerWatcher = requireNonNull(listerWatcher, "listerWatcher is null; give the one to read from");
        this.objectType = requireNonNull(objectType, "objectType is null; give the class of the objects");
        this.options = options;
        this.objectDescription = options.objectDescription().isEmpty()
                ? describe(listerWatcher, objectType) : options.objectDescription();
        this.indexer = Stores.newIndexer(Keys.deletionHandlingMetaNamespaceKeyFunc(), options.indexers());
        this.refused = new RefusedObjects<>("informer of " + objectDescription, indexer);
        this.processor = new SharedProcessor<>(options.clock());
        this.distributor = new Distributor<>(processor, cacheMutationDetector);
        this.synced = new DoneSignal("SharedIndexInformer " + objectDescription);
        this.resyncCheckPeriod = new ResyncCheckPeriod(options.resyncPeriod(), processor::resyncCheckPeriodChanged);
    }

    private static String describe(ListerWatcher<?> listerWatcher, Class<?> objectType) {
        return listerWatcher instanceof ResourceClient<?> client
                ? client.resource().gvr().groupResource().toString() : objectType.getSimpleName();
    }

    // tag::run[]
    @Override
    public void run(Context context) {
        Optional<Controller> first = start();
        if (first.isEmpty()) {
            LOG.warn("The informer of {} was started already; it is not run again",
                    objectDescription);
            return;
        }
        Controller source = first.get();
        Group threads = new Group();
        try (Cancellable distributing = Context.background().withCancel()) { // I4
            threads.start("mutation detector of " + objectDescription,
                    () -> cacheMutationDetector.run(distributing));
            threads.start("processor of " + objectDescription,
                    () -> processor.run(distributing));
            threads.start("sync watcher of " + objectDescription,
                    () -> watchSynced(source, distributing));
            try {
                source.run(context);
            } finally {
                setStopped();
            }
        } // ends distributing: I4
        threads.awaitAll();
    }
    // end::run[]

    /** The controller to run; empty if the informer was started before. */
    private Optional<Controller> start() {
        startedLock.lock();
        try {
            if (started) {
                return Optional.empty();
            }
            Controller created = newControllerLocked();
            controller = created;
            started = true;
            return Optional.of(created);
        } finally {
            startedLock.unlock();
        }
    }

    private Controller newControllerLocked() {
        assertStartedLockHeld();
        DeltaFIFOOptions.Builder<T> queue = DeltaFIFOOptions.<T>builder()
                .name("DeltaFIFO " + objectType.getSimpleName())
                .knownObjects(refused)
                .emitDeltaTypeReplaced(true)
                .clock(options.clock());
        if (transform != null) {
            queue.transformer(new CheckedTransform<>(objectDescription, transform));
        }
        ReflectorOptions wanted = options.reflectorOptions().apply(ReflectorOptions.defaults());
        ReflectorOptions reflector = wanted
                .withName("informer of " + objectDescription)
                .withTypeDescription(objectDescription)
                .withResync(resyncCheckPeriod.get(), processor::shouldResync)
                .withWatchErrorHandler(lastFailure.rememberingHandler(watchErrorHandler))
                .withClock(options.clock(), wanted.random());
        return Controller.of(Config.of(
                        options.queueFactory().newQueue(queue.build()), listerWatcher, this::handleDeltas, objectType)
                .withReflectorOptions(reflector)
                .withCrashPolicy(lastFailure.rememberingPolicy(options.crashPolicy())));
    }

    private void setStopped() {
        startedLock.lock();
        try {
            stopped = true;
        } finally {
            startedLock.unlock();
        }
    }

    private void watchSynced(Controller source, Context end) {
        if (CacheSync.waitFor(end, "", source.hasSyncedChecker())) {
            synced.fire();
        }
    }

    // tag::handle-deltas[]
    void handleDeltas(Deltas<T> deltas, boolean isInInitialList)
            throws StoreException {
        blockDeltas.lock(); // I1
        try {
            Processing.processDeltas(
                    distributor, indexer, refused, deltas, isInInitialList);
        } finally {
            blockDeltas.unlock();
        }
    }
    // end::handle-deltas[]

    // tag::add-event-handler[]
    @Override
    public ResourceEventHandlerRegistration addEventHandlerWithOptions(
            ResourceEventHandler<T> handler, HandlerOptions wanted) {
        startedLock.lock();
        try {
            ProcessorListener<T> listener = newListenerLocked(handler, wanted);
            if (started) {
                join(listener);
            } else {
                processor.addListener(listener);
                listener.watchSynced(synced);
            }
            return listener;
        } finally {
            startedLock.unlock();
        }
    }
    // end::add-event-handler[]

    // tag::join[]
    /** Adds the listener and replays the store to it, while nothing new can come in between. */
    void join(ProcessorListener<T> listener) {
        blockDeltas.lock(); // I2
        try {
            processor.addListener(listener);
            for (T item : indexer.list()) {
                listener.add(new Notification.Add<>(item, true));
            }
            listener.watchSynced(synced); // earlier, the handler could count as synced too early
        } finally {
            blockDeltas.unlock();
        }
    }
    // end::join[]

    private ProcessorListener<T> newListenerLocked(ResourceEventHandler<T> handler, HandlerOptions wanted) {
        assertStartedLockHeld();
        requireNonNull(handler, "handler is null; give the handler that is to be told");
        String name = wanted.name().orElseGet(() -> EventHandlerName.nameForHandler(handler));
        if (stopped) {
            throw new IllegalStateException(
                    "handler " + name + " was not added to shared informer because it has stopped already");
        }
        Duration period = wanted.resyncPeriod().orElse(options.resyncPeriod());
        Duration requested =
                started ? resyncCheckPeriod.adapted(name, period) : resyncCheckPeriod.adaptTo(name, period);
        Duration granted = SharedProcessor.determineResyncPeriod(name, requested, resyncCheckPeriod.get());
        return new ProcessorListener<>(handler, ListenerOptions.named(synced.name(), name)
                .withResync(requested, granted)
                .withCrashPolicy(wanted.crashPolicy().orElse(options.crashPolicy())), options.clock());
    }

    Duration resyncCheckPeriod() {
        startedLock.lock();
        try {
            return resyncCheckPeriod.get();
        } finally {
            startedLock.unlock();
        }
    }

    // tag::remove-event-handler[]
    @Override
    public void removeEventHandler(ResourceEventHandlerRegistration handle) {
        if (!(handle instanceof ProcessorListener<?>)) {
            throw new IllegalArgumentException("invalid handle " + handle
                    + "; give what addEventHandler has returned");
        }
        startedLock.lock();
        blockDeltas.lock(); // waits until the deltas in process are handed out
        try {
            processor.removeListener(handle);
        } finally {
            blockDeltas.unlock();
            startedLock.unlock();
        }
    }
    // end::remove-event-handler[]

    @Override
    public void shutDownEventHandler(ResourceEventHandlerRegistration handle) throws InterruptedException {
        if (handle instanceof ProcessorListener<?> listener && listener.isRunBy(Thread.currentThread())) {
            throw new IllegalStateException(
                    "a handler must not wait for its own end; call removeEventHandler, which does not wait");
        }
        removeEventHandler(handle);
        handle.shutdown().await();
    }

    @Override
    public void addIndexers(Map<String, IndexFunc<T>> indexers) throws StoreException {
        startedLock.lock();
        try {
            if (stopped) {
                throw new IllegalStateException("indexers " + indexers.keySet()
                        + " were not added to shared informer because it has stopped already");
            }
            indexer.addIndexers(indexers);
        } finally {
            startedLock.unlock();
        }
    }

    @Override
    public void setTransform(TransformFunc<T> newTransform) {
        requireNonNull(newTransform, "transform is null; to change nothing, set none");
        startedLock.lock();
        try {
            refuseIfStartedLocked("transform");
            transform = newTransform;
        } finally {
            startedLock.unlock();
        }
    }

    @Override
    public void setWatchErrorHandler(WatchErrorHandler handler) {
        requireNonNull(handler, "watch error handler is null; for the default one, set none");
        startedLock.lock();
        try {
            refuseIfStartedLocked("watch error handler");
            watchErrorHandler = handler;
        } finally {
            startedLock.unlock();
        }
    }

    private void refuseIfStartedLocked(String what) {
        assertStartedLockHeld();
        if (started) {
            throw new IllegalStateException("informer of " + objectDescription + " has already started; set the " + what
                    + " before it runs");
        }
    }

    @Override
    public Store<T> getStore() {
        return indexer;
    }

    @Override
    public Indexer<T> getIndexer() {
        return indexer;
    }

    @Override
    public Controller getController() {
        return new DummyController(this);
    }

    @Override
    public boolean hasSynced() {
        return synced.done().isDone();
    }

    @Override
    public DoneChecker hasSyncedChecker() {
        return synced;
    }

    @Override
    public String lastSyncResourceVersion() {
        startedLock.lock();
        try {
            return controller == null ? "" : controller.lastSyncResourceVersion();
        } finally {
            startedLock.unlock();
        }
    }

    @Override
    public Optional<Exception> lastFailure() {
        return lastFailure.last();
    }

    @Override
    public boolean isStopped() {
        startedLock.lock();
        try {
            return stopped;
        } finally {
            startedLock.unlock();
        }
    }

    private void assertStartedLockHeld() {
        if (!startedLock.isHeldByCurrentThread()) {
            throw new IllegalStateException("the caller must hold startedLock");
        }
    }
}
