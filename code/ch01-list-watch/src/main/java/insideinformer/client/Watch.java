package insideinformer.client;

import insideinformer.api.WatchEvent;
import java.util.Optional;

/**
 * A running watch: events in the order in which the server sent them, until it ends or is closed.
 *
 * <p>One thread takes; any thread may close. Upstream: {@code apimachinery pkg/watch/watch.go, Interface}.
 */
public interface Watch<T> extends AutoCloseable {

    /**
     * Waits for the next event, until the watch ends.
     *
     * @return empty once the watch has ended; what was received before is handed out first if the source ended it, and
     *     may be dropped if {@link #close} or the end of its context did
     * @throws InterruptedException if the thread is interrupted; the watch may be over then, and is still to be closed
     */
    Optional<WatchEvent<T>> take() throws InterruptedException;

    /**
     * Ends the watch; {@link #take} soon answers empty, and this may wait for it to do so. May be called repeatedly and
     * throws nothing.
     */
    @Override
    void close();
}
