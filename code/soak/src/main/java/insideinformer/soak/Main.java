package insideinformer.soak;

import insideinformer.wait.Clock;
import java.io.PrintStream;
import java.time.Duration;

/**
 * {@code Main SEEDS}: runs these seeds and prints the result. The exit code is 1 if a run failed, and 2 if the
 * arguments are wrong. {@code -Dlog=debug} shows the log of the informers.
 */
public final class Main {

    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final int MOST_FAILURES = 5;

    private Main() {}

    public static void main(String[] args) throws Exception {
        // The log of the informers about planned faults would bury everything else.
        System.setProperty("org.slf4j.simpleLogger.defaultLogLevel", System.getProperty("log", "off"));
        System.exit(run(System.out, System.err, args));
    }

    static int run(PrintStream out, PrintStream err, String... args) throws Exception {
        Seeds seeds;
        try {
            seeds = Seeds.parse(args.length == 1 ? args[0] : "");
        } catch (IllegalArgumentException e) {
            err.println(e.getMessage());
            return 2;
        }
        if (seeds.count() == 1) {
            out.println(Schedule.of(seeds.first()));
        }
        Summary summary = new Batch(Clock.system(), Wiring.PLAIN, PATIENCE).run(seeds, MOST_FAILURES, out::println);
        out.println(summary);
        return summary.isGood() ? 0 : 1;
    }
}
