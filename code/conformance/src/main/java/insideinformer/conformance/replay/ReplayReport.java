package insideinformer.conformance.replay;

import insideinformer.conformance.trace.Difference;
import insideinformer.conformance.trace.Trace;
import insideinformer.conformance.trace.TraceFiles;
import insideinformer.conformance.trace.UnreadableTraceException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/** Counts what replays gave. It prints the first differences in full, and at the end one line for each subject. */
public final class ReplayReport implements TraceFiles.LineReader {

    private static final int SHOWN = 20;

    private final Replayer replayer;
    private final PrintWriter out;
    private final Map<String, Count> subjects = new TreeMap<>();
    private final Map<String, Integer> skipped = new TreeMap<>(); // subject and reason to number
    private int differences;
    private int unreadable;

    private static final class Count {
        int traces;
        int steps;
        int differences;
        int skipped;
    }

    public ReplayReport(Replayer replayer, PrintWriter out) {
        this.replayer = replayer;
        this.out = out;
    }

    /** Whether every line could be read and no replayed trace differs. */
    public boolean isClean() {
        return differences == 0 && unreadable == 0;
    }

    @Override
    public void line(Path file, int number, String text) throws InterruptedException {
        try {
            replay(Trace.parse(text));
        } catch (UnreadableTraceException e) {
            unreadable++;
            out.println(file + ":" + number + ": unreadable: " + e.getMessage());
        }
    }

    @Override
    public void unreadable(Path file, int number, IOException problem) {
        unreadable++;
        out.println(file + ":" + (number + 1) + ": unreadable: " + problem);
    }

    public ReplayOutcome replay(Trace trace) throws InterruptedException {
        Count count = subjects.computeIfAbsent(trace.subject(), subject -> new Count());
        count.traces++;
        ReplayOutcome outcome = replayer.replay(trace);
        switch (outcome) {
            case ReplayOutcome.Same same -> count.steps += same.steps();
            case ReplayOutcome.Skipped reason -> {
                count.skipped++;
                skipped.merge(trace.subject() + ": " + reason.reason(), 1, Integer::sum);
            }
            case ReplayOutcome.Differs differs -> {
                count.steps += differs.step();
                count.differences++;
                differences++;
                if (differences <= SHOWN) {
                    show(trace, differs);
                }
            }
        }
        return outcome;
    }

    private void show(Trace trace, ReplayOutcome.Differs differs) {
        Difference difference = differs.difference();
        out.println(trace.name() + ", step " + differs.step() + ", " + differs.op() + ": " + difference.path());
        out.println("  expected " + Difference.text(difference.expected()));
        out.println("  actual   " + Difference.text(difference.actual()));
    }

    /** Prints the lines at the end. */
    public void summary() {
        if (differences > SHOWN) {
            out.println("… and " + (differences - SHOWN) + " more traces that differ");
        }
        skipped.forEach((what, number) -> out.println("skipped " + number + " traces of " + what));
        if (unreadable > 0) {
            out.println(unreadable + " unreadable lines");
        }
        subjects.forEach((subject, count) -> out.println(subject + ": " + count.traces + " traces, " + count.steps
                + " steps, " + count.differences + " differences, " + count.skipped + " skipped"));
        out.flush();
    }
}
