package insideinformer.program;

import insideinformer.api.ApiException;
import insideinformer.api.ApiResource;
import insideinformer.api.KubernetesObject;
import insideinformer.api.ListOptions;
import insideinformer.api.OwnerReference;
import insideinformer.api.Unstructured;
import insideinformer.client.Client;
import insideinformer.client.ResourceClient;
import insideinformer.controller.ResourceEventHandler;
import insideinformer.json.Json;
import insideinformer.json.RawJson;
import insideinformer.store.DeletedObject;
import insideinformer.wait.Context;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;

/** Small helpers for the controllers of this package, which make objects that other objects own. */
final class Owned {

    private Owned() {}

    static JsonNode spec(Unstructured object) {
        RawJson spec = object.unknown().get("spec");
        return spec == null ? MissingNode.getInstance() : spec.tree();
    }

    static String namespace(KubernetesObject object) {
        return String.valueOf(object.metadata().namespace());
    }

    static String name(KubernetesObject object) {
        return String.valueOf(object.metadata().name());
    }

    /** Such as {@code shop/cart}. */
    static String key(KubernetesObject object) {
        return namespace(object) + "/" + name(object);
    }

    static String version(KubernetesObject object) {
        return String.valueOf(object.metadata().resourceVersion());
    }

    static boolean isBy(KubernetesObject object, KubernetesObject owner) {
        return object.metadata().ownerReferences().stream()
                .anyMatch(reference -> String.valueOf(owner.metadata().uid()).equals(reference.uid()));
    }

    /** A new object in its owner's namespace, with the labels, annotations and finalizers of {@code template}. */
    static ObjectNode make(ApiResource<?> resource, String name, JsonNode template, KubernetesObject owner) {
        ObjectNode object = Json.MAPPER.createObjectNode()
                .put("apiVersion", resource.gvr().apiVersion()).put("kind", resource.kind());
        ObjectNode metadata = object.putObject("metadata").put("name", name).put("namespace", namespace(owner));
        for (String field : List.of("labels", "annotations", "finalizers")) {
            if (!template.path("metadata").path(field).isEmpty()) {
                metadata.set(field, template.path("metadata").path(field).deepCopy());
            }
        }
        return object;
    }

    static void setController(ObjectNode object, ApiResource<?> kind, KubernetesObject owner) {
        object.withObject("/metadata").putArray("ownerReferences").addObject()
                .put("apiVersion", kind.gvr().apiVersion())
                .put("kind", kind.kind())
                .put("name", owner.metadata().name())
                .put("uid", owner.metadata().uid())
                .put("controller", true)
                .put("blockOwnerDeletion", true);
    }

    static Unstructured unstructured(JsonNode tree) {
        return Json.MAPPER.treeToValue(tree, Unstructured.class);
    }

    static ResourceClient<Unstructured> in(Client client, ApiResource<Unstructured> resource, KubernetesObject owner) {
        return client.resource(resource).inNamespace(namespace(owner));
    }

    static List<Unstructured> list(Context context, Client client, ApiResource<Unstructured> resource, String namespace)
            throws IOException, InterruptedException {
        return client.resource(resource).inNamespace(namespace).list(context, ListOptions.EMPTY).items();
    }

    /**
     * Judges an object whose name {@code owner} needs.
     *
     * @param found the object that has the name
     * @throws ApiException {@code taken}, if an earlier owner of the same name made it, because it will be deleted soon
     * @throws Refusal if it belongs to somebody else
     */
    static void requireOwn(Unstructured found, ApiResource<?> kind, KubernetesObject owner, ApiException taken)
            throws ApiException, Refusal {
        if (isBy(found, owner)) {
            return;
        }
        for (OwnerReference reference : found.metadata().ownerReferences()) {
            if (kind.kind().equals(reference.kind()) && name(owner).equals(reference.name())) {
                throw taken;
            }
        }
        throw new Refusal(taken.getMessage() + " and does not belong to it; rename one of them");
    }

    /** Calls {@code changed} for a new or updated object, and {@code gone} for a deleted one. */
    record Handler(Consumer<Unstructured> changed, Consumer<Unstructured> gone)
            implements ResourceEventHandler<Unstructured> {
        @Override
        public void onAdd(Unstructured object, boolean isInInitialList) {
            changed.accept(object);
        }

        @Override
        public void onUpdate(Unstructured old, Unstructured object) {
            changed.accept(object);
        }

        @Override
        public void onDelete(DeletedObject<Unstructured> deleted) {
            deleted.object().ifPresent(gone);
        }
    }
}
