package insideinformer.reflector;

import insideinformer.store.ReflectorStore;
import insideinformer.store.StoreException;
import insideinformer.wait.Cancellable;
import insideinformer.wait.Context;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Tells the store to resync, a period after the phase began and then a period after each resync was done, on a thread
 * of its own. Closing ends the phase, waits for that thread, and throws what it threw unchecked.
 *
 * <p>Upstream: {@code tools/cache/reflector.go, startResync}.
 */
final class Resync implements AutoCloseable {

    private final ReflectorStore<?> store;
    private final ReflectorOptions options;
    private final Cancellable phase;
    private final Cancellable failed = Context.background().withCancel(); // ends when a resync has failed
    private final @Nullable Thread thread; // null: no period
    private volatile @Nullable StoreException failure; // set before failed ends
    private volatile @Nullable Throwable crash; // likewise

    Resync(String name, ReflectorStore<?> store, ReflectorOptions options, Cancellable phase) {
        this.store = store;
        this.options = options;
        this.phase = phase;
        this.thread = options.resyncPeriod().isPositive()
                ? Thread.ofVirtual().name(name + " resync").start(this::run)
                : null;
    }

    /** Empty until a resync has failed. */
    Optional<StoreException> failure() {
        return Optional.ofNullable(failure);
    }

    Context.Registration onFailure(Runnable action) {
        return failed.onDone(action);
    }

    private void run() {
        try {
            while (!phase.await(options.resyncPeriod(), options.clock())) {
                if (options.shouldResync().getAsBoolean()) {
                    store.resync();
                }
            }
        } catch (InterruptedException e) {
            return; // this thread is ours alone, and nobody interrupts it
        } catch (StoreException e) {
            failure = new StoreException("resync failed: " + e.getMessage(), e);
            failed.cancel();
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
