package insideinformer.deltafifo;

/**
 * What {@code pop} calls with what it took, on its own thread and under the queue's lock: until it returns nobody else
 * gets at the queue. It must be quick, and calling the queue from here is an {@link IllegalStateException}.
 *
 * <p>Upstream: {@code tools/cache/fifo.go, PopProcessFunc}.
 */
@FunctionalInterface
public interface PopProcessFunc<T> {

    /**
     * @param deltas never empty
     * @param isInInitialList whether the queue was not yet synced when the object was taken
     * @throws Exception as it likes: checked it is in the {@link PopResult}, unchecked it comes out of {@code pop}
     */
    void process(Deltas<T> deltas, boolean isInInitialList) throws Exception;
}
