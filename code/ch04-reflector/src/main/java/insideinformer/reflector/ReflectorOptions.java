package insideinformer.reflector;

import insideinformer.api.GroupVersionKind;
import insideinformer.api.ListOptions;
import insideinformer.wait.Backoff;
import insideinformer.wait.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.Random;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;

/**
 * What can be chosen about a Reflector, apart from its source and its store. Start from {@link #defaults}. A negative
 * resync period or page size is an {@link IllegalArgumentException}.
 *
 * <p>Upstream: {@code tools/cache/reflector.go, ReflectorOptions} and the exported fields of {@code Reflector}.
 *
 * @param name for messages; empty: the place in the code that makes the Reflector
 * @param typeDescription for messages; empty: made from the expected type
 * @param expectedGvk an event with an object of another kind is skipped; empty: none is
 * @param resyncPeriod how often the store is told to resync; zero: never
 * @param shouldResync asked before each resync, on the thread that resyncs; an exception of it ends the Reflector's run
 * @param minWatchTimeout each watch asks for a time between this and twice this, in whole seconds; less than five
 *     minutes counts as five
 * @param watchListPageSize how many objects a page of a list can have; 0: the Reflector decides
 * @param backoff the pauses between rounds and before another attempt to open a watch; it starts from its first pause
 *     again every two minutes
 * @param maxInternalErrorRetryDuration how long a watch that ended with an internal error is opened again instead of
 *     listing; zero: a list follows at once
 * @param watchErrorHandler hears of each round that failed
 * @param useWatchList whether to read the present state from a stream, and to list only if that fails; false by
 *     default, while upstream's default is true since 1.35
 * @param clock measures every time
 * @param random draws watch timeouts and the jitter of pauses; used on the Reflector's thread only
 */
public record ReflectorOptions(
        Optional<String> name,
        Optional<String> typeDescription,
        Optional<GroupVersionKind> expectedGvk,
        Duration resyncPeriod,
        BooleanSupplier shouldResync,
        Duration minWatchTimeout,
        long watchListPageSize,
        Backoff backoff,
        Duration maxInternalErrorRetryDuration,
        WatchErrorHandler watchErrorHandler,
        boolean useWatchList,
        Clock clock,
        RandomGenerator random) {

    static final Duration DEFAULT_MIN_WATCH_TIMEOUT = Duration.ofMinutes(5);
    static final Duration DEFAULT_BACKOFF_RESET = Duration.ofMinutes(2);

    /** From 0.8 to 30 seconds. A random part of the pause, up to all of it, is added to each. */
    static final Backoff DEFAULT_BACKOFF =
            new Backoff(Duration.ofMillis(800), 2.0, 1.0, Integer.MAX_VALUE, Duration.ofSeconds(30));

    public ReflectorOptions {
        minWatchTimeout = minWatchTimeout.compareTo(DEFAULT_MIN_WATCH_TIMEOUT) > 0
                ? minWatchTimeout : DEFAULT_MIN_WATCH_TIMEOUT;
        if (resyncPeriod.isNegative()) {
            throw new IllegalArgumentException("resync period " + resyncPeriod + " is negative; zero means never");
        }
        if (watchListPageSize < 0) {
            throw new IllegalArgumentException(
                    "page size " + watchListPageSize + " is negative; zero means the default");
        }
    }

    /** No resync, default pauses and timeouts, the machine's clock. */
    public static ReflectorOptions defaults() {
        return new ReflectorOptions(
                Optional.empty(), Optional.empty(), Optional.empty(), Duration.ZERO, () -> true,
                DEFAULT_MIN_WATCH_TIMEOUT, 0, DEFAULT_BACKOFF, Duration.ZERO, WatchErrorHandler.DEFAULT, false,
                Clock.system(), new Random());
    }

    /** The options of a watch from {@code version} on. */
    ListOptions watchOptions(String version) {
        double seconds = minWatchTimeout.toSeconds() * (1 + random.nextDouble());
        return ListOptions.EMPTY
                .withResourceVersion(version)
                // all different, because otherwise all clients would come back at once
                .withTimeout(Duration.ofSeconds((long) seconds))
                .withAllowWatchBookmarks(true);
    }

    public ReflectorOptions withName(String newName) {
        return new ReflectorOptions(
                Optional.of(newName), typeDescription, expectedGvk, resyncPeriod, shouldResync, minWatchTimeout,
                watchListPageSize, backoff, maxInternalErrorRetryDuration, watchErrorHandler, useWatchList, clock,
                random);
    }

    public ReflectorOptions withTypeDescription(String description) {
        return new ReflectorOptions(
                name, Optional.of(description), expectedGvk, resyncPeriod, shouldResync, minWatchTimeout,
                watchListPageSize, backoff, maxInternalErrorRetryDuration, watchErrorHandler, useWatchList, clock,
                random);
    }

    public ReflectorOptions withExpectedGvk(GroupVersionKind gvk) {
        return new ReflectorOptions(
                name, typeDescription, Optional.of(gvk), resyncPeriod, shouldResync, minWatchTimeout,
                watchListPageSize, backoff, maxInternalErrorRetryDuration, watchErrorHandler, useWatchList, clock,
                random);
    }

    public ReflectorOptions withResync(Duration period, BooleanSupplier whether) {
        return new ReflectorOptions(
                name, typeDescription, expectedGvk, period, whether, minWatchTimeout, watchListPageSize, backoff,
                maxInternalErrorRetryDuration, watchErrorHandler, useWatchList, clock, random);
    }

    public ReflectorOptions withMinWatchTimeout(Duration timeout) {
        return new ReflectorOptions(
                name, typeDescription, expectedGvk, resyncPeriod, shouldResync, timeout, watchListPageSize, backoff,
                maxInternalErrorRetryDuration, watchErrorHandler, useWatchList, clock, random);
    }

    public ReflectorOptions withWatchListPageSize(long size) {
        return new ReflectorOptions(
                name, typeDescription, expectedGvk, resyncPeriod, shouldResync, minWatchTimeout, size, backoff,
                maxInternalErrorRetryDuration, watchErrorHandler, useWatchList, clock, random);
    }

    public ReflectorOptions withBackoff(Backoff newBackoff) {
        return new ReflectorOptions(
                name, typeDescription, expectedGvk, resyncPeriod, shouldResync, minWatchTimeout, watchListPageSize,
                newBackoff, maxInternalErrorRetryDuration, watchErrorHandler, useWatchList, clock, random);
    }

    public ReflectorOptions withMaxInternalErrorRetryDuration(Duration max) {
        return new ReflectorOptions(
                name, typeDescription, expectedGvk, resyncPeriod, shouldResync, minWatchTimeout, watchListPageSize,
                backoff, max, watchErrorHandler, useWatchList, clock, random);
    }

    public ReflectorOptions withWatchErrorHandler(WatchErrorHandler handler) {
        return new ReflectorOptions(
                name, typeDescription, expectedGvk, resyncPeriod, shouldResync, minWatchTimeout, watchListPageSize,
                backoff, maxInternalErrorRetryDuration, handler, useWatchList, clock, random);
    }

    public ReflectorOptions withWatchList(boolean use) {
        return new ReflectorOptions(
                name, typeDescription, expectedGvk, resyncPeriod, shouldResync, minWatchTimeout, watchListPageSize,
                backoff, maxInternalErrorRetryDuration, watchErrorHandler, use, clock, random);
    }

    /** @param newRandom for jitter and watch timeouts */
    public ReflectorOptions withClock(Clock newClock, RandomGenerator newRandom) {
        return new ReflectorOptions(
                name, typeDescription, expectedGvk, resyncPeriod, shouldResync, minWatchTimeout, watchListPageSize,
                backoff, maxInternalErrorRetryDuration, watchErrorHandler, useWatchList, newClock, newRandom);
    }
}
