package insideinformer.wait;

import org.slf4j.Logger;

/**
 * Logs exceptions that come out of other people's code. Methods such as {@code getMessage} and {@code toString} of
 * these exceptions can throw, too, and a loop must not end because it wanted to log a failure.
 */
public final class CrashLog {

    private CrashLog() {}

    /**
     * Logs {@code crash} with its stack, as an error. If its own methods throw, its class and the top of its stack are
     * logged instead. This method never throws.
     *
     * @param format has a pair of braces for each of {@code arguments}
     */
    public static void error(Logger log, Throwable crash, String format, Object... arguments) {
        try {
            log.atError().setCause(crash).log(format, arguments);
        } catch (RuntimeException | Error unprintable) {
            log.atError().log(
                    format + ": " + place(crash) + ", whose own methods failed when it was to be printed", arguments);
        }
    }

    /** What {@code toString} returns or, if that throws, {@link #place}. Never throws. */
    public static String text(Throwable crash) {
        try {
            return crash.toString();
        } catch (RuntimeException | Error unprintable) {
            return place(crash);
        }
    }

    /** The class, and where it was thrown. The message is left out, because it can quote an object. Never throws. */
    public static String place(Throwable crash) {
        return crash.getClass().getName() + " at " + top(crash);
    }

    private static String top(Throwable crash) {
        try {
            StackTraceElement[] stack = crash.getStackTrace();
            return stack.length == 0 ? "an unknown place" : stack[0].toString();
        } catch (RuntimeException | Error unprintable) {
            return "an unknown place";
        }
    }
}
