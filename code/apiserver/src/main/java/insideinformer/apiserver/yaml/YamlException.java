package insideinformer.apiserver.yaml;

/** A text that cannot be read: the message is one sentence without the line. */
public final class YamlException extends Exception {

    private final int line;

    YamlException(int line, String problem) {
        super(problem);
        this.line = line;
    }

    /** The line in which the problem was found; the first is 1. */
    public int line() {
        return line;
    }

    /** What is wrong. */
    public String problem() {
        return String.valueOf(getMessage());
    }
}
