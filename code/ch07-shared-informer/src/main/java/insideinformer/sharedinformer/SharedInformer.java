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
 * Keeps one local copy of a set of objects up to date, with one list and one watch, and tells any number of handlers
 * what changes.
 *
 * <p>It changes the store first and then tells the handlers. Each handler is called by a thread of its own and at its
 * own speed. A handler that is added late is first shown what the store holds, as adds, and then gets only news.
 * Handlers and store share the objects, which must not be changed.
 *
 * <p>All methods can be called from any thread, also from inside a handler, if they do not say otherwise. {@link #run}
 * and {@link #shutDownEventHandler} can block for long. The methods that add and remove handlers wait until the changes
 * of one object have been handed out. The other methods wait for those methods at most. No method except these two
 * waits for a handler.
 *
 * <p>Upstream: {@code tools/cache/shared_informer.go, SharedInformer}.
 */
public interface SharedInformer<T extends KubernetesObject> {

    /** {@link #addEventHandlerWithOptions} with the informer's own resync period. */
    default ResourceEventHandlerRegistration addEventHandler(ResourceEventHandler<T> handler) {
        return addEventHandlerWithOptions(handler, HandlerOptions.DEFAULT);
    }

    /**
     * {@link #addEventHandlerWithOptions} with a resync period; zero: no resync.
     *
     * @throws IllegalArgumentException if it is negative
     */
    default ResourceEventHandlerRegistration addEventHandlerWithResyncPeriod(
            ResourceEventHandler<T> handler, Duration resyncPeriod) {
        return addEventHandlerWithOptions(handler, HandlerOptions.DEFAULT.withResyncPeriod(resyncPeriod));
    }

    /**
     * Adds a handler, before the start or while the informer runs. A handler that is added a second time gets
     * everything a second time. When this returns, everything that the store holds is on its way to the handler.
     *
     * <p>A handler is due for a resync at the first check at or after its time. So its resync period is at least a
     * second and never shorter than the time between two of the informer's checks. Before the start the checks adapt to
     * the handler, and after it the handler adapts to the checks. If the informer was made without a resync period, it
     * never checks.
     *
     * @throws IllegalStateException if the informer has stopped
     * @throws NullPointerException if the handler is null
     */
    ResourceEventHandlerRegistration addEventHandlerWithOptions(
            ResourceEventHandler<T> handler, HandlerOptions options);

    /**
     * Removes a handler. Nothing new reaches it, and what is pending for it is dropped. A call in progress goes on, and
     * so does a call that waits the second after a failure. Does nothing if the handler was removed before or belongs
     * to another informer.
     *
     * @throws IllegalArgumentException if {@code handle} did not come from an informer
     */
    void removeEventHandler(ResourceEventHandlerRegistration handle);

    /**
     * Removes a handler and waits until no call of it runs any more. A handler of another informer is waited for but
     * not removed.
     *
     * @throws IllegalStateException if called from that handler, which would wait for its own end
     * @throws IllegalArgumentException if {@code handle} did not come from an informer
     * @throws InterruptedException if interrupted; the handler is removed, but a call of it might still run
     */
    void shutDownEventHandler(ResourceEventHandlerRegistration handle) throws InterruptedException;

    /** The objects. This is always the same live store; the caller only reads from it. */
    Store<T> getStore();

    /** A view of this informer whose {@code run} does nothing. */
    Controller getController();

    /**
     * Reads from the server and tells the handlers until {@code context} ends. Returns when no handler is being called
     * any more. An interrupt counts as the end of the context once the next object has been processed. A second run
     * does nothing and logs that. If processing crashes and the crash policy throws, this throws the same at once and
     * waits for nothing.
     */
    void run(Context context);

    /**
     * Whether everything that the first list found is in the store and on its way to the handlers, which might not have
     * seen it yet. Once true, always true. Takes no lock.
     */
    boolean hasSynced();

    /** {@link #hasSynced} as a signal. */
    DoneChecker hasSyncedChecker();

    /** The version up to which the server was read, which the store might not have reached yet. Empty before a list. */
    String lastSyncResourceVersion();

    /**
     * Sets a function that changes every object before anybody sees it. A later call replaces it.
     *
     * @throws IllegalStateException after the start
     * @throws NullPointerException if it is null
     */
    void setTransform(TransformFunc<T> transform);

    /**
     * Sets a handler that is told, on the thread that reads, when a round of list and watch has failed. The informer
     * tries again by itself. A later call replaces it.
     *
     * @throws IllegalStateException after the start
     * @throws NullPointerException if it is null
     */
    void setWatchErrorHandler(WatchErrorHandler handler);

    /**
     * Why an informer that is not synced is not synced: the last failure that {@link #setWatchErrorHandler the watch
     * error handler} was told, or the last crash of reading or processing. It stays when all is well again. An {@link
     * Error} is the cause of an {@link java.util.concurrent.ExecutionException}. Two failures are only logged: the end
     * of a watch that was open, and the refusal of a watch that is asked for again from the same version.
     */
    Optional<Exception> lastFailure();

    /** Whether the informer will distribute nothing more. The last call of a handler might still run. */
    boolean isStopped();
}
