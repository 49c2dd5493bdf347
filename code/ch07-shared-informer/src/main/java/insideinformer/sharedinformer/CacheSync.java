package insideinformer.sharedinformer;

import insideinformer.deltafifo.DoneChecker;
import insideinformer.wait.Cancellable;
import insideinformer.wait.Clock;
import insideinformer.wait.Context;
import insideinformer.wait.Wait;
import insideinformer.wait.WaitException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Waits until caches are synced, which is what a controller does before it starts to work. Every method blocks until
 * they are synced or the context ends. An interrupt counts as the end of the context and is kept. A handler must not
 * wait for its own sync, because it would wait for itself.
 *
 * <p>Upstream: {@code tools/cache/shared_informer.go, WaitForCacheSync, WaitForNamedCacheSync, WaitFor}.
 */
public final class CacheSync {

    private static final Logger LOG = LoggerFactory.getLogger(CacheSync.class);
    private static final Duration SYNCED_POLL_PERIOD = Duration.ofMillis(100);

    private CacheSync() {}

    /** {@link #waitForCacheSync(Context, Clock, BooleanSupplier...)} on the system clock. */
    public static boolean waitForCacheSync(Context context, BooleanSupplier... cacheSyncs) {
        return waitForCacheSync(context, Clock.system(), cacheSyncs);
    }

    /**
     * Asks all of them at once, even if the context has ended, and then every 100 ms, on the thread of the caller, who
     * gets what they throw.
     *
     * @return whether all of them were true at one time
     */
    public static boolean waitForCacheSync(Context context, Clock clock, BooleanSupplier... cacheSyncs) {
        try {
            Wait.pollImmediateUntil(context, clock, SYNCED_POLL_PERIOD,
                    c -> Arrays.stream(cacheSyncs).allMatch(BooleanSupplier::getAsBoolean));
            return true;
        } catch (WaitException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** {@link #waitForCacheSync(Context, Clock, BooleanSupplier...)} with a line in the log before and after. */
    public static boolean waitForNamedCacheSync(
            String controllerName, Context context, Clock clock, BooleanSupplier... cacheSyncs) {
        return waitForNamedCacheSync(LOG, controllerName, context, clock, cacheSyncs);
    }

    static boolean waitForNamedCacheSync(
            Logger log, String controllerName, Context context, Clock clock, BooleanSupplier... cacheSyncs) {
        log.info("{}: waiting for caches to sync", controllerName);
        boolean synced = waitForCacheSync(context, clock, cacheSyncs);
        if (synced) {
            log.info("{}: caches are synced", controllerName);
        } else if (tooLate(context)) {
            log.error("{}: unable to sync caches; whoever waited goes on without or gives up", controllerName);
        } else {
            log.info("{}: stopped before its caches were synced", controllerName);
        }
        return synced;
    }

    /**
     * Waits for all checkers at the same time, without polling.
     *
     * @param what begins each line in the log; empty: nothing is logged. There is a line at the start, one for each
     *     checker that is done, and one if the context ended first. The last one is an error if the time limit of the
     *     context ran out
     * @return whether all are done
     */
    public static boolean waitFor(Context context, String what, DoneChecker... checkers) {
        return waitFor(LOG, context, what, checkers);
    }

    static boolean waitFor(Logger log, Context context, String what, DoneChecker... checkers) {
        boolean quiet = what.isEmpty();
        if (!quiet) {
            log.info("{}: waiting", what);
        }
        awaitEach(context, checkers, checker -> {
            if (!quiet) {
                log.info("{}: {} is done", what, checker.name());
            }
        });
        List<String> missing =
                Arrays.stream(checkers).filter(c -> !c.done().isDone()).map(DoneChecker::name).sorted().toList();
        if (!quiet && !missing.isEmpty()) {
            if (tooLate(context)) {
                log.error("{}: timed out, cause {}; not done: {}", what, cause(context), missing);
            } else {
                log.info("{}: stopped waiting, cause {}; not done: {}", what, cause(context), missing);
            }
        }
        return missing.isEmpty();
    }

    // tag::await-each[]
    /** Returns when all are done or the context ends. Tells {@code onDone} each one that is done. */
    private static void awaitEach(
            Context context, DoneChecker[] checkers, Consumer<DoneChecker> onDone) {
        List<Context.Registration> waits = new ArrayList<>();
        AtomicInteger missing = new AtomicInteger(checkers.length);
        try (Cancellable end = context.withCancel()) {
            for (DoneChecker checker : checkers) {
                waits.add(checker.done().onDone(() -> {
                    onDone.accept(checker);
                    if (missing.decrementAndGet() == 0) {
                        end.cancel();
                    }
                }));
            }
            if (checkers.length > 0) {
                end.await();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            waits.forEach(Context.Registration::close); // a checker keeps every action that it has not run
        }
    }
    // end::await-each[]

    /** Whether the time limit ran out. If somebody canceled the context, the wait did not fail. */
    private static boolean tooLate(Context context) {
        return context.reason().equals(Optional.of(Context.Reason.DEADLINE));
    }

    private static String cause(Context context) {
        return context.reason().map(Enum::toString).orElse("interrupted");
    }
}
