package insideinformer.course;

import java.io.Serializable;
import java.util.List;

/**
 * What became of a claim.
 *
 * @param did      the steps, if the test told them
 * @param promised what should have come, if the test told it
 * @param got      what came instead, or the exception
 * @param where    file and line in the learner's code, if known
 * @param mistakes those that lead to this answer, if a question recognised it
 */
record Result(Claim claim, Status status, String did, String promised, String got, String where,
        List<String> mistakes) implements Serializable {

    enum Status {
        KEPT,
        BROKEN,
        /** The code threw something. */
        THREW,
        /** The code is still the starter's, which throws {@link Runner#NOT_WRITTEN}; or a test that claims nothing. */
        UNWRITTEN,
        /** The code did not return in time. */
        HUNG,
        /** The process ended during the test. */
        DIED
    }

    static Result of(Claim claim, Status status, String got) {
        return new Result(claim, status, "", "", got, "", List.of());
    }

    boolean kept() {
        return status == Status.KEPT;
    }

    /** Whether both broke the same promise in the same way; how a learner's own test fails does not matter. */
    boolean looksLike(Result other) {
        return claim.key().equals(other.claim.key()) && status == other.status
                && (claim.isAboutOwnTest() || got.equals(other.got));
    }
}
