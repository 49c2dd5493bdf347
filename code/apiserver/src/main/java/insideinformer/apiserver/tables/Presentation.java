package insideinformer.apiserver.tables;

import insideinformer.api.ApiException;
import insideinformer.apiserver.bodies.Negotiation;
import insideinformer.apiserver.errors.Errors;
import insideinformer.apiserver.http.HttpExchange;
import insideinformer.apiserver.kinds.ResourceType;
import insideinformer.apiserver.store.Meta;
import insideinformer.json.Json;
import insideinformer.wait.Clock;
import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * How objects look to the client that asked: as they are, as rows of a table, or as their metadata alone. Each request
 * has its own, on its own thread.
 *
 * <p>Upstream: {@code apiserver/pkg/endpoints/handlers/response.go}.
 */
public interface Presentation {

    ObjectNode object(ObjectNode object) throws ApiException;

    ObjectNode list(ListPage page) throws ApiException;

    /** Refuses a form that only lists have. */
    default void requireObjectForm() throws ApiException {}

    /** The object of a watch event; also of bookmarks. */
    ObjectNode event(ObjectNode object);

    static Presentation of(HttpExchange exchange, ResourceType type, Clock clock) throws ApiException {
        return switch (Negotiation.form(exchange)) {
            case OBJECT -> new Plain(type);
            case TABLE -> new TablePresentation(type, exchange.query().first("includeObject"), clock);
            case PARTIAL -> new Partial(type, false);
            case PARTIAL_LIST -> new Partial(type, true);
        };
    }

    /** A list of {@code kind} with the metadata of the page. */
    static ObjectNode listOf(String kind, String apiVersion, ListPage page) {
        ObjectNode list = Json.MAPPER.createObjectNode().put("kind", kind).put("apiVersion", apiVersion);
        ObjectNode metadata = list.putObject("metadata").put("resourceVersion", Long.toString(page.revision()));
        if (!page.continueToken().isEmpty()) {
            metadata.put("continue", page.continueToken());
        }
        if (page.remaining() != null) {
            metadata.put("remainingItemCount", page.remaining());
        }
        return list;
    }

    /**
     * The objects themselves; in a list without kind and apiVersion, which the list's own say for all but custom kinds.
     */
    record Plain(ResourceType type) implements Presentation {

        @Override
        public ObjectNode object(ObjectNode object) {
            return object;
        }

        @Override
        public ObjectNode list(ListPage page) {
            ObjectNode list = listOf(type.listKind(), type.gvr().apiVersion(), page);
            ArrayNode items = list.putArray("items");
            if (type.isCustom()) {
                ((ObjectNode) list.path("metadata")).put("continue", page.continueToken());
                page.items().forEach(items::add);
                return list;
            }
            for (ObjectNode object : page.items()) {
                ObjectNode item = Json.MAPPER.createObjectNode();
                item.setAll(object);
                items.add(item.remove(List.of("kind", "apiVersion")));
            }
            return list;
        }

        @Override
        public ObjectNode event(ObjectNode object) {
            return object;
        }
    }

    /** Nothing but metadata. @param listForm whether the client asked for the form that lists have */
    record Partial(ResourceType type, boolean listForm) implements Presentation {

        private static final String VERSION = "meta.k8s.io/v1";

        static ObjectNode of(ObjectNode object) {
            ObjectNode partial =
                    Json.MAPPER.createObjectNode().put("kind", "PartialObjectMetadata").put("apiVersion", VERSION);
            partial.set("metadata", Meta.of(object));
            return partial;
        }

        @Override
        public void requireObjectForm() throws ApiException {
            if (listForm) {
                throw Errors.of(406, "NotAcceptable",
                        "you requested PartialObjectMetadataList, but the requested object is"
                                + " not a list (" + type.kind() + ")", null);
            }
        }

        @Override
        public ObjectNode object(ObjectNode object) throws ApiException {
            requireObjectForm();
            return of(object);
        }

        @Override
        public ObjectNode list(ListPage page) throws ApiException {
            if (!listForm) {
                throw Errors.of(406, "NotAcceptable",
                        "you requested PartialObjectMetadata, but the requested object is a"
                                + " list (" + goType() + ")", null);
            }
            ObjectNode list = listOf("PartialObjectMetadataList", VERSION, page);
            ArrayNode items = list.putArray("items");
            page.items().forEach(object -> items.add(of(object)));
            return list;
        }

        /** How Go names the type that it has in hand. */
        private String goType() {
            String group = type.gvr().group().isEmpty() ? "core" : type.gvr().group().split("\\.")[0];
            return type.isCustom() ? "*unstructured.UnstructuredList" : "*" + group + "." + type.listKind();
        }

        @Override
        public ObjectNode event(ObjectNode object) {
            return of(object);
        }
    }
}
