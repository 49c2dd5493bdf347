package insideinformer.apiserver;

import insideinformer.api.ApiException;
import insideinformer.wait.Clock;
import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The watches that are open. Each runs on the thread of its request; this class opens, counts and ends them.
 *
 * <p>Upstream: {@code apiserver/pkg/endpoints/handlers/get.go} and {@code watch.go}.
 */
final class Watches {

    private static final int SHORTEST_DEFAULT_SECONDS = 1800;

    private final ObjectStore store;
    private final Lister lister;
    private final Clock clock;
    private final Random random;
    private final Duration bookmarkPeriod;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Set<WatchSession> open = new HashSet<>(); // guarded by lock
    private boolean closed; // guarded by lock

    Watches(ObjectStore store, Lister lister, Clock clock, Random random, Duration bookmarkPeriod) {
        this.store = store;
        this.lister = lister;
        this.clock = clock;
        this.random = random;
        this.bookmarkPeriod = bookmarkPeriod;
    }

    /** Serves a watch until it ends. */
    void serve(Exchange x, RequestPath path, ResourceType type) throws IOException, InterruptedException {
        ListRequest request = ListRequest.parse(x.query(), true);
        request.validate(true);
        Selection selection = Selection.of(type, request);
        long revision;
        try {
            revision = Versions.parse(request.resourceVersion());
        } catch (Versions.InvalidVersionException e) {
            throw Errors.plain(e.parameterProblem());
        }
        WatchSession session = new WatchSession(
                x, store, lister, clock, bookmarkPeriod, timeout(request), type, path.namespace(), request, selection, revision);
        if (!add(session)) {
            throw Errors.of(503, "ServiceUnavailable", "the server is shutting down", null);
        }
        try {
            session.run();
        } finally {
            remove(session);
        }
    }

    /** Refuses new watches, ends the open ones as if their time were over, and gives them {@code patience} to do so. */
    void end(Duration patience) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            closed = true;
            open.forEach(WatchSession::end);
            long left = patience.toNanos();
            while (!open.isEmpty() && left > 0) {
                left = changed.awaitNanos(left);
            }
        } finally {
            lock.unlock();
        }
    }

    int open() {
        lock.lock();
        try {
            return open.size();
        } finally {
            lock.unlock();
        }
    }

    /** Waits until exactly {@code count} are open. */
    void awaitOpen(int count) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (open.size() != count) {
                changed.await();
            }
        } finally {
            lock.unlock();
        }
    }

    private boolean add(WatchSession session) {
        lock.lock();
        try {
            if (closed) {
                return false;
            }
            open.add(session);
            changed.signalAll(); // awaitOpen() counts
            return true;
        } finally {
            lock.unlock();
        }
    }

    private void remove(WatchSession session) {
        lock.lock();
        try {
            open.remove(session);
            changed.signalAll(); // end() and awaitOpen() count
        } finally {
            lock.unlock();
        }
    }

    private Duration timeout(ListRequest request) {
        return request.timeout() != null
                ? request.timeout()
                : Duration.ofSeconds(SHORTEST_DEFAULT_SECONDS + random.nextInt(SHORTEST_DEFAULT_SECONDS));
    }
}
