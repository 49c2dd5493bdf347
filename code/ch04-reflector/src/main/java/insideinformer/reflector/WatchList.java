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
import insideinformer.wait.Clock;
import insideinformer.wait.Context;
import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The present state as the beginning of a watch: the server sends an ADDED for everything there is, then a bookmark
 * with a mark, and goes on with changes. No page and no list is ever held as a whole by the server.
 *
 * <p>What comes before the mark is gathered in a store of its own, a fresh one for each attempt, so that nothing of an
 * unfinished stream is ever seen by anybody.
 *
 * <p>Upstream: {@code tools/cache/reflector.go, watchList}.
 */
final class WatchList<T extends KubernetesObject> {

    private static final Logger LOG = LoggerFactory.getLogger(Reflector.class);
    private static final String INITIAL_EVENTS_END = "k8s.io/initial-events-end";
    private static final int UNMARKED_STREAMS = 5; // so many that end without the mark are enough

    /** The whole state with its version, and the watch that goes on behind it. */
    record State<T>(List<T> items, Set<String> unread, String resourceVersion, Watch<T> watch) {}

    /** What has come of a stream so far. */
    private static final class Gathering<T extends KubernetesObject> implements WatchHandler.Sink<T> {

        final Store<T> store;
        final Set<String> unread = new HashSet<>();
        @Nullable Watch<T> watch;
        @Nullable InitialEventsWarning warning;
        String resourceVersion = "";

        Gathering(Store<T> store) {
            this.store = store;
        }

        State<T> state() {
            return new State<>(store.list(), unread, resourceVersion, Objects.requireNonNull(watch));
        }

        @Override
        public void unread(String key) {
            unread.add(key);
        }

        @Override
        public boolean accept(WatchEvent<T> event, T object) throws StoreException {
            Objects.requireNonNull(warning).eventReceived();
            switch (event) {
                case WatchEvent.Added<T> added -> store.add(object);
                case WatchEvent.Modified<T> modified -> store.update(object);
                case WatchEvent.Deleted<T> deleted -> {
                    store.delete(object);
                    unread.remove(Keys.metaNamespaceKey(object));
                }
                case WatchEvent.Bookmark<T> bookmark -> {
                    String version = Reflector.versionOf(object);
                    resourceVersion = version.isEmpty() ? resourceVersion : version;
                    return "true".equals(object.metadata().annotations().get(INITIAL_EVENTS_END));
                }
                case WatchEvent.Error<T> error -> {}
                case WatchEvent.Unknown<T> unknown -> {}
            }
            return false;
        }
    }

    private final Reflector<T> reflector;
    private final ListerWatcher<T> listerWatcher;
    private final WatchHandler<T> handler;
    private final ReflectorOptions options;

    WatchList(Reflector<T> reflector, ListerWatcher<T> listerWatcher, WatchHandler<T> handler,
            ReflectorOptions options) {
        this.reflector = reflector;
        this.listerWatcher = listerWatcher;
        this.handler = handler;
        this.options = options;
    }

    /**
     * Reads until the mark, stream after stream.
     *
     * @param target where the state will go; if it transforms, the state comes transformed
     * @return null if the context ended first
     * @throws IOException if the server cannot or will not do it; a list is then the way
     */
    // tag::read[]
    @Nullable State<T> read(Context context, Object target)
            throws IOException, InterruptedException {
        int unmarked = 0;
        while (!context.isDone()) {
            Gathering<T> gathering = new Gathering<>(newStore(target));
            switch (gather(context, gathering)) {
                case WatchHandler.End.Satisfied satisfied -> {
                    return gathering.state();
                }
                case WatchHandler.End.Closed closed -> {
                    if (++unmarked == UNMARKED_STREAMS && !context.isDone()) {
                        throw new IOException(unmarked
                                + " streams ended without the bookmark behind the initial events");
                    }
                }
                case WatchHandler.End.Failed(Exception failure) -> {
                    if (!context.isDone()) { // the end is no failure
                        recover(failure);
                    }
                }
            }
        }
        return null;
    }
    // end::read[]

    /** One stream; a watch that is refused has failed as one that ends. */
    private WatchHandler.End gather(Context context, Gathering<T> gathering) throws InterruptedException {
        long start = options.clock().nanoTime();
        Watch<T> watch;
        try {
            watch = listerWatcher.watch(context, watchListOptions());
        } catch (IOException e) {
            return new WatchHandler.End.Failed(e);
        }
        gathering.watch = watch;
        try (InitialEventsWarning warning = new InitialEventsWarning(reflector.name(), options.clock())) {
            gathering.warning = warning;
            return handler.handle(context, watch, start, gathering, null);
        }
    }

    /** Waits, or gives the version up, if another attempt may then work; throws the failure if not. */
    private void recover(Exception failure) throws IOException, InterruptedException {
        if (ReflectorErrors.isRetriableWatchError(failure)) {
            LOG.debug("{}: the stream was refused; asking again after a pause", reflector.name(), failure);
            Context.background().await(reflector.nextDelay(), options.clock()); // as upstream, to its end
        } else if (ReflectorErrors.isExpired(failure) || ReflectorErrors.isTooLargeResourceVersion(failure)) {
            LOG.debug("{}: no stream from the version known; asking for the newest state", reflector.name(), failure);
            reflector.setUnavailable(true);
        } else {
            throw failure instanceof IOException io ? io : new IOException(failure);
        }
    }

    private ListOptions watchListOptions() {
        return reflector.watchOptions(reflector.rewatchResourceVersion())
                .withResourceVersionMatch(ResourceVersionMatch.NOT_OLDER_THAN)
                .withSendInitialEvents(true);
    }

    @SuppressWarnings("unchecked") // a store of T that transforms, transforms T
    private Store<T> newStore(Object target) {
        KeyFunc<T> keys = Keys.deletionHandlingMetaNamespaceKeyFunc();
        return target instanceof TransformingStore<?> transforming
                ? ((TransformingStore<T>) transforming).transformer()
                        .map(transformer -> Stores.newStore(keys, transformer))
                        .orElseGet(() -> Stores.newStore(keys))
                : Stores.newStore(keys);
    }

    /** Says every ten seconds that the mark is still missing. Upstream: {@code initialEventsEndBookmarkTicker}. */
    private static final class InitialEventsWarning implements AutoCloseable {

        private static final Duration PERIOD = Duration.ofSeconds(10);

        private final String name;
        private final Clock clock;
        private final long startNanos;
        private volatile long lastEventNanos;
        private volatile boolean anyEvent;
        private volatile boolean closed;
        private volatile Clock.Timer timer;

        InitialEventsWarning(String name, Clock clock) {
            this.name = name;
            this.clock = clock;
            this.startNanos = clock.nanoTime();
            this.timer = clock.newTimer(PERIOD, this::warn);
        }

        void eventReceived() {
            lastEventNanos = clock.nanoTime();
            anyEvent = true;
        }

        private void warn() {
            Duration silent = Duration.ofNanos(clock.nanoTime() - (anyEvent ? lastEventNanos : startNanos));
            if (!anyEvent) {
                LOG.warn("{}: the bookmark behind the initial events is missing; no events received for {}", name,
                        silent);
            } else if (silent.compareTo(PERIOD) >= 0) {
                LOG.warn("{}: the bookmark behind the initial events is missing; last event {} ago", name, silent);
            }
            timer = clock.newTimer(PERIOD, this::warn);
            if (closed) {
                timer.stop();
            }
        }

        @Override
        public void close() {
            closed = true;
            timer.stop();
        }
    }
}
