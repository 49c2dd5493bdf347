package insideinformer.reflector;

import static java.util.Objects.requireNonNull;

import insideinformer.api.ApiErrors;
import insideinformer.api.GroupVersionKind;
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
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a store equal to what a server has. It lists the objects, watches from the version of the list on, and lists
 * again when the watch cannot go on.
 *
 * <p>{@link #run} blocks until its context ends, and an interrupt counts as that end. It returns soon after, with one
 * exception: a pause before another stream of the present state is waited out. A failure of the server or the store is
 * logged or goes to the {@link WatchErrorHandler}, and another attempt follows after a pause. An unchecked exception
 * of the lister, the store or a resync ends {@code run}, which throws it.
 *
 * <p>Upstream: {@code tools/cache/reflector.go, Reflector}.
 *
 * @param <T> the type of the objects
 */
public final class Reflector<T extends KubernetesObject> {

    // I1  The store's content is replaced by a whole list or not at all. A list that failed, or came after the end of
    //     the context, does not reach the store.
    // I2  After a replace, the store gets every event behind the list's version, in the order of the stream and on
    //     one thread. Only a resync can come at the same time.
    // I3  lastSyncResourceVersion is the version of the last list or event that the store was given. Events that
    //     replay the present state do not count, because their order says nothing about what is still to come.
    // I4  At most one watch is open. Every watch that was opened is closed before the round ends.

    private static final Logger LOG = LoggerFactory.getLogger(Reflector.class);
    private static final Duration INTERNAL_ERROR_RESET = Duration.ofMinutes(1);

    private final ListerWatcher<T> listerWatcher;
    private final ReflectorOptions options;
    private final String name;
    private final String typeDescription;
    private final Clock clock;
    private final ReflectorState<T> state;
    private final WatchHandler<T> handler;
    private final WatchList<T> watchList;
    private final OutageLog outageLog; // only the run thread uses it, as the next
    private boolean paginatedResult; // a list from version 0 came in pages

    /** @param expectedType an event with an object of another class is skipped; null: none is */
    public Reflector(
            ListerWatcher<T> listerWatcher, @Nullable Class<? extends T> expectedType, ReflectorStore<T> store,
            ReflectorOptions options) {
        this.listerWatcher = requireNonNull(listerWatcher, "listerWatcher is null; give the one to read from");
        requireNonNull(store, "store is null; give the one to keep like the server");
        this.options = options;
        this.name = options.name().isPresent() ? options.name().get() : CallerName.ofCaller();
        this.typeDescription = describe(options, expectedType);
        this.clock = options.clock();
        this.state = new ReflectorState<>(name, typeDescription, store, options);
        this.handler = new WatchHandler<>(name, typeDescription, expectedType, options.expectedGvk(), clock);
        this.watchList = new WatchList<>(state, listerWatcher, handler);
        this.outageLog = new OutageLog(name, typeDescription);
    }

    private static String describe(ReflectorOptions options, @Nullable Class<?> expectedType) {
        return options.typeDescription()
                .or(() -> options.expectedGvk().map(GroupVersionKind::toString))
                .orElse(expectedType == null ? "<unspecified>" : expectedType.getSimpleName());
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
     * The version that the store has been brought to; empty before the first list. If the store is a queue, whoever
     * reads from it can be further behind.
     */
    public String lastSyncResourceVersion() {
        return state.lastSyncResourceVersion();
    }

    OutageLog outageLog() {
        return outageLog;
    }

    // tag::run[]
    /**
     * Lists and watches, round after round, until the context ends. After that, it can
     * be called again and goes on from the version that it has reached.
     */
    public void run(Context context) {
        LOG.debug("{}: reading {} from now on", name, typeDescription);
        try {
            boolean over = context.isDone();
            if (over) {
                state.delayHandler.next(); // as upstream, which counts this as a round
            }
            while (!over) {
                round(context);
                over = context.await(state.delayHandler.next(), clock);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        logEnd(context);
    }
    // end::run[]

    private void logEnd(Context context) {
        if (context.isDone()) {
            LOG.debug("{}: {} is not read any more", name, typeDescription);
        } else {
            LOG.warn("{}: interrupted before its context has ended; {} is not read any more", name, typeDescription);
        }
    }

    private void round(Context context) throws InterruptedException {
        try {
            listAndWatch(context);
        } catch (IOException | StoreException e) {
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
     * watch cannot go on or the context ends.
     *
     * @throws IOException if the list failed or a watch could not be opened
     * @throws StoreException if the store refused the list
     */
    public void listAndWatch(Context context)
            throws IOException, StoreException, InterruptedException {
        Watch<T> open = null; // goes on behind the state that the store was given
        if (options.useWatchList() && listerWatcher.supportsWatchList()) {
            try {
                open = watchList.watchList(context);
                if (open == null) {
                    return; // the context has ended
                }
                outageLog.watchOpened();
            } catch (IOException | StoreException e) {
                LOG.debug("{}: no stream of {}; listing", name, typeDescription, e);
            }
        }
        if (open != null || list(context)) {
            watchWithResync(context, open);
        }
    }
    // end::list-and-watch[]

    // tag::list[]
    /** @return false if the context ended first; the store was not touched then */
    private boolean list(Context context)
            throws IOException, StoreException, InterruptedException {
        long start = clock.nanoTime();
        String version = state.relistResourceVersion();
        Optional<ListPager.Result<T>> answer = listOnItsOwnThread(context, version);
        if (answer.isEmpty()) {
            return false;
        }
        if (version.equals("0") && answer.get().paginated()) {
            paginatedResult = true; // the server has no cache to answer from
        }
        state.setIsLastSyncResourceVersionUnavailable(false);
        KubernetesList<T> list = answer.get().list();
        state.syncWith(list.items(), list.unread(), list.metadata().resourceVersion(),
                "list", start);
        return true;
    }
    // end::list[]

    /**
     * Lists on a thread of its own, because a lister does not have to notice the end of the context. A lister that does
     * not notice it is left behind, and its answer is dropped. What it learns about the version is kept.
     */
    private Optional<ListPager.Result<T>> listOnItsOwnThread(Context context, String version)
            throws IOException, InterruptedException {
        try (Cancellable asked = context.withCancel()) { // so that an interrupt ends it, too
            FutureTask<ListPager.Result<T>> listing = new FutureTask<>(() -> listWithFallback(asked, version));
            CountDownLatch ready = new CountDownLatch(1);
            Thread lister = Thread.ofVirtual().name(name + " list").start(() -> {
                listing.run();
                ready.countDown();
            });
            try (Context.Registration end = context.onDone(ready::countDown)) {
                ready.await();
            }
            if (context.isDone()) {
                return Optional.empty(); // even if there is an answer (I1)
            }
            lister.join(); // at once, because it has answered
            return Optional.of(resultOf(listing));
        }
    }

    private ListPager.Result<T> resultOf(FutureTask<ListPager.Result<T>> listing)
            throws IOException, InterruptedException {
        try {
            return listing.get();
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

    private ListPager.Result<T> listWithFallback(Context context, String version)
            throws IOException, InterruptedException {
        ListPager<T> pager = new ListPager<>((ignored, page) -> listerWatcher.list(context, page), pageSize(version));
        Context never = Context.background(); // as upstream's pager, which goes on after a stop; recordings show that
        try {
            return pager.list(never, ListOptions.EMPTY.withResourceVersion(version));
        } catch (IOException e) {
            if (!ReflectorErrors.isExpiredError(e) && !ReflectorErrors.isTooLargeResourceVersionError(e)) {
                throw e;
            }
            LOG.debug("{}: {} cannot be listed at version {}; asking for the newest state", name, typeDescription,
                    version, e);
            state.setIsLastSyncResourceVersionUnavailable(true);
            return pager.list(never, ListOptions.EMPTY.withResourceVersion(state.relistResourceVersion()));
        }
    }

    /** A server answers a list from a given version out of its cache only if the list has no limit. */
    private long pageSize(String version) {
        if (options.watchListPageSize() != 0) {
            return options.watchListPageSize();
        }
        boolean fromVersion = !version.isEmpty() && !version.equals("0");
        return fromVersion && !paginatedResult ? 0 : ListPager.DEFAULT_PAGE_SIZE;
    }

    /** @param open a watch that goes on behind the state just stored; null: one has to be opened */
    private void watchWithResync(Context context, @Nullable Watch<T> open) throws IOException, InterruptedException {
        try (open; // not read if the context has ended
                Resync resync = new Resync(state, context)) {
            watch(open, resync);
        }
    }

    // tag::watch[]
    /** @param open is read before another watch is opened; null: there is none */
    private void watch(@Nullable Watch<T> open, Resync resync)
            throws IOException, InterruptedException {
        Context context = resync.phase();
        RetryWithDeadline retry = new RetryWithDeadline(
                options.maxInternalErrorRetryDuration(), INTERNAL_ERROR_RESET,
                ApiErrors::isInternalError, clock);
        Watch<T> next = open;
        while (!context.isDone()) {
            long start = clock.nanoTime(); // a proxy can delay the answer
            boolean propagate = next != null || !isAnyState(lastSyncResourceVersion());
            Watch<T> watch = next == null ? request(context) : next;
            next = null;
            if (watch == null) {
                context.await(state.delayHandler.next(), clock);
            } else if (!handleWatch(watch, start, propagate, resync, retry)) {
                return; // the next round lists
            }
        }
    }
    // end::watch[]

    // tag::request[]
    /**
     * Opens a watch from the version reached.
     *
     * @return null if the context has ended, or if the same watch can be opened later
     */
    private @Nullable Watch<T> request(Context context)
            throws IOException, InterruptedException {
        try {
            Watch<T> watch = listerWatcher.watch(
                    context, options.watchOptions(lastSyncResourceVersion()));
            outageLog.watchOpened();
            return watch;
        } catch (IOException e) {
            if (ReflectorErrors.isCutOff(context, e)) {
                return null; // the end is no failure
            }
            if (!ReflectorErrors.isWatchErrorRetriable(e)) {
                throw e;
            }
            if (!context.isDone()) {
                outageLog.watchRefused(e);
            }
            return null;
        }
    }
    // end::request[]

    /** A watch from such a version begins with the present state, in any order. */
    private static boolean isAnyState(String version) {
        return version.isEmpty() || version.equals("0");
    }

    // tag::handle-watch[]
    /** @return whether another watch can go on from where this one ended */
    private boolean handleWatch(
            Watch<T> watch, long start, boolean propagate, Resync resync,
            RetryWithDeadline retry) throws InterruptedException {
        try {
            handler.handleAnyWatch(resync.untilFailure(), watch, start, state.store,
                    new Propagation(propagate));
        } catch (IOException e) {
            return canGoOn(resync.phase(), e, retry);
        }
        if (resync.failure().isPresent() && !resync.phase().isDone()) {
            outageLog.watchFailed(resync.failure().get());
            return false;
        }
        outageLog.watchEnded();
        return true;
    }
    // end::handle-watch[]

    /** Waits for the pause that is due before another watch. */
    private boolean canGoOn(Context context, IOException failure, RetryWithDeadline retry)
            throws InterruptedException {
        retry.after(failure);
        if (ApiErrors.isTooManyRequests(failure)) {
            LOG.debug("{}: the watch of {} was put off; asking again after a pause", name, typeDescription, failure);
            context.await(state.delayHandler.next(), clock);
            return true;
        }
        if (ApiErrors.isInternalError(failure) && retry.shouldRetry()) {
            LOG.debug("{}: retrying the watch of {} after an internal error", name, typeDescription, failure);
            return true;
        }
        // The next list asks for a state not older than the version reached. That works even if the version is too
        // old for a watch, so it stays available.
        outageLog.watchFailed(failure);
        return false;
    }

    /** Moves the version behind each event that the store was given (I3). */
    private final class Propagation implements WatchHandler.Progress<T> {

        private boolean propagate; // false as long as only the present state was replayed

        Propagation(boolean propagateRVFromStart) {
            this.propagate = propagateRVFromStart;
        }

        @Override
        public boolean handled(WatchEvent<T> event, T object) {
            propagate |= !(event instanceof WatchEvent.Added<T> || event instanceof WatchEvent.Unknown<T>);
            if (propagate) {
                state.reached(WatchHandler.versionOf(object));
            }
            return false;
        }
    }

    @Override
    public String toString() {
        return "Reflector[" + name + ", " + typeDescription + "]";
    }
}
