package insideinformer.conformance;

/** How the replay of one trace ended. */
public sealed interface Outcome {

    /** Every answer was the recorded one. */
    record Same(int steps) implements Outcome {}

    /**
     * The replay ended at its first difference.
     *
     * @param step counted from 1
     */
    record Differs(int step, String op, Difference difference) implements Outcome {}

    /** This build cannot replay it. */
    record Skipped(String reason) implements Outcome {}
}
