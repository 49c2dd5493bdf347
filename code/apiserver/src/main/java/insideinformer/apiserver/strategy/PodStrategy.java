package insideinformer.apiserver.strategy;

import insideinformer.apiserver.errors.FieldErrors;
import insideinformer.apiserver.store.Meta;
import insideinformer.apiserver.store.Trees;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Pods. Upstream: {@code k8s.io/kubernetes/pkg/registry/core/pod/strategy.go}. */
final class PodStrategy implements Strategy {

    private static final Set<String> TERMINATED = Set.of("Failed", "Succeeded");
    private static final List<String> NODE_TROUBLES = List.of("not-ready", "unreachable");
    private static final String ALLOWED_UPDATES = "pod updates may not change fields other than"
            + " `spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,"
            + "`spec.tolerations` (only additions to existing tolerations),`spec.terminationGracePeriodSeconds`"
            + " (allow it to be set to 1 if it was previously negative)";

    @Override
    public void setEarlyDefaults(ObjectNode object) {
        PodTemplates.setDefaults(Trees.object(object, "spec"));
    }

    @Override
    public void prepareForCreate(ObjectNode object) {
        ObjectNode spec = Trees.object(object, "spec");
        tolerateNodeTroubles(spec);
        if (!spec.has("priorityClassName") && !spec.has("priority")) {
            spec.put("priority", 0);
        }
        if (!spec.has("enableServiceLinks")) {
            spec.put("enableServiceLinks", true);
        }
        PodTemplates.putIfAbsent(spec, "preemptionPolicy", "PreemptLowerPriority");
        object.putObject("status").put("phase", "Pending").put("qosClass", PodTemplates.qualityOfService(spec));
    }

    @Override
    public void prepareForUpdate(ObjectNode object, ObjectNode old) {
        setEarlyDefaults(object);
    }

    @Override
    public void prepareForStatusUpdate(ObjectNode object, ObjectNode old) {
        ObjectNode metadata = Meta.of(object);
        Trees.copyField("deletionTimestamp", old.path("metadata"), metadata);
        Trees.copyField("ownerReferences", old.path("metadata"), metadata); // old kubelets spoiled them
        ObjectNode status = Trees.object(object, "status");
        JsonNode before = old.path("status");
        copyIfEmpty("qosClass", before, status);
        copyIfEmpty("observedGeneration", before, status);
        List<JsonNode> known = new ArrayList<>(Trees.elements(before.path("conditions")));
        for (JsonNode condition : Trees.elements(status.path("conditions"))) {
            Optional<JsonNode> same =
                    known.stream().filter(other -> other.path("type").equals(condition.path("type"))).findFirst();
            if (same.isPresent() && condition instanceof ObjectNode changed) {
                known.remove(same.get()); // several conditions may have one type
                copyIfEmpty("observedGeneration", same.get(), changed);
            }
        }
    }

    private static void copyIfEmpty(String field, JsonNode from, ObjectNode to) {
        if (to.path(field).asString("").isEmpty() || to.path(field).asLong(1) == 0) {
            Trees.copyField(field, from, to);
        }
    }

    @Override
    public void validate(ObjectNode object, FieldErrors errors) {
        PodTemplates.validate(object.path("spec"), "spec", errors);
    }

    @Override
    public void validateUpdate(ObjectNode object, ObjectNode old, FieldErrors errors) {
        JsonNode before = old.path("spec");
        ObjectNode spec = Trees.object(object, "spec").deepCopy();
        for (String list : List.of("containers", "initContainers")) {
            List<JsonNode> present = Trees.elements(before.path(list));
            List<JsonNode> wanted = Trees.elements(spec.path(list));
            for (int i = 0; i < Math.min(wanted.size(), present.size()); i++) {
                if (wanted.get(i) instanceof ObjectNode container) {
                    Trees.copyField("image", present.get(i), container);
                }
            }
        }
        Trees.copyField("activeDeadlineSeconds", before, spec);
        if (before.path("terminationGracePeriodSeconds").asLong(0) < 0
                && spec.path("terminationGracePeriodSeconds").asLong(0) == 1) {
            Trees.copyField("terminationGracePeriodSeconds", before, spec);
        }
        List<JsonNode> tolerations = spec.path("tolerations").valueStream().toList();
        if (before.path("tolerations").valueStream().allMatch(tolerations::contains)) {
            Trees.copyField("tolerations", before, spec);
        }
        if (!Meta.equal(spec, before)) {
            errors.forbidden("spec", ALLOWED_UPDATES);
        }
    }

    @Override
    public long gracePeriodSeconds(ObjectNode object, @Nullable Long wanted) {
        boolean onNoNode = object.path("spec").path("nodeName").asString("").isEmpty();
        boolean terminated = TERMINATED.contains(object.path("status").path("phase").asString(""));
        if (onNoNode || terminated) {
            return 0; // no kubelet has anything to stop
        }
        long seconds = wanted != null ? wanted : object.path("spec").path("terminationGracePeriodSeconds").asLong(30);
        return seconds < 0 ? 1 : seconds;
    }

    /** A node may be in trouble for five minutes before the pod has to go. */
    private static void tolerateNodeTroubles(ObjectNode spec) {
        ArrayNode tolerations =
                spec.get("tolerations") instanceof ArrayNode present ? present : spec.putArray("tolerations");
        for (String trouble : NODE_TROUBLES) {
            String key = "node.kubernetes.io/" + trouble;
            if (tolerations.valueStream().noneMatch(t -> t.path("key").asString("").equals(key))) {
                tolerations.addObject()
                        .put("key", key)
                        .put("operator", "Exists")
                        .put("effect", "NoExecute")
                        .put("tolerationSeconds", 300);
            }
        }
    }
}
