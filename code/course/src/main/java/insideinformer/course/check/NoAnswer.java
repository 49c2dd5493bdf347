package insideinformer.course.check;

/** A test did not return in time; the stack trace is that of the test, as it stood then. */
public final class NoAnswer extends AssertionError {

    private static final long serialVersionUID = 1;

    NoAnswer(int seconds, StackTraceElement[] at) {
        super("no answer within " + seconds + " seconds");
        setStackTrace(at);
    }
}
