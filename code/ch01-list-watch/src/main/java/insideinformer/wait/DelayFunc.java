package insideinformer.wait;

import java.time.Duration;

/** How long to pause now; each call moves on to the next pause. Upstream: {@code wait.DelayFunc}. */
@FunctionalInterface
public interface DelayFunc {

    Duration next();
}
