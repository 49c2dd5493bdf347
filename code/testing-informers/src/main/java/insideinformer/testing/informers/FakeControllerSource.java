package insideinformer.testing.informers;

import insideinformer.api.ApiException;
import insideinformer.api.KubernetesList;
import insideinformer.api.KubernetesObject;
import insideinformer.api.ListMeta;
import insideinformer.api.ListOptions;
import insideinformer.api.ObjectMeta;
import insideinformer.api.Status;
import insideinformer.api.WatchEvent;
import insideinformer.client.ListerWatcher;
import insideinformer.client.Watch;
import insideinformer.wait.Context;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Stands in for a server in tests: keeps the objects of one kind, numbers every change, lists, and watches from any
 * version. A change made with a method named {@code …Silently} reaches no watch, and only another list shows it. The
 * methods that change an object return it as it is kept, with its version.
 *
 * <p>All methods can be called from any thread. There are no pages and no selectors: of all options, only the version
 * of a watch counts. The {@code await} methods have no time limit; an interrupt ends the wait.
 *
 * <p>Upstream: {@code tools/cache/testing/fake_controller_source.go, FakeControllerSource}.
 */
public final class FakeControllerSource<T extends KubernetesObject> implements ListerWatcher<T> {

    private record Change<T>(long version, WatchEvent<T> event) {}

    private final BiFunction<T, ObjectMeta, T> withMetadata;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Map<String, T> objects = new LinkedHashMap<>(); // guarded by lock, as all below; by namespace/name
    private final List<Change<T>> changes = new ArrayList<>(); // oldest first
    private final List<OpenWatch> watches = new ArrayList<>(); // those that have not ended
    private int unclosed; // watches that no watcher has closed
    private long version;
    private int listCalls;
    private int watchCalls;
    private int failingLists;
    private boolean listsHeld;

    /** @param withMetadata gives an object other metadata */
    public FakeControllerSource(BiFunction<T, ObjectMeta, T> withMetadata) {
        this.withMetadata = withMetadata;
    }

    public T add(T object) {
        return change(object, WatchEvent.Added::new);
    }

    public T modify(T object) {
        return change(object, WatchEvent.Modified::new);
    }

    /** The event carries the object with the version of its deletion, as an event of a server does. */
    public T delete(T object) {
        return change(object, WatchEvent.Deleted::new);
    }

    public T addSilently(T object) {
        return store(object, false);
    }

    public T modifySilently(T object) {
        return store(object, false);
    }

    public T deleteSilently(T object) {
        return store(object, true);
    }

    private T change(T object, Function<T, WatchEvent<T>> toEvent) {
        lock.lock();
        try {
            boolean deleted = toEvent.apply(object) instanceof WatchEvent.Deleted;
            T numbered = store(object, deleted);
            Change<T> change = new Change<>(version, toEvent.apply(numbered));
            changes.add(change);
            watches.forEach(watch -> watch.events.add(change.event()));
            changed.signalAll(); // watchers may wait for it
            return numbered;
        } finally {
            lock.unlock();
        }
    }

    private T store(T object, boolean deleted) {
        lock.lock();
        try {
            version++;
            ObjectMeta meta = object.metadata().withResourceVersion(Long.toString(version));
            T numbered = withMetadata.apply(object, meta);
            String key = meta.namespace() + "/" + meta.name();
            if (deleted) {
                objects.remove(key);
            } else {
                objects.put(key, numbered);
            }
            return numbered;
        } finally {
            lock.unlock();
        }
    }

    /** Ends every open watch without an error, so that a watcher can go on from the last version. */
    public void closeWatches() {
        endWatches(Optional.empty());
    }

    /** Ends every open watch with the error that its version is too old, so that a watcher must list again. */
    public void expireWatches() {
        endWatches(Optional.of(new WatchEvent.Error<>(failure(410, "Expired", "too old resource version"))));
    }

    private void endWatches(Optional<WatchEvent<T>> last) {
        lock.lock();
        try {
            for (OpenWatch watch : watches) {
                last.ifPresent(watch.events::add);
                watch.ended = true;
            }
            watches.clear();
            changed.signalAll(); // watchers may wait for the end
        } finally {
            lock.unlock();
        }
    }

    /** Makes the next {@code count} lists fail with 503. */
    public void failLists(int count) {
        lock.lock();
        try {
            failingLists = count;
        } finally {
            lock.unlock();
        }
    }

    /** Makes lists wait until {@link #releaseLists} or the end of their context. */
    public void holdLists() {
        setListsHeld(true);
    }

    /** Lets the waiting lists go on, and makes no list wait any more. */
    public void releaseLists() {
        setListsHeld(false);
    }

    private void setListsHeld(boolean held) {
        lock.lock();
        try {
            listsHeld = held;
            changed.signalAll(); // lists may wait for it
        } finally {
            lock.unlock();
        }
    }

    /** The number of lists that were asked for, answered or not. */
    public int listCalls() {
        lock.lock();
        try {
            return listCalls;
        } finally {
            lock.unlock();
        }
    }

    /** The number of watches that were opened. */
    public int watchCalls() {
        lock.lock();
        try {
            return watchCalls;
        } finally {
            lock.unlock();
        }
    }

    /** Waits until {@code count} watches have been opened in all. */
    public void awaitWatchCalls(int count) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (watchCalls < count) {
                changed.await();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Waits until every watch that has ended was closed by its watcher. */
    public void awaitWatchesClosed() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (unclosed > watches.size()) {
                changed.await();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Waits until {@code count} lists have been asked for in all. */
    public void awaitListCalls(int count) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (listCalls < count) {
                changed.await();
            }
        } finally {
            lock.unlock();
        }
    }

    /** @throws ApiException with code 503 if it was told to fail, 504 if the context has ended */
    @Override
    public KubernetesList<T> list(Context context, ListOptions options) throws ApiException, InterruptedException {
        try (Context.Registration wakeUp = context.onDone(this::wakeUp)) {
            lock.lockInterruptibly();
            try {
                listCalls++;
                changed.signalAll(); // awaitListCalls may wait for it
                while (listsHeld && !context.isDone()) {
                    changed.await();
                }
                if (context.isDone()) {
                    throw new ApiException(failure(504, "Timeout", "the context has ended"));
                }
                if (failingLists > 0) {
                    failingLists--;
                    throw new ApiException(failure(503, "ServiceUnavailable", "no list today"));
                }
                ListMeta meta = new ListMeta(Long.toString(version), null, null, Map.of());
                List<T> items = objects.values().stream().map(o -> withMetadata.apply(o, o.metadata())).toList();
                return new KubernetesList<>(meta, items); // instances of their own, as decoded ones are
            } finally {
                lock.unlock();
            }
        }
    }

    /** Starts after the version in the options, or with the first event if there is none. */
    @Override
    public Watch<T> watch(Context context, ListOptions options) {
        OpenWatch watch = new OpenWatch();
        lock.lock();
        try {
            watchCalls++;
            unclosed++;
            long from = options.resourceVersion().isEmpty() ? 0 : Long.parseLong(options.resourceVersion());
            changes.stream().filter(c -> c.version() > from).forEach(c -> watch.events.add(c.event()));
            watches.add(watch);
            changed.signalAll(); // awaitWatchCalls may wait for it
        } finally {
            lock.unlock();
        }
        watch.contextEnd = context.onDone(watch::close);
        return watch;
    }

    /** No, because a watch does not start with the present state. */
    @Override
    public boolean supportsWatchList() {
        return false;
    }

    private void wakeUp() {
        lock.lock();
        try {
            changed.signalAll(); // a list may wait for the end of its context
        } finally {
            lock.unlock();
        }
    }

    private static Status failure(int code, String reason, String message) {
        return new Status("v1", "Status", null, "Failure", message, reason, null, code, Map.of());
    }

    private final class OpenWatch implements Watch<T> {

        private final Queue<WatchEvent<T>> events = new ArrayDeque<>(); // guarded by lock
        private boolean ended; // guarded by lock
        private boolean closed; // guarded by lock
        private volatile Context.@Nullable Registration contextEnd; // set once, when the watch is handed out

        @Override
        public Optional<WatchEvent<T>> take() throws InterruptedException {
            lock.lockInterruptibly();
            try {
                while (events.isEmpty() && !ended) {
                    changed.await();
                }
                return Optional.ofNullable(events.poll());
            } finally {
                lock.unlock();
            }
        }

        @Override
        public void close() {
            lock.lock();
            try {
                if (closed) {
                    return;
                }
                closed = true;
                ended = true;
                events.clear();
                watches.remove(this);
                unclosed--;
                changed.signalAll(); // take or awaitWatchesClosed may wait
            } finally {
                lock.unlock();
            }
            if (contextEnd != null) {
                contextEnd.close();
            }
        }
    }
}
