package insideinformer.reflector;

import insideinformer.api.KubernetesObject;
import insideinformer.api.ListOptions;
import insideinformer.api.ResourceVersionMatch;
import insideinformer.api.WatchEvent;
import insideinformer.client.ListerWatcher;
import insideinformer.client.Watch;
import insideinformer.store.KeyFunc;
import insideinformer.store.Keys;
import insideinformer.store.Store;
import insideinformer.store.StoreException;
import insideinformer.store.Stores;
import insideinformer.store.TransformingStore;
import insideinformer.wait.Context;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the present state as the beginning of a watch instead of as a list. The server sends an ADDED event for each
 * object, then a bookmark with a mark, and then the changes. It never has to hold the whole list.
 *
 * <p>Events before the mark go into a temporary store, a new one for each attempt. So nobody sees anything of a stream
 * that ends too early.
 *
 * <p>Upstream: {@code tools/cache/reflector.go, watchList}.
 */
final class WatchList<T extends KubernetesObject> {

    private static final Logger LOG = LoggerFactory.getLogger(Reflector.class);
    private static final String INITIAL_EVENTS_ANNOTATION_KEY = "k8s.io/initial-events-end";
    private static final int UNMARKED_STREAMS = 5; // this many without the mark, and a list is the way

    private final ReflectorState<T> state;
    private final ListerWatcher<T> listerWatcher;
    private final WatchHandler<T> handler;

    WatchList(ReflectorState<T> state, ListerWatcher<T> listerWatcher, WatchHandler<T> handler) {
        this.state = state;
        this.listerWatcher = listerWatcher;
        this.handler = handler;
    }

    /**
     * Brings the store to the present state.
     *
     * @return the watch, which goes on behind that state; null if the context ended first
     * @throws IOException if the server cannot stream the state or refuses to; a list is then the way
     * @throws StoreException if the store refused the state
     */
    @Nullable Watch<T> watchList(Context context) throws IOException, StoreException, InterruptedException {
        long start = state.options.clock().nanoTime();
        InitialState<T> initial = read(context);
        if (initial == null) {
            return null;
        }
        state.setIsLastSyncResourceVersionUnavailable(false);
        try {
            state.syncWith(initial.temporaryStore.list(), initial.unread, initial.resourceVersion, "watch-list", start);
        } catch (StoreException | RuntimeException | Error e) {
            initial.watch.close();
            throw e;
        }
        return initial.watch;
    }

    // tag::read[]
    /** Opens one stream after the other until one of them sends the mark. */
    private @Nullable InitialState<T> read(Context context)
            throws IOException, InterruptedException {
        int unmarked = 0;
        while (!context.isDone()) {
            try {
                InitialState<T> initial = readOneStream(context);
                if (initial != null) {
                    return initial;
                }
                unmarked++;
            } catch (IOException e) {
                recover(context, e);
            }
            if (unmarked == UNMARKED_STREAMS && !context.isDone()) {
                throw new IOException(unmarked
                        + " streams ended without the bookmark that ends the state");
            }
        }
        return null;
    }
    // end::read[]

    // tag::read-one-stream[]
    /** @return null if the stream or the context ended before the mark */
    private @Nullable InitialState<T> readOneStream(Context context)
            throws IOException, InterruptedException {
        Store<T> temporaryStore = newTemporaryStore();
        ReflectorOptions options = state.options;
        long start = options.clock().nanoTime();
        Watch<T> watch = listerWatcher.watch(context, watchListOptions());
        try (InitialEventsEndBookmarkTicker ticker =
                new InitialEventsEndBookmarkTicker(state.name, options.clock())) {
            InitialState<T> initial = new InitialState<>(watch, temporaryStore, ticker);
            boolean marked = handler.handleAnyWatch(
                    context, watch, start, temporaryStore, initial);
            return marked ? initial : null;
        }
    }
    // end::read-one-stream[]

    private ListOptions watchListOptions() {
        return state.options.watchOptions(state.rewatchResourceVersion())
                .withResourceVersionMatch(ResourceVersionMatch.NOT_OLDER_THAN)
                .withSendInitialEvents(true);
    }

    @SuppressWarnings("unchecked") // a store of T that transforms, transforms T
    private Store<T> newTemporaryStore() {
        KeyFunc<T> keys = Keys.deletionHandlingMetaNamespaceKeyFunc();
        return state.store instanceof TransformingStore<?> transforming
                ? ((TransformingStore<T>) transforming).transformer()
                        .map(transformer -> Stores.newStore(keys, transformer))
                        .orElseGet(() -> Stores.newStore(keys))
                : Stores.newStore(keys);
    }

    /** Prepares another attempt if that can help, and throws the failure if not. */
    private void recover(Context context, IOException failure) throws IOException, InterruptedException {
        if (context.isDone()) {
            return; // the end is no failure
        }
        if (ReflectorErrors.isWatchErrorRetriable(failure)) {
            LOG.debug("{}: the stream of {} was refused; asking again after a pause", state.name,
                    state.typeDescription, failure);
            // Not the context in hand: upstream's pause does not end with it either, and recordings show that.
            Context.background().await(state.delayHandler.next(), state.options.clock());
        } else if (ReflectorErrors.isExpiredError(failure) || ReflectorErrors.isTooLargeResourceVersionError(failure)) {
            LOG.debug("{}: no stream of {} from the known version; asking for the newest state", state.name,
                    state.typeDescription, failure);
            state.setIsLastSyncResourceVersionUnavailable(true);
        } else {
            throw failure;
        }
    }

    /** The part of the present state that one stream has sent so far. */
    private static final class InitialState<T extends KubernetesObject> implements WatchHandler.Progress<T> {

        final Watch<T> watch;
        final Store<T> temporaryStore;
        final Set<String> unread = new HashSet<>();
        String resourceVersion = "";
        private final InitialEventsEndBookmarkTicker ticker;

        InitialState(Watch<T> watch, Store<T> temporaryStore, InitialEventsEndBookmarkTicker ticker) {
            this.watch = watch;
            this.temporaryStore = temporaryStore;
            this.ticker = ticker;
        }

        @Override
        public void unread(String key) {
            unread.add(key);
        }

        @Override
        public boolean handled(WatchEvent<T> event, T object) {
            ticker.observeLastEventTimeStamp();
            if (event instanceof WatchEvent.Deleted<T>) {
                unread.remove(WatchHandler.keyOf(object));
            }
            if (!(event instanceof WatchEvent.Bookmark<T>)) {
                return false;
            }
            String version = WatchHandler.versionOf(object);
            resourceVersion = version.isEmpty() ? resourceVersion : version;
            return "true".equals(object.metadata().annotations().get(INITIAL_EVENTS_ANNOTATION_KEY));
        }
    }
}
