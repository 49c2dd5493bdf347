package insideinformer.processor;

import insideinformer.deltafifo.DoneChecker;
import insideinformer.wait.Context;

/**
 * The receipt for a handler that was added to an informer. It tells whether the handler has seen the initial list, and
 * whoever wants to remove the handler gives it back. All methods can be called from any thread, and none waits.
 *
 * <p>Upstream: {@code tools/cache/shared_informer.go, ResourceEventHandlerRegistration}.
 */
public interface ResourceEventHandlerRegistration {

    /**
     * Whether the informer is synced and the handler has returned from every add of the initial list, or has thrown
     * from it. Once true, always true. A handler that is removed before stays unsynced, except if the informer was
     * synced and only the call in progress was missing.
     */
    boolean hasSynced();

    /** {@link #hasSynced} as a signal. */
    DoneChecker hasSyncedChecker();

    /** How many notifications wait for the handler; the one it is working on does not count. */
    int pendingNotifications();

    /**
     * Ends when no call of the handler runs or will run any more, because the handler was removed or its informer has
     * ended. A handler must not wait for it, because it would wait for its own end. A callback registered here must not
     * call the informer, because the thread that runs it may hold the informer's locks.
     */
    Context shutdown();
}
