package insideinformer.conformance.trace;

/** Says that a line is not a trace that this replayer can read, and what is wrong with the line. */
public class UnreadableTraceException extends Exception {

    public UnreadableTraceException(String message) {
        super(message);
    }
}
