package insideinformer.apiserver.watch;

import insideinformer.api.ApiException;
import insideinformer.api.GroupResource;
import insideinformer.apiserver.bodies.Answers;
import insideinformer.apiserver.errors.Errors;
import insideinformer.apiserver.faults.InitialEventsEnd;
import insideinformer.apiserver.faults.Switches;
import insideinformer.apiserver.faults.WatchEnd;
import insideinformer.apiserver.http.HttpExchange;
import insideinformer.apiserver.kinds.ResourceType;
import insideinformer.apiserver.store.Change;
import insideinformer.apiserver.store.Meta;
import insideinformer.apiserver.store.Follower;
import insideinformer.apiserver.store.ObjectStore;
import insideinformer.apiserver.store.RevisionGoneException;
import insideinformer.apiserver.store.Versions;
import insideinformer.apiserver.tables.Presentation;
import insideinformer.json.Json;
import insideinformer.wait.Clock;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * One watch: it sends the present objects if the client wants them, then every change, and then ends. Only the thread
 * of the request uses it; other threads ask through its {@link WatchControl}.
 *
 * <p>Upstream: {@code apiserver/pkg/endpoints/handlers/watch.go, WatchServer}, and
 * {@code storage/cacher/cache_watcher.go, cacheWatcher}.
 */
public final class WatchSession {

    /** What was asked for, checked. */
    record Terms(
            ResourceType type,
            String namespace,
            ListRequest request,
            Selection selection,
            Presentation presentation,
            long startRevision,
            Duration timeout,
            Duration bookmarkPeriod) {}

    /** Where a watch begins. */
    private sealed interface Beginning extends AutoCloseable {

        @Override
        default void close() {}

        /** It does not begin; the client gets an ERROR event. */
        record Refused(ApiException why) implements Beginning {}

        /** @param changes those behind the present */
        record Open(boolean initialEvents, ObjectStore.Snapshot present, Follower changes)
                implements Beginning {
            @Override
            public void close() {
                changes.close();
            }
        }
    }

    private static final Logger LOG = LoggerFactory.getLogger(WatchSession.class);

    private static final int BATCH = 100;
    private static final Duration LAST_BOOKMARK = Duration.ofSeconds(2); // before the end
    private static final String INITIAL_EVENTS_END = "k8s.io/initial-events-end";

    private final HttpExchange exchange;
    private final Terms terms;
    private final WatchControl control;
    private final ObjectStore store;
    private final Lister lister;
    private final Switches switches;
    private final Clock clock;
    private final long startNanos;
    private @Nullable WatchEnd end; // null while the watch goes on

    WatchSession(HttpExchange exchange, Terms terms, WatchControl control, Lister lister) {
        this.exchange = exchange;
        this.terms = terms;
        this.control = control;
        this.lister = lister;
        this.store = lister.store();
        this.switches = lister.switches();
        this.clock = lister.clock();
        this.startNanos = clock.nanoTime();
    }

    /**
     * Serves the watch until its time is over, the client is gone, or it is ended. The watch chooses its start before
     * it sends the head of the answer, so everything that the client does after it has read the head is a change.
     */
    void run() throws IOException, InterruptedException {
        Clock.Timer limit = clock.newTimer(terms.timeout(), () -> control.end(WatchEnd.CLEAN));
        try (Beginning beginning = begin()) {
            exchange.beginStream(Answers.JSON);
            exchange.life().onDone(control::abandon);
            switch (beginning) {
                case Beginning.Refused(ApiException why) -> sendError(why);
                case Beginning.Open open -> stream(open);
            }
            finish();
        } finally {
            limit.stop();
        }
    }

    private void finish() throws IOException {
        switch (end == null ? WatchEnd.CLEAN : end) {
            case CLEAN -> exchange.end();
            case CUT -> exchange.cut();
            case MID_EVENT -> {
                writeHalf(frame("MODIFIED", bookmark(store.revision(), false)));
                exchange.cut();
            }
        }
    }

    private void writeHalf(byte[] event) throws IOException {
        exchange.write(Arrays.copyOf(event, event.length / 2));
    }

    /** An event as it stands on the wire. */
    public static byte[] frame(String event, JsonNode object) {
        return Answers.line(Json.MAPPER.createObjectNode().put("type", event).set("object", object));
    }

    private Beginning begin() throws InterruptedException {
        ListRequest request = terms.request();
        GroupResource resource = terms.type().groupResource();
        long wanted = terms.startRevision();
        boolean initialEvents = request.initialEvents() != null ? request.initialEvents() : wanted == 0;
        try {
            ObjectStore.Snapshot present = new ObjectStore.Snapshot(
                    wanted == 0 ? store.revision() : Versions.reachable(wanted), List.of());
            if (initialEvents) {
                lister.awaitRevision(wanted, exchange::life);
                present = lister.newest(resource, terms.namespace());
            }
            Follower changes = store.follow(resource, terms.namespace(), present.revision());
            return new Beginning.Open(initialEvents, present, changes);
        } catch (ApiException e) {
            return new Beginning.Refused(e);
        } catch (RevisionGoneException e) {
            return new Beginning.Refused(
                    Errors.expired("too old resource version: " + wanted + " (" + e.oldest() + ")"));
        }
    }

    private void stream(Beginning.Open open) throws IOException, InterruptedException {
        try {
            if (open.initialEvents()) {
                sendPresent(open.present());
            }
            control.attach(open.changes());
            sendChanges(open.changes(), open.present().revision());
        } catch (RevisionGoneException e) {
            LOG.info("a watch of {} ends because it reads too slowly: {}", terms.type().gvr(), e.getMessage());
            end = control.wantedEnd().orElse(WatchEnd.CLEAN);
        } finally {
            control.attach(null);
        }
    }

    private void sendPresent(ObjectStore.Snapshot present) throws IOException, InterruptedException {
        for (ObjectNode object : present.items()) {
            if (terms.selection().matches(object)) {
                send("ADDED", object);
            }
        }
        InitialEventsEnd how = switches.initialEventsEnd();
        if (terms.request().bookmarks() && how != InitialEventsEnd.OMITTED) {
            send("BOOKMARK", bookmark(present.revision(), how == InitialEventsEnd.MARKED));
        }
    }

    private void sendChanges(Follower changes, long start)
            throws IOException, InterruptedException, RevisionGoneException {
        long bookmarked = start;
        Clock.@Nullable Timer next = planBookmark();
        try {
            while (proceed()) {
                Follower.Batch batch = changes.take(BATCH);
                for (Change change : batch.changes()) {
                    sendChange(change);
                }
                if (batch.changes().isEmpty() && control.isDraining()) {
                    control.end(WatchEnd.CLEAN);
                }
                Optional<WatchControl.Bookmark> due = control.takeBookmark();
                if (due.isPresent()) {
                    boolean news = batch.revision() > bookmarked && switches.sendsBookmarks();
                    if (news || due.get().forced()) {
                        send("BOOKMARK", bookmark(batch.revision(), due.get().marked()));
                        bookmarked = batch.revision();
                    }
                    next = due.get().forced() ? next : planBookmark();
                }
            }
        } finally {
            if (next != null) {
                next.stop();
            }
        }
    }

    private void sendChange(Change change) throws IOException, InterruptedException {
        ObjectNode before =
                change.previous() != null && terms.selection().matches(change.previous()) ? change.previous() : null;
        boolean deleted = change.type() == Change.Type.DELETED;
        if (!deleted && terms.selection().matches(change.object())) {
            sendUnlessDropped(change, before == null ? "ADDED" : "MODIFIED", change.object());
        } else if (before != null) {
            // what the client knew, with the revision at which it ceased to match
            sendUnlessDropped(change, "DELETED",
                    deleted ? change.object() : Meta.withResourceVersion(before, change.revision()));
        }
    }

    private void sendUnlessDropped(Change change, String event, ObjectNode object)
            throws IOException, InterruptedException {
        if (switches.takeDrop(change)) {
            return;
        }
        switch (switches.takeCut(change).orElse(null)) {
            case null -> send(event, object);
            case BEFORE -> control.end(WatchEnd.CUT);
            case WITHIN -> {
                if (proceed()) {
                    writeHalf(frame(event, terms.presentation().event(object)));
                    end = WatchEnd.CUT;
                }
            }
            case AFTER -> {
                send(event, object);
                control.end(WatchEnd.CUT);
            }
        }
    }

    /** Once a period, and shortly before the end; null if there is no more to come. */
    private Clock.@Nullable Timer planBookmark() {
        if (!terms.request().bookmarks()) {
            return null;
        }
        Duration last = terms.timeout().minus(LAST_BOOKMARK).minusNanos(clock.nanoTime() - startNanos);
        if (!last.isPositive()) {
            return null;
        }
        Duration period = terms.bookmarkPeriod();
        return clock.newTimer(last.compareTo(period) < 0 ? last : period,
                () -> control.sendBookmark(new WatchControl.Bookmark(false, false)));
    }

    private ObjectNode bookmark(long revision, boolean initialEventsEnd) {
        ObjectNode object = Json.MAPPER.createObjectNode()
                .put("kind", terms.type().kind())
                .put("apiVersion", terms.type().gvr().apiVersion());
        ObjectNode metadata = object.putObject("metadata").put("resourceVersion", Long.toString(revision));
        if (initialEventsEnd) {
            metadata.putObject("annotations").put(INITIAL_EVENTS_END, "true");
        }
        return object;
    }

    private void sendError(ApiException error) throws IOException, InterruptedException {
        if (proceed()) {
            exchange.write(frame("ERROR", Json.MAPPER.valueToTree(error.status())));
        }
    }

    private void send(String event, ObjectNode object) throws IOException, InterruptedException {
        if (proceed()) {
            exchange.write(frame(event, terms.presentation().event(object)));
        }
    }

    /** False once the watch is over; waits while a fault holds it back. */
    private boolean proceed() throws IOException, InterruptedException {
        while (end == null) {
            switch (control.await()) {
                case WatchControl.Step.Go go -> {
                    return true;
                }
                case WatchControl.Step.Raw(byte[] bytes) -> exchange.write(bytes);
                case WatchControl.Step.Stop(WatchEnd how) -> end = how;
            }
        }
        return false;
    }
}
