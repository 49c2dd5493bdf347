package insideinformer.api;

/** How a list reads its resourceVersion. Upstream: {@code metav1.ResourceVersionMatch}. */
public enum ResourceVersionMatch {
    /** The state at that version and no other. */
    EXACT("Exact"),
    /** The state at that version or any later one. */
    NOT_OLDER_THAN("NotOlderThan");

    private final String text;

    ResourceVersionMatch(String text) {
        this.text = text;
    }

    /** As it stands in a query. */
    public String text() {
        return text;
    }
}
