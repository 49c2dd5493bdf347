package insideinformer.apiserver.write;

import insideinformer.api.ApiException;
import insideinformer.api.GroupVersionResource;
import insideinformer.apiserver.errors.FieldErrors;
import insideinformer.apiserver.kinds.ResourceType;
import insideinformer.apiserver.store.Meta;
import insideinformer.apiserver.store.Trees;
import insideinformer.json.Json;
import insideinformer.selectors.LabelSelector;
import insideinformer.selectors.LabelSelector.Operator;
import insideinformer.selectors.LabelSelector.Requirement;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * How many replicas a workload wants and has, in a form that all workloads share, so that {@code kubectl scale} and
 * autoscalers need to know no other form. It is a view of the workload: a write to it changes the workload's {@code
 * spec.replicas}.
 *
 * <p>Upstream: {@code k8s.io/kubernetes/pkg/registry/apps/deployment/storage/storage.go, ScaleREST}.
 */
public final class Scale {

    public static final String SUBRESOURCE = "scale";
    public static final ResourceType TYPE = ResourceType.namespaced(
            new GroupVersionResource("autoscaling", "v1", "scales"), "Scale").build();

    private Scale() {}

    /** What the workload's scale says. */
    public static ObjectNode of(ObjectNode workload) {
        ObjectNode scale = Json.MAPPER.createObjectNode()
                .put("kind", TYPE.kind()).put("apiVersion", TYPE.gvr().apiVersion());
        ObjectNode metadata = scale.putObject("metadata");
        for (String field : List.of("name", "namespace", "uid", "resourceVersion", "creationTimestamp")) {
            Trees.copyField(field, workload.path("metadata"), metadata);
        }
        ObjectNode spec = scale.putObject("spec");
        if (workload.path("spec").path("replicas").asLong(0) != 0) {
            Trees.copyField("replicas", workload.path("spec"), spec);
        }
        ObjectNode status = scale.putObject("status").put("replicas", 0);
        if (workload.path("status").has("replicas")) {
            Trees.copyField("replicas", workload.path("status"), status);
        }
        String selector = selector(workload.path("spec").path("selector"));
        if (!selector.isEmpty()) {
            status.put("selector", selector);
        }
        return scale;
    }

    /** Changes the workload as its scale is changed. */
    public static GenericRegistry.Modification throughScale(GenericRegistry.Modification change) {
        return current -> {
            if (current == null) {
                throw new IllegalStateException("a scale is of a workload that is there");
            }
            ObjectNode scale = change.apply(of(current));
            validate(scale);
            ObjectNode workload = current.deepCopy();
            for (String field : List.of("uid", "resourceVersion")) {
                Trees.copyField(field, scale.path("metadata"), Meta.of(workload)); // the client's preconditions
            }
            Trees.object(workload, "spec").put("replicas", scale.path("spec").path("replicas").asInt(0));
            return workload;
        };
    }

    private static void validate(ObjectNode scale) throws ApiException {
        FieldErrors errors = new FieldErrors();
        JsonNode replicas = scale.path("spec").path("replicas");
        if (replicas.asInt(0) < 0) {
            errors.invalid("spec.replicas", replicas.asString(), "must be greater than or equal to 0");
        }
        errors.throwIfAny(TYPE.gvr().group(), TYPE.kind(), Meta.name(scale));
    }

    /** As text; that of a ReplicationController is the labels themselves. */
    private static String selector(JsonNode selector) {
        boolean structured = selector.path("matchLabels").isObject() || selector.path("matchExpressions").isArray();
        LabelSelector result = LabelSelector.everything();
        for (var label : (structured ? selector.path("matchLabels") : selector).properties()) {
            result = result.add(new Requirement(
                    label.getKey(), Operator.EQUALS, List.of(label.getValue().asString(""))));
        }
        for (JsonNode expression : selector.path("matchExpressions")) {
            Operator operator = switch (expression.path("operator").asString("")) {
                case "In" -> Operator.IN;
                case "NotIn" -> Operator.NOT_IN;
                case "Exists" -> Operator.EXISTS;
                default -> Operator.DOES_NOT_EXIST;
            };
            result = result.add(new Requirement(expression.path("key").asString(""), operator,
                    expression.path("values").valueStream().map(value -> value.asString("")).toList()));
        }
        return result.toString();
    }
}
