package insideinformer.conformance.subject;

import insideinformer.api.ConfigMap;
import insideinformer.api.GroupResource;
import insideinformer.api.GroupVersionResource;
import insideinformer.api.KubernetesObject;
import insideinformer.api.PersistentVolumeClaim;
import insideinformer.api.Pod;
import insideinformer.api.ResourceQuota;
import insideinformer.api.ScopedResourceSelectorRequirement;
import insideinformer.api.Service;
import insideinformer.api.Unstructured;
import insideinformer.conformance.trace.TraceJson;
import insideinformer.quota.Evaluator;
import insideinformer.quota.ListerForResourceFunc;
import insideinformer.quota.ObjectCountEvaluator;
import insideinformer.quota.Quantity;
import insideinformer.quota.QuotaFeatures;
import insideinformer.quota.QuotaInstall;
import insideinformer.quota.ResourceLists;
import insideinformer.wait.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** What all traces about quotas share: objects by key, and the evaluators that count them. */
final class QuotaWorld {

    /** Two kinds without a class of their own, each of which gets an evaluator beside the installed ones. */
    private static final List<GroupResource> COUNTED =
            List.of(new GroupResource("apps", "deployments"), new GroupResource("example.com", "widgets"));

    private final Map<String, JsonNode> objects;
    private final SortedMap<String, Evaluator> evaluators = new TreeMap<>();

    QuotaWorld(
            @Nullable Map<String, JsonNode> objects, ListerForResourceFunc listers, Clock clock,
            QuotaFeatures features) {
        this.objects = objects == null ? Map.of() : Map.copyOf(objects);
        List<Evaluator> all = new ArrayList<>(QuotaInstall.forControllers(listers, clock, features).evaluators());
        for (GroupResource resource : COUNTED) {
            all.add(new ObjectCountEvaluator(
                    resource,
                    namespace -> listers.listerFor(
                            new GroupVersionResource(resource.group(), "v1", resource.resource()))
                            .list(namespace),
                    null));
        }
        all.forEach(evaluator -> evaluators.put(evaluator.groupResource().toString(), evaluator));
    }

    /** The evaluator that {@code args} name, for example {@code pods} or {@code deployments.apps}. */
    Evaluator evaluator(JsonNode args) {
        String name = TraceJson.text(args, "evaluator");
        return find(name).orElseThrow(
                () -> new IllegalArgumentException("no evaluator " + name + "; there are " + evaluators.keySet()));
    }

    Optional<Evaluator> find(String name) {
        return Optional.ofNullable(evaluators.get(name));
    }

    List<Evaluator> evaluators() {
        return List.copyOf(evaluators.values());
    }

    /** The object whose key stands in {@code field}; null if the field is null or absent. */
    @Nullable KubernetesObject object(JsonNode args, String field) {
        JsonNode key = args.path(field);
        return key.isMissingNode() || key.isNull() ? null : object(TraceJson.text(args, field));
    }

    /** As {@link #object(JsonNode, String)}. The port gets a null, too, because traces record what it does with one. */
    @SuppressWarnings("NullAway")
    KubernetesObject reference(JsonNode args, String field) {
        return object(args, field);
    }

    <T extends KubernetesObject> T object(JsonNode args, String field, Class<T> type) {
        return type.cast(object(TraceJson.text(args, field)));
    }

    KubernetesObject object(String key) {
        JsonNode json = objects.get(key);
        if (json == null) {
            throw new IllegalArgumentException("no object " + key + "; there are " + objects.keySet());
        }
        return read(json);
    }

    List<KubernetesObject> objects(JsonNode args, String field) {
        return TraceJson.texts(args, field).stream().map(this::object).toList();
    }

    private static KubernetesObject read(JsonNode json) {
        Class<? extends KubernetesObject> type = switch (json.path("kind").asString("")) {
            case "Pod" -> Pod.class;
            case "Service" -> Service.class;
            case "PersistentVolumeClaim" -> PersistentVolumeClaim.class;
            case "ResourceQuota" -> ResourceQuota.class;
            case "ConfigMap" -> ConfigMap.class;
            default -> Unstructured.class;
        };
        return TraceJson.MAPPER.treeToValue(json, type);
    }

    /** The resource of an object's kind. All kinds here form their plural with an s. */
    static GroupResource resourceOf(KubernetesObject object) {
        String version = String.valueOf(object.apiVersion());
        String group = version.contains("/") ? version.substring(0, version.indexOf('/')) : "";
        return new GroupResource(group, String.valueOf(object.kind()).toLowerCase(Locale.ROOT) + "s");
    }

    /** The resource of a name such as {@code pods} or {@code deployments.apps}. */
    static GroupResource resource(String name) {
        int dot = name.indexOf('.');
        return dot < 0
                ? new GroupResource("", name)
                : new GroupResource(name.substring(dot + 1), name.substring(0, dot));
    }

    static boolean isIn(KubernetesObject object, String namespace) {
        return namespace.equals(Optional.ofNullable(object.metadata().namespace()).orElse(""));
    }

    static List<ScopedResourceSelectorRequirement> terms(JsonNode args, String field) {
        List<ScopedResourceSelectorRequirement> terms = new ArrayList<>();
        args.path(field).forEach(term -> terms.add(TraceJson.read(term, ScopedResourceSelectorRequirement.class)));
        return terms;
    }

    static ArrayNode terms(List<ScopedResourceSelectorRequirement> terms) {
        ArrayNode json = TraceJson.MAPPER.createArrayNode();
        for (ScopedResourceSelectorRequirement term : terms) {
            ObjectNode one = json.addObject().put("scopeName", term.scopeName()).put("operator", term.operator());
            if (!term.values().isEmpty()) {
                one.set("values", TraceJson.tree(term.values()));
            }
        }
        return json;
    }

    static JsonNode list(Map<String, Quantity> list) {
        return TraceJson.tree(ResourceLists.texts(list));
    }
}
