package insideinformer.deltafifo;

import static insideinformer.deltafifo.DeltaType.ADDED;
import static insideinformer.deltafifo.DeltaType.DELETED;
import static insideinformer.deltafifo.DeltaType.REPLACED;
import static insideinformer.deltafifo.DeltaType.SYNC;
import static insideinformer.deltafifo.DeltaType.UPDATED;
import static java.util.Objects.requireNonNull;

import insideinformer.store.DeletedFinalStateUnknown;
import insideinformer.store.DeltaObject;
import insideinformer.store.DeltaObject.Live;
import insideinformer.store.KeyError;
import insideinformer.store.KeyException;
import insideinformer.store.KeyFunc;
import insideinformer.store.KeyListerGetter;
import insideinformer.store.LookupException;
import insideinformer.store.TransformException;
import insideinformer.store.TransformFunc;
import insideinformer.store.TransformingStore;
import insideinformer.wait.Clock;
import insideinformer.wait.Context;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A queue of objects, each with everything that happened to it since it was last taken out.
 *
 * <p>One side writes what the server sent. The other side takes one object at a time and applies its deltas to a store,
 * whose content is called the known objects. Only {@code pop} waits for an object. All other methods wait for the lock
 * alone, which {@code pop} holds while its callback runs.
 *
 * <p>The callback, the key function, the transformer and the lookups of known objects run under the lock. They must not
 * call the queue: a call throws {@link IllegalStateException}, except for {@link #done}, {@link #name} and {@link
 * #keyOf(DeltaObject)}, which do not need the lock, and for {@link #contents} and {@link #isEmpty}, which only look.
 *
 * <p>A null object is refused with a {@link NullPointerException}. A closed queue still takes what is written to it.
 *
 * <p>Upstream: {@code tools/cache/delta_fifo.go, DeltaFIFO}.
 */
public final class DeltaFIFO<T> implements Queue<T>, TransformingStore<T>, DoneChecker {

    // tag::invariants[]
    // I1  A key is in queue exactly if it is in items, and it is there once.
    // I2  No list in items is empty. The oldest delta comes first.
    // I3  A key keeps its place in the queue from its first delta until its pop.
    // I4  No two deletions of a key follow each other. Nothing else is merged.
    // I5  What is known or queued, and missing from a list that replaces
    //     everything, is queued as deleted.
    // I6  Known objects change only inside a callback of pop, which means under
    //     the lock. So what is known and what is queued always fit together.
    // I7  Once synced, the queue stays synced.
    // end::invariants[]

    private static final int DEEP = 10; // keys
    private static final Duration SLOW = Duration.ofMillis(100);
    private static final String REASON = "slow event handlers blocking the queue";

    private final Logger log;

    // tag::fields[]
    private final String name;
    private final KeyFunc<T> keyFunc;
    private final KeyListerGetter<T> knownObjects; // the consumer's store
    private final Optional<TransformFunc<T>> transformer;
    private final DeltaType typeOfReplace; // Replaced or Sync
    private final Clock clock;

    // Fair, because a thread that pops in a loop takes the lock again at once and
    // would keep all others waiting as long as there is something to pop.
    private final ReentrantLock lock = new ReentrantLock(true);
    private final Condition cond = lock.newCondition(); // more to pop, or closed

    // guarded by lock
    private final Map<String, List<Delta<T>>> items = new HashMap<>(); // by key
    private final Deque<String> queue = new ArrayDeque<>(); // keys
    private boolean populated; // something other than resync was called
    private int initialPopulationCount; // keys of the first list to be popped yet
    private boolean closed;

    private final DoneSignal synced;
    // end::fields[]

    public DeltaFIFO(DeltaFIFOOptions<T> options) {
        name = options.name();
        synced = new DoneSignal(name);
        keyFunc = options.keyFunction();
        knownObjects = options.knownObjects();
        transformer = options.transformer();
        typeOfReplace = options.emitDeltaTypeReplaced() ? REPLACED : SYNC;
        clock = options.clock();
        log = LoggerFactory.getLogger(DeltaFIFO.class.getPackageName() + "." + name);
    }

    // tag::keyOf[]
    /** A tombstone carries its key. The key function computes all others. */
    public String keyOf(DeltaObject<T> object) throws KeyException {
        return switch (object) {
            case DeletedFinalStateUnknown<T> tombstone -> tombstone.key();
            case Live<T> live -> keyFunc.key(live.value());
        };
    }

    /**
     * The key of the newest object.
     *
     * @throws KeyError if there is none; the cause is a {@link
     *     ZeroLengthDeltasException}
     */
    public String keyOf(Deltas<T> deltas) throws KeyException {
        if (deltas.newest().isEmpty()) {
            throw new KeyError(deltas, new ZeroLengthDeltasException());
        }
        return keyOf(deltas.newest().get().object());
    }
    // end::keyOf[]

    // tag::add[]
    @Override
    public void add(T object) throws KeyError, TransformException {
        write(ADDED, new Live<>(object));
    }

    @Override
    public void update(T object) throws KeyError, TransformException {
        write(UPDATED, new Live<>(object));
    }

    private void write(DeltaType type, Live<T> object)
            throws KeyError, TransformException {
        enter();
        try {
            populated = true;
            String key = keyOrError(object);
            queueActionLocked(key, type, transformLocked(object));
        } finally {
            leave();
        }
    }
    // end::add[]

    // tag::delete[]
    /** Does nothing if the object is neither known nor queued. */
    @Override
    public void delete(DeltaObject<T> object) throws KeyError, TransformException {
        String key = keyOrError(object);
        enter();
        try {
            populated = true;
            if (items.containsKey(key) || isKnownLocked(key)) {
                queueActionLocked(key, DELETED, transformLocked(object));
            }
        } finally {
            leave();
        }
    }

    private boolean isKnownLocked(String key) {
        assertLockHeld();
        try {
            return knownObjects.getByKey(key).isPresent();
        } catch (LookupException e) {
            log.error("Looking up {} failed; it counts as known", key, e);
            return true; // an extra deletion does no harm, a missing one does
        }
    }
    // end::delete[]

    // tag::queueActionLocked[]
    private void queueActionLocked(
            String key, DeltaType type, DeltaObject<T> object) {
        assertLockHeld();
        List<Delta<T>> deltas = items.get(key);
        if (deltas == null) {
            deltas = new ArrayList<>();
            items.put(key, deltas);
            queue.addLast(key);
        }
        deltas.add(new Delta<>(type, object));
        dedupDeltas(deltas);
        cond.signalAll(); // there is something to pop
    }

    /** Of two deletions in a row the older stays, unless it is a tombstone. */
    private static <T> void dedupDeltas(List<Delta<T>> deltas) {
        int n = deltas.size();
        if (n < 2 || !isDeletion(deltas, n - 1) || !isDeletion(deltas, n - 2)) {
            return;
        }
        DeltaObject<T> older = deltas.get(n - 2).object();
        deltas.remove(older instanceof DeletedFinalStateUnknown ? n - 2 : n - 1);
    }
    // end::queueActionLocked[]

    private static <T> boolean isDeletion(List<Delta<T>> deltas, int index) {
        return deltas.get(index).type() == DELETED;
    }

    // tag::transform[]
    private DeltaObject<T> transformLocked(DeltaObject<T> object)
            throws TransformException {
        assertLockHeld();
        if (transformer.isEmpty() || !(object instanceof Live<T> live)) {
            return object; // the object in a tombstone was transformed before
        }
        try {
            return new Live<>(transformer.get().transform(live.value()));
        } catch (Exception e) {
            throw TransformException.of("", e);
        }
    }

    @Override
    public Optional<TransformFunc<T>> transformer() {
        return transformer;
    }
    // end::transform[]

    // tag::pop[]
    @Override
    public PopResult<T> pop(PopProcessFunc<T> process) throws FIFOClosedException {
        enter();
        try {
            while (queue.isEmpty()) {
                if (closed) {
                    throw new FIFOClosedException();
                }
                cond.awaitUninterruptibly();
            }
            boolean isInitial = !hasSyncedLocked();
            String key = queue.removeFirst();
            List<Delta<T>> deltas = requireNonNull(items.remove(key), "I1");
            if (initialPopulationCount > 0) {
                initialPopulationCount--;
            }
            return processLocked(process, key, new Deltas<>(deltas), isInitial);
        } finally {
            leave();
        }
    }
    // end::pop[]

    // tag::process[]
    /** Holds the lock, so that nobody sees the known objects half changed (I6). */
    private PopResult<T> processLocked(PopProcessFunc<T> process,
            String key, Deltas<T> deltas, boolean isInitial) {
        assertLockHeld();
        long start = clock.nanoTime();
        try {
            process.process(deltas, isInitial);
            return new PopResult<>(deltas, Optional.empty());
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            if (e instanceof InterruptedException) {
                Thread.currentThread().interrupt(); // for the caller of pop
            }
            return new PopResult<>(deltas, Optional.of(e));
        } finally {
            Duration taken = Duration.ofNanos(clock.nanoTime() - start);
            if (queue.size() > DEEP && taken.compareTo(SLOW) >= 0) {
                log.info("DeltaFIFO Pop Process: ID={}, Depth={}, Reason={} for {}",
                        key, queue.size(), REASON, taken);
            }
        }
    }
    // end::process[]

    @Override
    public void replace(List<T> list, String resourceVersion)
            throws KeyError, TransformException {
        replace(list, Set.of(), resourceVersion);
    }

    // tag::replace[]
    /**
     * Queues deletions for what is missing from {@code list} and {@code unread}.
     * Ignores the version. If an object is refused, those before it stay queued
     * and none is deleted.
     */
    @Override
    public void replace(List<T> list, Set<String> unread, String resourceVersion)
            throws KeyError, TransformException {
        enter();
        try {
            Set<String> keys = queueListLocked(list);
            keys.addAll(unread); // they were in the list and could not be read
            queueDeletionsOfQueuedLocked(keys);
            queueDeletionsOfKnownLocked(keys);
            if (!populated) {
                populated = true;
                initialPopulationCount = queue.size(); // listed and deleted ones
            }
        } finally {
            leave();
        }
    }
    // end::replace[]

    // tag::replaceList[]
    /** Step 1: the objects of the list. */
    private Set<String> queueListLocked(List<T> list)
            throws KeyError, TransformException {
        assertLockHeld();
        Set<String> keys = HashSet.newHashSet(list.size());
        for (T object : list) {
            Live<T> live = new Live<>(object);
            String key = keyOrError(live);
            keys.add(key);
            try {
                queueActionLocked(key, typeOfReplace, transformLocked(live));
            } catch (TransformException e) {
                throw new TransformException(
                        "couldn't enqueue object: " + e.getMessage(), null);
            }
        }
        return keys;
    }
    // end::replaceList[]

    // tag::replaceDeletions[]
    /** Step 2: what is queued and not listed, with its newest queued state. */
    private void queueDeletionsOfQueuedLocked(Set<String> listed) {
        assertLockHeld();
        items.forEach((key, deltas) -> { // adds deltas, but no key, to items
            if (!listed.contains(key)) { // of a tombstone, the object inside
                queueDeletionLocked(key, deltas.getLast().object().object());
            }
        });
    }

    /** Step 3: what is known and neither listed nor queued. */
    private void queueDeletionsOfKnownLocked(Set<String> listed) {
        assertLockHeld();
        for (String key : knownObjects.listKeys()) {
            if (!listed.contains(key) && !items.containsKey(key)) {
                Optional<T> last = findKnownLocked(key, "its deletion has none");
                queueDeletionLocked(key, last);
            }
        }
    }

    private void queueDeletionLocked(String key, Optional<T> last) {
        assertLockHeld();
        queueActionLocked(key, DELETED, new DeletedFinalStateUnknown<>(key, last));
    }
    // end::replaceDeletions[]

    // tag::resync[]
    /** Queues the known objects again, except those that are queued already. */
    @Override
    public void resync() throws KeyError {
        enter();
        try {
            for (String known : knownObjects.listKeys()) {
                syncKeyLocked(known);
            }
        } finally {
            leave();
        }
    }

    private void syncKeyLocked(String known) throws KeyError {
        assertLockHeld();
        Optional<T> object = findKnownLocked(known, "it is left out of the resync");
        if (object.isPresent()) {
            Live<T> live = new Live<>(object.get()); // was transformed before
            String key = keyOrError(live);
            if (!items.containsKey(key)) {
                queueActionLocked(key, SYNC, live);
            }
        }
    }
    // end::resync[]

    private Optional<T> findKnownLocked(String key, String otherwise) {
        assertLockHeld();
        try {
            Optional<T> object = knownObjects.getByKey(key);
            if (object.isEmpty()) {
                log.info("The known key {} has no object; {}", key, otherwise);
            }
            return object;
        } catch (LookupException e) {
            log.error("Looking up the known object {} failed; {}", key, otherwise, e);
            return Optional.empty();
        }
    }

    // tag::synced[]
    /** Whether the first list was popped, or another write came before it. */
    @Override
    public boolean hasSynced() {
        enter();
        try {
            return hasSyncedLocked();
        } finally {
            leave();
        }
    }

    private boolean hasSyncedLocked() {
        assertLockHeld();
        return populated && initialPopulationCount == 0;
    }

    @Override
    public Context done() {
        return synced.done();
    }
    // end::synced[]

    @Override
    public DoneChecker hasSyncedChecker() {
        return this;
    }

    @Override
    public String name() {
        return name;
    }

    // tag::close[]
    @Override
    public void close() {
        enter();
        try {
            closed = true;
            cond.signalAll(); // nothing is left to wait for
        } finally {
            leave();
        }
    }

    @Override
    public boolean isClosed() {
        enter();
        try {
            return closed;
        } finally {
            leave();
        }
    }
    // end::close[]

    /** Whether nothing is queued. Upstream has no such method; the lab asks. */
    public boolean isEmpty() {
        lock.lock();
        try {
            return queue.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    /**
     * A copy of what is queued: the keys in the order of their pops, each with its
     * deltas. A callback can call it, too, because it changes nothing. Upstream has
     * no such method; the lab draws it.
     */
    public Map<String, Deltas<T>> contents() {
        lock.lock();
        try {
            Map<String, Deltas<T>> contents = new LinkedHashMap<>();
            queue.forEach(key ->
                    contents.put(key, new Deltas<>(requireNonNull(items.get(key), "I1"))));
            return contents;
        } finally {
            lock.unlock();
        }
    }

    // tag::lock[]
    private void enter() {
        if (lock.isHeldByCurrentThread()) {
            throw new IllegalStateException("queue " + name + " was called from"
                    + " inside one of its own callbacks, which run under its lock;"
                    + " call it after pop has returned, or from another thread");
        }
        lock.lock();
    }

    /** Fires without the lock, because callbacks may call the queue. */
    private void leave() {
        boolean isSynced = hasSyncedLocked();
        lock.unlock();
        if (isSynced) {
            synced.fire();
        }
    }
    // end::lock[]

    private void assertLockHeld() {
        if (!lock.isHeldByCurrentThread()) {
            throw new IllegalStateException("needs the lock of queue " + name);
        }
    }

    private String keyOrError(DeltaObject<T> object) throws KeyError {
        try {
            return keyOf(object);
        } catch (KeyException e) {
            throw new KeyError(object instanceof Live<T> live ? live.value() : object, e);
        }
    }
}
