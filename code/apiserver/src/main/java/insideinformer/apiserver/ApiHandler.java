package insideinformer.apiserver;

import insideinformer.api.ApiException;
import insideinformer.api.GroupVersionResource;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The front of the server: every request enters here, on a virtual thread of its own, and every failure becomes a Status
 * here.
 *
 * <p>Upstream: {@code apiserver/pkg/server/config.go, DefaultBuildHandlerChain}, and {@code server/handler.go}.
 */
final class ApiHandler extends Handler.Abstract {

    private static final Logger LOG = LoggerFactory.getLogger(ApiHandler.class);

    private final Map<GroupVersionResource, ResourceType> types = new HashMap<>();
    private final ResourceHandler resources;
    private final RequestFaults faults;

    ApiHandler(List<ResourceType> served, ResourceHandler resources, RequestFaults faults) {
        this.faults = faults;
        served.forEach(type -> types.put(type.gvr(), type));
        this.resources = resources;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        Exchange exchange = new Exchange(request, response);
        try {
            Answers.furnish(exchange);
            serve(exchange, faults.meet(SeenRequest.of(exchange)));
            callback.succeeded();
        } catch (IOException e) {
            LOG.debug("{} {}: the client is gone", exchange.method(), exchange.path(), e);
            callback.failed(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            callback.failed(e);
        } catch (RuntimeException e) {
            LOG.error("{} {} failed; the client sees a broken connection", exchange.method(), exchange.path(), e);
            callback.failed(e);
        }
        return true;
    }

    private void serve(Exchange exchange, @Nullable Failure failure) throws IOException, InterruptedException {
        switch (failure) {
            case null -> answer(exchange);
            case Failure.Reply reply -> Answers.failure(exchange, reply);
            case Failure.Cut cut -> exchange.cut();
            case Failure.Silence silence -> throw new IllegalStateException("silence is waited for before this");
        }
    }

    private void answer(Exchange exchange) throws IOException, InterruptedException {
        try {
            route(exchange);
        } catch (ApiException e) {
            Answers.status(exchange, e.status());
        }
    }

    private void route(Exchange exchange) throws IOException, InterruptedException {
        Optional<RequestPath> path = RequestPath.parse(exchange.path());
        if (path.isEmpty()) {
            Answers.pageNotFound(exchange);
            return;
        }
        ResourceType type = types.get(new GroupVersionResource(
                path.get().group(), path.get().version(), path.get().resource()));
        if (type != null) {
            resources.serve(exchange, path.get(), type);
        } else if (isServed(path.get().group())) {
            throw Errors.resourceNotFound();
        } else {
            Answers.pageNotFound(exchange);
        }
    }

    private boolean isServed(String group) {
        return types.keySet().stream().anyMatch(gvr -> gvr.group().equals(group));
    }
}
