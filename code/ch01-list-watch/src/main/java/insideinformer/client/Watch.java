package insideinformer.client;

import insideinformer.api.WatchEvent;
import java.util.Optional;

/**
 * A running watch. It gives events in the order in which the server sent them, until it ends or is closed.
 *
 * <p>One thread takes events; any thread can close. Upstream: {@code apimachinery pkg/watch/watch.go, Interface}.
 */
public interface Watch<T> extends AutoCloseable {

    /**
     * Waits for the next event.
     *
     * @return empty when the watch has ended. If the server ended it, all events that were received come first. If
     *     {@link #close} or the end of its context ended it, they can be lost
     * @throws InterruptedException if the thread is interrupted. The watch can be over then, but must still be closed
     */
    Optional<WatchEvent<T>> take() throws InterruptedException;

    /**
     * Ends the watch. A {@link #take} that waits soon returns empty, and this method can wait for that. Closing again
     * does nothing. This method throws nothing.
     */
    @Override
    void close();
}
