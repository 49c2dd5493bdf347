package insideinformer.wait;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides what happens when code that a loop calls throws something unforeseen. If {@link #crashed} returns, the loop
 * goes on; if it throws, the loop ends. It is called on the thread of the loop, and many loops can share one policy.
 *
 * <p>Upstream: {@code apimachinery pkg/util/runtime, HandleCrash} and {@code ReallyCrash}.
 */
@FunctionalInterface
public interface CrashPolicy {

    /**
     * Logs the crash with its stack. The item is skipped and the loop goes on. This is the default of this port.
     */
    CrashPolicy LOG_AND_SKIP =
            (crash, where) -> CrashLog.error(logger(), crash, "{} crashed; going on with the next turn", where);

    /**
     * Logs the crash with its stack and ends the process with status 2, as Go does by default; no shutdown hook runs.
     */
    CrashPolicy FATAL = fatal(() -> Runtime.getRuntime().halt(2));

    /** @param where what crashed, as the beginning of a log line, such as {@code "handler of pods"} */
    void crashed(Throwable crash, String where);

    /**
     * Runs {@code body} on this thread and gives what it throws to this policy. An {@link InterruptedException} is no
     * crash and passes through.
     */
    default void guard(String where, Body body) throws InterruptedException {
        try {
            body.run();
        } catch (RuntimeException | Error crash) {
            crashed(crash, where);
        }
    }

    /** Work that can be interrupted. */
    @FunctionalInterface
    interface Body {
        void run() throws InterruptedException;
    }

    /**
     * Logs the crash and runs {@code end}. If {@code end} returns, the crash is thrown again. A checked exception
     * becomes the cause of an {@link IllegalStateException}.
     */
    static CrashPolicy fatal(Runnable end) {
        return (crash, where) -> {
            CrashLog.error(logger(), crash, "{} crashed; the process ends", where);
            end.run();
            switch (crash) {
                case RuntimeException e -> throw e;
                case Error e -> throw e;
                default -> throw new IllegalStateException(where, crash);
            }
        };
    }

    private static Logger logger() {
        return LoggerFactory.getLogger(CrashPolicy.class);
    }
}
