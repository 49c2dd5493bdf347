package insideinformer.soak;

import insideinformer.wait.Clock;
import insideinformer.wait.Context;
import insideinformer.wait.Wait;
import insideinformer.wait.WaitException;
import java.time.Duration;

/**
 * How a run waits for something that must happen. The limit is generous, so a wait that reaches it has found an error.
 *
 * @param interval how long to wait between two looks
 */
record Patience(Clock clock, Duration limit, Duration interval) {

    /** What a run waits for. True once it has happened. */
    @FunctionalInterface
    interface Condition {
        boolean isMet() throws Exception;
    }

    Patience upTo(Duration newLimit) {
        return new Patience(clock, newLimit, interval);
    }

    Patience every(Duration newInterval) {
        return new Patience(clock, limit, newInterval);
    }

    /** @return whether it happened in time */
    boolean await(Condition condition) throws Exception {
        try {
            Wait.<Exception>pollUntilContextTimeout(
                    Context.background(), clock, interval, limit, context -> condition.isMet());
            return true;
        } catch (WaitException e) {
            return condition.isMet();
        }
    }
}
