package insideinformer.soak;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;

/**
 * The result of many runs.
 *
 * @param leftThreads threads that outlived all runs
 */
record Summary(long seeds, Duration time, Tally tally, List<Outcome> failures, List<String> leftThreads) {

    Summary {
        failures = List.copyOf(failures);
        leftThreads = List.copyOf(leftThreads);
    }

    boolean isGood() {
        return failures.isEmpty() && leftThreads.isEmpty();
    }

    /** Every failed seed with its schedule, then the figures. */
    @Override
    public String toString() {
        StringJoiner text = new StringJoiner("\n");
        failures.forEach(failure -> text.add(failure.report()).add(""));
        if (!leftThreads.isEmpty()) {
            text.add("threads that outlived all runs: " + leftThreads);
        }
        text.add(String.format("%d seeds in %.1f s, %d failed", seeds, time.toMillis() / 1000.0, failures.size()));
        Map<String, Long> faults = tally.under("fault: ");
        text.add(String.format("%d operations, among them %d faults:", tally.of("operations"),
                faults.values().stream().mapToLong(Long::longValue).sum()));
        table(text, faults);
        text.add("what the informers met of them:");
        table(text, tally.under("met: "));
        text.add(String.format("what they got: %d lists and %d further pages, %d watches, %d events, %d bookmarks",
                tally.of("lists"), tally.of("further pages"), tally.of("watches"), tally.of("events"),
                tally.of("bookmarks")));
        text.add("what their handlers were told:");
        table(text, tally.under("told: "));
        return text.toString();
    }

    private static void table(StringJoiner text, Map<String, Long> counts) {
        counts.forEach((what, count) -> text.add(String.format("  %7d  %s", count, what)));
    }
}
