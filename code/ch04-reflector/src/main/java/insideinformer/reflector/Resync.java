package insideinformer.reflector;

import insideinformer.store.StoreException;
import insideinformer.wait.Cancellable;
import insideinformer.wait.Context;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Tells the store to resync, periodically, while a Reflector watches. The first period begins when this is made, each
 * later one when a resync is done. The work is done on a thread of its own.
 *
 * <p>{@link #close} ends the thread and waits for it. If the thread ended with an unchecked exception, {@code close}
 * throws it.
 *
 * <p>Upstream: {@code tools/cache/reflector.go, startResync}.
 */
final class Resync implements AutoCloseable {

    private final ReflectorState<?> state;
    private final Cancellable phase; // in which the Reflector watches
    private final Cancellable untilFailure; // ends with the phase, or when a resync has failed
    private final @Nullable Thread thread; // null: no period
    private volatile @Nullable StoreException failure; // set before untilFailure ends
    private volatile @Nullable Throwable crash; // set before the phase ends

    Resync(ReflectorState<?> state, Context context) {
        this.state = state;
        this.phase = context.withCancel();
        this.untilFailure = phase.withCancel();
        this.thread = state.options.resyncPeriod().isPositive()
                ? Thread.ofVirtual().name(state.name + " resync").start(this::run)
                : null;
    }

    /** Ends when the Reflector has to stop watching: with the context, on {@link #close}, or after a crash. */
    Context phase() {
        return phase;
    }

    /** Ends when an open watch is of no use anymore: with the {@link #phase}, or when a resync has failed. */
    Context untilFailure() {
        return untilFailure;
    }

    /** Empty until a resync has failed. */
    Optional<StoreException> failure() {
        return Optional.ofNullable(failure);
    }

    private void run() {
        ReflectorOptions options = state.options;
        try {
            while (!phase.await(options.resyncPeriod(), options.clock())) {
                if (options.shouldResync().getAsBoolean()) {
                    state.store.resync();
                }
            }
        } catch (InterruptedException e) {
            return; // nobody else has this thread, so nobody interrupts it
        } catch (StoreException e) {
            failure = new StoreException("resync failed: " + e.getMessage(), e);
            untilFailure.cancel();
        } catch (RuntimeException | Error e) {
            crash = e;
            phase.cancel();
        }
    }

    @Override
    public void close() {
        phase.cancel();
        join();
        switch (crash) {
            case null -> {}
            case RuntimeException e -> throw e;
            case Error e -> throw e;
            case Throwable e -> throw new IllegalStateException(e);
        }
    }

    private void join() {
        if (thread == null) {
            return;
        }
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
