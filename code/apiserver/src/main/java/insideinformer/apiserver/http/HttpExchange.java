package insideinformer.apiserver.http;

import insideinformer.api.ApiException;
import insideinformer.apiserver.ApiHandler;
import insideinformer.apiserver.ApiServer;
import insideinformer.apiserver.errors.Errors;
import insideinformer.apiserver.errors.FieldErrors;
import insideinformer.wait.Cancellable;
import insideinformer.wait.Context;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.AbstractEndPoint;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One HTTP request and the answer to it. The classes that serve requests see this class instead of the HTTP library.
 * Only the thread of the request uses it. Writing blocks while the client does not read, and fails when the connection
 * has been idle for too long or its socket is closed.
 */
public final class HttpExchange {

    private static final Logger LOG = LoggerFactory.getLogger(HttpExchange.class);

    private static final int CHUNK = 8192;
    private static final int MOST_UNREAD = 256 << 10; // bytes of a body that the server has not read

    private final Request request;
    private final Response response;
    private final Context server;
    private Query query = Query.NONE;
    private boolean torn; // touched by the thread of the request alone, as what follows
    private @Nullable ClientWatch client;

    /** @param server ends with the server; a request that waits then ends, too */
    public HttpExchange(Request request, Response response, Context server) {
        this.request = request;
        this.response = response;
        this.server = server;
    }

    /** Reads the URL, or refuses one whose escapes are wrong; before that there is no {@link #query}. */
    public void readUrl() throws ApiException {
        try {
            RequestPath.segments(path());
            query = new Query(rawQuery());
        } catch (IllegalArgumentException e) {
            throw Errors.badRequest("the URL " + FieldErrors.quote(request.getHttpURI().getPathQuery())
                    + " has a '%' that no two hexadecimal digits follow; write %25 for the sign itself");
        }
    }

    public String method() {
        return request.getMethod();
    }

    /** As the client wrote it, without the query. */
    public String path() {
        return request.getHttpURI().getPath();
    }

    /** What stands behind the question mark; empty if nothing does. */
    public String rawQuery() {
        String raw = request.getHttpURI().getQuery();
        return raw == null ? "" : raw;
    }

    public Query query() {
        return query;
    }

    public Optional<String> header(String name) {
        return Optional.ofNullable(request.getHeaders().get(name));
    }

    /** The whole body; more than {@code limit} bytes are refused, and the connection closes after the answer. */
    public byte[] body(int limit) throws IOException {
        try (InputStream in = Content.Source.asInputStream(request)) {
            byte[] bytes = in.readNBytes(limit + 1);
            if (bytes.length > limit) {
                respondHeader("Connection", "close");
                throw Errors.tooLarge("Request entity too large: limit is " + limit);
            }
            return bytes;
        } catch (ApiException e) {
            throw e;
        } catch (IOException e) {
            LOG.debug("{} {}: the body breaks off", method(), path(), e);
            respondHeader("Connection", "close");
            throw Errors.badRequest("the body of the request could not be read: " + e.getMessage());
        }
    }

    /**
     * Reads what nobody has read of the body, because the connection cannot carry another request before that. If much
     * is left, the answer says that the connection will close, so that the client does not send on it.
     */
    private void readRest() {
        if (response.getHeaders().contains(HttpHeader.CONNECTION, "close")) {
            return;
        }
        try (InputStream in = Content.Source.asInputStream(request)) {
            if (in.readNBytes(MOST_UNREAD + 1).length <= MOST_UNREAD) {
                return;
            }
        } catch (IOException e) {
            LOG.debug("{} {}: the rest of the body breaks off", method(), path(), e);
        }
        respondHeader("Connection", "close");
    }

    /** Sets a header of the answer. */
    public void respondHeader(String name, String value) {
        response.getHeaders().put(name, value);
    }

    /** Adds a header of the answer that may stand several times. */
    public void addResponseHeader(String name, String value) {
        response.getHeaders().add(name, value);
    }

    /** The whole answer. */
    public void respond(int status, @Nullable String contentType, byte[] body) throws IOException {
        release();
        readRest();
        response.setStatus(status);
        if (contentType != null) {
            respondHeader("Content-Type", contentType);
        }
        response.getHeaders().put(HttpHeader.CONTENT_LENGTH, body.length);
        if (torn) {
            write(Arrays.copyOf(body, body.length / 2));
            cut();
        } else {
            Content.Sink.write(response, true, ByteBuffer.wrap(body));
        }
    }

    /** The answer will break off halfway, if its length is known. */
    public void tear() {
        torn = true;
    }

    public boolean committed() {
        return response.isCommitted();
    }

    /** Sends the head of an answer without a length; {@link #write} sends more, {@link #end} ends it. */
    public void beginStream(String contentType) throws IOException {
        response.setStatus(200);
        respondHeader("Content-Type", contentType);
        Content.Sink.write(response, false, ByteBuffer.allocate(0)); // clients wait for the head before the first event
    }

    public void write(byte[] bytes) throws IOException {
        if (client != null) {
            client.endIdling();
        }
        Content.Sink.write(response, false, ByteBuffer.wrap(bytes));
        if (client != null) {
            client.beginIdling();
        }
    }

    public void end() throws IOException {
        release();
        Content.Sink.write(response, true, ByteBuffer.allocate(0));
    }

    /** Closes the socket where it stands: the client sees an answer that breaks off. */
    public void cut() {
        release();
        endPoint().close();
    }

    /**
     * Ends when the client closes its side of the connection before the answer is complete, when the answer is
     * complete, or when the server ends. From the first call on, the connection may be idle for any time while nothing
     * is written. It is read to see its end. Bytes that the client sends meanwhile are lost and count as closing,
     * because no client pipelines behind a request that waits.
     */
    public Context life() {
        if (client == null) {
            client = new ClientWatch((AbstractEndPoint) endPoint(), server.withCancel());
            client.register();
        }
        return client.life;
    }

    /** Gives the connection back to the HTTP library, which reads the next request from it; may be called twice. */
    public void release() {
        if (client != null) {
            client.close();
        }
    }

    private EndPoint endPoint() {
        return request.getConnectionMetaData().getConnection().getEndPoint();
    }

    /**
     * Waits for the client to close the connection. The HTTP library's threads call it.
     *
     * <p>While the answer waits, the connection has no idle time. Otherwise that time could be over just when a write
     * begins, and the library would fail the write.
     */
    private static final class ClientWatch implements Callback {

        private static final Exception CLOSED = new IOException("the exchange is over");

        private final AbstractEndPoint endPoint;
        private final long idleTimeout; // ms, of a connection that does not wait
        private final Cancellable life;
        private final ReentrantLock lock = new ReentrantLock(); // whether this or the library waits for bytes
        private volatile boolean closed; // written with the lock held

        ClientWatch(AbstractEndPoint endPoint, Cancellable life) {
            this.endPoint = endPoint;
            this.life = life;
            this.idleTimeout = endPoint.getIdleTimeout();
            beginIdling();
        }

        void beginIdling() {
            endPoint.setIdleTimeout(0);
        }

        void endIdling() {
            endPoint.notIdle(); // the time is counted from now
            endPoint.setIdleTimeout(idleTimeout);
        }

        void register() {
            lock.lock();
            try {
                if (closed) {
                    return; // the library reads again, and two must not wait for the same bytes
                }
                endPoint.fillInterested(this);
            } finally {
                lock.unlock();
            }
            if (!endPoint.isOpen()) {
                life.cancel(); // it was closed before, and does not tell those who register later
            }
        }

        @Override
        public void succeeded() {
            try {
                if (endPoint.fill(BufferUtil.allocate(CHUNK)) == 0 && !closed) {
                    register(); // woken for nothing
                    return;
                }
            } catch (IOException e) {
                LOG.debug("the client reset its connection; its request is given up", e);
            }
            life.cancel();
        }

        @Override
        public void failed(Throwable cause) {
            if (!closed) {
                life.cancel();
            }
        }

        void close() {
            if (closed) {
                return;
            }
            endIdling();
            lock.lock();
            try {
                closed = true;
                endPoint.getFillInterest().onFail(CLOSED); // calls failed(), which locks nothing
            } finally {
                lock.unlock();
            }
            life.cancel(); // until then the server's context holds on to it
        }
    }
}
