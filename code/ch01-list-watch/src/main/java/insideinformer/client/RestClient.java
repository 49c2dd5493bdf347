package insideinformer.client;

import insideinformer.api.ApiResource;
import insideinformer.api.KubernetesObject;
import insideinformer.json.Json;
import insideinformer.kubeconfig.RestConfig;
import insideinformer.kubeconfig.Transport;
import insideinformer.wait.Clock;
import insideinformer.wait.Context;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import okhttp3.Call;
import okhttp3.HttpUrl;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import okio.BufferedSink;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.JacksonIOException;

/**
 * A client of one API server over HTTP. A call blocks the caller's thread until the answer is there or the context
 * ends. An interrupt ends a call, too, except while a platform thread waits in a read. For any number of threads.
 *
 * <p>If the server asks to wait (429 or any 5xx with {@code Retry-After} in seconds), the request is sent again after
 * that time, at most ten times. Other failures go to the caller at once, with two exceptions. If a connection breaks
 * that an earlier request had used, a GET is sent again over a new connection. A request that can change something is
 * never sent again, because the server might have executed it already. If the server refuses the credentials (401) and
 * a command gets them, the request is sent once more with new ones, which client-go leaves to its caller. An answer in
 * which nothing arrives for 60 seconds is a failure, unless it is a watch.
 *
 * <p>Upstream: {@code client-go rest/client.go, RESTClient}, with {@code rest/request.go} and {@code
 * rest/with_retry.go}.
 */
public final class RestClient implements Client {

    private static final Logger LOG = LoggerFactory.getLogger(RestClient.class);
    private static final Duration SILENCE = Duration.ofSeconds(60); // longest pause in an answer that is no watch
    private static final Duration PING = Duration.ofSeconds(30); // finds out whether a quiet HTTP/2 connection is dead
    private static final int RETRIES = 10;
    private static final long ERROR_TEXT_BYTES = 1 << 20;

    private final RestConfig config;
    private final HttpUrl server;
    private final Clock clock;
    private final UndecodableObjects undecodable;
    private final OkHttpClient http;
    private final Transport transport;

    private final ReentrantLock lock = new ReentrantLock();
    private final Set<Watch<?>> watches = new HashSet<>(); // guarded by lock; the ones that have not ended
    private boolean closed; // guarded by lock

    /**
     * Sends nothing yet.
     *
     * @param clock measures the pauses before repeated requests and the timeouts of watches
     * @param undecodable is told about objects that do not fit their class
     * @throws IOException if the address is no HTTP URL, or certificates or keys cannot be used
     */
    public RestClient(RestConfig config, Clock clock, UndecodableObjects undecodable) throws IOException {
        this.config = config;
        HttpUrl url = HttpUrl.get(config.server());
        if (url == null) {
            throw new IOException("server '" + config.server()
                    + "' is no URL that HTTP can use; it must look like https://host:6443");
        }
        this.server = url;
        this.clock = clock;
        this.undecodable = undecodable;
        this.transport = new Transport(
                config, new OkHttpClient.Builder().readTimeout(SILENCE).pingInterval(PING), clock);
        this.http = transport.http();
    }

    /**
     * A client with the machine's clock that logs objects which do not fit their class.
     *
     * @throws IOException like the constructor with all arguments
     */
    public RestClient(RestConfig config) throws IOException {
        this(config, Clock.system(), UndecodableObjects.LOG);
    }

    /**
     * A client without credentials.
     *
     * @throws IOException like the constructor with all arguments
     * @throws IllegalArgumentException if the address is not like {@code https://host:6443}
     */
    public RestClient(URI server) throws IOException {
        this(RestConfig.of(server));
    }

    @Override
    public <T extends KubernetesObject> ResourceClient<T> resource(ApiResource<T> resource) {
        return new RestResourceClient<>(this, new ObjectDecoder<>(resource, undecodable), "");
    }

    @Override
    public List<DiscoveredResource> serverPreferredResources(Context context) throws IOException, InterruptedException {
        return new DiscoveryClient(this).serverPreferredResources(context);
    }

    /** How many connections are open, including idle ones. */
    public int connections() {
        return http.connectionPool().connectionCount();
    }

    @Override
    public void close() {
        List<Watch<?>> open;
        lock.lock();
        try {
            closed = true;
            open = List.copyOf(watches);
        } finally {
            lock.unlock();
        }
        open.forEach(Watch::close);
        http.dispatcher().cancelAll();
        http.connectionPool().evictAll();
    }

    /** The URL of the server, to which a path can be added. */
    HttpUrl.Builder url() {
        return server.newBuilder();
    }

    Clock clock() {
        return clock;
    }

    /** Reads the body of an answer. */
    @FunctionalInterface
    interface Answer<R> {
        R read(Response response) throws IOException;
    }

    /** Sends a request and reads its answer. */
    <R> R call(Context context, Request.Builder request, Answer<R> answer) throws IOException, InterruptedException {
        try (Exchange exchange = open(context, false, request)) {
            return answer.read(exchange.response());
        } catch (JacksonIOException e) {
            throw failed(context, e.getCause() instanceof IOException io ? io : new IOException(e));
        } catch (JacksonException e) {
            throw new IOException( // without the cause, whose message can quote a Secret
                    "the answer of " + describe(request.build()) + " could not be decoded: " + Json.problem(e));
        }
    }

    /** Sends a request. The caller reads the answer and closes the exchange. */
    Exchange openStream(Context context, Request.Builder request) throws IOException, InterruptedException {
        return open(context, true, request);
    }

    /** Makes {@link #close} end this watch, until {@link #forget}. If the client is closed, the watch ends at once. */
    void remember(Watch<?> watch) {
        lock.lock();
        try {
            if (!closed) {
                watches.add(watch);
                return;
            }
        } finally {
            lock.unlock();
        }
        watch.close();
    }

    void forget(Watch<?> watch) {
        lock.lock();
        try {
            watches.remove(watch);
        } finally {
            lock.unlock();
        }
    }

    /** Is told that a connection is free. If the client is closed, no request will use the connection, so it goes. */
    void released() {
        lock.lock();
        try {
            if (!closed) {
                return;
            }
        } finally {
            lock.unlock();
        }
        http.connectionPool().evictAll();
    }

    private Exchange open(Context context, boolean isStream, Request.Builder builder)
            throws IOException, InterruptedException {
        Transport.Shown refused = null;
        for (int attempt = 0; ; attempt++) {
            throwIfOver(context, builder.build());
            Transport.Shown shown = transport.show(context, refused);
            Request request = onlyOnce(authorized(builder, shown.token()).build());
            throwIfOver(context, request);
            Call call = (isStream ? shown.streams() : shown.http()).newCall(request);
            Context.Registration contextEnd = context.onDone(call::cancel);
            Response response = null;
            try {
                response = call.execute();
            } catch (IOException e) {
                throw failed(context, e);
            } finally {
                if (response == null) { // also if OkHttp throws an undeclared InterruptedException
                    contextEnd.close();
                    released();
                }
            }
            LOG.debug("{} -> {}", describe(request), response.code());
            response.headers("Warning")
                    .forEach(warning -> LOG.warn("{}: the server warns: {}", describe(request), warning));
            Exchange exchange = new Exchange(this, response, contextEnd);
            if (response.isSuccessful()) {
                return exchange;
            }
            try (exchange) {
                if (response.code() == 401 && refused == null && shown.isReplaceable()) {
                    refused = shown; // the server has done nothing, so the request can be sent again
                    continue;
                }
                int pause = retryAfterSeconds(response);
                boolean putOff = pause > 0 && (response.code() == 429 || response.code() >= 500);
                if (!putOff || attempt == RETRIES) {
                    throw ErrorAnswers.of(
                            request.method(), request.url().encodedPath(), response.code(), text(response), pause);
                }
                LOG.atLevel(attempt == 0 ? Level.INFO : Level.DEBUG).log("{} was put off with {}; trying again in {} s",
                        describe(request), response.code(), pause);
                exchange.close(); // no connection is held during the pause
                context.await(Duration.ofSeconds(pause), clock);
            }
        }
    }

    private static Request.Builder authorized(Request.Builder builder, @Nullable String token) {
        builder.header("Accept", "application/json").header("User-Agent", "inside-the-informer");
        return token == null ? builder : builder.header("Authorization", "Bearer " + token);
    }

    /**
     * Keeps OkHttp from sending a request with a body a second time. All requests that create or replace something have
     * one.
     */
    private static Request onlyOnce(Request request) {
        RequestBody body = request.body();
        return body == null ? request : request.newBuilder().method(request.method(), new OneShot(body)).build();
    }

    private static final class OneShot extends RequestBody {

        private final RequestBody body;

        OneShot(RequestBody body) {
            this.body = body;
        }

        @Override
        public @Nullable MediaType contentType() {
            return body.contentType();
        }

        @Override
        public long contentLength() throws IOException {
            return body.contentLength();
        }

        @Override
        public void writeTo(BufferedSink sink) throws IOException {
            body.writeTo(sink);
        }

        @Override
        public boolean isOneShot() {
            return true;
        }
    }

    private void throwIfOver(Context context, Request request) throws IOException {
        if (context.isDone()) {
            throw new IOException(describe(request) + " was not sent: its context has ended");
        }
        lock.lock();
        try {
            if (closed) {
                throw new IOException(describe(request) + " was not sent: the client is closed");
            }
        } finally {
            lock.unlock();
        }
    }

    private static IOException failed(Context context, IOException e) throws InterruptedException {
        if (Thread.interrupted()) {
            InterruptedException interrupted = new InterruptedException("interrupted while talking to the server");
            interrupted.initCause(e);
            throw interrupted;
        }
        return context.isDone() ? new IOException("cut off: the context has ended", e) : e;
    }

    private static String text(Response response) {
        try {
            return response.peekBody(ERROR_TEXT_BYTES).string();
        } catch (IOException e) {
            return "(the text of the answer could not be read: " + e + ")";
        }
    }

    private static int retryAfterSeconds(Response response) {
        String header = response.header("Retry-After");
        return header != null && header.matches("\\d{1,6}") ? Integer.parseInt(header) : 0;
    }

    private static String describe(Request request) {
        return request.method() + " " + request.url().encodedPath();
    }

    @Override
    public String toString() {
        return "RestClient[" + config + "]";
    }
}
