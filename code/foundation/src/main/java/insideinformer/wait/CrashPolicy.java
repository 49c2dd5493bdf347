package insideinformer.wait;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What happens when code that a loop calls throws something unforeseen: return, and the loop goes on; throw, and it
 * ends. Called on the thread of the loop, and for any number of loops at once.
 *
 * <p>Upstream: {@code apimachinery pkg/util/runtime, HandleCrash} and {@code ReallyCrash}.
 */
@FunctionalInterface
public interface CrashPolicy {

    /**
     * Logs the crash with its stack; the item is skipped and the loop goes on. What this port does unless told
     * otherwise.
     */
    CrashPolicy LOG_AND_SKIP =
            (crash, where) -> CrashLog.error(logger(), crash, "{} crashed; going on with the next turn", where);

    /**
     * Logs the crash with its stack and ends the process with status 2, as Go does by default; no shutdown hook runs.
     */
    CrashPolicy FATAL = fatal(() -> Runtime.getRuntime().halt(2));

    /** @param where what crashed, as a log line begins: {@code "handler of pods"} */
    void crashed(Throwable crash, String where);

    /**
     * Runs {@code body} on this thread and hands what it throws to this policy; an interrupt is no crash and passes
     * through.
     */
    default void guard(String where, Body body) throws InterruptedException {
        try {
            body.run();
        } catch (RuntimeException | Error crash) {
            crashed(crash, where);
        }
    }

    /** Work that may be interrupted. */
    @FunctionalInterface
    interface Body {
        void run() throws InterruptedException;
    }

    /**
     * Logs, runs {@code end}, and should that return, throws the crash again; one that is neither a {@link
     * RuntimeException} nor an {@link Error} as the cause of an {@link IllegalStateException}.
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
