package insideinformer.soak;

import insideinformer.api.ApiErrors;
import insideinformer.api.KubernetesList;
import insideinformer.api.KubernetesObject;
import insideinformer.api.ListOptions;
import insideinformer.api.WatchEvent;
import insideinformer.client.ListerWatcher;
import insideinformer.client.Watch;
import insideinformer.wait.Context;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Notes what passes between a client and an informer, and whether it closes what it opens; changes nothing. */
final class Tap<T extends KubernetesObject> implements ListerWatcher<T> {

    private final ListerWatcher<T> source;
    private final Tally tally;
    private final Set<State> listed = ConcurrentHashMap.newKeySet();
    private final Set<Watch<T>> open = ConcurrentHashMap.newKeySet();
    private volatile boolean openedTwo;

    Tap(ListerWatcher<T> source, Tally tally) {
        this.source = source;
        this.tally = tally;
    }

    /** Whether a list gave this state to the informer. */
    boolean wasListed(State state) {
        return listed.contains(state);
    }

    /** What the Reflector did wrong with watches. Ask after it has ended. */
    List<String> complaints() {
        List<String> found = new ArrayList<>();
        if (openedTwo) {
            found.add("a watch was opened before the last one was closed");
        }
        if (!open.isEmpty()) {
            found.add(open.size() + " watches were never closed");
        }
        return found;
    }

    @Override
    public KubernetesList<T> list(Context context, ListOptions options) throws IOException, InterruptedException {
        try {
            KubernetesList<T> page = source.list(context, options);
            tally.add(options.continueToken().isEmpty() ? "lists" : "further pages", 1);
            page.items().forEach(item -> listed.add(State.of(item)));
            return page;
        } catch (IOException e) {
            failed(e, options.continueToken().isEmpty() ? "a list" : "a further page");
            throw e;
        }
    }

    @Override
    public Watch<T> watch(Context context, ListOptions options) throws IOException, InterruptedException {
        try {
            Watch<T> watch = source.watch(context, options);
            tally.add("watches", 1);
            openedTwo |= !open.isEmpty();
            open.add(watch);
            return new TappedWatch<>(watch, this);
        } catch (IOException e) {
            failed(e, "a watch");
            throw e;
        }
    }

    private void failed(IOException e, String what) {
        boolean expired = ApiErrors.isResourceExpired(e) || ApiErrors.isGone(e);
        tally.add("met: " + what + (expired ? " that had expired" : " that failed"), 1);
    }

    @Override
    public boolean supportsWatchList() {
        return source.supportsWatchList();
    }

    private record TappedWatch<T extends KubernetesObject>(Watch<T> watch, Tap<T> tap) implements Watch<T> {

        @Override
        public Optional<WatchEvent<T>> take() throws InterruptedException {
            Optional<WatchEvent<T>> event = watch.take();
            event.ifPresent(e -> tap.tally.add(switch (e) {
                case WatchEvent.Bookmark<T> bookmark -> "bookmarks";
                case WatchEvent.Error<T> error ->
                        "met: an ERROR event " + error.status().code();
                case WatchEvent.Unknown<T> unknown -> "met: an unknown event";
                case WatchEvent.Added<T> added -> "events";
                case WatchEvent.Modified<T> modified -> "events";
                case WatchEvent.Deleted<T> deleted -> "events";
            }, 1));
            return event;
        }

        @Override
        public void close() {
            tap.open.remove(watch);
            watch.close();
        }
    }
}
