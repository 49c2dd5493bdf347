package insideinformer.course.check;

import java.util.Objects;

/** Claims of a {@link Promise}. */
public final class Promised {

    private Promised() {}

    /**
     * Nothing, if {@code got} equals {@code promised}.
     *
     * @param did the steps that led here, as a learner would say them
     * @throws BrokenPromise otherwise
     */
    public static void equal(String did, Object promised, Object got) {
        if (!Objects.equals(promised, got)) {
            throw new BrokenPromise(did, promised.toString(), String.valueOf(got));
        }
    }
}
