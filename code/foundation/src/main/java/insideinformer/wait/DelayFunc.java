package insideinformer.wait;

import java.time.Duration;

/**
 * Says how long to pause now. Each call gives the next pause; zero or less means no pause. Any number of threads can
 * use those of {@link Backoff}.
 *
 * <p>Upstream: {@code apimachinery pkg/util/wait/delay.go, DelayFunc}.
 */
@FunctionalInterface
public interface DelayFunc {

    Duration next();
}
