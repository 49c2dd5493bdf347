package insideinformer.reflector;

import static java.util.Objects.requireNonNull;

import insideinformer.api.ApiErrors;
import insideinformer.api.KubernetesList;
import insideinformer.api.KubernetesObject;
import insideinformer.api.ListOptions;
import insideinformer.api.WatchEvent;
import insideinformer.client.ListerWatcher;
import insideinformer.client.Watch;
import insideinformer.store.ReflectorStore;
import insideinformer.store.StoreException;
import insideinformer.wait.Cancellable;
import insideinformer.wait.Clock;
import insideinformer.wait.Context;
import insideinformer.wait.CrashLog;
import insideinformer.wait.DelayFunc;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes a store reflect what a server has: lists, watches from the list's version on, and lists again when the watch
 * cannot be continued.
 *
 * <p>{@link #run} blocks until its context ends and returns soon after, but not before the pause is over in which a
 * stream of the present state is put off; an interrupt counts as that end. What goes wrong with the server or the
 * store is told to the {@link WatchErrorHandler} or logged, and tried again after a pause; an unchecked exception of
 * lister, store or resync ends {@code run} with itself.
 *
 * <p>Upstream: {@code tools/cache/reflector.go, Reflector}.
 *
 * @param <T> the type of the objects
 */
public final class Reflector<T extends KubernetesObject> {

    // I1  The store is replaced by a whole list or not at all; nothing of a list that failed or came after the end of
    //     the context reaches it.
    // I2  After a replace, the store gets every event behind the list's version, in the stream's order, on one thread;
    //     only resync may come at the same time.
    // I3  `last` is the version of the last list or event with a version that has been handed to the store, and never
    //     one of the events that replay the present state, whose order says nothing about what is still to come.
    // I4  At most one watch is open, and every watch that was opened is closed before the round ends.

    private static final Logger LOG = LoggerFactory.getLogger(Reflector.class);
    private static final Duration SLOW_LIST = Duration.ofSeconds(10);
    private static final Duration INTERNAL_ERROR_RESET = Duration.ofMinutes(1);

    private final ListerWatcher<T> listerWatcher;
    private final ReflectorStore<T> store;
    private final ReflectorOptions options;
    private final String name;
    private final String typeDescription;
    private final Clock clock;
    private final WatchHandler<T> handler;
    private final DelayFunc delays; // one for every pause, so that they grow together
    private final Outage outage = new Outage(); // only the run thread touches it, as the next
    private boolean pagedFromCache; // a list from version 0 came in pages

    private final ReentrantLock lock = new ReentrantLock();
    private String last = ""; // guarded by lock; version to go on from; empty: none yet
    private boolean unavailable; // guarded by lock; the server refused to list at `last`

    /** @param expectedType events with objects of another class are skipped; null: none are */
    public Reflector(
            ListerWatcher<T> listerWatcher, @Nullable Class<? extends T> expectedType, ReflectorStore<T> store,
            ReflectorOptions options) {
        this.listerWatcher = requireNonNull(listerWatcher, "listerWatcher is null; give the one to read from");
        this.store = requireNonNull(store, "store is null; give the one to keep like the server");
        this.options = options;
        this.name = options.name() != null ? options.name() : CallerName.ofCaller();
        this.typeDescription = describe(options, expectedType);
        this.clock = options.clock();
        this.handler = new WatchHandler<>(name, typeDescription, expectedType, options.expectedGvk(), clock);
        this.delays = options.backoff().delayWithReset(clock, ReflectorOptions.BACKOFF_RESET, options.random());
    }

    private static String describe(ReflectorOptions options, @Nullable Class<?> expectedType) {
        if (options.typeDescription() != null) {
            return options.typeDescription();
        }
        if (options.expectedGvk() != null) {
            return options.expectedGvk().toString();
        }
        return expectedType == null ? "<unspecified>" : expectedType.getSimpleName();
    }

    /** For messages. */
    public String name() {
        return name;
    }

    /** For messages. */
    public String typeDescription() {
        return typeDescription;
    }

    /**
     * The version that the store has been brought to; empty before the first list. What stands behind the store may not
     * have seen it yet.
     */
    public String lastSyncResourceVersion() {
        lock.lock();
        try {
            return last;
        } finally {
            lock.unlock();
        }
    }

    // tag::run[]
    /**
     * Lists and watches, round after round, until the context ends. May be run
     * again after that, and goes on then.
     */
    public void run(Context context) {
        LOG.debug("{}: starting, {} every {}", name, typeDescription, options.resyncPeriod());
        try {
            boolean over = context.isDone();
            if (over) {
                delays.next(); // a round of nothing has its pause as well
            }
            while (!over) {
                round(context);
                over = context.await(delays.next(), clock);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            logInterrupt(context);
        }
        LOG.debug("{}: stopped", name);
    }
    // end::run[]

    private void logInterrupt(Context context) {
        if (!context.isDone()) {
            LOG.warn("{}: interrupted before its context has ended; {} is not read any more", name, typeDescription);
        }
    }

    private void round(Context context) throws InterruptedException {
        try {
            listAndWatch(context);
        } catch (IOException | StoreException e) {
            if (ReflectorErrors.isCutOff(context, e)) {
                LOG.debug("{}: stopped amid a round, which is no failure", name, e);
                return;
            }
            try {
                options.watchErrorHandler().handle(this, e);
            } catch (RuntimeException | Error broken) {
                CrashLog.error(LOG, broken, "{}: the error handler failed; the Reflector goes on", name);
            }
        }
    }

    // tag::list-and-watch[]
    /**
     * One round: brings the store to the present state and keeps it there until the
     * watch cannot be continued, or the context ends.
     *
     * @throws IOException if the list failed or a watch could not be opened
     * @throws StoreException if the store refused the list
     */
    public void listAndWatch(Context context)
            throws IOException, StoreException, InterruptedException {
        Watch<T> open = null; // goes on behind the state that the store has been given
        if (options.useWatchList() && listerWatcher.supportsWatchList()) {
            try {
                open = watchList(context);
                if (open == null) {
                    return; // the context has ended
                }
            } catch (IOException | StoreException e) {
                LOG.debug("{}: no stream of {}; listing instead", name, typeDescription, e);
            }
        }
        if (open != null || list(context)) {
            watchWithResync(context, open);
        }
    }
    // end::list-and-watch[]

    /** @return the watch that goes on behind the state now stored; null if the context ended first */
    private @Nullable Watch<T> watchList(Context context) throws IOException, StoreException, InterruptedException {
        long start = clock.nanoTime();
        WatchList.State<T> state = new WatchList<>(this, listerWatcher, handler, options).read(context, store);
        if (state == null) {
            return null;
        }
        setUnavailable(false);
        try {
            replace(state.items(), state.unread(), state.resourceVersion(), "watch-list");
        } catch (StoreException | RuntimeException | Error e) {
            state.watch().close();
            throw e;
        }
        logSlowList(start, state.items().size());
        logRecovery();
        return state.watch();
    }

    // tag::list[]
    /** @return false if the context ended first; the store has not been touched then */
    private boolean list(Context context)
            throws IOException, StoreException, InterruptedException {
        long start = clock.nanoTime();
        String version = relistResourceVersion();
        Optional<ListPager.Result<T>> answer = listOnItsOwnThread(context, version);
        if (answer.isEmpty()) {
            return false;
        }
        if (version.equals("0") && answer.get().paginated()) {
            pagedFromCache = true; // the server has no cache that would answer in one go
        }
        setUnavailable(false);
        KubernetesList<T> list = answer.get().list();
        replace(list.items(), list.unread(), orEmpty(list.metadata().resourceVersion()), "list");
        logSlowList(start, list.items().size());
        return true;
    }
    // end::list[]

    private void replace(List<T> items, Set<String> unread, String version, String source) throws StoreException {
        try {
            store.replace(items, unread, version);
        } catch (StoreException e) {
            throw new StoreException("unable to sync " + source + " result: " + e.getMessage(), e);
        }
        setLast(version);
    }

    /**
     * A lister need not notice the end of the context: it gets a thread that can be left behind then. That thread may
     * still find out that `last` is unusable, and nothing else.
     */
    private Optional<ListPager.Result<T>> listOnItsOwnThread(Context context, String version)
            throws IOException, InterruptedException {
        ListPager<T> pager = new ListPager<>((c, o) -> listerWatcher.list(context, o), pageSize(version));
        FutureTask<ListPager.Result<T>> listing = new FutureTask<>(() -> listWithFallback(pager, version));
        CountDownLatch ready = new CountDownLatch(1);
        Thread lister = Thread.ofVirtual().name(name + " list").start(() -> {
            listing.run();
            ready.countDown();
        });
        try (Context.Registration end = context.onDone(ready::countDown)) {
            ready.await();
        }
        if (context.isDone()) {
            return Optional.empty();
        }
        lister.join(); // it ends at once: only the end of the context leaves it behind
        try {
            return Optional.of(listing.get());
        } catch (ExecutionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            switch (cause) {
                case RuntimeException crash -> throw crash;
                case Error crash -> throw crash;
                default -> throw new IOException("failed to list " + typeDescription + ": " + cause.getMessage(),
                        cause);
            }
        }
    }

    private ListPager.Result<T> listWithFallback(ListPager<T> pager, String version)
            throws IOException, InterruptedException {
        Context never = Context.background(); // the lister has the round's; the pager does not stop between pages
        try {
            return pager.list(never, ListOptions.EMPTY.withResourceVersion(version));
        } catch (IOException e) {
            if (!ReflectorErrors.isExpired(e) && !ReflectorErrors.isTooLargeResourceVersion(e)) {
                throw e;
            }
            LOG.debug("{}: {} cannot be listed at version {}; asking for the newest", name, typeDescription, version,
                    e);
            setUnavailable(true);
            return pager.list(never, ListOptions.EMPTY.withResourceVersion(relistResourceVersion()));
        }
    }

    /**
     * Empty: the newest state, whatever it costs the server. 0: any state. Else: not older than what the store has
     * seen.
     */
    private String relistResourceVersion() {
        lock.lock();
        try {
            return unavailable ? "" : last.isEmpty() ? "0" : last;
        } finally {
            lock.unlock();
        }
    }

    /** The version that a stream of the state asks for: unlike a list's, empty the first time. */
    String rewatchResourceVersion() {
        lock.lock();
        try {
            return unavailable ? "" : last;
        } finally {
            lock.unlock();
        }
    }

    /** A server answers from its cache in one go unless asked for the newest state, or for pages from a version on. */
    private long pageSize(String version) {
        if (options.pageSize() != 0) {
            return options.pageSize();
        }
        boolean fromVersion = !version.isEmpty() && !version.equals("0");
        return fromVersion && !pagedFromCache ? 0 : ListPager.DEFAULT_PAGE_SIZE;
    }

    private void logSlowList(long startNanos, int items) {
        Duration took = Duration.ofNanos(clock.nanoTime() - startNanos);
        if (took.compareTo(SLOW_LIST) > 0) {
            LOG.info("{}: listing and storing {} {} took {}", name, items, typeDescription, took);
        }
    }

    /** @param open a watch that goes on behind the state just stored; null: one has to be opened */
    private void watchWithResync(Context context, @Nullable Watch<T> open) throws IOException, InterruptedException {
        try (open; // which the context's end may leave unread
                Cancellable phase = context.withCancel();
                Resync resync = new Resync(name, store, options, phase)) {
            watch(phase, open, resync);
        }
    }

    // tag::watch[]
    /** @param open read before any is asked for */
    private void watch(Context context, @Nullable Watch<T> open, Resync resync)
            throws IOException, InterruptedException {
        RetryWithDeadline retry = new RetryWithDeadline(
                options.maxInternalErrorRetry(), INTERNAL_ERROR_RESET,
                ApiErrors::isInternalError, clock);
        Watch<T> next = open;
        while (!context.isDone()) {
            long start = clock.nanoTime(); // not later: proxies may wait for an event
            boolean replay = next == null && isAnyState(lastSyncResourceVersion());
            Watch<T> watch = next == null ? request(context) : next;
            next = null;
            if (watch == null) {
                context.await(delays.next(), clock);
                continue;
            }
            WatchHandler.End end =
                    handler.handle(context, watch, start, new Storing(replay), resync);
            if (!(end instanceof WatchHandler.End.Failed(Exception failure))) {
                outage.proven();
            } else if (!mayGoOn(context, failure, retry)) {
                return; // the next round lists
            }
        }
    }
    // end::watch[]

    // tag::request[]
    /**
     * Asks for what happened behind `last`.
     *
     * @return null if the context has ended, or the server cannot answer just now, so
     *     that the same can be asked again
     */
    private @Nullable Watch<T> request(Context context)
            throws IOException, InterruptedException {
        try {
            Watch<T> watch = listerWatcher.watch(
                    context, watchOptions(lastSyncResourceVersion()));
            logRecovery();
            return watch;
        } catch (IOException e) {
            if (ReflectorErrors.isCutOff(context, e)) {
                return null; // the end is no failure
            }
            if (!ReflectorErrors.isRetriableWatchError(e)) {
                throw e;
            }
            if (!context.isDone()) {
                logRefusal(e);
            }
            return null;
        }
    }
    // end::request[]

    /** A watch from such a version begins with the present state, in any order. */
    private static boolean isAnyState(String version) {
        return version.isEmpty() || version.equals("0");
    }

    private void logRefusal(IOException failure) {
        if (isNews(failure)) {
            LOG.warn("{}: the watch of {} was refused; asking again after pauses that grow, from where it was: {}",
                    name, typeDescription, failure.toString());
        } else {
            LOG.debug("{}: the watch of {} is still refused", name, typeDescription, failure);
        }
    }

    private void logRecovery() {
        int failed = outage.recovered();
        if (failed > 0) {
            LOG.info("{}: {} is watched again, after {} failed attempts", name, typeDescription, failed);
        }
    }

    /** Whether a failure is to be told at once; to be asked on the thread of {@link #run}. */
    boolean isNews(Exception failure) {
        return outage.isNews(failure);
    }

    /** Whether another watch may go on from where the failed one was; if so, after the pause that is due. */
    private boolean mayGoOn(Context context, Exception failure, RetryWithDeadline retry) throws InterruptedException {
        retry.after(failure);
        if (ApiErrors.isTooManyRequests(failure)) {
            LOG.debug("{}: the watch of {} was put off; asking again after a pause", name, typeDescription, failure);
            context.await(delays.next(), clock);
            return true;
        }
        if (ApiErrors.isInternalError(failure) && retry.shouldRetry()) {
            LOG.debug("{}: retrying the watch of {} after an internal error", name, typeDescription, failure);
            return true;
        }
        logEnd(failure);
        return false;
    }

    ListOptions watchOptions(String version) {
        double seconds = options.minWatchTimeout().toSeconds() * (1 + options.random().nextDouble());
        return ListOptions.EMPTY
                .withResourceVersion(version)
                // all different, or all clients would come back at once
                .withTimeout(Duration.ofSeconds((long) seconds))
                .withAllowWatchBookmarks(true);
    }

    private void logEnd(Exception failure) {
        // That the version of a watch has expired does not make it unusable for a list: "not older than" still holds.
        if (ReflectorErrors.isExpired(failure)) {
            LOG.debug("{}: the watch of {} cannot go on from {}; listing again", name, typeDescription,
                    lastSyncResourceVersion(), failure);
        } else if (isNews(failure)) {
            LOG.warn("{}: the watch of {} ended; listing again after a pause: {}", name, typeDescription,
                    failure.toString());
        } else {
            LOG.debug("{}: the watch of {} ended as one before; listing again after a pause", name, typeDescription,
                    failure);
        }
    }

    /** Hands events to the store and moves `last` behind them. */
    private final class Storing implements WatchHandler.Sink<T> {

        private boolean replay; // so far only the present state, in any order (I3)

        Storing(boolean replay) {
            this.replay = replay;
        }

        // tag::storing[]
        @Override
        public boolean accept(WatchEvent<T> event, T object) throws StoreException {
            try {
                switch (event) {
                    case WatchEvent.Added<T> added -> store.add(object);
                    case WatchEvent.Modified<T> modified -> store.update(object);
                    case WatchEvent.Deleted<T> deleted -> store.delete(object);
                    case WatchEvent.Bookmark<T> bookmark -> {
                        if (store instanceof BookmarkStore bookmarks
                                && !versionOf(object).isEmpty()) {
                            bookmarks.bookmark(versionOf(object));
                        }
                    }
                    case WatchEvent.Error<T> error -> {}
                    case WatchEvent.Unknown<T> unknown -> {}
                }
            } catch (StoreException e) {
                passed(event, object); // also an event that the store refused
                throw e;
            }
            passed(event, object);
            return false;
        }
        // end::storing[]

        private void passed(WatchEvent<T> event, T object) {
            replay &= event instanceof WatchEvent.Added<T>
                    || event instanceof WatchEvent.Unknown<T>;
            if (!replay) {
                advance(versionOf(object));
            }
        }

        private void advance(String version) {
            if (version.isEmpty()) {
                return; // the store is not told either
            }
            setLast(version);
            if (store instanceof ResourceVersionUpdater updater) {
                updater.updateResourceVersion(version);
            }
        }
    }

    private void setLast(String version) {
        if (version.isEmpty()) {
            return; // a watch from nowhere would miss what is deleted until it opens
        }
        lock.lock();
        try {
            last = version;
        } finally {
            lock.unlock();
        }
    }

    void setUnavailable(boolean now) {
        lock.lock();
        try {
            unavailable = now;
        } finally {
            lock.unlock();
        }
    }

    Duration nextDelay() {
        return delays.next();
    }

    static String versionOf(KubernetesObject object) {
        return orEmpty(object.metadata().resourceVersion());
    }

    private static String orEmpty(@Nullable String text) {
        return text == null ? "" : text;
    }

    @Override
    public String toString() {
        return "Reflector[" + name + ", " + typeDescription + "]";
    }
}
