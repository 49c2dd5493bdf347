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
import insideinformer.store.StoreException;
import java.util.List;
import java.util.stream.Collectors;

/** Makes DeltaFIFOs and watches what goes in and what comes out. */
public final class ObservedQueues implements QueueFactory {

    private final Observer observer;

    public ObservedQueues(Observer observer) {
        this.observer = observer;
    }

    @Override
    public <T> Queue<T> newQueue(DeltaFIFOOptions<T> options) {
        return new ObservedQueue<>(new DeltaFIFO<>(options), observer);
    }

    /** Speaks before the queue is called, since afterwards another thread may be ahead. */
    private record ObservedQueue<T>(Queue<T> queue, Observer observer) implements Queue<T> {

        @Override
        public void add(T object) throws StoreException {
            queued(DeltaType.ADDED, object);
            queue.add(object);
        }

        @Override
        public void update(T object) throws StoreException {
            queued(DeltaType.UPDATED, object);
            queue.update(object);
        }

        @Override
        public void delete(DeltaObject<T> object) throws StoreException {
            object.object().ifPresent(o -> queued(DeltaType.DELETED, o));
            queue.delete(object);
        }

        @Override
        public void replace(List<T> list, String resourceVersion) throws StoreException {
            list.forEach(object -> queued(DeltaType.REPLACED, object));
            queue.replace(list, resourceVersion);
        }

        private void queued(DeltaType type, T object) {
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
            return queue.pop((deltas, isInInitialList) -> {
                deltas.newest().flatMap(delta -> delta.object().object()).ifPresent(object -> popped(deltas, object));
                process.process(deltas, isInInitialList);
            });
        }

        private void popped(Deltas<T> deltas, T object) {
            if (object instanceof KubernetesObject known) {
                boolean deleted = deltas.newest().orElseThrow().type() == DeltaType.DELETED;
                observer.seen(Sighting.of(Stage.INFORMER, known, "pops " + show(deltas) + ": "
                        + (deleted ? "out of" : "into") + " the store, then to the listeners"));
            }
        }

        private static <T> String show(Deltas<T> deltas) {
            return deltas.list().stream()
                    .map(delta -> delta.type() + " " + show(delta.object()))
                    .collect(Collectors.joining(", ", "[", "]"));
        }

        private static <T> String show(DeltaObject<T> object) {
            String shown = object.object().map(o -> o instanceof KubernetesObject k ? Sighting.show(k) : o.toString()).orElse("?");
            return object instanceof DeletedFinalStateUnknown ? "tombstone(" + shown + ")" : shown;
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
