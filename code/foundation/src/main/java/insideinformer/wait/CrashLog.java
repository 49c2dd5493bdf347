package insideinformer.wait;

import org.slf4j.Logger;

/**
 * Logs throwables that other people's code made. Their {@code getMessage}, {@code toString} or {@code getCause} can
 * throw as well, and a loop must not die because it wanted to log a failure.
 */
public final class CrashLog {

    private CrashLog() {}

    /**
     * Logs {@code crash} with its stack as an error. If its own methods fail, its class and the top of its stack are
     * logged instead. Never throws.
     *
     * @param format with a pair of braces for each of {@code arguments}
     */
    public static void error(Logger log, Throwable crash, String format, Object... arguments) {
        try {
            log.atError().setCause(crash).log(format, arguments);
        } catch (RuntimeException | Error unprintable) {
            log.atError().log(
                    format + ": " + place(crash) + ", whose own methods failed when it was to be printed", arguments);
        }
    }

    /** What {@code toString} gives; if that fails, the class and the top of the stack. Never throws. */
    public static String text(Throwable crash) {
        try {
            return crash.toString();
        } catch (RuntimeException | Error unprintable) {
            return place(crash);
        }
    }

    /** The class and the place it was thrown, without the message, which can hold data of an object. Never throws. */
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
