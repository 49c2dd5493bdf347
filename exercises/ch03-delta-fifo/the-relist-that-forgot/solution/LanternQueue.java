import static insideinformer.deltafifo.DeltaType.ADDED;
import static insideinformer.deltafifo.DeltaType.DELETED;
import static insideinformer.deltafifo.DeltaType.REPLACED;
import static insideinformer.deltafifo.DeltaType.UPDATED;

import insideinformer.deltafifo.Delta;
import insideinformer.deltafifo.DeltaType;
import insideinformer.deltafifo.Deltas;
import insideinformer.deltafifo.FIFOClosedException;
import insideinformer.store.DeletedFinalStateUnknown;
import insideinformer.store.DeltaObject;
import insideinformer.store.DeltaObject.Live;
import insideinformer.store.KeyListerGetter;
import insideinformer.store.LookupException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/** The queue between the watch on Lantern's pods and the cache of them: DeltaFIFO, as far as the night needs it. */
final class LanternQueue {

    // I1  A key is in queue exactly if it is in items, and it is there once.
    // I2  No list in items is empty; the oldest delta comes first.
    // I3  A key keeps its place in the queue from its first delta until it is popped.
    // I4  No two deletions of a key follow each other; nothing else is ever merged.
    // I5  Whatever was known or queued, and is missing from a list that replaces all,
    //     is queued as deleted.

    private final KeyListerGetter<Pod> knownObjects; // the cache
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition cond = lock.newCondition(); // more to pop, or closed

    private final Map<String, List<Delta<Pod>>> items = new HashMap<>(); // guarded by lock
    private final Deque<String> queue = new ArrayDeque<>(); // guarded by lock; keys
    private boolean closed; // guarded by lock

    LanternQueue(KeyListerGetter<Pod> knownObjects) {
        this.knownObjects = knownObjects;
    }

    /** The watch says: there is a new pod. */
    void add(Pod pod) {
        write(ADDED, pod);
    }

    /** The watch says: a pod has changed. */
    void update(Pod pod) {
        write(UPDATED, pod);
    }

    private void write(DeltaType type, Pod pod) {
        lock.lock();
        try {
            queueActionLocked(pod.name(), type, new Live<>(pod));
        } finally {
            lock.unlock();
        }
    }

    /** The watch says: a pod is gone. */
    void delete(Pod pod) {
        lock.lock();
        try {
            if (items.containsKey(pod.name()) || lastKnownLocked(pod.name()).isPresent()) {
                queueActionLocked(pod.name(), DELETED, new Live<>(pod));
            }
        } finally {
            lock.unlock();
        }
    }

    /** The watch was lost, a new list has come: all pods that there are. Whatever is missing from it is gone. */
    void replace(List<Pod> list) {
        lock.lock();
        try {
            Set<String> listed = new HashSet<>();
            for (Pod pod : list) {
                listed.add(pod.name());
                queueActionLocked(pod.name(), REPLACED, new Live<>(pod));
            }
            queueDeletionsLocked(listed);
        } finally {
            lock.unlock();
        }
    }

    private void queueDeletionsLocked(Set<String> listed) {
        // exercise::begin deletions
        items.forEach((key, deltas) -> {
            if (!listed.contains(key)) {
                Optional<Pod> newest = deltas.getLast().object().object();
                queueActionLocked(key, DELETED, new DeletedFinalStateUnknown<>(key, newest));
            }
        });
        for (String key : knownObjects.listKeys()) {
            if (!listed.contains(key) && !items.containsKey(key)) {
                queueActionLocked(key, DELETED, new DeletedFinalStateUnknown<>(key, lastKnownLocked(key)));
            }
        }
        // exercise::starter
        // for (String key : knownObjects.listKeys()) {
        //     if (!listed.contains(key)) {
        //         queueActionLocked(key, DELETED, new DeletedFinalStateUnknown<>(key, lastKnownLocked(key)));
        //     }
        // }
        // exercise::end
    }

    private Optional<Pod> lastKnownLocked(String key) {
        try {
            return knownObjects.getByKey(key);
        } catch (LookupException e) {
            return Optional.empty();
        }
    }

    private void queueActionLocked(String key, DeltaType type, DeltaObject<Pod> object) {
        List<Delta<Pod>> deltas = items.get(key);
        if (deltas == null) {
            deltas = new ArrayList<>();
            items.put(key, deltas);
            queue.addLast(key);
        }
        deltas.add(new Delta<>(type, object));
        dedupDeltas(deltas);
        cond.signalAll();
    }

    /** Of two deletions in a row one stays: the older, unless it is only a tombstone (I4). */
    private static void dedupDeltas(List<Delta<Pod>> deltas) {
        int n = deltas.size();
        if (n >= 2 && deltas.get(n - 1).type() == DELETED && deltas.get(n - 2).type() == DELETED) {
            boolean tombstone = deltas.get(n - 2).object() instanceof DeletedFinalStateUnknown;
            deltas.remove(tombstone ? n - 2 : n - 1);
        }
    }

    /** Waits for a pod with deltas, takes the oldest, and calls {@code process} with them under the lock. */
    Deltas<Pod> pop(Consumer<Deltas<Pod>> process) throws FIFOClosedException {
        lock.lock();
        try {
            while (queue.isEmpty()) {
                if (closed) {
                    throw new FIFOClosedException();
                }
                cond.awaitUninterruptibly();
            }
            Deltas<Pod> deltas = new Deltas<>(items.remove(queue.removeFirst()));
            process.accept(deltas);
            return deltas;
        } finally {
            lock.unlock();
        }
    }

    void close() {
        lock.lock();
        try {
            closed = true;
            cond.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** What is queued, as text. */
    String contents() {
        lock.lock();
        try {
            return Show.contents(queue, items);
        } finally {
            lock.unlock();
        }
    }
}
