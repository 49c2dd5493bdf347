package insideinformer.soak;

import java.util.List;

/**
 * The result of one run.
 *
 * @param violations what was wrong, in the order in which it was found; empty if nothing was
 * @param tally what happened in it
 */
record Outcome(Schedule schedule, List<String> violations, Tally tally) {

    Outcome {
        violations = List.copyOf(violations);
    }

    boolean isGood() {
        return violations.isEmpty();
    }

    /** Seed, schedule, and what was wrong. */
    String report() {
        return "seed " + schedule.seed() + " failed\n" + schedule + "\nviolated:\n  " + String.join("\n  ", violations)
                + "\nagain: make soak SEEDS=" + schedule.seed();
    }
}
