package insideinformer.soak;

import insideinformer.wait.Clock;
import java.io.PrintStream;
import java.time.Duration;

/**
 * {@code FuzzMain REQUESTS SEED}: sends that many random requests and prints the result. The exit code is 1 if a
 * request failed, and 2 if the arguments are wrong.
 */
public final class FuzzMain {

    private static final Duration PROGRESS = Duration.ofSeconds(10);

    private FuzzMain() {}

    public static void main(String[] args) throws Exception {
        System.setProperty("org.slf4j.simpleLogger.defaultLogLevel", System.getProperty("log", "off"));
        System.exit(run(System.out, System.err, args));
    }

    static int run(PrintStream out, PrintStream err, String... args) throws Exception {
        long requests;
        long seed;
        try {
            requests = Long.parseLong(args[0]);
            seed = Long.parseLong(args[1]);
        } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
            err.println("Say how many requests and which seed, two whole numbers; for example N=100000 SEED=1.");
            return 2;
        }
        Clock clock = Clock.system();
        long[] told = {clock.nanoTime()};
        FuzzReport report = new Fuzzer(seed, clock).run(requests, (failed, number) -> {
            if (clock.nanoTime() - told[0] >= PROGRESS.toNanos()) {
                told[0] = clock.nanoTime();
                out.println(number + " of " + requests + " requests, " + failed + " kinds of failure");
            }
        });
        out.println(report);
        return report.isGood() ? 0 : 1;
    }
}
