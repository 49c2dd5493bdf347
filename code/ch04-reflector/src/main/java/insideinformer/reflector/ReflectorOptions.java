package insideinformer.reflector;

import insideinformer.api.GroupVersionKind;
import insideinformer.wait.Backoff;
import insideinformer.wait.Clock;
import java.time.Duration;
import java.util.Random;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * What a Reflector may be told beyond its source and its store. A negative resync period or page size is an {@link
 * IllegalArgumentException}.
 *
 * <p>Upstream: {@code tools/cache/reflector.go, ReflectorOptions} and the exported fields of {@code Reflector}.
 *
 * @param name for messages; null: the place that makes the Reflector
 * @param typeDescription for messages; null: made from the expected type
 * @param expectedGvk what objects must call themselves; null: anything
 * @param resyncPeriod how often the store is told to resync; zero: never
 * @param shouldResync asked before each resync, on the thread that resyncs; what it throws ends the Reflector's run
 * @param minWatchTimeout a watch is asked to last between this and twice this, in whole seconds; less than five minutes
 *     counts as five
 * @param pageSize how many objects a page of a list may have; 0: the Reflector decides
 * @param backoff pauses between rounds, and before a watch that was refused is asked for again; it starts anew every
 *     two minutes
 * @param maxInternalErrorRetry how long a watch that ends with an internal error is asked for again before a list;
 *     zero: not
 * @param watchErrorHandler told of rounds that failed
 * @param useWatchList asks for the present state as the beginning of a watch, and for a list only if that fails; off
 *     unless asked for, whereas upstream does so unless told otherwise since 1.35
 * @param clock times everything
 * @param random draws watch timeouts and the jitter of pauses; used on the Reflector's thread only
 */
public record ReflectorOptions(
        @Nullable String name,
        @Nullable String typeDescription,
        @Nullable GroupVersionKind expectedGvk,
        Duration resyncPeriod,
        BooleanSupplier shouldResync,
        Duration minWatchTimeout,
        long pageSize,
        Backoff backoff,
        Duration maxInternalErrorRetry,
        WatchErrorHandler watchErrorHandler,
        boolean useWatchList,
        Clock clock,
        RandomGenerator random) {

    static final Duration SHORTEST_WATCH_TIMEOUT = Duration.ofMinutes(5);
    static final Duration BACKOFF_RESET = Duration.ofMinutes(2);

    /** From 0.8 to 30 seconds, each and up to as much again. */
    static final Backoff DEFAULT_BACKOFF =
            new Backoff(Duration.ofMillis(800), 2.0, 1.0, Integer.MAX_VALUE, Duration.ofSeconds(30));

    public ReflectorOptions {
        minWatchTimeout = minWatchTimeout.compareTo(SHORTEST_WATCH_TIMEOUT) > 0
                ? minWatchTimeout : SHORTEST_WATCH_TIMEOUT;
        if (resyncPeriod.isNegative()) {
            throw new IllegalArgumentException("resync period " + resyncPeriod + " is negative; zero means never");
        }
        if (pageSize < 0) {
            throw new IllegalArgumentException("page size " + pageSize + " is negative; zero means the default");
        }
    }

    /** No resync, default pauses and timeouts, the machine's clock. */
    public static ReflectorOptions defaults() {
        return new ReflectorOptions(
                null, null, null, Duration.ZERO, () -> true, SHORTEST_WATCH_TIMEOUT, 0, DEFAULT_BACKOFF, Duration.ZERO,
                WatchErrorHandler.DEFAULT, false, Clock.system(), new Random());
    }

    public ReflectorOptions withName(String newName) {
        return new ReflectorOptions(
                newName, typeDescription, expectedGvk, resyncPeriod, shouldResync, minWatchTimeout, pageSize, backoff,
                maxInternalErrorRetry, watchErrorHandler, useWatchList, clock, random);
    }

    public ReflectorOptions withTypeDescription(String description) {
        return new ReflectorOptions(
                name, description, expectedGvk, resyncPeriod, shouldResync, minWatchTimeout, pageSize, backoff,
                maxInternalErrorRetry, watchErrorHandler, useWatchList, clock, random);
    }

    public ReflectorOptions withExpectedGvk(GroupVersionKind gvk) {
        return new ReflectorOptions(
                name, typeDescription, gvk, resyncPeriod, shouldResync, minWatchTimeout, pageSize, backoff,
                maxInternalErrorRetry, watchErrorHandler, useWatchList, clock, random);
    }

    public ReflectorOptions withResync(Duration period, BooleanSupplier whether) {
        return new ReflectorOptions(
                name, typeDescription, expectedGvk, period, whether, minWatchTimeout, pageSize, backoff,
                maxInternalErrorRetry, watchErrorHandler, useWatchList, clock, random);
    }

    public ReflectorOptions withMinWatchTimeout(Duration timeout) {
        return new ReflectorOptions(
                name, typeDescription, expectedGvk, resyncPeriod, shouldResync, timeout, pageSize, backoff,
                maxInternalErrorRetry, watchErrorHandler, useWatchList, clock, random);
    }

    public ReflectorOptions withPageSize(long size) {
        return new ReflectorOptions(
                name, typeDescription, expectedGvk, resyncPeriod, shouldResync, minWatchTimeout, size, backoff,
                maxInternalErrorRetry, watchErrorHandler, useWatchList, clock, random);
    }

    public ReflectorOptions withBackoff(Backoff newBackoff) {
        return new ReflectorOptions(
                name, typeDescription, expectedGvk, resyncPeriod, shouldResync, minWatchTimeout, pageSize, newBackoff,
                maxInternalErrorRetry, watchErrorHandler, useWatchList, clock, random);
    }

    public ReflectorOptions withMaxInternalErrorRetry(Duration max) {
        return new ReflectorOptions(
                name, typeDescription, expectedGvk, resyncPeriod, shouldResync, minWatchTimeout, pageSize, backoff,
                max, watchErrorHandler, useWatchList, clock, random);
    }

    public ReflectorOptions withWatchErrorHandler(WatchErrorHandler handler) {
        return new ReflectorOptions(
                name, typeDescription, expectedGvk, resyncPeriod, shouldResync, minWatchTimeout, pageSize, backoff,
                maxInternalErrorRetry, handler, useWatchList, clock, random);
    }

    public ReflectorOptions withWatchList(boolean use) {
        return new ReflectorOptions(
                name, typeDescription, expectedGvk, resyncPeriod, shouldResync, minWatchTimeout, pageSize, backoff,
                maxInternalErrorRetry, watchErrorHandler, use, clock, random);
    }

    /** @param newRandom for jitter and watch timeouts */
    public ReflectorOptions withClock(Clock newClock, RandomGenerator newRandom) {
        return new ReflectorOptions(
                name, typeDescription, expectedGvk, resyncPeriod, shouldResync, minWatchTimeout, pageSize, backoff,
                maxInternalErrorRetry, watchErrorHandler, useWatchList, newClock, newRandom);
    }
}
