package insideinformer.deltafifo;

/** What {@code pop} calls with what it took. Upstream: {@code tools/cache/fifo.go, PopProcessFunc}. */
@FunctionalInterface
public interface PopProcessFunc<T> {

    /** @param isInInitialList whether the queue was not yet synced when the object was taken */
    void process(Deltas<T> deltas, boolean isInInitialList) throws Exception;
}
