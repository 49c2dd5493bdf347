import insideinformer.api.KubernetesList;
import insideinformer.api.KubernetesObject;
import insideinformer.api.ListOptions;
import insideinformer.api.ObjectMeta;
import insideinformer.api.Pod;
import insideinformer.api.WatchEvent;
import insideinformer.client.ListerWatcher;
import insideinformer.client.Watch;
import insideinformer.controller.ResourceEventHandlerFuncs;
import insideinformer.deltafifo.DeltaFIFO;
import insideinformer.deltafifo.DeltaFIFOOptions;
import insideinformer.deltafifo.Deltas;
import insideinformer.deltafifo.DoneChecker;
import insideinformer.deltafifo.FIFOClosedException;
import insideinformer.deltafifo.PopProcessFunc;
import insideinformer.deltafifo.PopResult;
import insideinformer.deltafifo.Queue;
import insideinformer.deltafifo.QueueFactory;
import insideinformer.sharedinformer.HandlerOptions;
import insideinformer.sharedinformer.SharedIndexInformer;
import insideinformer.sharedinformer.SharedIndexInformerOptions;
import insideinformer.store.DeltaObject;
import insideinformer.store.StoreException;
import insideinformer.testing.informers.FakeControllerSource;
import insideinformer.wait.Cancellable;
import insideinformer.wait.Context;
import insideinformer.wait.Group;
import insideinformer.workqueue.QueueConfig;
import insideinformer.workqueue.WorkQueue;
import insideinformer.workqueue.WorkQueues;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;

/**
 * A server, an informer with a handler named quota, a work queue and a worker, with a {@link Recording} at the seams
 * between them, and with switches for what can go wrong. Nothing in it is replaced: the recording looks through what the
 * parts let anybody look through.
 */
final class Pipeline implements AutoCloseable {

    /** What waits forever, and for which pod. */
    enum Stuck {
        INDEX, HANDLER, WORKER
    }

    final Recording seen = new Recording();

    private final FakeControllerSource<Pod> server = new FakeControllerSource<>((pod, metadata) ->
            new Pod(pod.apiVersion(), pod.kind(), metadata, pod.spec(), pod.status(), pod.unknown()));
    private final Map<Stuck, String> stuck = new ConcurrentHashMap<>();
    private final Set<String> cached = ConcurrentHashMap.newKeySet();
    private final CountDownLatch poppingMayBegin = new CountDownLatch(1);
    private final CountDownLatch forEver = new CountDownLatch(1); // until the end of the recording
    private final Cancellable context = Context.background().withCancel();
    private final Group threads = new Group();
    private final WorkQueue<String> workQueue = WorkQueues.newQueue(QueueConfig.named(""));
    private final SharedIndexInformer<Pod> informer;

    private volatile boolean silent; // the connection stands, and nothing comes through
    private volatile boolean reachable = true;
    private volatile String strange = ""; // the pod whose event has a type that nobody knows
    private volatile boolean holdPops;

    Pipeline() {
        informer = SharedIndexInformer.of(new Wire(), Pod.class, SharedIndexInformerOptions.<Pod>resyncing(Duration.ofHours(1))
                .withIndexers(Map.of("journey", this::index))
                .withQueueFactory(new QueueFactory() {
                    @Override
                    public <T> Queue<T> newQueue(DeltaFIFOOptions<T> options) {
                        return new WatchedQueue<>(new DeltaFIFO<>(options));
                    }
                }));
        informer.setTransform(pod -> {
            seen.see(Recording.Seam.QUEUED, pod.metadata().name(), text(pod));
            return pod;
        });
        handler("quota", Duration.ZERO, true);
    }

    /** A handler that puts keys into the work queue, or only listens. */
    private void handler(String name, Duration resync, boolean works) {
        informer.addEventHandlerWithOptions(new ResourceEventHandlerFuncs<>(
                pod -> handle(name, pod, text(pod), works),
                (old, pod) -> handle(name, pod, text(pod) + (old == pod ? " shown again" : ""), works),
                null), HandlerOptions.DEFAULT.withName(name).withResyncPeriod(resync));
    }

    private void handle(String handler, Pod pod, String text, boolean works) {
        seen.see(Recording.Seam.HANDLED, pod.metadata().name(), text + " (" + handler + ")");
        if (works) {
            waitIfStuck(Stuck.HANDLER, pod.metadata().name());
            workQueue.add(pod.metadata().name());
        }
    }

    Pipeline withDashboard() {
        handler("dashboard", Duration.ZERO, false);
        return this;
    }

    /** A second handler, which is shown everything again after a second. */
    Pipeline withResync() {
        handler("audit", Duration.ofSeconds(1), false);
        return this;
    }

    Pipeline stuck(Stuck where, String pod) {
        stuck.put(where, pod);
        return this;
    }

    boolean isStuck(Stuck where) {
        return stuck.containsKey(where);
    }

    Pipeline strange(String pod) {
        strange = pod;
        return this;
    }

    Pipeline holdPops() {
        holdPops = true;
        return this;
    }

    /** Starts with one pod, {@code cart-1}, that is there already. */
    Pipeline start() throws InterruptedException {
        write("cart-1");
        threads.start("informer", () -> informer.run(context));
        threads.start("worker", this::work);
        if (!holdPops) {
            seen.await(Recording.Seam.WORKED, "cart-1", 1);
        }
        return this;
    }

    void write(String name) {
        // The version is the server's next; the line comes first, so that no other seam can be quicker.
        Pod pod = new Pod("v1", "Pod", ObjectMeta.named("lantern", name), null, null, Map.of());
        seen.see(Recording.Seam.WRITTEN, name, name);
        server.add(pod);
    }

    void goSilent() {
        silent = true;
    }

    void cutTheWatch() {
        reachable = false;
        seen.note("the watch ends, and the server cannot be reached");
        server.closeWatches();
    }

    void reconnect() {
        seen.note("the server can be reached again");
        reachable = true;
    }

    void popNow() {
        poppingMayBegin.countDown();
    }

    private List<String> index(Pod pod) {
        String name = pod.metadata().name();
        waitIfStuck(Stuck.INDEX, name);
        if (cached.add(name)) {
            seen.see(Recording.Seam.CACHED, name, text(pod));
        }
        return List.of();
    }

    private void work() {
        try {
            for (Optional<String> key = workQueue.get(); key.isPresent(); key = workQueue.get()) {
                seen.see(Recording.Seam.WORKED, key.get(), key.get());
                waitIfStuck(Stuck.WORKER, key.get());
                workQueue.done(key.get());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void waitIfStuck(Stuck where, String pod) {
        if (pod.equals(stuck.get(where))) {
            try {
                forEver.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public void close() {
        context.cancel();
        forEver.countDown();
        poppingMayBegin.countDown();
        workQueue.shutDown();
        threads.awaitAll();
    }

    private static String text(KubernetesObject pod) {
        return pod.metadata().name() + "@" + pod.metadata().resourceVersion();
    }

    /** Between the server and the informer. */
    private final class Wire implements ListerWatcher<Pod> {

        @Override
        public KubernetesList<Pod> list(Context end, ListOptions options)
                throws IOException, InterruptedException {
            refuseIfUnreachable();
            KubernetesList<Pod> list = server.list(end, options);
            list.items().forEach(pod -> seen.see(Recording.Seam.RECEIVED, pod.metadata().name(), text(pod) + " in a list"));
            return list;
        }

        @Override
        public Watch<Pod> watch(Context end, ListOptions options) throws IOException {
            refuseIfUnreachable();
            Watch<Pod> watch = server.watch(end, options);
            return new Watch<>() {
                @Override
                public Optional<WatchEvent<Pod>> take() throws InterruptedException {
                    Optional<WatchEvent<Pod>> event = watch.take();
                    while (silent && event.isPresent()) {
                        event = watch.take();
                    }
                    return event.map(Wire.this::received);
                }

                @Override
                public void close() {
                    watch.close();
                }
            };
        }

        private void refuseIfUnreachable() throws IOException {
            if (!reachable) {
                throw new IOException("connection refused");
            }
        }

        private WatchEvent<Pod> received(WatchEvent<Pod> event) {
            if (!(event instanceof WatchEvent.Added<Pod>(Pod pod))) {
                return event;
            }
            boolean isStrange = pod.metadata().name().equals(strange);
            seen.see(Recording.Seam.RECEIVED, pod.metadata().name(), text(pod) + " as " + (isStrange ? "CREATED" : "ADDED"));
            return isStrange ? new WatchEvent.Unknown<>("CREATED", "no such type of event", pod) : event;
        }
    }

    /** A queue that is seen when something is taken out. */
    private final class WatchedQueue<T> implements Queue<T> {

        private final Queue<T> queue;

        WatchedQueue(Queue<T> queue) {
            this.queue = queue;
        }

        @Override
        public PopResult<T> pop(PopProcessFunc<T> process) throws FIFOClosedException {
            if (holdPops) {
                holdUntilBegin();
            }
            return queue.pop((deltas, isInInitialList) -> {
                see(deltas);
                process.process(deltas, isInInitialList);
            });
        }

        private void holdUntilBegin() {
            try {
                poppingMayBegin.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        private void see(Deltas<T> deltas) {
            deltas.newest().flatMap(delta -> delta.object().object()).map(KubernetesObject.class::cast).ifPresent(pod ->
                    seen.see(Recording.Seam.POPPED, pod.metadata().name(), text(pod)));
        }

        @Override
        public void add(T object) throws StoreException {
            queue.add(object);
        }

        @Override
        public void update(T object) throws StoreException {
            queue.update(object);
        }

        @Override
        public void delete(DeltaObject<T> object) throws StoreException {
            queue.delete(object);
        }

        @Override
        public void replace(List<T> list, String resourceVersion) throws StoreException {
            queue.replace(list, resourceVersion);
        }

        @Override
        public void resync() throws StoreException {
            seen.note("resync: what is cached is shown again");
            queue.resync();
        }

        @Override
        public boolean hasSynced() {
            return queue.hasSynced();
        }

        @Override
        public DoneChecker hasSyncedChecker() {
            return queue.hasSyncedChecker();
        }

        @Override
        public boolean isClosed() {
            return queue.isClosed();
        }

        @Override
        public void close() {
            queue.close();
        }
    }
}
