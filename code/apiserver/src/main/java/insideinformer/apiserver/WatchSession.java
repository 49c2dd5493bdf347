package insideinformer.apiserver;

import insideinformer.api.ApiException;
import insideinformer.api.Json;
import insideinformer.api.Status;
import insideinformer.wait.Clock;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * One watch: the present if it was asked for, then every change, then the end. All writing happens on the thread that
 * calls {@link #run}; other threads only wake it.
 *
 * <p>Upstream: {@code apiserver/pkg/endpoints/handlers/watch.go, WatchServer}, and
 * {@code storage/cacher/cache_watcher.go, cacheWatcher}.
 */
final class WatchSession {

    private static final Logger LOG = LoggerFactory.getLogger(WatchSession.class);

    private static final int BATCH = 100;
    private static final Duration LAST_BOOKMARK = Duration.ofSeconds(2); // before the end
    private static final String INITIAL_EVENTS_END = "k8s.io/initial-events-end";

    private final Exchange exchange;
    private final ObjectStore store;
    private final Lister lister;
    private final Clock clock;
    private final Duration bookmarkPeriod;
    private final Duration timeout;
    private final ResourceType type;
    private final String namespace;
    private final ListRequest request;
    private final Selection selection;
    private final long startRevision;
    private final long startNanos;

    private final ReentrantLock lock = new ReentrantLock();
    private ObjectStore.@Nullable Follower follower; // guarded by lock; null before and after the live part
    private boolean ended; // guarded by lock
    private boolean bookmarkDue; // guarded by lock

    WatchSession(
            Exchange exchange,
            ObjectStore store,
            Lister lister,
            Clock clock,
            Duration bookmarkPeriod,
            Duration timeout,
            ResourceType type,
            String namespace,
            ListRequest request,
            Selection selection,
            long startRevision) {
        this.exchange = exchange;
        this.store = store;
        this.lister = lister;
        this.clock = clock;
        this.bookmarkPeriod = bookmarkPeriod;
        this.timeout = timeout;
        this.type = type;
        this.namespace = type.namespaced() ? namespace : "";
        this.request = request;
        this.selection = selection;
        this.startRevision = startRevision;
        this.startNanos = clock.nanoTime();
    }

    /** Ends the watch as its time limit would: nothing more is sent, the body ends in order. */
    void end() {
        lock.lock();
        try {
            ended = true;
            wakeLocked();
        } finally {
            lock.unlock();
        }
    }

    /** Serves the watch until its time is over, the client is gone, or {@link #end}. */
    void run() throws IOException, InterruptedException {
        exchange.beginStream(Answers.JSON);
        Clock.Timer limit = clock.newTimer(timeout, this::end);
        try (Exchange.ClientWatch client = exchange.watchClient(this::end)) {
            stream();
        } catch (RevisionGoneException e) {
            LOG.info("a watch of {} is ended: it read too slowly, {}", type.gvr(), e.getMessage());
        } finally {
            limit.stop();
        }
        exchange.end();
    }

    private void stream() throws IOException, InterruptedException, RevisionGoneException {
        long revision;
        ObjectStore.Follower changes;
        try {
            revision = sendPresent();
            changes = store.follow(type.groupResource(), namespace, revision);
        } catch (ApiException e) {
            send("ERROR", e.status());
            return;
        } catch (RevisionGoneException e) {
            send("ERROR", Errors.expired("too old resource version: " + startRevision + " (" + e.oldest() + ")").status());
            return;
        }
        try (changes) {
            setFollower(changes);
            sendChanges(changes, revision);
        } finally {
            setFollower(null);
        }
    }

    /** @return the revision after which the changes begin */
    private long sendPresent() throws ApiException, IOException, InterruptedException {
        boolean initialEvents = request.initialEvents() != null ? request.initialEvents() : startRevision == 0;
        if (!initialEvents) {
            return startRevision == 0 ? store.revision() : startRevision;
        }
        lister.awaitRevision(startRevision);
        ObjectStore.Snapshot present = store.list(type.groupResource(), namespace);
        for (ObjectNode object : present.items()) {
            if (selection.matches(object)) {
                send("ADDED", object);
            }
        }
        if (request.bookmarks()) {
            sendBookmark(present.revision(), true);
        }
        return present.revision();
    }

    private void sendChanges(ObjectStore.Follower changes, long start)
            throws IOException, InterruptedException, RevisionGoneException {
        long bookmarked = start;
        Clock.@Nullable Timer bookmark = planBookmark();
        try {
            while (!isEnded()) {
                ObjectStore.Batch batch = changes.take(BATCH);
                for (Change change : batch.changes()) {
                    if (isEnded()) {
                        return;
                    }
                    sendChange(change);
                }
                if (takeBookmarkDue()) {
                    if (batch.revision() > bookmarked) {
                        bookmarked = batch.revision();
                        sendBookmark(bookmarked, false);
                    }
                    bookmark = planBookmark();
                }
            }
        } finally {
            if (bookmark != null) {
                bookmark.stop();
            }
        }
    }

    private void sendChange(Change change) throws IOException {
        ObjectNode before = change.previous() != null && selection.matches(change.previous()) ? change.previous() : null;
        boolean deleted = change.type() == Change.Type.DELETED;
        if (!deleted && selection.matches(change.object())) {
            send(before == null ? "ADDED" : "MODIFIED", change.object());
        } else if (before != null) {
            // what the client knew, with the revision at which it ceased to match
            send("DELETED", deleted ? change.object() : Meta.withResourceVersion(before, change.revision()));
        }
    }

    /** Once a period, and shortly before the end. */
    private Clock.@Nullable Timer planBookmark() {
        if (!request.bookmarks()) {
            return null;
        }
        Duration last = timeout.minus(LAST_BOOKMARK).minusNanos(clock.nanoTime() - startNanos);
        if (!last.isPositive()) {
            return null;
        }
        return clock.newTimer(last.compareTo(bookmarkPeriod) < 0 ? last : bookmarkPeriod, this::bookmark);
    }

    private void sendBookmark(long revision, boolean initialEventsEnd) throws IOException {
        ObjectNode object = Json.MAPPER.createObjectNode().put("kind", type.kind()).put("apiVersion", type.gvr().apiVersion());
        ObjectNode metadata = object.putObject("metadata").put("resourceVersion", Long.toString(revision));
        if (initialEventsEnd) {
            metadata.putObject("annotations").put(INITIAL_EVENTS_END, "true");
        }
        send("BOOKMARK", object);
    }

    private void send(String event, ObjectNode object) throws IOException {
        exchange.write(Answers.line(Json.MAPPER.createObjectNode().put("type", event).set("object", object)));
    }

    private void send(String event, Status status) throws IOException {
        send(event, Json.MAPPER.<ObjectNode>valueToTree(status));
    }

    private void bookmark() {
        lock.lock();
        try {
            bookmarkDue = true;
            wakeLocked();
        } finally {
            lock.unlock();
        }
    }

    private boolean takeBookmarkDue() {
        lock.lock();
        try {
            boolean due = bookmarkDue;
            bookmarkDue = false;
            return due;
        } finally {
            lock.unlock();
        }
    }

    private boolean isEnded() {
        lock.lock();
        try {
            return ended;
        } finally {
            lock.unlock();
        }
    }

    private void setFollower(ObjectStore.@Nullable Follower changes) {
        lock.lock();
        try {
            follower = changes;
        } finally {
            lock.unlock();
        }
    }

    private void wakeLocked() {
        if (follower != null) {
            follower.wake();
        }
    }
}
