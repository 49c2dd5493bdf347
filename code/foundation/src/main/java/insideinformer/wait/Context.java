package insideinformer.wait;

import java.time.Duration;
import java.util.Optional;

/**
 * How work is told to stop. A context ends once and stays ended.
 *
 * <p>Code that starts work gives it a context. The work asks the context, waits on it, or registers a callback, and
 * returns soon after the context has ended. A child ends with its parent and can end earlier; until then its parent
 * refers to it. Any thread can call all methods. Only the two {@code await} methods block.
 *
 * <p>Upstream: {@code context.Context} and the {@code stopCh <-chan struct{}} arguments of client-go.
 */
public sealed interface Context permits Cancellable, Background {

    /** Why a context has ended. Upstream: {@code context.Canceled}, {@code context.DeadlineExceeded}. */
    enum Reason {
        /** Its owner or the owner of a parent ended it. */
        CANCELLED,
        /** Its time limit or that of a parent has passed. */
        DEADLINE
    }

    /** The context that never ends. */
    static Context background() {
        return Background.INSTANCE;
    }

    /** A child that ends with this context or when it is cancelled. */
    default Cancellable withCancel() {
        return Cancellable.childOf(this);
    }

    /**
     * A child that also ends, with {@link Reason#DEADLINE}, when {@code timeout} has passed on {@code clock}. With a
     * timeout of zero or less it has ended already.
     */
    default Cancellable withTimeout(Duration timeout, Clock clock) {
        Cancellable child = Cancellable.childOf(this);
        child.endAfter(timeout, clock);
        return child;
    }

    default boolean isDone() {
        return reason().isPresent();
    }

    /** Empty until the context ends; then always the same reason. */
    Optional<Reason> reason();

    /**
     * Waits until the context ends.
     *
     * @throws InterruptedException if the thread is interrupted, even if the context has ended by then
     */
    void await() throws InterruptedException;

    /**
     * Waits until the context ends or {@code timeout} has passed on {@code clock}.
     *
     * @return true if the context has ended
     * @throws InterruptedException if the thread is interrupted, even if the wait could have ended by then
     */
    boolean await(Duration timeout, Clock clock) throws InterruptedException;

    /**
     * Calls {@code action} once, on the thread that ends the context. If the context has ended already, it calls the
     * action at once, on the caller's thread. The action must be quick and must not throw.
     *
     * @return takes the registration back. Closing it does not wait for an action that is running. It does nothing if
     *     the action has run or the registration was closed before
     */
    Registration onDone(Runnable action);

    /** Undoes {@link #onDone}. */
    @FunctionalInterface
    interface Registration extends AutoCloseable {
        @Override
        void close();
    }
}
