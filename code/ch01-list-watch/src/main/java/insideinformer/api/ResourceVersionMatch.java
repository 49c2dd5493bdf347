package insideinformer.api;

/** Which state a list with a resourceVersion asks for. Upstream: {@code metav1.ResourceVersionMatch}. */
public enum ResourceVersionMatch {
    /** The state at that version and no other. */
    EXACT("Exact"),
    /** The state at that version or any later one. */
    NOT_OLDER_THAN("NotOlderThan");

    private final String text;

    ResourceVersionMatch(String text) {
        this.text = text;
    }

    /** The text in a query. */
    public String text() {
        return text;
    }
}
