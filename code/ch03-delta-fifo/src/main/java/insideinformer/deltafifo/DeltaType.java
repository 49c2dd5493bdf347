package insideinformer.deltafifo;

/** What happened to an object. Upstream: {@code tools/cache/delta_fifo.go, DeltaType}. */
public enum DeltaType {
    ADDED("Added"),
    UPDATED("Updated"),
    DELETED("Deleted"),
    /** It was in a list that replaced everything. */
    REPLACED("Replaced"),
    /** Nothing happened to it. A resync queued the known object again. */
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
