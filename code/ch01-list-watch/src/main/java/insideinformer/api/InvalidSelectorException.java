package insideinformer.api;

/** A selector's text or one of its requirements is not legal; the message names the input and what is wrong with it. */
public class InvalidSelectorException extends IllegalArgumentException {

    private final String problem;

    InvalidSelectorException(String what, String input, String problem) {
        super(what + " '" + input + "': " + problem);
        this.problem = problem;
    }

    /** What is wrong, without the input: the sentence that a server puts into its Status. */
    public String problem() {
        return problem;
    }
}
