package insideinformer.apiserver;

import insideinformer.api.ApiException;
import insideinformer.api.Status;
import insideinformer.api.StatusDetails;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.node.ObjectNode;

/**
 * Requests for the objects of one kind: finds the verb, reads what the client sent, calls the registry, answers.
 *
 * <p>Upstream: {@code apiserver/pkg/endpoints/installer.go} and {@code endpoints/handlers}.
 */
final class ResourceHandler {

    private static final int BODY_LIMIT = 3 * 1024 * 1024;

    private final Registry registry;
    private final Deletion deletion;
    private final Lister lister;
    private final Watches watches;

    ResourceHandler(Registry registry, Deletion deletion, Lister lister, Watches watches) {
        this.registry = registry;
        this.deletion = deletion;
        this.lister = lister;
        this.watches = watches;
    }

    void serve(Exchange x, RequestPath path, ResourceType type) throws IOException, InterruptedException {
        boolean inNamespace = !path.namespace().isEmpty();
        boolean ofNamespace = type.groupResource().equals(Namespaces.RESOURCE);
        if (inNamespace && !type.namespaced() && !ofNamespace
                || !inNamespace && type.namespaced() && !path.name().isEmpty()
                || !path.subresource().isEmpty() && !type.subresources().contains(path.subresource())) {
            throw Errors.resourceNotFound();
        }
        if (path.oldWatch()) {
            requireMethod(x, "GET");
            watches.serve(x, path, type);
        } else if (!path.name().isEmpty()) {
            serveObject(x, path, type);
        } else {
            serveCollection(x, path, type);
        }
    }

    private void serveObject(Exchange x, RequestPath path, ResourceType type) throws IOException, InterruptedException {
        boolean itself = path.subresource().isEmpty();
        switch (x.method()) {
            case "GET" -> {
                if (path.subresource().equals("finalize")) {
                    throw Errors.methodNotAllowed();
                }
                Answers.json(x, 200, lister.get(type, path.namespace(), path.name(), x.query().first("resourceVersion")));
            }
            case "PUT" -> put(x, path, type);
            case "DELETE" -> {
                if (!itself) {
                    throw Errors.methodNotAllowed();
                }
                delete(x, path, type);
            }
            default -> throw Errors.methodNotAllowed();
        }
    }

    private void serveCollection(Exchange x, RequestPath path, ResourceType type) throws IOException, InterruptedException {
        boolean writable = !type.namespaced() || !path.namespace().isEmpty();
        switch (x.method()) {
            case "GET" -> {
                if (x.query().flag("watch")) {
                    watches.serve(x, path, type);
                } else {
                    Answers.json(x, 200, lister.list(type, path.namespace(), ListRequest.parse(x.query(), false)));
                }
            }
            case "POST" -> {
                if (!writable) {
                    throw Errors.methodNotAllowed();
                }
                post(x, path, type);
            }
            default -> throw Errors.methodNotAllowed();
        }
    }

    private void post(Exchange x, RequestPath path, ResourceType type) throws IOException, InterruptedException {
        byte[] bytes = x.body(BODY_LIMIT);
        WriteOptions options = WriteOptions.parse("CreateOptions", x.query());
        ObjectNode body = Bodies.object(type, bytes);
        Bodies.checkNamespace(path, body);
        Answers.json(x, 201, registry.create(type, path.namespace(), body, options.dryRun()));
    }

    private void put(Exchange x, RequestPath path, ResourceType type) throws IOException, InterruptedException {
        byte[] bytes = x.body(BODY_LIMIT);
        WriteOptions options = WriteOptions.parse("UpdateOptions", x.query());
        ObjectNode body = Bodies.object(type, bytes);
        Bodies.checkNamespace(path, body);
        Bodies.checkName(path, body);
        Registry.Written written = registry.update(
                type, path.namespace(), path.name(), path.subresource(), current -> body.deepCopy(), true, options.dryRun());
        Answers.json(x, written.created() ? 201 : 200, written.object());
    }

    private void delete(Exchange x, RequestPath path, ResourceType type) throws IOException, InterruptedException {
        DeleteRequest request = DeleteRequest.parse(x.body(BODY_LIMIT), x.query());
        Deletion.Result result = deletion.delete(type, path.namespace(), path.name(), request);
        boolean accepted = !result.gone() && Boolean.FALSE.equals(request.orphanDependents());
        boolean answerObject = !result.gone() || type.has(ResourceType.Trait.RETURNS_DELETED_OBJECT);
        Answers.json(x, accepted ? 202 : 200, answerObject ? result.object() : success(type, result.object()));
    }

    private static Status success(ResourceType type, ObjectNode object) {
        StatusDetails details = new StatusDetails(
                Meta.name(object), type.gvr().group(), type.gvr().resource(), Meta.uid(object), List.of(), null, Map.of());
        return new Status("v1", "Status", Errors.NO_METADATA, "Success", null, null, details, null, Map.of());
    }

    private static void requireMethod(Exchange x, String method) throws ApiException {
        if (!x.method().equals(method)) {
            throw Errors.methodNotAllowed();
        }
    }
}
