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
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Makes DeltaFIFOs and watches what goes in and what comes out. It can also hold the pops of the queue that carries one
 * kind of object, so that what waits there can be looked at.
 */
public final class ObservedQueues implements QueueFactory {

    private final Observer observer;
    private final Optional<Class<?>> held;
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

    /**
     * Lets the held queue pop {@code times} times.
     *
     * @throws IllegalStateException if there is none yet
     */
    public void letPop(int times) {
        ObservedQueue<?> queue = heldQueue.get();
        if (queue == null) {
            throw new IllegalStateException("no queue is held yet; wait until its informer runs");
        }
        queue.letPop(times);
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

    /**
     * A queue that tells the observer of writes and pops in their true order. It tells of a write before anybody can
     * pop what was written. For this it holds a lock of its own during a write until the observer has heard of it, and
     * during a pop, which begins only when there is something to pop.
     */
    private final class ObservedQueue<T> implements Queue<T> {

        private final DeltaFIFO<T> queue;
        private final KeyListerGetter<T> knownObjects;

        // Always taken before the queue's own lock. It is fair for the same reason as that one.
        private final ReentrantLock lock = new ReentrantLock(true);
        private final Condition changed = lock.newCondition(); // more to pop, another pop is allowed, or closed
        private int allowed; // guarded by lock; pops of a held queue

        private ObservedQueue(DeltaFIFO<T> queue, KeyListerGetter<T> knownObjects) {
            this.queue = queue;
            this.knownObjects = knownObjects;
        }

        private void letPop(int times) {
            lock.lock();
            try {
                allowed += times;
                changed.signalAll(); // pop waits for permission
            } finally {
                lock.unlock();
            }
        }

        private Map<String, List<String>> waiting() {
            Map<String, List<String>> waiting = new LinkedHashMap<>();
            queue.contents().forEach((key, deltas) -> waiting.put(key, texts(deltas)));
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
            write(DeltaType.ADDED, List.of(object), () -> queue.add(object));
        }

        @Override
        public void update(T object) throws StoreException {
            write(DeltaType.UPDATED, List.of(object), () -> queue.update(object));
        }

        @Override
        public void delete(DeltaObject<T> object) throws StoreException {
            write(DeltaType.DELETED, object.object().stream().toList(), () -> queue.delete(object));
        }

        @Override
        public void replace(List<T> list, String resourceVersion) throws StoreException {
            replace(list, Set.of(), resourceVersion);
        }

        @Override
        public void replace(List<T> list, Set<String> unread, String resourceVersion) throws StoreException {
            write(DeltaType.REPLACED, list, () -> queue.replace(list, unread, resourceVersion));
        }

        @Override
        public void resync() throws StoreException {
            write(DeltaType.SYNC, List.of(), queue::resync);
        }

        private void write(DeltaType type, List<T> objects, Write write) throws StoreException {
            lock.lock();
            try {
                write.run();
                objects.forEach(object -> see(type, object));
            } finally {
                changed.signalAll(); // there may be something to pop, even if the write failed halfway
                lock.unlock();
            }
        }

        private void see(DeltaType type, T object) {
            if (object instanceof KubernetesObject known) {
                observer.seen(Sighting.of(Stage.DELTA_FIFO, known, "queues " + type + " " + Sighting.show(known)));
            }
        }

        @Override
        public PopResult<T> pop(PopProcessFunc<T> process) throws FIFOClosedException {
            lock.lock();
            try {
                while (!queue.isClosed() && (queue.isEmpty() || isHeld() && allowed == 0)) {
                    changed.awaitUninterruptibly();
                }
                if (isHeld() && allowed > 0) {
                    allowed--;
                }
                return queue.pop((deltas, isInInitialList) -> processAndSee(process, deltas, isInInitialList));
            } finally {
                lock.unlock();
            }
        }

        /**
         * Tells of the pop of a held queue afterwards, when the store shows it; of another pop before a listener can be
         * faster.
         */
        private void processAndSee(PopProcessFunc<T> process, Deltas<T> deltas, boolean isInInitialList)
                throws Exception {
            Optional<T> object = deltas.newest().flatMap(delta -> delta.object().object());
            if (!isHeld()) {
                object.ifPresent(o -> popped(deltas, o));
            }
            process.process(deltas, isInInitialList);
            if (isHeld()) {
                object.ifPresent(o -> popped(deltas, o));
            }
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
            lock.lock();
            try {
                queue.close();
                changed.signalAll(); // what is queued is drained, held or not
            } finally {
                lock.unlock();
            }
        }
    }

    @FunctionalInterface
    private interface Write {
        void run() throws StoreException;
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
