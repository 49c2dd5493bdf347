package insideinformer.apiserver;

import insideinformer.apiserver.bodies.Answers;
import insideinformer.apiserver.errors.Errors;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URI;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.ReentrantLock;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The socket and the threads of the HTTP library. A few platform threads move bytes; every request has a virtual thread
 * of its own.
 */
final class Listener {

    private static final Logger LOG = LoggerFactory.getLogger(Listener.class);

    private static final int MOST_IO_THREADS = 8;
    private static final int LEAST_IO_THREADS = 4;
    private static final Map<Integer, String> REASONS =
            Map.of(400, "BadRequest", 413, "RequestEntityTooLarge", 500, "InternalError");

    private final ExecutorService requests =
            Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("apiserver-request-", 0).factory());
    private final Server http;
    private final ServerConnector connector;

    private final ReentrantLock lock = new ReentrantLock();
    private final Set<Socket> sockets = new HashSet<>(); // guarded by lock; accepted, and some that are closed since
    private boolean closed; // guarded by lock

    Listener(String host, int port, Duration idleTimeout, Handler handler) {
        QueuedThreadPool threads = new QueuedThreadPool(MOST_IO_THREADS, LEAST_IO_THREADS);
        threads.setName("apiserver-io");
        threads.setDaemon(true);
        threads.setVirtualThreadsExecutor(requests);
        // no pool: after a request with too long a head, one buffer was in use twice, and its bytes were seen in the
        // answer on another connection
        http = new Server(threads, null, new ByteBufferPool.NonPooling());
        HttpConfiguration configuration = new HttpConfiguration();
        configuration.setSendServerVersion(false);
        configuration.setUriCompliance(UriCompliance.UNSAFE); // RequestPath takes the path apart before it decodes it
        // no thread that only accepts: it could take a connection after the connector has stopped
        connector = new ServerConnector(http, 0, 1, new HttpConnectionFactory(configuration)) {
            @Override
            protected void configure(Socket socket) {
                super.configure(socket);
                accepted(socket);
            }
        };
        connector.setHost(host);
        connector.setPort(port);
        connector.setIdleTimeout(idleTimeout.toMillis());
        http.addConnector(connector);
        http.setHandler(handler);
        http.setErrorHandler(Listener::refuse);
    }

    /** Answers a request that the library refuses before the server sees it, or fails after that. */
    private static boolean refuse(Request request, Response response, Callback callback) {
        int code = response.getStatus();
        Object problem = request.getAttribute(ErrorHandler.ERROR_MESSAGE);
        String message = problem == null ? HttpStatus.getMessage(code) : problem.toString();
        byte[] status = Answers.line(Errors.status(code, REASONS.get(code), message, null));
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, Answers.JSON);
        response.getHeaders().put(HttpHeader.CONTENT_LENGTH, status.length);
        response.write(true, ByteBuffer.wrap(status), callback);
        return true;
    }

    /** Remembers a connection, because the library forgets one that it accepts while it stops, and leaves it open. */
    private void accepted(Socket socket) {
        lock.lock();
        try {
            sockets.removeIf(Socket::isClosed);
            sockets.add(socket);
            if (!closed) {
                return;
            }
        } finally {
            lock.unlock();
        }
        close(socket);
    }

    private void closeSockets() {
        List<Socket> left;
        lock.lock();
        try {
            left = List.copyOf(sockets);
            sockets.clear();
        } finally {
            lock.unlock();
        }
        left.forEach(Listener::close);
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            LOG.debug("{} could not be closed in order; it is gone all the same", socket, e);
        }
    }

    private void setClosed(boolean now) {
        lock.lock();
        try {
            closed = now;
        } finally {
            lock.unlock();
        }
    }

    void start() throws IOException {
        try {
            http.start();
            connector.setPort(connector.getLocalPort()); // open() must take the same port again
        } catch (IOException e) {
            throw e;
        } catch (Exception e) {
            throw failed("cannot listen on " + connector.getHost() + ":" + connector.getPort(), e);
        }
    }

    URI uri() {
        return URI.create("http://" + connector.getHost() + ":" + connector.getPort());
    }

    int connections() {
        lock.lock();
        try {
            sockets.removeIf(Socket::isClosed);
            return sockets.size();
        } finally {
            lock.unlock();
        }
    }

    /** Closes the port and every connection, but stays ready to {@link #open} again. */
    void close() throws IOException {
        setClosed(true);
        try {
            connector.stop();
        } catch (Exception e) {
            throw failed("cannot close " + uri(), e);
        } finally {
            closeSockets();
        }
    }

    void open() {
        setClosed(false);
        try {
            connector.start();
        } catch (Exception e) {
            throw new UncheckedIOException(failed("cannot listen on " + uri() + " again", e));
        }
    }

    /** Closes port and connections for good; a second call does nothing. */
    void stop() throws IOException {
        setClosed(true);
        try {
            http.stop();
        } catch (Exception e) {
            throw failed("the HTTP server at " + uri() + " did not stop", e);
        } finally {
            closeSockets();
        }
    }

    private static IOException failed(String what, Exception e) {
        if (e instanceof InterruptedException) {
            Thread.currentThread().interrupt();
        }
        return new IOException(what, e);
    }

    /** Waits until the last request has ended. */
    void join() {
        requests.close();
    }
}
