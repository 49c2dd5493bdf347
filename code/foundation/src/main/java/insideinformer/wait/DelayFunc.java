package insideinformer.wait;

import java.time.Duration;

/**
 * How long to pause now; each call moves on to the next pause. Zero or less: no pause. Those of {@link Backoff} are for
 * any number of threads.
 *
 * <p>Upstream: {@code apimachinery pkg/util/wait/delay.go, DelayFunc}.
 */
@FunctionalInterface
public interface DelayFunc {

    Duration next();
}
