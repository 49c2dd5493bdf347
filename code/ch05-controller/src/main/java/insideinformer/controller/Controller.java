package insideinformer.controller;

import insideinformer.api.KubernetesObject;
import insideinformer.deltafifo.DoneChecker;
import insideinformer.wait.Context;

/**
 * Reads objects from a server into a queue, and calls a function with the changes of one object at a time. (A
 * controller in the sense of Kubernetes, a program that compares and writes, is something else and uses this.) All
 * methods can be called from any thread.
 *
 * <p>Upstream: {@code tools/cache/controller.go, Controller}.
 */
public interface Controller {

    /** A controller of these parts, which nobody runs yet. */
    static <T extends KubernetesObject> Controller of(Config<T> config) {
        return new QueueController<>(config);
    }

    /**
     * Reads from the server on a thread of its own and processes one object at a time on the thread of the caller,
     * until {@code context} ends. Then it waits for the end of the reading, too. Objects that are still in the queue
     * are never processed.
     *
     * <p>An interrupt counts as the end of the context, but only once the next object has been processed, because only
     * closing the queue ends the wait for an object. If processing crashes and the crash policy throws, this throws the
     * same and waits for nothing. If reading crashes and the crash policy throws, this ends as with the context.
     *
     * @throws IllegalStateException the second time
     */
    void run(Context context);

    /**
     * Whether all objects of the first list have been processed. Can wait for the object in process.
     *
     * @throws IllegalStateException if the process function asks
     */
    boolean hasSynced();

    /** {@link #hasSynced} as a signal, which anybody can ask at any time. */
    DoneChecker hasSyncedChecker();

    /**
     * The version up to which the server was read; the object may still be in the queue. Empty before the first list.
     */
    String lastSyncResourceVersion();
}
