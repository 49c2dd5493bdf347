package insideinformer.sharedinformer;

import insideinformer.api.KubernetesObject;
import insideinformer.controller.Controller;
import insideinformer.controller.ResourceEventHandler;
import insideinformer.deltafifo.DoneChecker;
import insideinformer.processor.ResourceEventHandlerRegistration;
import insideinformer.reflector.WatchErrorHandler;
import insideinformer.store.Store;
import insideinformer.store.TransformFunc;
import insideinformer.wait.Context;
import java.time.Duration;
import java.util.Optional;

/**
 * One copy of a set of objects, kept true by one list and one watch, and any number of handlers that are told of
 * changes.
 *
 * <p>The store is changed first, then the handlers are told, each by a thread of its own and each at its own speed. A
 * handler that comes late is first shown what the store holds, as adds, and then gets only news. Handlers and store
 * share the objects, which must not be changed.
 *
 * <p>All methods may be called from any thread, also from inside a handler, unless they say otherwise. Only {@link
 * #run} and {@link #shutDownEventHandler} block for long; the methods that add and remove handlers wait until the
 * changes of one object have been handed out, the rest for these methods at most, and none for a handler.
 *
 * <p>Upstream: {@code tools/cache/shared_informer.go, SharedInformer}.
 */
public interface SharedInformer<T extends KubernetesObject> {

    /** {@link #addEventHandlerWithOptions} with the informer's own resync period. */
    default ResourceEventHandlerRegistration addEventHandler(ResourceEventHandler<T> handler) {
        return addEventHandlerWithOptions(handler, HandlerOptions.DEFAULT);
    }

    /**
     * {@link #addEventHandlerWithOptions} with a resync period; zero: none.
     *
     * @throws IllegalArgumentException if it is negative
     */
    default ResourceEventHandlerRegistration addEventHandlerWithResyncPeriod(
            ResourceEventHandler<T> handler, Duration resyncPeriod) {
        return addEventHandlerWithOptions(handler, HandlerOptions.DEFAULT.withResyncPeriod(resyncPeriod));
    }

    /**
     * Adds a handler, before the start, while the informer runs, or a second time, as one more. What the store holds is
     * on its way to it when this returns.
     *
     * <p>A resync period asked for is at least a second, none at all if the informer was made without one, and never
     * shorter than the time between two of the informer's checks; before the start the checks adapt to it, afterwards
     * it adapts to them. A handler is due at the first check at or after its time.
     *
     * @throws IllegalStateException if the informer has stopped
     * @throws NullPointerException if the handler is null
     */
    ResourceEventHandlerRegistration addEventHandlerWithOptions(
            ResourceEventHandler<T> handler, HandlerOptions options);

    /**
     * Removes a handler: nothing new reaches it, what is pending for it is dropped, a call in progress goes on, and so
     * does one that waits the second after a failure. Does nothing if it was removed before or belongs to another
     * informer.
     *
     * @throws IllegalArgumentException if {@code handle} did not come from an informer
     */
    void removeEventHandler(ResourceEventHandlerRegistration handle);

    /**
     * Removes a handler and waits until no call of it runs any more. One of another informer is not removed, only
     * waited for.
     *
     * @throws IllegalStateException if called from that handler, which would wait for itself
     * @throws IllegalArgumentException if {@code handle} did not come from an informer
     * @throws InterruptedException if interrupted; the handler is removed, a call of it may still run
     */
    void shutDownEventHandler(ResourceEventHandlerRegistration handle) throws InterruptedException;

    /** The objects; always the same live store, to be read only. */
    Store<T> getStore();

    /** A view whose {@code run} does nothing. */
    Controller getController();

    /**
     * Reads from the server and tells the handlers until {@code context} ends; returns when no handler is being called
     * any more. To be called once: again it does nothing and logs that. An interrupt counts as the end of the context
     * once the next object has been processed. If the crash policy throws because of the processing, so does this,
     * without waiting for anything.
     */
    void run(Context context);

    /**
     * Whether everything that the first list found is in the store and on its way to the handlers, which need not have
     * seen it yet. Once true, always true; takes no lock.
     */
    boolean hasSynced();

    /** {@link #hasSynced} as a signal. */
    DoneChecker hasSyncedChecker();

    /** The version up to which the server has been read, if not stored yet; empty before the first list. */
    String lastSyncResourceVersion();

    /**
     * Changes every object before anybody sees it. Of several, the last one set counts.
     *
     * @throws IllegalStateException after the start
     * @throws NullPointerException if it is null
     */
    void setTransform(TransformFunc<T> transform);

    /**
     * Hears, on the thread that reads, of rounds of list and watch that failed; the informer tries again by itself. Of
     * several, the last one set counts.
     *
     * @throws IllegalStateException after the start
     * @throws NullPointerException if it is null
     */
    void setWatchErrorHandler(WatchErrorHandler handler);

    /**
     * What {@link #setWatchErrorHandler the watch error handler} was told last, if anything, also when all is well
     * again; or what crashed the reading or the processing since (an {@link Error} as the cause of an {@link
     * java.util.concurrent.ExecutionException}): why an informer that is not synced is not. Of a watch that ended after
     * it was open, or was refused and asked for again from where it was, only the log tells.
     */
    Optional<Exception> lastFailure();

    /** Whether it will distribute nothing more; a last call of a handler may still run. */
    boolean isStopped();
}
