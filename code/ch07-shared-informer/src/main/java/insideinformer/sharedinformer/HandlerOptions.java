package insideinformer.sharedinformer;

import insideinformer.wait.CrashPolicy;
import java.time.Duration;
import java.util.Optional;

/**
 * What one handler wants different from the informer's own settings. Start from {@link #DEFAULT}. A negative resync
 * period is an {@link IllegalArgumentException}.
 *
 * <p>Upstream: {@code tools/cache/shared_informer.go, HandlerOptions}.
 *
 * @param resyncPeriod how often the handler wants to be shown every object again. Zero: never. Empty: the informer's
 *     default
 * @param name names the handler in messages; empty: its class
 * @param crashPolicy decides what happens after the handler has thrown anything; empty: the informer's policy
 */
public record HandlerOptions(
        Optional<Duration> resyncPeriod, Optional<String> name, Optional<CrashPolicy> crashPolicy) {

    /** Nothing different. */
    public static final HandlerOptions DEFAULT =
            new HandlerOptions(Optional.empty(), Optional.empty(), Optional.empty());

    public HandlerOptions {
        resyncPeriod.ifPresent(period -> {
            if (period.isNegative()) {
                throw new IllegalArgumentException(
                        "resync period is " + period + "; give zero for no resync, or a positive period");
            }
        });
    }

    public HandlerOptions withResyncPeriod(Duration period) {
        return new HandlerOptions(Optional.of(period), name, crashPolicy);
    }

    public HandlerOptions withName(String newName) {
        return new HandlerOptions(resyncPeriod, Optional.of(newName), crashPolicy);
    }

    public HandlerOptions withCrashPolicy(CrashPolicy policy) {
        return new HandlerOptions(resyncPeriod, name, Optional.of(policy));
    }
}
