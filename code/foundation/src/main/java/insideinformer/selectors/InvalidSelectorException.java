package insideinformer.selectors;


/**
 * A selector's text or one of its requirements is not legal; the message names the input and what is wrong with it.
 *
 * <p>Upstream: the errors of {@code labels.Parse}, {@code labels.NewRequirement} and {@code fields.ParseSelector}.
 */
public class InvalidSelectorException extends IllegalArgumentException {

    private final String problem;

    InvalidSelectorException(String what, String input, String problem) {
        super(what + " '" + input + "': " + problem);
        this.problem = problem;
    }

    /** What is wrong, in the words that a server puts into its Status. */
    public String problem() {
        return problem;
    }
}
