package insideinformer.soak;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;

/**
 * Everything that happens in a run, in order. It depends only on the seed.
 *
 * @param abrupt whether the informers are stopped right after the last step, with all faults of that moment. Else
 *     everything comes to rest before
 */
record Schedule(long seed, List<ScopePlan> scopes, List<Step> steps, boolean abrupt) {

    /**
     * One factory.
     *
     * @param namespace empty: all namespaces
     * @param selector a label selector; empty: everything
     * @param pageLimit how many objects a page holds if the informer wants pages
     */
    record ScopePlan(String namespace, String selector, int pageLimit, List<ViewPlan> views) {}

    /** One informer. Its first handler stays until the end. */
    record ViewPlan(Kind kind, Duration resync, List<HandlerPlan> handlers) {}

    /**
     * One handler.
     *
     * @param resync empty: the informer's period
     * @param failsEvery one of so many calls throws; 0: none does
     * @param leavesAfter after so many calls it removes itself from inside the call; 0: never
     */
    record HandlerPlan(Optional<Duration> resync, int failsEvery, int leavesAfter) {}

    Schedule {
        scopes = List.copyOf(scopes);
        steps = List.copyOf(steps);
    }

    static Schedule of(long seed) {
        return new ScheduleMaker(seed).make();
    }

    /** One line for each scope and step. */
    @Override
    public String toString() {
        StringJoiner lines = new StringJoiner("\n");
        scopes.forEach(scope -> lines.add("     " + scope));
        for (int i = 0; i < steps.size(); i++) {
            lines.add(String.format("%4d %s", i, steps.get(i)));
        }
        lines.add(abrupt ? "     stopped in the midst of it" : "     stopped at rest");
        return lines.toString();
    }
}
