package insideinformer.deltafifo;

/** What happened to an object. Upstream: {@code tools/cache/delta_fifo.go, DeltaType}. */
public enum DeltaType {
    ADDED("Added"),
    UPDATED("Updated"),
    DELETED("Deleted"),
    /** Found by a list that replaced everything. */
    REPLACED("Replaced"),
    /** Nothing happened: the known object is shown again. */
    SYNC("Sync");

    private final String text;

    DeltaType(String text) {
        this.text = text;
    }

    /** Upstream's spelling. */
    @Override
    public String toString() {
        return text;
    }
}
