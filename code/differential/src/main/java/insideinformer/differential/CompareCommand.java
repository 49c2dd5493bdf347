package insideinformer.differential;

import insideinformer.conformance.replay.ReplayOutcome;
import insideinformer.conformance.replay.ReplayReport;
import insideinformer.conformance.replay.Replayer;
import insideinformer.conformance.trace.Trace;
import insideinformer.conformance.trace.TraceJson;
import insideinformer.conformance.trace.UnreadableTraceException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code compare}: makes traces from seeds, asks client-go for the answers, and replays them on the port. */
@Command(
        name = "compare",
        description = "Makes traces from seeds, asks the real client-go for the answers and compares the port's.",
        mixinStandardHelpOptions = true,
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:the port gave every answer that client-go gave",
            "1:at least one answer differs; the seeds are named",
            "2:there is no such subject, or no such seeds"
        })
final class CompareCommand implements Callable<Integer> {

    private final PrintWriter out;
    private final PrintWriter err;

    @Mixin
    private SeedOptions seeds = new SeedOptions();

    @Option(
            names = "--recorder",
            paramLabel = "DIR",
            description = "Where the Go program stands (default: ${DEFAULT-VALUE}).")
    private Path recorder = Path.of("code/conformance/recorder");

    CompareCommand(PrintWriter out, PrintWriter err) {
        this.out = out;
        this.err = err;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (seeds.problem().isPresent()) {
            err.println(seeds.problem().get());
            return 2;
        }
        ReplayReport report = new ReplayReport(new Replayer(Replayer.PATIENCE), out);
        List<Long> differing = new ArrayList<>();
        try (Recorder asked = Recorder.start(recorder, seeds.subject)) {
            asked.ask(seeds.traces().iterator(), line -> {
                if (report.replay(Trace.parse(line)) instanceof ReplayOutcome.Differs) {
                    differing.add(TraceJson.parse(line).path("seed").longValue());
                }
            });
        } catch (UnreadableTraceException e) {
            throw new IOException("the recorder gave an answer that is no trace: " + e.getMessage(), e);
        }
        if (!differing.isEmpty()) {
            out.println("seeds that differ: " + differing);
            out.println("again: make differential SUBJECT=" + seeds.subject + " SEEDS=" + differing.getFirst());
        }
        report.summary();
        return report.isClean() ? 0 : 1;
    }
}
