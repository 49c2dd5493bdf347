package insideinformer.course.check;

/** Claims of a {@link Promise}. */
public final class Promised {

    private Promised() {}

    /**
     * Nothing, if {@code got} equals {@code promised}.
     *
     * @param did the steps that led here, as a learner would say them
     * @throws BrokenPromise otherwise
     */
    public static void equal(String did, String promised, String got) {
        if (!promised.equals(got)) {
            throw new BrokenPromise(did, promised, got);
        }
    }
}
