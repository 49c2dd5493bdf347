package insideinformer.apiserver;

import insideinformer.api.ApiErrors;
import insideinformer.api.ApiException;
import insideinformer.api.GroupVersionResource;
import insideinformer.api.Status;
import insideinformer.api.StatusDetails;
import insideinformer.apiserver.bodies.Answers;
import insideinformer.apiserver.bodies.Bodies;
import insideinformer.apiserver.bodies.Decoding;
import insideinformer.apiserver.bodies.Negotiation;
import insideinformer.apiserver.bodies.ProtobufBody;
import insideinformer.apiserver.bodies.WriteOptions;
import insideinformer.apiserver.bodies.YamlBodies;
import insideinformer.apiserver.errors.Errors;
import insideinformer.apiserver.errors.FieldErrors;
import insideinformer.apiserver.http.HttpExchange;
import insideinformer.apiserver.http.RequestPath;
import insideinformer.apiserver.kinds.ResourceType;
import insideinformer.apiserver.kinds.ServedTypes;
import insideinformer.apiserver.store.Meta;
import insideinformer.apiserver.tables.ListPage;
import insideinformer.apiserver.tables.Presentation;
import insideinformer.apiserver.watch.ListRequest;
import insideinformer.apiserver.watch.Lister;
import insideinformer.apiserver.watch.Watches;
import insideinformer.apiserver.write.DeleteRequest;
import insideinformer.apiserver.write.Deletion;
import insideinformer.apiserver.write.GenericRegistry;
import insideinformer.apiserver.write.ObjectLimits;
import insideinformer.apiserver.write.Patches;
import insideinformer.apiserver.write.Scale;
import insideinformer.apiserver.write.Target;
import insideinformer.wait.Clock;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.node.ObjectNode;

/**
 * Serves requests for the objects of one kind: it finds the verb, reads what the client sent, calls the registry and
 * answers. It looks at the Accept header before anything else.
 *
 * <p>Upstream: {@code apiserver/pkg/endpoints/installer.go} and {@code endpoints/handlers}.
 */
final class ResourceHandler {

    private static final int BODY_LIMIT = ObjectLimits.MOST_BYTES_SENT;

    private final ServedTypes served;
    private final GenericRegistry registry;
    private final Lister lister;
    private final Watches watches;
    private final Clock clock;

    ResourceHandler(
            ServedTypes served, GenericRegistry registry, Lister lister, Watches watches, Clock clock) {
        this.served = served;
        this.registry = registry;
        this.lister = lister;
        this.watches = watches;
        this.clock = clock;
    }

    void serve(HttpExchange x, RequestPath path, ResourceType type) throws IOException, InterruptedException {
        boolean inNamespace = !path.namespace().isEmpty();
        if (inNamespace && !type.namespaced() && !type.isNamespace()
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

    private void serveObject(HttpExchange x, RequestPath path, ResourceType type)
            throws IOException, InterruptedException {
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

    private void serveCollection(HttpExchange x, RequestPath path, ResourceType type)
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
                require(oneNamespace && !type.isNamespace());
                deleteCollection(x, path, type);
            }
            default -> throw Errors.methodNotAllowed();
        }
    }

    private void get(HttpExchange x, RequestPath path, ResourceType type) throws IOException, InterruptedException {
        Presentation presentation = Presentation.of(x, shown(path, type), clock);
        ObjectNode object =
                lister.get(type, path.namespace(), path.name(), x.query().first("resourceVersion"), x::life);
        Answers.json(x, 200, presentation.object(isScale(path) ? Scale.of(object) : object));
    }

    private void list(HttpExchange x, RequestPath path, ResourceType type) throws IOException, InterruptedException {
        Presentation presentation = Presentation.of(x, type, clock);
        ListRequest request = ListRequest.ofList(x.query());
        Answers.json(x, 200, presentation.list(lister.list(type, path.namespace(), request, x::life)));
    }

    private void watch(HttpExchange x, RequestPath path, ResourceType type) throws IOException, InterruptedException {
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

    private void post(HttpExchange x, RequestPath path, ResourceType type) throws IOException, InterruptedException {
        Presentation presentation = Presentation.of(x, type, clock);
        presentation.requireObjectForm(); // before anything is stored
        Negotiation.requireReadableBody(x, type);
        byte[] bytes = x.body(BODY_LIMIT);
        WriteOptions options = WriteOptions.parse("CreateOptions", x.query());
        ObjectNode body = body(x, type, bytes, options);
        Bodies.checkNamespace(path, body);
        Answers.json(x, 201, presentation.object(registry.create(type, path.namespace(), body, options)));
    }

    private void put(HttpExchange x, RequestPath path, ResourceType type) throws IOException, InterruptedException {
        ResourceType shown = shown(path, type);
        Presentation presentation = Presentation.of(x, shown, clock);
        presentation.requireObjectForm(); // before anything is stored
        Negotiation.requireReadableBody(x, shown);
        byte[] bytes = x.body(BODY_LIMIT);
        WriteOptions options = WriteOptions.parse("UpdateOptions", x.query());
        ObjectNode body = body(x, shown, bytes, options);
        Bodies.checkNamespace(path, body);
        Bodies.checkName(path, body);
        GenericRegistry.Modification replace = current -> body.deepCopy();
        GenericRegistry.Written written = isScale(path)
                ? patchScale(path, type, replace, options)
                : registry.update(target(path, type), replace, options);
        Answers.json(x, written.created() ? 201 : 200, presentation.object(written.object()));
    }

    private void patch(HttpExchange x, RequestPath path, ResourceType type) throws IOException, InterruptedException {
        ResourceType shown = shown(path, type);
        Presentation presentation = Presentation.of(x, shown, clock);
        presentation.requireObjectForm();
        String mediaType = Negotiation.bodyType(x);
        Patches.requireKnown(shown, mediaType);
        byte[] bytes = x.body(BODY_LIMIT);
        WriteOptions options = WriteOptions.parsePatch(x.query());
        GenericRegistry.Modification patch = Patches.parse(shown, path, mediaType, bytes);
        GenericRegistry.Written written = isScale(path)
                ? patchScale(path, type, patch, options)
                : registry.patch(target(path, type), patch, options);
        Answers.json(x, 200, presentation.object(written.object()));
    }

    /** Who writes the scale of a workload changes the workload. */
    private GenericRegistry.Written patchScale(RequestPath path, ResourceType type,
            GenericRegistry.Modification modification, WriteOptions options) throws ApiException, InterruptedException {
        Target workload = new Target(type, path.namespace(), path.name(), "");
        GenericRegistry.Written written = registry.patch(workload, Scale.throughScale(modification), options);
        return new GenericRegistry.Written(Scale.of(written.object()), false);
    }

    private static Target target(RequestPath path, ResourceType type) {
        return new Target(type, path.namespace(), path.name(), path.subresource());
    }

    /** Answers a question about what the client may do. */
    void review(HttpExchange x, RequestPath path, ResourceType type) throws IOException {
        require(x.method().equals("POST") && path.name().isEmpty());
        Presentation presentation = Presentation.of(x, type, clock);
        Negotiation.requireReadableBody(x, type);
        ObjectNode review = body(x, type, x.body(BODY_LIMIT), WriteOptions.parse("CreateOptions", x.query()));
        AccessReviews.answer(type, review);
        Answers.json(x, 201, presentation.object(review));
    }

    /** The kind that clients see under the path. */
    private static ResourceType shown(RequestPath path, ResourceType type) {
        return isScale(path) ? Scale.TYPE : type;
    }

    private static boolean isScale(RequestPath path) {
        return path.subresource().equals(Scale.SUBRESOURCE);
    }

    private void delete(HttpExchange x, RequestPath path, ResourceType type) throws IOException, InterruptedException {
        Negotiation.form(x);
        DeleteRequest request = DeleteRequest.parse(Negotiation.bodyType(x), x.body(BODY_LIMIT), x.query());
        Deletion.Result result = registry.delete(type, path.namespace(), path.name(), request);
        boolean accepted = !result.gone() && Boolean.FALSE.equals(request.orphanDependents());
        boolean answerObject = !result.gone() || type.has(ResourceType.Trait.RETURNS_DELETED_OBJECT);
        Answers.json(x, accepted ? 202 : 200, answerObject ? result.object() : success(type, result.object()));
    }

    /** Deletes the objects that selectors and limit choose, one by one. One that has gone meanwhile is no failure. */
    private void deleteCollection(HttpExchange x, RequestPath path, ResourceType type)
            throws IOException, InterruptedException {
        Negotiation.form(x);
        DeleteRequest request = DeleteRequest.parse(Negotiation.bodyType(x), x.body(BODY_LIMIT), x.query());
        ListPage page = lister.list(type, path.namespace(), ListRequest.ofList(x.query()), x::life);
        List<ObjectNode> deleted = new ArrayList<>();
        for (ObjectNode object : page.items()) {
            try {
                registry.delete(type, Meta.namespace(object), Meta.name(object), request);
                deleted.add(object);
            } catch (ApiException e) {
                if (!ApiErrors.isNotFound(e)) {
                    throw e;
                }
            }
        }
        Answers.json(x, 200, new Presentation.Plain(type).list(
                new ListPage(page.revision(), deleted, page.continueToken(), page.remaining())));
    }

    private ObjectNode body(HttpExchange x, ResourceType type, byte[] bytes, WriteOptions options) throws ApiException {
        if (Negotiation.bodyType(x).equals(ProtobufBody.MEDIA_TYPE)) {
            ObjectNode object = ProtobufBody.decode(served, type, bytes);
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
