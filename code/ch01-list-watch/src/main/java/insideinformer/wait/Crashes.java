package insideinformer.wait;

import java.io.PrintWriter;
import java.io.Writer;
import org.slf4j.Logger;

/**
 * Logs what foreign code threw. Its message, stack and causes are foreign code, too, and can throw in their turn; that
 * must not end the loop that logs.
 */
public final class Crashes {

    private Crashes() {}

    /** Logs an error; never throws because of {@code crash}. */
    public static void error(Logger log, String line, Throwable crash) {
        try {
            log.error(line, printable(crash));
        } catch (RuntimeException | Error hostile) { // printed once and not twice
            log.error("{}: a {}, which cannot be printed", line, crash.getClass().getName());
        }
    }

    /** The crash itself, or if it cannot be printed, one that can and names its class. */
    public static Throwable printable(Throwable crash) {
        try {
            crash.printStackTrace(new PrintWriter(Writer.nullWriter()));
            return crash;
        } catch (RuntimeException | Error hostile) {
            return new Unprintable(crash);
        }
    }

    private static final class Unprintable extends RuntimeException {

        Unprintable(Throwable crash) {
            super("a " + crash.getClass().getName() + ", which cannot be printed");
            try {
                setStackTrace(crash.getStackTrace());
            } catch (RuntimeException | Error hostile) {
                setStackTrace(new StackTraceElement[0]); // our own would mislead
            }
        }
    }
}
