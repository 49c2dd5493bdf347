package insideinformer.conformance.trace;

/** A line is no trace that this replayer reads; the message says what is wrong with it. */
public class UnreadableTraceException extends Exception {

    public UnreadableTraceException(String message) {
        super(message);
    }
}
