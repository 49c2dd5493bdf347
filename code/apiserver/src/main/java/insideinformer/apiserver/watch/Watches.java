package insideinformer.apiserver.watch;

import insideinformer.apiserver.errors.Errors;
import insideinformer.apiserver.faults.Switches;
import insideinformer.apiserver.http.HttpExchange;
import insideinformer.apiserver.http.RequestPath;
import insideinformer.apiserver.kinds.ResourceType;
import insideinformer.apiserver.store.Versions;
import insideinformer.apiserver.tables.Presentation;
import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * The watches that are open. Each runs on the thread of its request; this class opens, counts and ends them.
 *
 * <p>Upstream: {@code apiserver/pkg/endpoints/handlers/get.go} and {@code watch.go}.
 */
public final class Watches {

    private static final int SHORTEST_DEFAULT_SECONDS = 1800;

    private final Lister lister;
    private final Switches switches;
    private final Random random;
    private final Duration bookmarkPeriod;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Set<WatchControl> open = new HashSet<>(); // guarded by lock
    private boolean closed; // guarded by lock

    /** @param lister answers what a watch begins with; its store, switches and clock are those of the watches */
    public Watches(Lister lister, Random random, Duration bookmarkPeriod) {
        this.lister = lister;
        this.switches = lister.switches();
        this.random = random;
        this.bookmarkPeriod = bookmarkPeriod;
    }

    /** Serves a watch until it ends. */
    public void serve(HttpExchange x, RequestPath path, ResourceType type, Presentation presentation)
            throws IOException, InterruptedException {
        ListRequest request = ListRequest.ofWatch(x.query());
        request.validate(switches.servesWatchLists());
        Selection selection = Selection.of(type, request, path.name());
        long revision;
        try {
            revision = Versions.parse(request.resourceVersion());
        } catch (Versions.InvalidVersionException e) {
            throw Errors.plain(e.parameterProblem());
        }
        WatchControl control = new WatchControl(type.groupResource(), switches);
        if (!add(control)) {
            throw Errors.of(503, "ServiceUnavailable", "the server is shutting down", null);
        }
        try {
            String namespace = type.namespaced() ? path.namespace() : "";
            WatchSession.Terms terms = new WatchSession.Terms(
                    type, namespace, request, selection, presentation, revision, timeout(request), bookmarkPeriod);
            new WatchSession(x, terms, control, lister).run();
        } finally {
            remove(control);
        }
    }

    /** Does something with the open watches that fit. */
    public void each(Predicate<WatchControl> which, Consumer<WatchControl> action) {
        List<WatchControl> all;
        lock.lock();
        try {
            all = List.copyOf(open);
        } finally {
            lock.unlock();
        }
        all.stream().filter(which).forEach(action);
    }

    /** Refuses new watches, ends the open ones as if their time were over, and gives them {@code patience} to do so. */
    public void end(Duration patience) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            closed = true;
            open.forEach(WatchControl::abandon);
            long left = patience.toNanos();
            while (!open.isEmpty() && left > 0) {
                left = changed.awaitNanos(left);
            }
        } finally {
            lock.unlock();
        }
    }

    public int open() {
        lock.lock();
        try {
            return open.size();
        } finally {
            lock.unlock();
        }
    }

    /** Waits until exactly {@code count} are open. */
    public void awaitOpen(int count) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (open.size() != count) {
                changed.await();
            }
        } finally {
            lock.unlock();
        }
    }

    private boolean add(WatchControl control) {
        lock.lock();
        try {
            if (closed) {
                return false;
            }
            open.add(control);
            changed.signalAll(); // awaitOpen() counts
            return true;
        } finally {
            lock.unlock();
        }
    }

    private void remove(WatchControl control) {
        lock.lock();
        try {
            open.remove(control);
            changed.signalAll(); // end() and awaitOpen() count
        } finally {
            lock.unlock();
        }
    }

    private Duration timeout(ListRequest request) {
        if (switches.watchLimit().isPresent()) {
            return switches.watchLimit().get();
        }
        return request.timeout() != null
                ? request.timeout()
                : Duration.ofSeconds(SHORTEST_DEFAULT_SECONDS + random.nextInt(SHORTEST_DEFAULT_SECONDS));
    }
}
