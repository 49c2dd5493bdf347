package insideinformer.course.check;

/** What was done, what was promised for it, and what came instead. */
public final class BrokenPromise extends AssertionError {

    private static final long serialVersionUID = 1;

    private final String did;
    private final String promised;
    private final String got;

    BrokenPromise(String did, String promised, String got) {
        super("after " + did + ": promised " + promised + ", got " + got);
        this.did = did;
        this.promised = promised;
        this.got = got;
    }

    /** The steps, in the learner's words. */
    public String did() {
        return did;
    }

    public String promised() {
        return promised;
    }

    public String got() {
        return got;
    }
}
