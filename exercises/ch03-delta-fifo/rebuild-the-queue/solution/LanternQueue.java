import static insideinformer.deltafifo.DeltaType.ADDED;
import static insideinformer.deltafifo.DeltaType.DELETED;
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
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/** The queue between the watch on Lantern's pods and the cache of them: DeltaFIFO, without its Replace. */
final class LanternQueue {

    // I1  A key is in queue exactly if it is in items, and it is there once.
    // I2  No list in items is empty; the oldest delta comes first.
    // I3  A key keeps its place in the queue from its first delta until it is popped.
    // I4  No two deletions of a key follow each other; nothing else is ever merged.
    // I6  Known objects change only inside a callback of pop, thus under the lock: what
    //     is known and what is queued always fit together.

    private final KeyListerGetter<Pod> knownObjects; // the cache
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition cond = lock.newCondition(); // more to pop, or closed

    private final Map<String, List<Delta<Pod>>> items = new HashMap<>(); // guarded by lock
    private final Deque<String> queue = new ArrayDeque<>(); // guarded by lock; keys
    private boolean closed; // guarded by lock

    LanternQueue(KeyListerGetter<Pod> knownObjects) {
        this.knownObjects = knownObjects;
    }

    void add(Pod pod) {
        write(ADDED, pod);
    }

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

    /**
     * What is neither known nor queued needs no deleting, a tombstone neither. Where the lookup fails, it counts as known.
     */
    void delete(DeltaObject<Pod> object) {
        String key = keyOf(object);
        lock.lock();
        try {
            // exercise::begin delete
            if (items.containsKey(key) || isKnownLocked(key)) {
                queueActionLocked(key, DELETED, object);
            }
            // exercise::starter
            // // Stage 2
            // throw new UnsupportedOperationException("not written yet");
            // exercise::end
        } finally {
            lock.unlock();
        }
    }
    // exercise::begin known

    private boolean isKnownLocked(String key) {
        try {
            return knownObjects.getByKey(key).isPresent();
        } catch (LookupException e) {
            return true;
        }
    }
    // exercise::end

    private static String keyOf(DeltaObject<Pod> object) {
        return switch (object) {
            case Live<Pod> live -> live.value().name();
            case DeletedFinalStateUnknown<Pod> tombstone -> tombstone.key();
        };
    }

    /** Puts one more delta under its key (I1, I2, I3), even if the queue is closed, and lets whoever waits in pop know. */
    private void queueActionLocked(String key, DeltaType type, DeltaObject<Pod> object) {
        // exercise::begin enqueue
        List<Delta<Pod>> deltas = items.get(key);
        if (deltas == null) {
            deltas = new ArrayList<>();
            items.put(key, deltas);
            queue.addLast(key);
        }
        deltas.add(new Delta<>(type, object));
        dedupDeltas(deltas);
        cond.signalAll();
        // exercise::starter
        // // Stage 1
        // throw new UnsupportedOperationException("not written yet");
        // exercise::end
    }

    /** Of two deletions in a row one stays: the older, unless the older is only a tombstone (I4). */
    private static void dedupDeltas(List<Delta<Pod>> deltas) {
        // exercise::begin dedup
        int n = deltas.size();
        if (n >= 2 && deltas.get(n - 1).type() == DELETED && deltas.get(n - 2).type() == DELETED) {
            boolean tombstone = deltas.get(n - 2).object() instanceof DeletedFinalStateUnknown;
            deltas.remove(tombstone ? n - 2 : n - 1);
        }
        // exercise::starter
        // // Stage 3: until then nothing is merged
        // exercise::end
    }

    /**
     * Waits until there is a key, or until the queue is closed; an interrupt does not end the wait. Then takes the oldest
     * key with all its deltas out, calls {@code process} with them while it still holds the lock (I6), and returns them.
     * Whatever {@code process} throws comes out of here as it is; the deltas are gone all the same.
     *
     * @throws FIFOClosedException if the queue is closed and empty
     */
    Deltas<Pod> pop(Consumer<Deltas<Pod>> process) throws FIFOClosedException {
        lock.lock();
        try {
            // exercise::begin pop
            while (queue.isEmpty()) {
                if (closed) {
                    throw new FIFOClosedException();
                }
                cond.awaitUninterruptibly();
            }
            Deltas<Pod> deltas = new Deltas<>(items.remove(queue.removeFirst()));
            process.accept(deltas);
            return deltas;
            // exercise::starter
            // // Stage 4
            // throw new UnsupportedOperationException("not written yet");
            // exercise::end
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

    /** How many pops wait. */
    int waiting() {
        lock.lock();
        try {
            return lock.getWaitQueueLength(cond);
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
