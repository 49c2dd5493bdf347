package insideinformer.deltafifo;

/** Thrown by {@code pop} if the queue is closed and empty. Upstream: {@code tools/cache/fifo.go, ErrFIFOClosed}. */
public class FIFOClosedException extends Exception {

    public FIFOClosedException() {
        super("DeltaFIFO: manipulating with closed queue");
    }
}
