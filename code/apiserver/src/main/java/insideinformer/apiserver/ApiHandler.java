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
 * The front of the server: every request enters here, on a virtual thread of its own, and every failure becomes a
 * Status here.
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
    private volatile boolean shuttingDown;

    ApiHandler(
            ServedTypes served,
            ResourceHandler resources,
            RequestFaults faults,
            DiscoveryHandler discovery,
            Health health,
            OpenApi openApi) {
        this.faults = faults;
        this.discovery = discovery;
        this.health = health;
        this.openApi = openApi;
        this.served = served;
        this.resources = resources;
    }

    /** From now on every request is told to come back later, by which time another server may be there. */
    void beginShutdown() {
        shuttingDown = true;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        HttpExchange exchange = new HttpExchange(request, response);
        try {
            Answers.furnish(exchange);
            serve(exchange);
            callback.succeeded();
        } catch (IOException e) {
            LOG.debug("{} {}: the client is gone", exchange.method(), exchange.path(), e);
            callback.failed(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            callback.failed(e);
        } catch (RuntimeException | Error e) {
            LOG.error("{} {} failed within an answer; the client sees it break off", exchange.method(),
                    exchange.path(), e);
            callback.failed(e);
        }
        return true;
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
                case Failure.Reply reply -> fail(exchange, reply);
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

    private static void fail(HttpExchange exchange, Failure.Reply reply) throws IOException {
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
