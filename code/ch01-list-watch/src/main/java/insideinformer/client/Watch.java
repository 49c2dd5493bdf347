package insideinformer.client;

import insideinformer.api.WatchEvent;
import java.util.Optional;

/**
 * A running watch: events in the order in which the server sent them, until it ends or is closed.
 *
 * <p>One thread takes; any thread may close. Upstream: {@code watch.Interface}.
 */
public interface Watch<T> extends AutoCloseable {

    /**
     * Waits for the next event.
     *
     * @return empty once the watch has ended and everything received was taken
     */
    Optional<WatchEvent<T>> take() throws InterruptedException;

    /** Ends the watch; {@link #take} soon answers empty. May be called repeatedly and throws nothing. */
    @Override
    void close();
}
