package insideinformer.conformance.subject;

import insideinformer.api.ConfigMap;
import insideinformer.api.GroupVersionKind;
import insideinformer.api.KubernetesObject;
import insideinformer.api.ObjectMeta;
import insideinformer.api.Unstructured;
import insideinformer.api.WatchEvent;
import insideinformer.conformance.trace.TraceJson;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Makes the objects of traces about informers, of which a trace gives metadata and perhaps a kind.
 *
 * @param typed whether ConfigMaps have their own class; all other objects are unstructured
 * @param expectedType the class that the Reflector expects; null: any
 * @param expectedGvk the kind that the Reflector expects; null: any
 */
record ScriptedObjects(
        boolean typed,
        @Nullable Class<? extends KubernetesObject> expectedType,
        @Nullable GroupVersionKind expectedGvk) {

    static final String TRANSFORMED = "transformed";

    static ScriptedObjects expecting(String mode) {
        return switch (mode) {
            case "typed" -> new ScriptedObjects(true, ConfigMap.class, null);
            case "none" -> new ScriptedObjects(true, null, null);
            case "unstructured" ->
                new ScriptedObjects(false, Unstructured.class, new GroupVersionKind("", "v1", "ConfigMap"));
            case "unstructuredAny" -> new ScriptedObjects(false, Unstructured.class, null);
            default -> throw new IllegalArgumentException("cannot expect " + mode);
        };
    }

    KubernetesObject object(JsonNode json) {
        String kind = json.path("kind").asString("ConfigMap");
        ObjectNode whole = ((ObjectNode) json.deepCopy())
                .put("kind", kind)
                .put("apiVersion", kind.equals("Table") ? "meta.k8s.io/v1" : "v1");
        return typed && kind.equals("ConfigMap")
                ? TraceJson.read(whole, ConfigMap.class)
                : TraceJson.read(whole, Unstructured.class);
    }

    WatchEvent<KubernetesObject> event(JsonNode json) {
        String type = TraceJson.text(json, "type");
        return switch (type) {
            case "ADDED" -> new WatchEvent.Added<>(object(json.path("object")));
            case "MODIFIED" -> new WatchEvent.Modified<>(object(json.path("object")));
            case "DELETED" -> new WatchEvent.Deleted<>(object(json.path("object")));
            case "BOOKMARK" -> new WatchEvent.Bookmark<>(object(json.path("object")));
            // an object other than a Status has no reason and no code
            case "ERROR" -> new WatchEvent.Error<>(Failures.status(json.path("status")));
            default -> new WatchEvent.Unknown<>(type, "nobody knows this type", object(json.path("object")));
        };
    }

    /** An object as logs show it: {@code [KIND:]KEY@VERSION[+t]}, where {@code +t} means transformed. */
    static String text(KubernetesObject object) {
        ObjectMeta meta = object.metadata();
        String kind = Objects.requireNonNullElse(object.kind(), "ConfigMap");
        return (kind.equals("ConfigMap") ? "" : kind + ":")
                + key(object) + "@" + Objects.requireNonNullElse(meta.resourceVersion(), "")
                + (meta.annotations().containsKey(TRANSFORMED) ? "+t" : "");
    }

    static String key(KubernetesObject object) {
        ObjectMeta meta = object.metadata();
        String name = Objects.requireNonNullElse(meta.name(), "");
        return meta.namespace() == null ? name : meta.namespace() + "/" + name;
    }

    /** A copy with the annotation that marks it as transformed. */
    static KubernetesObject transformed(KubernetesObject object) {
        Map<String, String> annotations = new HashMap<>(object.metadata().annotations());
        annotations.put(TRANSFORMED, "yes");
        ObjectMeta meta = withAnnotations(object.metadata(), annotations);
        return switch (object) {
            case ConfigMap c -> new ConfigMap(c.apiVersion(), c.kind(), meta, c.data(), c.unknown());
            case Unstructured u -> new Unstructured(u.apiVersion(), u.kind(), meta, u.unknown());
            default -> throw new IllegalArgumentException("no scripted object: " + object);
        };
    }

    static ObjectMeta withAnnotations(ObjectMeta m, Map<String, String> annotations) {
        return new ObjectMeta(
                m.name(), m.generateName(), m.namespace(), m.uid(), m.resourceVersion(), m.generation(),
                m.creationTimestamp(), m.deletionTimestamp(), m.deletionGracePeriodSeconds(), m.labels(), annotations,
                m.finalizers(), m.ownerReferences(), m.unknown());
    }
}
