package insideinformer.client;

import insideinformer.api.KubernetesObject;
import insideinformer.api.WatchEvent;
import insideinformer.json.Json;
import insideinformer.wait.Cancellable;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.core.exc.UnexpectedEndOfInputException;

/**
 * A watch over HTTP. It has no thread of its own: {@link #take} reads on the caller's thread. Only on a virtual thread
 * does an interrupt end that read; {@link #close} and the end of the context end it on every thread.
 *
 * <p>The watch ends when the server ends the stream, when the stream breaks off in an event or is no JSON, when its
 * context ends, or when it is closed. It never gives out a part of an event.
 *
 * <p>Upstream: {@code apimachinery pkg/watch/streamwatcher.go, StreamWatcher}.
 */
final class StreamWatch<T extends KubernetesObject> implements Watch<T> {

    private static final Logger LOG = LoggerFactory.getLogger(StreamWatch.class);

    private final RestClient client;
    private final Cancellable life;
    private final Exchange exchange;
    private final ObjectDecoder<T> objects;
    private final ReentrantLock reading = new ReentrantLock();
    private final EventDecoder<T> events; // guarded by reading
    private boolean ended; // guarded by reading

    /**
     * @param client is told when the watch has ended
     * @param life the watch ends it, and ends when somebody else ends it
     * @param exchange was opened with {@code life} as its context, so the end of {@code life} cancels it
     */
    StreamWatch(RestClient client, Cancellable life, Exchange exchange, ObjectDecoder<T> objects) {
        this.client = client;
        this.life = life;
        this.exchange = exchange;
        this.objects = objects;
        this.events = new EventDecoder<>(exchange.response().body().byteStream(), objects);
    }

    @Override
    public Optional<WatchEvent<T>> take() throws InterruptedException {
        reading.lock();
        try {
            if (!ended && !life.isDone()) {
                Optional<WatchEvent<T>> event = events.next();
                if (event.isPresent()) {
                    return event;
                }
                LOG.debug("the server ended the watch of {}", objects.resource().gvr());
            }
        } catch (JacksonException e) {
            logBroken(e);
        } finally {
            reading.unlock();
        }
        close();
        if (Thread.interrupted()) {
            throw new InterruptedException("interrupted while waiting for an event of " + objects.resource().gvr());
        }
        return Optional.empty();
    }

    @Override
    public void close() {
        life.cancel();
        reading.lock(); // free soon, because the reader fails without its connection
        try {
            if (ended) {
                return;
            }
            ended = true;
            events.close();
            exchange.close();
        } finally {
            reading.unlock();
        }
        client.forget(this);
    }

    private void logBroken(JacksonException e) {
        if (life.isDone()) {
            LOG.debug("the watch of {} was ended from here", objects.resource().gvr());
            return;
        }
        String how = switch (e) {
            case UnexpectedEndOfInputException cut -> "broke off within an event";
            case JacksonIOException io -> "broke off: " + io.getCause();
            default -> "cannot be read, because " + Json.problem(e);
        };
        LOG.warn("the stream of the watch of {} {}; it counts as ended", objects.resource().gvr(), how);
    }
}
