package insideinformer.soak;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;

/**
 * Everything that happens in a run, in order. The seed alone decides it.
 *
 * @param abrupt the informers are stopped behind the last step, whatever is broken then; else all comes to rest before
 */
record Schedule(long seed, List<ScopePlan> scopes, List<Step> steps, boolean abrupt) {

    /**
     * One factory.
     *
     * @param namespace empty: all
     * @param selector a label selector; empty: everything
     * @param pageLimit how many objects a page holds where the informer wants pages
     */
    record ScopePlan(String namespace, String selector, int pageLimit, List<ViewPlan> views) {}

    /** One informer. Its first handler stays to the end. */
    record ViewPlan(Kind kind, Duration resync, List<HandlerPlan> handlers) {}

    /**
     * One handler.
     *
     * @param resync empty: as the informer has it
     * @param failsEvery every so many calls of it, one throws; 0: none
     * @param leavesAfter after so many calls it removes itself, from inside the call; 0: never
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
