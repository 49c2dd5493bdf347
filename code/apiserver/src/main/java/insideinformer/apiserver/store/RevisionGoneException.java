package insideinformer.apiserver.store;

/** The history no longer reaches back to the revision that was asked for. */
public final class RevisionGoneException extends Exception {

    private final long oldest;

    RevisionGoneException(long revision, long oldest) {
        super("revision " + revision + " has left the history, which begins after " + oldest + "; list again");
        this.oldest = oldest;
    }

    /** The oldest revision that can still be listed or watched from. */
    public long oldest() {
        return oldest;
    }
}
