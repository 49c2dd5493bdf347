package insideinformer.deltafifo;

/**
 * The callback of {@code pop}: it gets the object that {@code pop} took. It runs on the thread that pops, under the
 * queue's lock, so all others wait until it returns. It must be quick. A call of the queue from here throws {@link
 * IllegalStateException}.
 *
 * <p>Upstream: {@code tools/cache/fifo.go, PopProcessFunc}.
 */
@FunctionalInterface
public interface PopProcessFunc<T> {

    /**
     * @param deltas never empty
     * @param isInInitialList whether the queue was not yet synced when the object was taken
     * @throws Exception a checked one is returned in the {@link PopResult}; an unchecked one comes out of {@code pop}
     */
    void process(Deltas<T> deltas, boolean isInInitialList) throws Exception;
}
