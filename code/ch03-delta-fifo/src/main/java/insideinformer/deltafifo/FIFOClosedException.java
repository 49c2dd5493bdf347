package insideinformer.deltafifo;

/** Told by {@code pop}: the queue is closed and empty. Upstream: {@code tools/cache/fifo.go, ErrFIFOClosed}. */
public class FIFOClosedException extends Exception {

    public FIFOClosedException() {
        super("DeltaFIFO: manipulating with closed queue");
    }
}
