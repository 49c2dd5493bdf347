package insideinformer.conformance.replay;

import insideinformer.conformance.trace.Difference;

/** How the replay of one trace ended. */
public sealed interface ReplayOutcome {

    /** Every answer was the recorded one. */
    record Same(int steps) implements ReplayOutcome {}

    /**
     * The replay ended at its first difference.
     *
     * @param step counted from 1
     */
    record Differs(int step, String op, Difference difference) implements ReplayOutcome {}

    /** This build cannot replay the trace. */
    record Skipped(String reason) implements ReplayOutcome {}
}
