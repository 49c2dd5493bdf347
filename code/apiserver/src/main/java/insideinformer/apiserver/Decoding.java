package insideinformer.apiserver;

import insideinformer.api.ApiException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What Go's typed decoder would say about a body. The server knows the first level of every kind and the types of what
 * it computes with; below that every field is kept as it was sent, like by a server that is newer than its clients.
 *
 * <p>Upstream: {@code apimachinery/pkg/runtime/serializer/json}, and the strict decoding errors of {@code
 * sigs.k8s.io/json}.
 */
final class Decoding {

    private static final Set<String> COMMON = Set.of("apiVersion", "kind", "metadata");
    private static final Set<String> SPEC_AND_STATUS = Set.of("spec", "status");

    /** Fields of kinds that have more or others than spec and status. */
    private static final Map<String, Set<String>> FIELDS = Map.ofEntries(
            Map.entry("configmaps", Set.of("data", "binaryData", "immutable")),
            Map.entry("secrets", Set.of("data", "stringData", "immutable", "type")),
            Map.entry("endpoints", Set.of("subsets")),
            Map.entry("events",
                    Set.of("action", "count", "eventTime", "firstTimestamp", "involvedObject", "lastTimestamp",
                    "message", "reason", "related", "reportingComponent", "reportingInstance", "series", "source",
                    "type")),
            Map.entry("limitranges", Set.of("spec")),
            Map.entry("serviceaccounts", Set.of("automountServiceAccountToken", "imagePullSecrets", "secrets")),
            Map.entry("networkpolicies", Set.of("spec")),
            Map.entry("leases", Set.of("spec")),
            Map.entry("roles", Set.of("rules")),
            Map.entry("rolebindings", Set.of("roleRef", "subjects")),
            Map.entry("storageclasses",
                    Set.of("allowVolumeExpansion", "allowedTopologies", "mountOptions", "parameters",
                    "provisioner", "reclaimPolicy", "volumeBindingMode")),
            Map.entry("priorityclasses", Set.of("description", "globalDefault", "preemptionPolicy", "value")));

    private Decoding() {}

    /** Takes out the fields that the kind does not have. @return their names */
    static List<String> dropUnknownFields(ResourceType type, ObjectNode object) {
        Set<String> known = FIELDS.getOrDefault(type.gvr().resource(), SPEC_AND_STATUS);
        List<String> unknown = new ArrayList<>(new HashSet<>(object.propertyNames()));
        unknown.removeIf(field -> COMMON.contains(field) || known.contains(field));
        unknown.sort(null);
        unknown.forEach(object::remove);
        return unknown;
    }

    /** Refuses values of a type that the kind does not have there. */
    static void checkTypes(ResourceType type, ObjectNode object) throws ApiException {
        requireObject(type, object, "metadata");
        for (String field : List.of("spec", "status")) {
            requireObject(type, object, field);
        }
        JsonNode spec = object.path("spec");
        switch (type.gvr().resource()) {
            case "configmaps" -> requireTexts(type, object, "data");
            case "secrets" -> {
                requireTexts(type, object, "data");
                requireTexts(type, object, "stringData");
            }
            case "pods" -> Quantities.requireWellFormedPod(type, spec);
            case "limitranges" -> {
                for (JsonNode limit : spec.path("limits")) {
                    for (String amounts : List.of("min", "max", "default", "defaultRequest", "maxLimitRequestRatio")) {
                        Quantities.requireWellFormed(type, limit.path(amounts));
                    }
                }
            }
            case "resourcequotas" -> {
                Quantities.requireWellFormed(type, spec.path("hard"));
                Quantities.requireWellFormed(type, object.path("status").path("hard"));
                Quantities.requireWellFormed(type, object.path("status").path("used"));
            }
            case "persistentvolumeclaims" -> {
                Quantities.requireWellFormed(type, spec.path("resources").path("requests"));
                Quantities.requireWellFormed(type, spec.path("resources").path("limits"));
            }
            case "deployments", "replicasets", "statefulsets", "daemonsets", "replicationcontrollers", "jobs" ->
                    Quantities.requireWellFormedPod(type, spec.path("template").path("spec"));
            default -> {}
        }
    }

    private static void requireObject(ResourceType type, ObjectNode object, String field) throws ApiException {
        JsonNode value = object.path(field);
        if (!value.isMissingNode() && !value.isNull() && !value.isObject()) {
            throw wrongType(type, value, field, "a structure");
        }
    }

    private static void requireTexts(ResourceType type, ObjectNode object, String field) throws ApiException {
        JsonNode value = object.path(field);
        if (value.isMissingNode() || value.isNull()) {
            return;
        }
        if (!value.isObject()) {
            throw wrongType(type, value, field, "map[string]string");
        }
        for (JsonNode text : value) {
            if (!text.isString() && !text.isNull()) {
                throw wrongType(type, text, field, "string");
            }
        }
    }

    private static ApiException wrongType(ResourceType type, JsonNode value, String field, String expected) {
        String found = switch (value.getNodeType()) {
            case ARRAY -> "array";
            case OBJECT -> "object";
            case NUMBER -> "number";
            case BOOLEAN -> "bool";
            default -> "string";
        };
        return cannotBeHandled(type, "json: cannot unmarshal " + found + " into Go struct field " + type.kind() + "."
                + field + " of type " + expected);
    }

    static ApiException cannotBeHandled(ResourceType type, String why) {
        return Errors.badRequest(type.kind() + " in version " + FieldErrors.quote(type.gvr().version())
                + " cannot be handled as a " + type.kind() + ": " + why);
    }
}
