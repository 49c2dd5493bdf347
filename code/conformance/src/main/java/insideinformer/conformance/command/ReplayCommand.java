package insideinformer.conformance.command;

import insideinformer.conformance.replay.ReplayReport;
import insideinformer.conformance.replay.Replayer;
import insideinformer.conformance.trace.TraceFiles;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code replay}: does recorded operations on the port and compares its answers with those of client-go. */
@Command(
        name = "replay",
        description = "Does the operations of recorded traces on the port and compares each answer.",
        mixinStandardHelpOptions = true,
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:every trace that this build can replay gave the recorded answers",
            "1:at least one answer differs, or a line could not be read",
            "2:there is nothing to replay"
        })
final class ReplayCommand implements Callable<Integer> {

    private final PrintWriter out;
    private final PrintWriter err;

    @Option(
            names = "--traces",
            paramLabel = "DIR",
            description = "Replays every *.jsonl and *.jsonl.gz below this folder (default: ${DEFAULT-VALUE}).")
    private Path traces = Path.of("code/conformance/recordings");

    ReplayCommand(PrintWriter out, PrintWriter err) {
        this.out = out;
        this.err = err;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (!Files.exists(traces)) {
            err.println("There is no " + traces + "; give --traces a folder with *.jsonl or *.jsonl.gz.");
            return 2;
        }
        List<Path> files = TraceFiles.below(traces);
        if (files.isEmpty()) {
            err.println("No *.jsonl and no *.jsonl.gz below " + traces + "; give --traces another folder.");
            return 2;
        }
        ReplayReport report = new ReplayReport(new Replayer(Replayer.PATIENCE), out);
        for (Path file : files) {
            TraceFiles.read(file, report);
        }
        report.summary();
        return report.isClean() ? 0 : 1;
    }
}
