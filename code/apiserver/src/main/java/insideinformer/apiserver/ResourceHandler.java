package insideinformer.apiserver;

import insideinformer.api.ApiErrors;
import insideinformer.api.ApiException;
import insideinformer.api.GroupVersionResource;
import insideinformer.api.Status;
import insideinformer.api.StatusDetails;
import insideinformer.wait.Clock;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.node.ObjectNode;

/**
 * Requests for the objects of one kind: finds the verb, reads what the client sent, calls the registry, answers. What
 * the client accepts is judged before anything else.
 *
 * <p>Upstream: {@code apiserver/pkg/endpoints/installer.go} and {@code endpoints/handlers}.
 */
final class ResourceHandler {

    private static final int BODY_LIMIT = 3 * 1024 * 1024;

    private final ServedTypes served;
    private final Registry registry;
    private final Deletion deletion;
    private final Lister lister;
    private final Watches watches;
    private final Clock clock;

    ResourceHandler(
            ServedTypes served, Registry registry, Deletion deletion, Lister lister, Watches watches, Clock clock) {
        this.served = served;
        this.registry = registry;
        this.deletion = deletion;
        this.lister = lister;
        this.watches = watches;
        this.clock = clock;
    }

    void serve(Exchange x, RequestPath path, ResourceType type) throws IOException, InterruptedException {
        boolean inNamespace = !path.namespace().isEmpty();
        if (inNamespace && !type.namespaced() && !type.groupResource().equals(Namespaces.RESOURCE)
                || !inNamespace && type.namespaced() && !path.name().isEmpty() && !path.oldWatch()
                || !path.subresource().isEmpty() && !type.subresources().contains(path.subresource())) {
            throw Errors.resourceNotFound();
        }
        if (path.oldWatch()) {
            require(x.method().equals("GET"));
            watch(x, path, type);
        } else if (path.name().isEmpty()) {
            serveCollection(x, path, type);
        } else {
            serveObject(x, path, type);
        }
    }

    private void serveObject(Exchange x, RequestPath path, ResourceType type) throws IOException, InterruptedException {
        boolean itself = path.subresource().isEmpty();
        boolean finalize = path.subresource().equals("finalize");
        switch (x.method()) {
            case "GET" -> {
                require(!finalize);
                get(x, path, type);
            }
            case "PUT" -> put(x, path, type);
            case "PATCH" -> {
                require(!finalize);
                patch(x, path, type);
            }
            case "DELETE" -> {
                require(itself);
                delete(x, path, type);
            }
            default -> throw Errors.methodNotAllowed();
        }
    }

    private void serveCollection(Exchange x, RequestPath path, ResourceType type)
            throws IOException, InterruptedException {
        boolean oneNamespace = !type.namespaced() || !path.namespace().isEmpty();
        switch (x.method()) {
            case "GET" -> {
                if (x.query().flag("watch")) {
                    watch(x, path, type);
                } else {
                    list(x, path, type);
                }
            }
            case "POST" -> {
                require(oneNamespace);
                post(x, path, type);
            }
            case "DELETE" -> {
                require(oneNamespace && !type.groupResource().equals(Namespaces.RESOURCE));
                deleteCollection(x, path, type);
            }
            default -> throw Errors.methodNotAllowed();
        }
    }

    private void get(Exchange x, RequestPath path, ResourceType type) throws IOException, InterruptedException {
        Presentation presentation = Presentation.of(x, type, clock);
        ObjectNode object =
                lister.get(type, path.namespace(), path.name(), x.query().first("resourceVersion"), x::life);
        Answers.json(x, 200, presentation.object(object));
    }

    private void list(Exchange x, RequestPath path, ResourceType type) throws IOException, InterruptedException {
        Presentation presentation = Presentation.of(x, type, clock);
        ListRequest request = ListRequest.parse(x.query(), false);
        Answers.json(x, 200, presentation.list(lister.list(type, path.namespace(), request, x::life)));
    }

    private void watch(Exchange x, RequestPath path, ResourceType type) throws IOException, InterruptedException {
        if (x.header("Upgrade").filter("websocket"::equalsIgnoreCase).isPresent()) {
            // a short answer makes clients that try a WebSocket first go on without one; an endless one would not
            x.respondHeader("Connection", "close");
            Answers.text(x, 200, "watches are served without WebSocket\n");
            return;
        }
        Presentation presentation = Presentation.of(x, type, clock);
        if (Negotiation.prefersYaml(x)) {
            throw Negotiation.notAcceptable(); // nothing would tell where one event ends
        }
        watches.serve(x, path, type, presentation);
    }

    private void post(Exchange x, RequestPath path, ResourceType type) throws IOException, InterruptedException {
        Presentation presentation = Presentation.of(x, type, clock);
        Negotiation.requireReadableBody(x, type);
        byte[] bytes = x.body(BODY_LIMIT);
        WriteOptions options = WriteOptions.parse("CreateOptions", x.query());
        ObjectNode body = body(x, type, bytes, options);
        Bodies.checkNamespace(path, body);
        Answers.json(x, 201, presentation.object(registry.create(type, path.namespace(), body, options.dryRun())));
    }

    private void put(Exchange x, RequestPath path, ResourceType type) throws IOException, InterruptedException {
        Presentation presentation = Presentation.of(x, type, clock);
        Negotiation.requireReadableBody(x, type);
        byte[] bytes = x.body(BODY_LIMIT);
        WriteOptions options = WriteOptions.parse("UpdateOptions", x.query());
        ObjectNode body = body(x, type, bytes, options);
        Bodies.checkNamespace(path, body);
        Bodies.checkName(path, body);
        Registry.Modification replace = current -> body.deepCopy();
        Registry.Written written = registry.update(
                type, path.namespace(), path.name(), path.subresource(), replace, true, options.dryRun());
        Answers.json(x, written.created() ? 201 : 200, presentation.object(written.object()));
    }

    private void patch(Exchange x, RequestPath path, ResourceType type) throws IOException, InterruptedException {
        Presentation presentation = Presentation.of(x, type, clock);
        String mediaType = Negotiation.bodyType(x);
        Patches.requireKnown(type, mediaType);
        byte[] bytes = x.body(BODY_LIMIT);
        WriteOptions options = WriteOptions.parsePatch(x.query());
        Registry.Modification patch = Patches.parse(type, path, mediaType, bytes);
        Registry.Written written = registry.update(
                type, path.namespace(), path.name(), path.subresource(), patch, false, options.dryRun());
        Answers.json(x, 200, presentation.object(written.object()));
    }

    private void delete(Exchange x, RequestPath path, ResourceType type) throws IOException, InterruptedException {
        Negotiation.form(x);
        DeleteRequest request = DeleteRequest.parse(x.body(BODY_LIMIT), x.query());
        Deletion.Result result = deletion.delete(type, path.namespace(), path.name(), request);
        boolean accepted = !result.gone() && Boolean.FALSE.equals(request.orphanDependents());
        boolean answerObject = !result.gone() || type.has(ResourceType.Trait.RETURNS_DELETED_OBJECT);
        Answers.json(x, accepted ? 202 : 200, answerObject ? result.object() : success(type, result.object()));
    }

    /** Deletes what the selectors and the limit choose, one by one; what has gone meanwhile is no failure. */
    private void deleteCollection(Exchange x, RequestPath path, ResourceType type)
            throws IOException, InterruptedException {
        Negotiation.form(x);
        DeleteRequest request = DeleteRequest.parse(x.body(BODY_LIMIT), x.query());
        Lister.Page page = lister.list(type, path.namespace(), ListRequest.parse(x.query(), false), x::life);
        List<ObjectNode> deleted = new ArrayList<>();
        for (ObjectNode object : page.items()) {
            try {
                deletion.delete(type, Meta.namespace(object), Meta.name(object), request);
                deleted.add(object);
            } catch (ApiException e) {
                if (!ApiErrors.isNotFound(e)) {
                    throw e;
                }
            }
        }
        Answers.json(x, 200, new Presentation.Plain(type).list(
                new Lister.Page(page.revision(), deleted, page.continueToken(), page.remaining())));
    }

    private ObjectNode body(Exchange x, ResourceType type, byte[] bytes, WriteOptions options) throws ApiException {
        if (Negotiation.bodyType(x).equals(ProtobufBody.MEDIA_TYPE)) {
            ObjectNode object = ProtobufBody.decode(type, bytes);
            Bodies.checkKind(served, type, object);
            Decoding.checkTypes(type, object);
            return object;
        }
        byte[] json = Negotiation.bodyType(x).equals(YamlBodies.MEDIA_TYPE) ? YamlBodies.decode(type, bytes) : bytes;
        Bodies.Body body = Bodies.object(served, type, json, options.fieldValidation());
        body.warnings().forEach(text -> x.addResponseHeader("Warning", "299 - " + FieldErrors.quote(text)));
        return body.object();
    }

    private static Status success(ResourceType type, ObjectNode object) {
        GroupVersionResource gvr = type.gvr();
        StatusDetails details = new StatusDetails(
                Meta.name(object), gvr.group(), gvr.resource(), Meta.uid(object), List.of(), null, Map.of());
        return new Status("v1", "Status", Errors.NO_METADATA, "Success", null, null, details, null, Map.of());
    }

    private static void require(boolean allowed) throws ApiException {
        if (!allowed) {
            throw Errors.methodNotAllowed();
        }
    }
}
