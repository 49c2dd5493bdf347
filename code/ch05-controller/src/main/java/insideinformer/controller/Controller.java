package insideinformer.controller;

import insideinformer.api.KubernetesObject;
import insideinformer.deltafifo.DoneChecker;
import insideinformer.wait.Context;

/**
 * Moves what a server says through a queue into a function that processes it. (A controller in the sense of Kubernetes,
 * which brings the world to a wanted state, is something else and built on top.) All methods may be called from any
 * thread.
 *
 * <p>Upstream: {@code tools/cache/controller.go, Controller}.
 */
public interface Controller {

    /** A controller as {@code config} says; nothing runs yet. */
    static <T extends KubernetesObject> Controller of(Config<T> config) {
        return new QueueController<>(config);
    }

    /**
     * Reads from the server, on a thread of its own, and processes on this one, an object at a time, until {@code
     * context} ends; then waits for the reading to end too. What is still queued then is never processed.
     *
     * <p>An interrupt counts as the end of the context once the next object has been processed: only closing the queue
     * ends the wait for one. If the crash policy throws because of the processing, so does this, without waiting for
     * anything; if it does because of the reading, this ends as with the context.
     *
     * @throws IllegalStateException the second time
     */
    void run(Context context);

    /**
     * Whether the first list has been processed to its end. May wait for the object in process.
     *
     * @throws IllegalStateException if the process function asks
     */
    boolean hasSynced();

    /** {@link #hasSynced} as a signal; to be asked anywhere. */
    DoneChecker hasSyncedChecker();

    /** The version up to which the server has been read, if not processed yet; empty before the first list. */
    String lastSyncResourceVersion();
}
