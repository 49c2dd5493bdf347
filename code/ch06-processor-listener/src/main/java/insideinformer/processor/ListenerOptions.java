package insideinformer.processor;

import insideinformer.wait.CrashPolicy;
import java.time.Duration;

/**
 * How a {@link ProcessorListener} treats its handler. Start from {@link #named} and change what differs.
 *
 * <p>Upstream: arguments of {@code tools/cache/shared_informer.go, newProcessListener}.
 *
 * @param informerName names the informer in messages
 * @param handlerName names the handler in messages
 * @param requestedResyncPeriod what the handler asked for
 * @param resyncPeriod what the handler gets, counted from the moment its listener is made; zero: no resync
 * @param crashPolicy decides what happens after the handler has thrown anything
 */
public record ListenerOptions(
        String informerName,
        String handlerName,
        Duration requestedResyncPeriod,
        Duration resyncPeriod,
        CrashPolicy crashPolicy) {

    /** No resync; a failure is logged and skipped. */
    public static ListenerOptions named(String informerName, String handlerName) {
        return new ListenerOptions(
                informerName, handlerName, Duration.ZERO, Duration.ZERO, CrashPolicy.LOG_AND_SKIP);
    }

    public ListenerOptions withResync(Duration requested, Duration granted) {
        return new ListenerOptions(informerName, handlerName, requested, granted, crashPolicy);
    }

    public ListenerOptions withCrashPolicy(CrashPolicy policy) {
        return new ListenerOptions(informerName, handlerName, requestedResyncPeriod, resyncPeriod, policy);
    }
}
