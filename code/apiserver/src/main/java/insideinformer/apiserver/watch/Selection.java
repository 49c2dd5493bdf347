package insideinformer.apiserver.watch;

import insideinformer.api.ApiException;
import insideinformer.apiserver.errors.Errors;
import insideinformer.apiserver.errors.FieldErrors;
import insideinformer.apiserver.kinds.ResourceType;
import insideinformer.apiserver.store.Meta;
import insideinformer.selectors.FieldSelector;
import insideinformer.selectors.LabelSelector;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Which objects a list or watch selects, by labels and fields. Immutable.
 *
 * <p>Upstream: {@code apiserver/pkg/storage/selection_predicate.go, SelectionPredicate}, and the field label
 * conversions of each kind.
 */
final class Selection {

    private static final List<String> COMMON = List.of("metadata.name", "metadata.namespace");

    /** Fields that a kind offers besides name and namespace. */
    private static final Map<String, Set<String>> FIELDS = Map.of(
            "pods", Set.of("spec.nodeName", "spec.restartPolicy", "spec.schedulerName", "spec.serviceAccountName",
                    "spec.hostNetwork", "status.phase", "status.podIP", "status.nominatedNodeName"),
            "events", Set.of("involvedObject.kind", "involvedObject.namespace", "involvedObject.name",
                    "involvedObject.uid", "involvedObject.apiVersion", "involvedObject.resourceVersion",
                    "involvedObject.fieldPath", "reason", "reportingComponent", "source", "type"),
            "secrets", Set.of("type"),
            "services", Set.of("spec.clusterIP", "spec.type"),
            "namespaces", Set.of("status.phase"),
            "nodes", Set.of("spec.unschedulable"),
            "replicationcontrollers", Set.of("status.replicas"),
            "replicasets", Set.of("status.replicas"),
            "jobs", Set.of("status.successful"));

    private final ResourceType type;
    private final LabelSelector labels;
    private final FieldSelector fields;

    private Selection(ResourceType type, LabelSelector labels, FieldSelector fields) {
        this.type = type;
        this.labels = labels;
        this.fields = fields;
    }

    /**
     * Refuses fields that the kind does not offer.
     *
     * @param name the one object that the path names; empty for none
     */
    static Selection of(ResourceType type, ListRequest request, String name) throws ApiException {
        Set<String> own = FIELDS.getOrDefault(type.gvr().resource(), Set.of());
        for (FieldSelector.Requirement requirement : request.fields().requirements()) {
            String field = requirement.field();
            if (!COMMON.contains(field) && !own.contains(field)) {
                throw Errors.badRequest(own.isEmpty() && !type.isCustom()
                        ? FieldErrors.quote(field)
                        + " is not a known field selector: only \"metadata.name\", \"metadata.namespace\""
                        : "field label not supported: " + field);
            }
        }
        if (name.isEmpty()) {
            return new Selection(type, request.labels(), request.fields());
        }
        if (!request.fields().isEmpty()
                && !request.fields().requiresExactMatch("metadata.name").equals(Optional.of(name))) {
            throw Errors.badRequest("fieldSelector metadata.name doesn't match requested name");
        }
        return new Selection(type, request.labels(), FieldSelector.termEqual("metadata.name", name));
    }

    boolean matches(ObjectNode object) {
        return (labels.isEmpty() || labels.matches(Meta.labels(object)))
                && (fields.isEmpty() || fields.matches(fieldsOf(object)));
    }

    boolean isEverything() {
        return labels.isEmpty() && fields.isEmpty();
    }

    private Map<String, String> fieldsOf(ObjectNode object) {
        Map<String, String> values = new HashMap<>();
        for (FieldSelector.Requirement requirement : fields.requirements()) {
            values.put(requirement.field(), value(object, requirement.field()));
        }
        return values;
    }

    private String value(ObjectNode object, String field) {
        JsonNode node = object;
        for (String part : field.split("\\.")) {
            node = node.path(part);
        }
        return switch (type.gvr().resource() + " " + field) {
            case "events source" -> object.path("source").path("component").asString(
                    object.path("reportingComponent").asString(""));
            case "jobs status.successful" -> object.path("status").path("succeeded").asString("0");
            case "pods spec.hostNetwork", "nodes spec.unschedulable" -> node.asString("false");
            case "replicasets status.replicas", "replicationcontrollers status.replicas" -> node.asString("0");
            default -> node.asString("");
        };
    }
}
