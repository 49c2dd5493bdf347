package insideinformer.apiserver;

import insideinformer.api.GroupResource;
import insideinformer.api.Status;
import insideinformer.apiserver.errors.Errors;
import insideinformer.apiserver.faults.Failure;
import insideinformer.apiserver.faults.Break;
import insideinformer.apiserver.faults.InitialEventsEnd;
import insideinformer.apiserver.faults.LastingFault;
import insideinformer.apiserver.faults.RequestFaults;
import insideinformer.apiserver.faults.SeenRequest;
import insideinformer.apiserver.faults.Switches;
import insideinformer.apiserver.faults.WatchEnd;
import insideinformer.apiserver.store.Change;
import insideinformer.apiserver.store.ObjectStore;
import insideinformer.apiserver.store.RevisionGoneException;
import insideinformer.apiserver.watch.WatchControl;
import insideinformer.apiserver.watch.WatchSession;
import insideinformer.apiserver.watch.Watches;
import insideinformer.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;

/**
 * Switches that make the server misbehave, so that tests can replay reports of real failures. A fault acts at once, on
 * the requests and watches that are open and on those that come. {@link #clear} lifts the faults that last. All methods
 * may be called from any thread.
 *
 * <p>Upstream has no such class: networks, proxies, restarts and overload do this to clients of an API server.
 */
public final class Faults {

    private final ObjectStore store;
    private final Watches watches;
    private final RequestFaults requests;
    private final Switches switches;
    private final Health health;
    private final Listener listener;

    Faults(
            ObjectStore store,
            Watches watches,
            RequestFaults requests,
            Switches switches,
            Health health,
            Listener listener) {
        this.store = store;
        this.watches = watches;
        this.requests = requests;
        this.switches = switches;
        this.health = health;
        this.listener = listener;
    }

    // ---- history

    /** Forgets the changes up to {@code upTo}: older lists, tokens and watches get their 410. */
    public void compact(long upTo) {
        store.compact(upTo);
    }

    /** Forgets all changes. */
    public void compact() {
        store.compact(store.revision());
    }

    /**
     * As after a restore from a backup: objects and revision counter are as they were at {@code revision}, and every
     * watch is cut.
     */
    public void rewind(long revision) throws RevisionGoneException {
        watches.each(all -> true, watch -> watch.end(WatchEnd.CUT));
        store.rewind(revision);
    }

    /** Reads see the state at {@code revision} and nothing newer, like a replica that lags. Writes go on. */
    public LastingFault stale(long revision) {
        if (revision > store.revision()) {
            throw new IllegalArgumentException(
                    "revision " + revision + " does not exist yet; the newest is " + store.revision());
        }
        switches.setStaleAt(OptionalLong.of(revision));
        return () -> switches.setStaleAt(OptionalLong.empty());
    }

    /** Lists at resourceVersion {@code 0} honour a limit, which real servers ignore there. */
    public LastingFault pagesAtRevisionZero() {
        switches.setPagesAtRevisionZero(true);
        return () -> switches.setPagesAtRevisionZero(false);
    }

    // ---- watches

    /** Ends every open watch of one resource. */
    public void endWatches(GroupResource resource, WatchEnd how) {
        watches.each(watch -> watch.resource().equals(resource), watch -> watch.end(how));
    }

    /** Ends every open watch. */
    public void endWatches(WatchEnd how) {
        watches.each(all -> true, watch -> watch.end(how));
    }

    /** Every watch from now on ends in order after {@code limit}, whatever it asked for. */
    public LastingFault limitWatches(Duration limit) {
        switches.setWatchLimit(Optional.of(limit));
        return () -> switches.setWatchLimit(Optional.empty());
    }

    /** Sends an ERROR event on every open watch of one resource, which then ends in order. */
    public void sendError(GroupResource resource, Status status) {
        byte[] line = WatchSession.frame("ERROR", Json.MAPPER.valueToTree(status));
        watches.each(watch -> watch.resource().equals(resource), watch -> {
            watch.sendRaw(line);
            watch.end(WatchEnd.CLEAN);
        });
    }

    /** The ERROR event of a watch whose revision has left the history. */
    public void sendExpired(GroupResource resource) {
        sendError(resource, Errors.expired("too old resource version: 1 (" + store.revision() + ")").status());
    }

    /**
     * Sends bytes as they are on every open watch of one resource, each part in a chunk of its own: malformed JSON, two
     * frames on a line, a character cut in half.
     */
    public void sendRaw(GroupResource resource, byte[]... parts) {
        for (byte[] part : parts) {
            watches.each(watch -> watch.resource().equals(resource), watch -> watch.sendRaw(part.clone()));
        }
    }

    /** The same with one text. */
    public void sendRaw(GroupResource resource, String text) {
        sendRaw(resource, text.getBytes(StandardCharsets.UTF_8));
    }

    /** Sends a bookmark of the present revision on every open watch of one resource, wanted or not. */
    public void sendBookmark(GroupResource resource) {
        sendBookmark(resource, new WatchControl.Bookmark(true, false));
    }

    /** The same with the mark that ends the initial events. */
    public void sendInitialEventsEnd(GroupResource resource) {
        sendBookmark(resource, new WatchControl.Bookmark(true, true));
    }

    private void sendBookmark(GroupResource resource, WatchControl.Bookmark bookmark) {
        watches.each(watch -> watch.resource().equals(resource), watch -> watch.sendBookmark(bookmark));
    }

    /** Watches of one resource send no changes; those that happen meanwhile follow when the fault is lifted. */
    public LastingFault hold(GroupResource resource) {
        switches.setHeld(resource, true);
        return () -> {
            switches.setHeld(resource, false);
            watches.each(all -> true, WatchControl::wake);
        };
    }

    /** Watches stay open and send nothing, not even their end: a connection whose other side is dead. */
    public LastingFault silence() {
        switches.setSilent(true);
        return () -> {
            switches.setSilent(false);
            watches.each(all -> true, WatchControl::wake);
        };
    }

    /** The next change of this kind is lost on the first watch that would send it. */
    public void dropNext(GroupResource resource, Change.Type type) {
        switches.drop(change -> change.type() == type && change.resource().equals(resource));
    }

    /** The next change of this resource cuts the connection of the first watch that would send it. */
    public void cutAtNext(GroupResource resource, Break where) {
        switches.cutAt(resource, where);
    }

    /** No bookmarks, except the one behind the initial events. */
    public LastingFault suppressBookmarks() {
        switches.setBookmarksSuppressed(true);
        return () -> switches.setBookmarksSuppressed(false);
    }

    public LastingFault initialEventsEnd(InitialEventsEnd how) {
        switches.setInitialEventsEnd(how);
        return () -> switches.setInitialEventsEnd(InitialEventsEnd.MARKED);
    }

    /** Refuses {@code sendInitialEvents} with 422, like a server that cannot stream lists. */
    public LastingFault refuseWatchLists() {
        switches.setWatchListsRefused(true);
        return () -> switches.setWatchListsRefused(false);
    }

    // ---- requests and connections

    /** The next {@code times} requests that fit get {@code failure} instead of their answer. */
    public LastingFault failNext(Predicate<SeenRequest> which, int times, Failure failure) {
        return requests.add(which, times, Duration.ZERO, failure);
    }

    /** Every request that fits gets {@code failure}, until this is lifted. */
    public LastingFault fail(Predicate<SeenRequest> which, Failure failure) {
        return requests.add(which, Integer.MAX_VALUE, Duration.ZERO, failure);
    }

    /** Requests that fit are answered {@code delay} later, until this is lifted. */
    public LastingFault delay(Predicate<SeenRequest> which, Duration delay) {
        return requests.add(which, Integer.MAX_VALUE, delay, null);
    }

    /** Closes the port and every connection: connecting is refused until this is lifted. */
    public LastingFault refuseConnections() throws IOException {
        listener.close();
        return listener::open;
    }

    /** A check of {@code /readyz} and the like fails: {@code ping}, {@code log}, {@code etcd}, {@code shutdown}. */
    public LastingFault failHealthCheck(String check) {
        health.fail(check);
        return () -> health.succeed(check);
    }

    /** Lifts all faults that last, except refused connections. */
    public void clear() {
        requests.clear();
        switches.clear();
        watches.each(all -> true, WatchControl::wake);
    }

    // ---- what was seen

    /** The requests so far, the last 10,000 at most, in the order in which they came. */
    public List<SeenRequest> requests() {
        return requests.seen();
    }

    public long count(Predicate<SeenRequest> which) {
        return requests.seen().stream().filter(which).count();
    }

    /** Waits until at least {@code count} requests that fit have come. */
    public void awaitRequests(Predicate<SeenRequest> which, int count) throws InterruptedException {
        requests.awaitSeen(which, count);
    }

    /** Forgets the requests so far. */
    public void forgetRequests() {
        requests.forgetSeen();
    }

    /** Connections that are open now. */
    public int connections() {
        return listener.connections();
    }
}
