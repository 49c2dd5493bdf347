package insideinformer.conformance.command;

import insideinformer.conformance.subject.Bubble;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Compares the port with recordings of the real client-go. */
@Command(
        name = "conformance",
        description = "Compares the port with recordings of the real client-go.",
        mixinStandardHelpOptions = true)
public final class Main {

    private Main() {}

    public static void main(String[] args) {
        // What the port logs about failures that a trace provokes is no part of the comparison.
        System.setProperty("org.slf4j.simpleLogger.defaultLogLevel", "off");
        Bubble.shareOneCarrier();
        PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
        PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
        System.exit(run(out, err, args));
    }

    static int run(PrintWriter out, PrintWriter err, String... args) {
        CommandLine line = new CommandLine(new Main())
                .addSubcommand(new ReplayCommand(out, err))
                .setOut(out)
                .setErr(err);
        if (args.length == 0) {
            line.usage(err);
            return CommandLine.ExitCode.USAGE;
        }
        return line.execute(args);
    }
}
