package insideinformer.wait;

import java.time.Duration;
import java.util.Optional;

/**
 * A signal to stop that ends once and stays ended.
 *
 * <p>Whoever starts work hands a context down; the work looks at it, waits on it, or registers a callback, and returns
 * soon after it ended. A child ends with its parent, and may end earlier; the parent holds it until then. All methods
 * may be called from any thread; only the two {@code await} block.
 *
 * <p>Upstream: {@code context.Context} and the {@code stopCh <-chan struct{}} arguments of client-go.
 */
public sealed interface Context permits Cancellable, Background {

    /** Why a context ended. Upstream: {@code context.Canceled}, {@code context.DeadlineExceeded}. */
    enum Reason {
        /** Somebody ended it, or a parent. */
        CANCELLED,
        /** Its time limit, or a parent's, has passed. */
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
     * A child that also ends, with {@link Reason#DEADLINE}, once {@code timeout} has passed on {@code clock}; one of
     * zero or less has passed already.
     */
    default Cancellable withTimeout(Duration timeout, Clock clock) {
        Cancellable child = Cancellable.childOf(this);
        child.endAfter(timeout, clock);
        return child;
    }

    default boolean isDone() {
        return reason().isPresent();
    }

    /** Empty until the context ends, then always the same reason. */
    Optional<Reason> reason();

    /**
     * Waits until the context ends.
     *
     * @throws InterruptedException if the thread is interrupted, also if the context has ended by then
     */
    void await() throws InterruptedException;

    /**
     * Waits until the context ends or {@code timeout} has passed on {@code clock}.
     *
     * @return true if the context has ended
     * @throws InterruptedException if the thread is interrupted, also if the waiting could have ended by then
     */
    boolean await(Duration timeout, Clock clock) throws InterruptedException;

    /**
     * Calls {@code action} once when the context ends, on the thread that ends it; at once, on the caller's thread, if
     * it has ended already. The action must be quick and must not throw.
     *
     * @return takes the registration back; closing it twice, or after the action ran, does nothing, nor does it wait
     *     for an action that is running
     */
    Registration onDone(Runnable action);

    /** Undoes {@link #onDone}. */
    @FunctionalInterface
    interface Registration extends AutoCloseable {
        @Override
        void close();
    }
}
