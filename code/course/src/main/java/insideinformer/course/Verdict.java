package insideinformer.course;

import java.util.List;
import java.util.Optional;

/**
 * What a check came to.
 *
 * @param errors  the compiler's; when there are any, nothing was run
 * @param claims  all that could hold or not, stage by stage
 * @param results of those that were looked at: the stages up to the first that is not kept
 * @param trouble why the code could not be run to its end; empty if it could
 * @param printed what the code wrote to standard output and error
 */
record Verdict(List<String> errors, List<Claim> claims, List<Result> results, String trouble, String printed) {

    static Verdict doesNotCompile(List<String> errors) {
        return new Verdict(errors, List.of(), List.of(), "", "");
    }

    boolean passed() {
        return errors.isEmpty() && trouble.isEmpty() && !claims.isEmpty() && results.size() == claims.size()
                && results.stream().allMatch(Result::kept);
    }

    List<Result> broken() {
        return results.stream().filter(result -> !result.kept()).toList();
    }

    Optional<Result> firstBroken() {
        return broken().stream().findFirst();
    }
}
