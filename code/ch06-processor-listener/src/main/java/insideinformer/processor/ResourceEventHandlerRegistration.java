package insideinformer.processor;

import insideinformer.deltafifo.DoneChecker;
import insideinformer.wait.Context;

/**
 * The receipt for a handler: tells whether it has seen the initial list, and is given back to remove it. May be asked
 * from any thread; nothing here waits.
 *
 * <p>Upstream: {@code tools/cache/shared_informer.go, ResourceEventHandlerRegistration}.
 */
public interface ResourceEventHandlerRegistration {

    /**
     * Whether the informer is synced and the handler has returned from every add of the initial list, if only by
     * throwing. Once true, always true. A handler removed before stays unsynced, unless the informer was synced and only
     * the call in progress was missing.
     */
    boolean hasSynced();

    /** {@link #hasSynced} as a signal. */
    DoneChecker hasSyncedChecker();

    /** How many notifications wait for the handler; the one it is working on does not count. */
    int pendingNotifications();

    /**
     * Ends once the handler has been removed, or its informer has ended, and no call of it runs or will run. A handler
     * that waits for this context waits for itself. A callback registered here must not call the informer, because the
     * thread that runs it may hold the informer's locks.
     */
    Context shutdown();
}
