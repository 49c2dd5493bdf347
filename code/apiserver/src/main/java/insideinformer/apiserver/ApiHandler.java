package insideinformer.apiserver;

import insideinformer.api.ApiException;
import insideinformer.apiserver.bodies.Answers;
import insideinformer.apiserver.errors.Errors;
import insideinformer.apiserver.faults.Failure;
import insideinformer.apiserver.faults.RequestFaults;
import insideinformer.apiserver.faults.SeenRequest;
import insideinformer.apiserver.http.HttpExchange;
import insideinformer.apiserver.http.RequestPath;
import insideinformer.apiserver.http.RequestTimeout;
import insideinformer.apiserver.kinds.ResourceType;
import insideinformer.apiserver.kinds.ServedTypes;
import insideinformer.json.Json;
import insideinformer.wait.Context;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Where every request enters the server, on a virtual thread of its own, and where every failure becomes a Status.
 *
 * <p>Upstream: {@code apiserver/pkg/server/config.go, DefaultBuildHandlerChain}, and {@code server/handler.go}.
 */
public final class ApiHandler extends Handler.Abstract {

    private static final Logger LOG = LoggerFactory.getLogger(ApiHandler.class);

    private final ServedTypes served;
    private final ResourceHandler resources;
    private final RequestFaults faults;
    private final DiscoveryHandler discovery;
    private final Health health;
    private final OpenApi openApi;
    private final Context life;
    private volatile boolean shuttingDown;

    ApiHandler(
            ServedTypes served,
            ResourceHandler resources,
            RequestFaults faults,
            DiscoveryHandler discovery,
            Health health,
            OpenApi openApi,
            Context life) {
        this.faults = faults;
        this.discovery = discovery;
        this.health = health;
        this.openApi = openApi;
        this.life = life;
        this.served = served;
        this.resources = resources;
    }

    /** From now on every request is told to come back later; by then another server might be there. */
    void beginShutdown() {
        shuttingDown = true;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        HttpExchange exchange = new HttpExchange(request, response, life);
        try {
            Answers.furnish(exchange);
            serve(exchange);
            exchange.release();
            callback.succeeded();
        } catch (IOException e) {
            LOG.debug("{} {}: the client is gone", exchange.method(), exchange.path(), e);
            fail(exchange, callback, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            fail(exchange, callback, e);
        } catch (RuntimeException | Error e) {
            LOG.error("{} {} failed within an answer; the client sees it break off", exchange.method(),
                    exchange.path(), e);
            fail(exchange, callback, e);
        }
        return true;
    }

    private static void fail(HttpExchange exchange, Callback callback, Throwable why) {
        exchange.release();
        callback.failed(why);
    }

    private void serve(HttpExchange exchange) throws IOException, InterruptedException {
        try {
            exchange.readUrl();
            if (shuttingDown) {
                exchange.respondHeader("Retry-After", "5");
                exchange.respondHeader("Connection", "close");
                Answers.text(exchange, 429, "The apiserver is shutting down, please try again later.\n");
                return;
            }
            SeenRequest request = SeenRequest.of(exchange);
            Duration timeout = request.verb().equals("watch") ? null : RequestTimeout.of(exchange.query());
            switch (faults.meet(request, timeout)) {
                case null -> route(exchange);
                case Failure.Reply reply -> reply(exchange, reply);
                case Failure.Cut cut -> exchange.cut();
                case Failure.Torn torn -> {
                    exchange.tear();
                    route(exchange);
                }
                case Failure.Silence silence -> throw new IllegalStateException("silence is waited for before this");
            }
        } catch (ApiException e) {
            Answers.status(exchange, e.status());
        } catch (RuntimeException | Error e) {
            if (exchange.committed()) {
                throw e;
            }
            LOG.error("{} {} failed; the client gets a 500", exchange.method(), exchange.path(), e);
            Answers.status(exchange, Errors.internal(String.valueOf(e.getMessage())).status());
        }
    }

    private static void reply(HttpExchange exchange, Failure.Reply reply) throws IOException {
        if (reply.retryAfterSeconds().isPresent()) {
            exchange.respondHeader("Retry-After", reply.retryAfterSeconds().get().toString());
        }
        if (reply.status() == null) {
            Answers.text(exchange, reply.code(), reply.text());
        } else {
            Answers.json(exchange, reply.code(), reply.status());
        }
    }

    private void route(HttpExchange exchange) throws IOException, InterruptedException {
        Optional<RequestPath> path = RequestPath.parse(exchange.path());
        if (path.isPresent() && served.servesGroup(path.get().group())) {
            ResourceType type = served.find(path.get().gvr()).orElseThrow(Errors::resourceNotFound);
            resources.serve(exchange, path.get(), type);
            return;
        }
        Optional<ResourceType> review = path.map(RequestPath::gvr).flatMap(AccessReviews::find);
        if (review.isPresent()) {
            resources.review(exchange, path.get(), review.get());
            return;
        }
        List<String> parts = RequestPath.segments(exchange.path());
        if (discovery.serve(exchange, parts) || health.serve(exchange, parts) || openApi.serve(exchange, parts)) {
            return;
        }
        switch (parts.isEmpty() ? "" : String.join("/", parts)) {
            case "" -> Answers.json(exchange, 200, paths());
            case "version" -> {
                if (!exchange.method().equals("GET")) {
                    throw Errors.methodNotAllowed();
                }
                Answers.json(exchange, 200, Version.info());
            }
            default -> Answers.pageNotFound(exchange);
        }
    }

    private ObjectNode paths() {
        ObjectNode all = Json.MAPPER.createObjectNode();
        ArrayNode paths = all.putArray("paths");
        Stream.of(discovery.paths(), health.paths(), openApi.paths(), List.of("/version"))
                .flatMap(List::stream)
                .sorted()
                .forEach(paths::add);
        return all;
    }
}
