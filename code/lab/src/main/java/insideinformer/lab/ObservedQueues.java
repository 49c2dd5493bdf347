package insideinformer.lab;

import insideinformer.api.KubernetesObject;
import insideinformer.deltafifo.DeltaFIFO;
import insideinformer.deltafifo.DeltaFIFOOptions;
import insideinformer.deltafifo.DeltaType;
import insideinformer.deltafifo.Deltas;
import insideinformer.deltafifo.DoneChecker;
import insideinformer.deltafifo.FIFOClosedException;
import insideinformer.deltafifo.PopProcessFunc;
import insideinformer.deltafifo.PopResult;
import insideinformer.deltafifo.Queue;
import insideinformer.deltafifo.QueueFactory;
import insideinformer.store.DeletedFinalStateUnknown;
import insideinformer.store.DeltaObject;
import insideinformer.store.KeyListerGetter;
import insideinformer.store.LookupException;
import insideinformer.store.StoreException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Makes DeltaFIFOs and watches what goes in and what comes out. It can also hold the pops of the queue that carries one
 * kind of object, so that what waits there can be looked at.
 */
public final class ObservedQueues implements QueueFactory {

    private final Observer observer;
    private final Optional<Class<?>> held;
    private final Semaphore pops = new Semaphore(0);
    private final AtomicReference<@Nullable ObservedQueue<?>> heldQueue = new AtomicReference<>();

    private ObservedQueues(Observer observer, Optional<Class<?>> held) {
        this.observer = observer;
        this.held = held;
    }

    public static ObservedQueues running(Observer observer) {
        return new ObservedQueues(observer, Optional.empty());
    }

    /** The informers' queue of this type pops only when {@link #letPop} is called. */
    public static ObservedQueues holding(Class<?> type, Observer observer) {
        return new ObservedQueues(observer, Optional.of(type));
    }

    @Override
    public <T> Queue<T> newQueue(DeltaFIFOOptions<T> options) {
        ObservedQueue<T> queue = new ObservedQueue<>(new DeltaFIFO<>(options), options.knownObjects());
        if (held.isPresent() && options.name().equals("DeltaFIFO " + held.get().getSimpleName())) {
            heldQueue.compareAndSet(null, queue);
        }
        return queue;
    }

    /** Lets the held queue pop {@code times} times. */
    public void letPop(int times) {
        pops.release(times);
    }

    /** What waits in the held queue, each object's deltas as a line of text, in the order of their pops. */
    public Map<String, List<String>> waiting() {
        ObservedQueue<?> queue = heldQueue.get();
        return queue == null ? Map.of() : queue.waiting();
    }

    /** What the store behind the held queue holds, by key. */
    public Map<String, String> stored() {
        ObservedQueue<?> queue = heldQueue.get();
        return queue == null ? Map.of() : queue.stored();
    }

    private final class ObservedQueue<T> implements Queue<T> {

        private final DeltaFIFO<T> queue;
        private final KeyListerGetter<T> knownObjects;

        private ObservedQueue(DeltaFIFO<T> queue, KeyListerGetter<T> knownObjects) {
            this.queue = queue;
            this.knownObjects = knownObjects;
        }

        private Map<String, List<String>> waiting() {
            Map<String, List<String>> waiting = new LinkedHashMap<>();
            QueueProbe.contents(queue).forEach((key, deltas) -> waiting.put(key, texts(deltas)));
            return waiting;
        }

        private Map<String, String> stored() {
            Map<String, String> stored = new TreeMap<>();
            for (String key : knownObjects.listKeys()) {
                try {
                    knownObjects.getByKey(key).ifPresent(object -> stored.put(key, show(object)));
                } catch (LookupException e) {
                    throw new IllegalStateException("a store in memory cannot fail", e);
                }
            }
            return stored;
        }

        private boolean isHeld() {
            return heldQueue.get() == this;
        }

        @Override
        public void add(T object) throws StoreException {
            queueing(DeltaType.ADDED, object);
            queue.add(object);
            queued(DeltaType.ADDED, object);
        }

        @Override
        public void update(T object) throws StoreException {
            queueing(DeltaType.UPDATED, object);
            queue.update(object);
            queued(DeltaType.UPDATED, object);
        }

        @Override
        public void delete(DeltaObject<T> object) throws StoreException {
            object.object().ifPresent(o -> queueing(DeltaType.DELETED, o));
            queue.delete(object);
            object.object().ifPresent(o -> queued(DeltaType.DELETED, o));
        }

        @Override
        public void replace(List<T> list, String resourceVersion) throws StoreException {
            list.forEach(object -> queueing(DeltaType.REPLACED, object));
            queue.replace(list, resourceVersion);
            list.forEach(object -> queued(DeltaType.REPLACED, object));
        }

        /** A queue that runs is spoken of before it is called, since afterwards the popping thread may be ahead. */
        private void queueing(DeltaType type, T object) {
            if (!isHeld()) {
                see(type, object);
            }
        }

        /** A held queue is spoken of afterwards, when the object can be seen in it. */
        private void queued(DeltaType type, T object) {
            if (isHeld()) {
                see(type, object);
            }
        }

        private void see(DeltaType type, T object) {
            if (object instanceof KubernetesObject known) {
                observer.seen(Sighting.of(Stage.DELTA_FIFO, known, "queues " + type + " " + Sighting.show(known)));
            }
        }

        @Override
        public void resync() throws StoreException {
            queue.resync();
        }

        @Override
        public PopResult<T> pop(PopProcessFunc<T> process) throws FIFOClosedException {
            if (isHeld()) {
                pops.acquireUninterruptibly();
            }
            return queue.pop((deltas, isInInitialList) -> {
                Optional<T> object = deltas.newest().flatMap(delta -> delta.object().object());
                if (!isHeld()) {
                    object.ifPresent(o -> popped(deltas, o));
                }
                process.process(deltas, isInInitialList);
                if (isHeld()) {
                    object.ifPresent(o -> popped(deltas, o));
                }
            });
        }

        private void popped(Deltas<T> deltas, T object) {
            if (object instanceof KubernetesObject known) {
                boolean deleted = deltas.newest().orElseThrow().type() == DeltaType.DELETED;
                observer.seen(Sighting.of(Stage.INFORMER, known, "pops [" + String.join(", ", texts(deltas)) + "]: "
                        + (deleted ? "out of" : "into") + " the store, then to the listeners"));
            }
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
            if (isHeld()) {
                pops.release(Integer.MAX_VALUE / 2); // what waits is drained
            }
        }
    }

    private static <T> List<String> texts(Deltas<T> deltas) {
        return deltas.list().stream().map(delta -> delta.type() + " " + showDelta(delta.object())).toList();
    }

    private static <T> String showDelta(DeltaObject<T> object) {
        String shown = object.object().map(ObservedQueues::show).orElse("nothing known");
        return object instanceof DeletedFinalStateUnknown ? "tombstone(" + shown + ")" : shown;
    }

    private static String show(Object object) {
        return object instanceof KubernetesObject known ? Sighting.show(known) : String.valueOf(object);
    }
}
