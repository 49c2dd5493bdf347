package insideinformer.client;

import insideinformer.api.KubernetesObject;
import insideinformer.api.WatchEvent;
import insideinformer.wait.Cancellable;
import insideinformer.wait.Context;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.core.exc.UnexpectedEndOfInputException;

/**
 * A watch over HTTP. It has no thread of its own: {@link #take} reads on its caller's. An interrupt reaches that read
 * only on a virtual thread; {@link #close} and the end of the context reach it on every thread.
 *
 * <p>The watch ends when the server ends the stream, when the stream breaks off within an event or is no JSON, when its
 * context ends, or when it is closed. Half an event is never handed out.
 *
 * <p>Upstream: {@code apimachinery pkg/watch/streamwatcher.go, StreamWatcher}.
 */
final class StreamWatch<T extends KubernetesObject> implements Watch<T> {

    private static final Logger LOG = LoggerFactory.getLogger(StreamWatch.class);

    private final RestClient client;
    private final Cancellable life;
    private final Exchange exchange;
    private final ObjectDecoder<T> objects;
    private final Context.Registration lifeEnd;
    private final ReentrantLock reading = new ReentrantLock();
    private final EventDecoder<T> events; // guarded by reading
    private boolean ended; // guarded by reading

    /**
     * @param client remembers the watch until it has ended
     * @param life ends with the watch; the watch ends with it
     */
    StreamWatch(RestClient client, Cancellable life, Exchange exchange, ObjectDecoder<T> objects) {
        this.client = client;
        this.life = life;
        this.exchange = exchange;
        this.objects = objects;
        this.events = new EventDecoder<>(exchange.response().body().byteStream(), objects);
        this.lifeEnd = life.onDone(exchange::cancel); // whoever reads fails at once
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
        reading.lock(); // soon free: the reader's connection is gone
        try {
            if (ended) {
                return;
            }
            ended = true;
            lifeEnd.close();
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
            default -> "is no valid JSON: " + e.getOriginalMessage();
        };
        LOG.warn("the stream of the watch of {} {}; it counts as ended", objects.resource().gvr(), how);
    }
}
